import type { proxyVariables } from './networkSettings.ts';

/** Where a proxy is configured: VS Code's setting, or the name of an environment variable. */
export type ProxySource = 'http.proxy' | (typeof proxyVariables)[number];

/** The way a request goes. */
export type Route =
  | { readonly via: 'direct' }
  /** `proxy` is its origin, such as `http://proxy.example:8080`, without credentials. */
  | { readonly via: 'proxy'; readonly proxy: string; readonly source: ProxySource }
  /** VS Code's own `fetch`, with whichever proxy it finds. */
  | { readonly via: 'vscode' };
