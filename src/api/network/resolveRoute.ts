import { BlockList, isIP } from 'node:net';
import { unescape } from 'node:querystring';
import { isLoopback } from '../serviceAddress.ts';
import { noProxyVariables, proxyVariables, type NetworkSettings, type ProxySource } from './networkSettings.ts';
import type { Route } from './transport.ts';
import { UnsupportedProxyError } from './transportErrors.ts';

/**
 * A route of our own connection (see NetworkSettings). A route through a proxy contains the proxy's credentials, if
 * there are any.
 */
export type OwnRoute =
  | Extract<Route, { via: 'direct' }>
  /** `authorization` is the value of the Proxy-Authorization header. */
  | (Extract<Route, { via: 'proxy' }> & { readonly authorization: string | undefined });

/**
 * Chooses the route to a URL: direct or through a proxy. The setting `http.proxy` takes precedence over the environment
 * variables.
 *
 * The route is direct if no proxy is configured or proxy support is off. The route is also direct if the host is a
 * loopback host, or if an entry of the exclusion list matches the host. The exclusion list is the setting
 * `http.noProxy`. If that setting is empty, the list is the variable `no_proxy` or `NO_PROXY`.
 *
 * Throws an UnsupportedProxyError if the chosen proxy is not an http or https URL.
 */
export function resolveRoute(url: URL, settings: NetworkSettings): OwnRoute {
  if (!settings.proxySupport || isLoopback(url.hostname) || isExcluded(url, settings)) return { via: 'direct' };
  const configured = configuredProxy(settings);
  if (configured === undefined) return { via: 'direct' };
  const { address, source } = configured;
  // An address without a scheme means http, as in curl.
  const text = address.includes('://') ? address : `http://${address}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy === undefined || !/^https?:$/.test(proxy.protocol)) throw new UnsupportedProxyError(source);
  return {
    via: 'proxy',
    proxy: proxy.origin,
    source,
    authorization: settings.proxyAuthorization ?? credentials(proxy),
  };
}

function configuredProxy(
  settings: NetworkSettings,
): { readonly address: string; readonly source: ProxySource } | undefined {
  const inSettings = settings.proxy.trim();
  if (inSettings !== '') return { address: inSettings, source: 'http.proxy' };
  for (const source of proxyVariables) {
    const address = settings.environment[source]?.trim() ?? '';
    if (address !== '') return { address, source };
  }
  return undefined;
}

/** Returns the value of the Proxy-Authorization header, or undefined if the proxy's URL has no credentials. */
function credentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  // querystring.unescape keeps a lone % in a password. decodeURIComponent would throw.
  return `Basic ${Buffer.from(`${unescape(username)}:${unescape(password)}`).toString('base64')}`;
}

function isExcluded(url: URL, { noProxy, environment }: NetworkSettings): boolean {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const variable = noProxyVariables
    .map((name) => environment[name])
    .find((value) => value !== undefined && value !== '');
  const entries = noProxy.length > 0 ? noProxy : (variable ?? '').split(/[,\s]/);
  return entries.some((entry) => excludes(entry.trim().toLowerCase(), hostname, port));
}

/**
 * Returns true if an entry of the exclusion list matches a host. An entry is `*`, an IP address, a CIDR block, or a
 * domain (`example.com`, `.example.com` or `*.example.com`). A domain also matches its subdomains. A domain or an IP
 * address with a port matches only that port.
 */
function excludes(entry: string, hostname: string, port: string): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  if (entry.includes('/')) return isInBlock(entry, hostname);
  if (isIP(entry) !== 0) return entry === hostname;
  const [, name = '', entryPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
  if (entryPort !== undefined && entryPort !== port) return false;
  const domain = name.replace(/^\*?\./, '');
  return hostname === domain || (isIP(hostname) === 0 && hostname.endsWith(`.${domain}`));
}

function isInBlock(block: string, hostname: string): boolean {
  const [network = '', prefix = ''] = block.split('/');
  const version = isIP(network);
  if (
    version === 0 ||
    version !== isIP(hostname) ||
    !/^\d+$/.test(prefix) ||
    Number(prefix) > (version === 4 ? 32 : 128)
  )
    return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(hostname, family);
}
