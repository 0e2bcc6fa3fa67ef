import type { NetworkSettings, ProxySource } from './networkSettings.ts';

/**
 * Sends a request, at most once. Rejects with the signal's reason, an error of the system or of undici, or one of
 * transportErrors.ts. Rejects with an AggregateError, our own network's error first, if VS Code's network failed as well.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/**
 * One HTTP request. Our own connection adds only `host`, `connection` and `content-length` to the headers; VS Code's
 * `fetch` adds more.
 */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Overrides the network settings. */
  readonly transport?: NetworkSettings['transport'];
  /**
   * Called when the connection is established: from now on the request may be received, and charged. VS Code's `fetch`
   * does not report this. There it is called with the answer, or before a rejection that leaves it in doubt.
   */
  onConnected(): void;
  /** Called when a step of connecting has succeeded. Not called with VS Code's `fetch`. */
  onPhase?(phase: ConnectionPhase): void;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Decoded if there is a content-encoding. A body that was cut off ends, or throws, after its last bytes. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly route: Route;
  /** Closes the connection at once, even within the body. */
  close(): void;
}

/** Headers by their lower-case names. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the first value of a header. */
export function headerValue(headers: ResponseHeaders, name: string): string | undefined {
  return [headers[name]].flat()[0];
}

/** How a request reaches the service. */
export type Route =
  | { readonly via: 'direct' }
  /** `proxy` is its origin, such as `http://proxy.example:8080`, without credentials. */
  | { readonly via: 'proxy'; readonly proxy: string; readonly source: ProxySource }
  /** VS Code's own `fetch`, with any proxy that it finds. */
  | { readonly via: 'vscode' };

/** A step of connecting that succeeded. Through a proxy, `dns` and `tcp` are those of the connection to the proxy. */
export type ConnectionPhase = { readonly milliseconds: number } &
  /** Left out if the host is an address. */
  (
    | { readonly name: 'dns'; readonly addresses: readonly string[] }
    | { readonly name: 'tcp'; readonly address: string }
    /** `protocol` is such as `TLSv1.3`. */
    | { readonly name: 'proxyTls'; readonly protocol: string }
    /** From the CONNECT request to the proxy's answer. */
    | { readonly name: 'tunnel' }
    | { readonly name: 'tls'; readonly protocol: string; readonly isResumed: boolean }
  );
