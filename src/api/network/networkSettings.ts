/** A snapshot of what decides how requests reach the service. Read from user settings only, never from a workspace. */
export interface NetworkSettings {
  /** `auto`: our own connection, then VS Code's `fetch` if it fails. `direct` and `vscode`: only that one. */
  readonly transport: 'auto' | 'direct' | 'vscode';
  /** VS Code's `http.proxySupport` is not `off`. */
  readonly proxySupport: boolean;
  /** VS Code's `http.proxy`, as typed; empty for none. */
  readonly proxy: string;
  /** VS Code's `http.noProxy`. */
  readonly noProxy: readonly string[];
  /** VS Code's `http.proxyAuthorization`: the value of the Proxy-Authorization header. */
  readonly proxyAuthorization: string | undefined;
  /** VS Code's `http.proxyStrictSSL`: verify the certificate of an https proxy. The service's is always verified. */
  readonly proxyStrictSSL: boolean;
  /** VS Code's `http.systemCertificates`. */
  readonly systemCertificates: boolean;
  /** The values of {@link proxyVariables} and {@link noProxyVariables}. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Environment variables that name a proxy; the first one that is set wins. VS Code's order, then curl's for all schemes. */
export const proxyVariables = [
  'https_proxy',
  'HTTPS_PROXY',
  'http_proxy',
  'HTTP_PROXY',
  'all_proxy',
  'ALL_PROXY',
] as const;

/** Where a proxy is configured: VS Code's setting, or the name of an environment variable. */
export type ProxySource = 'http.proxy' | (typeof proxyVariables)[number];

export const noProxyVariables = ['no_proxy', 'NO_PROXY'] as const;

/** No proxy and no fallback. */
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
