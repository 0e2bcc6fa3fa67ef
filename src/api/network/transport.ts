import type { NetworkSettings, ProxySource } from './networkSettings.ts';

/**
 * Sends a request at most once. Resolves when the headers of the response arrive, for every status.
 *
 * Rejects with the signal's reason, an error of the system or of undici, or an error of transportErrors.ts. If our own
 * connection and VS Code's `fetch` both failed to connect, rejects with an AggregateError that contains first the error
 * of our own connection, then the error of `fetch`.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/**
 * An HTTP request. Our own connection adds only the headers `host`, `connection` and `content-length`. VS Code's
 * `fetch` adds more headers.
 */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Overrides the field `transport` of NetworkSettings for this request. */
  readonly transport?: NetworkSettings['transport'];
  /**
   * Called when the connection is established. From then on, the service may receive the request and charge for it.
   *
   * VS Code's `fetch` does not report when its connection is established. The transport over `fetch` therefore calls
   * `onConnected` when the response arrives. If `fetch` fails, the transport calls `onConnected` before it rejects,
   * unless the request was certainly not sent.
   */
  onConnected(): void;
  /** Called when VS Code's `fetch` begins the request. Not called over our own connection. */
  onSending?(): void;
  /** Called after each successful step of connecting. Not called over VS Code's `fetch`. */
  onPhase?(phase: ConnectionPhase): void;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /**
   * The decompressed body; see decodeContent. A truncated body yields the bytes that arrived, and then throws, unless
   * only the end of the connection could show where the body ends.
   */
  readonly body: AsyncIterable<Uint8Array>;
  readonly route: Route;
  /** Closes the connection at once, even in the middle of the body. */
  close(): void;
}

/** Header values by lower-case header name. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the first value of a header, or undefined. `name` is in lower case. */
export function headerValue(headers: ResponseHeaders, name: string): string | undefined {
  return [headers[name]].flat()[0];
}

/** The route of a request to the service. */
export type Route =
  | { readonly via: 'direct' }
  /** `proxy` is the proxy's origin without credentials, such as `http://proxy.example:8080`. */
  | { readonly via: 'proxy'; readonly proxy: string; readonly source: ProxySource }
  /** The route of VS Code's `fetch`, which chooses its own proxy. */
  | { readonly via: 'vscode' };

/**
 * A successful step of connecting. `milliseconds` is the duration of the step. With a proxy, `dns` and `tcp` describe
 * the connection to the proxy.
 */
export type ConnectionPhase = { readonly milliseconds: number } &
  /** There is no `dns` step if the host is an IP address. */
  (
    | { readonly name: 'dns'; readonly addresses: readonly string[] }
    | { readonly name: 'tcp'; readonly address: string }
    /** `protocol` is the TLS version, such as `TLSv1.3`. */
    | { readonly name: 'proxyTls'; readonly protocol: string }
    /** The `tunnel` step lasts from the CONNECT request to the proxy's response. */
    | { readonly name: 'tunnel' }
    | { readonly name: 'tls'; readonly protocol: string; readonly isResumed: boolean }
  );
