import { noProxyVariables, proxyVariables, type NetworkSettings } from '../../api/network/networkSettings.ts';
import { createSettingReader, trimmedText, userValue, type Configuration } from './settingReader.ts';

/**
 * Reads only the user's settings and the environment, so that no workspace can redirect requests. Requests contain the
 * API key.
 */
export function readNetworkSettings(
  configuration: Configuration,
  environment: Readonly<Record<string, string | undefined>>,
): NetworkSettings {
  const http = (name: string): unknown => userValue(configuration, `http.${name}`);
  const noProxy = http('noProxy');
  return {
    transport: createSettingReader(configuration).choice('network.transport'),
    proxySupport: http('proxySupport') !== 'off',
    proxy: trimmedText(http('proxy')),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [],
    proxyAuthorization: trimmedText(http('proxyAuthorization')) || undefined,
    proxyStrictSSL: http('proxyStrictSSL') !== false,
    systemCertificates: http('systemCertificates') !== false,
    environment: Object.fromEntries([...proxyVariables, ...noProxyVariables].map((name) => [name, environment[name]])),
  };
}
