import type * as vscode from 'vscode';
import { noProxyVariables, proxyVariables, type NetworkSettings } from '../../api/network/networkSettings.ts';
import type { Environment } from '../connection/connectionSource.ts';
import { settingDefaults } from './settingDefaults.ts';

/**
 * Reads what decides how requests reach the service from the user's settings alone, so that no workspace can send the
 * key another way.
 *
 * @param configuration The whole of it: `http.*` is VS Code's, `tally.network.transport` ours.
 */
export function readNetworkSettings(
  configuration: Pick<vscode.WorkspaceConfiguration, 'inspect'>,
  environment: Environment,
): NetworkSettings {
  const userValue = (name: string): unknown => configuration.inspect(name)?.globalValue;
  const noProxy = userValue('http.noProxy');
  const transport = userValue('tally.network.transport');
  return {
    transport: transport === 'direct' || transport === 'vscode' ? transport : settingDefaults['network.transport'],
    proxySupport: userValue('http.proxySupport') !== 'off',
    proxy: text(userValue('http.proxy')),
    noProxy: Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [],
    proxyAuthorization: text(userValue('http.proxyAuthorization')) || undefined,
    proxyStrictSSL: userValue('http.proxyStrictSSL') !== false,
    systemCertificates: userValue('http.systemCertificates') !== false,
    environment: Object.fromEntries([...proxyVariables, ...noProxyVariables].map((name) => [name, environment[name]])),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
