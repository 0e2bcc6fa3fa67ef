/** A step of connecting that succeeded, and how long it took, in milliseconds. Of a proxy until the tunnel stands. */
export type ConnectionPhase = { readonly milliseconds: number } & (
  /** Not where the host is an address already. */
  | { readonly name: 'dns'; readonly addresses: readonly string[] }
  | { readonly name: 'tcp'; readonly address: string }
  /** `protocol` is such as `TLSv1.3`. */
  | { readonly name: 'proxyTls'; readonly protocol: string }
  /** From the CONNECT to the proxy's answer. */
  | { readonly name: 'tunnel' }
  | { readonly name: 'tls'; readonly protocol: string; readonly isResumed: boolean }
);
