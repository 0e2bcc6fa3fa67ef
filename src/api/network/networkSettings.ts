/**
 * A snapshot of all network settings. Settings of a workspace are ignored, so that no workspace can redirect requests.
 */
export interface NetworkSettings {
  /**
   * - `direct`: our own connection, that is, a connection that undiciTransport.ts opens.
   * - `vscode`: VS Code's `fetch`.
   * - `auto`: our own connection, or VS Code's `fetch` if our own connection cannot be established.
   *
   * For http, all values mean `direct`; see mayUseFetch.
   */
  readonly transport: 'auto' | 'direct' | 'vscode';
  /** False if VS Code's `http.proxySupport` is `off`. */
  readonly proxySupport: boolean;
  /** VS Code's `http.proxy` as the user typed it; empty if no proxy is set. */
  readonly proxy: string;
  /** VS Code's `http.noProxy`. */
  readonly noProxy: readonly string[];
  /** VS Code's `http.proxyAuthorization`: the value of the Proxy-Authorization header. */
  readonly proxyAuthorization: string | undefined;
  /**
   * VS Code's `http.proxyStrictSSL`. If true, the certificate of an https proxy is verified. Our own connection
   * verifies the service's certificate even if this setting is false.
   */
  readonly proxyStrictSSL: boolean;
  /** VS Code's `http.systemCertificates`. If true, the operating system's certificate authorities are trusted. */
  readonly systemCertificates: boolean;
  /** The values of the environment variables in {@link proxyVariables} and {@link noProxyVariables}. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The environment variables that name a proxy. The first variable with a value is used. The variables that VS Code
 * reads come first, in the same order as in VS Code. The `all_proxy` variables, which curl reads, come last.
 */
export const proxyVariables = [
  'https_proxy',
  'HTTPS_PROXY',
  'http_proxy',
  'HTTP_PROXY',
  'all_proxy',
  'ALL_PROXY',
] as const;

/** The setting or the environment variable that configures a proxy. */
export type ProxySource = 'http.proxy' | (typeof proxyVariables)[number];

export const noProxyVariables = ['no_proxy', 'NO_PROXY'] as const;

/** The settings for our own connection without a proxy and without a fallback to VS Code's `fetch`. */
export const directNetwork: NetworkSettings = {
  transport: 'direct',
  proxySupport: false,
  proxy: '',
  noProxy: [],
  proxyAuthorization: undefined,
  proxyStrictSSL: true,
  systemCertificates: true,
  environment: {},
};
