/** All that decides how requests reach the service, at one moment; from the user's settings alone. */
export interface NetworkSettings {
  /** `auto`: our own connection, and VS Code's `fetch` when none comes about; the others: only the one or the other. */
  readonly transport: 'auto' | 'direct' | 'vscode';
  /** VS Code's `http.proxySupport` is not `off`. */
  readonly proxySupport: boolean;
  /** VS Code's `http.proxy`, as typed; empty for none. */
  readonly proxy: string;
  /** VS Code's `http.noProxy`. */
  readonly noProxy: readonly string[];
  /** VS Code's `http.proxyAuthorization`: the value of the Proxy-Authorization header. */
  readonly proxyAuthorization: string | undefined;
  /** VS Code's `http.proxyStrictSSL`: whether the certificate of an https proxy has to be trusted. Never the service's. */
  readonly proxyStrictSSL: boolean;
  /** VS Code's `http.systemCertificates`. */
  readonly systemCertificates: boolean;
  /** The variables that name proxies: see {@link proxyVariables} and {@link noProxyVariables}. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Where a proxy is looked for, the first that is set wins: VS Code's order, and then curl's name for all schemes. */
export const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'] as const;

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
