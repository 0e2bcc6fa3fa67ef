import type { Duplex } from 'node:stream';
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';

/** One HTTP request. Headers go out as given and no others but `host`, `connection` and `content-length`. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** The connection stands: from now on the request may have been received, and charged. */
  onConnected(): void;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection, whatever is still to come. */
  close(): void;
}

/** Sends a request; rejects with the system's or undici's error, or with the signal's reason. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

const connectTimeoutMilliseconds = 15_000;

/**
 * The transport over undici, the only file that imports it: by deep paths, because its index writes
 * process-wide slots through which every other extension's `fetch` would then run.
 *
 * Each request has a dispatcher of its own, so that stopping one closes its socket at once in any
 * phase and no idle socket can turn into a request that was written but never answered.
 * Redirects are not followed, nothing is repeated, and no timer but the connect timeout ends a request.
 */
export function createTransport(): Transport {
  return async (request) => {
    request.signal.throwIfAborted();
    const connection = openConnection(request.onConnected.bind(request));
    const abort = () => connection.close();
    request.signal.addEventListener('abort', abort, { once: true });
    const close = () => {
      request.signal.removeEventListener('abort', abort);
      connection.close();
    };
    try {
      const { statusCode, headers, body } = await api.request.call(connection.agent, {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        signal: request.signal,
      });
      return { status: statusCode, headers, body, close };
    } catch (error) {
      close();
      throw error;
    }
  };
}

/** A dispatcher whose sockets can be closed while they are still connecting, which undici leaves open. */
function openConnection(onConnected: () => void): { readonly agent: Agent; close(): void } {
  const connect = buildConnector({ timeout: connectTimeoutMilliseconds, allowH2: false });
  let socket: Duplex | undefined;
  const agent = new Agent({
    connect: (options, callback) => {
      socket = connect(options, callback);
    },
    connections: 1,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
  agent.on('connect', onConnected);
  return {
    agent,
    close: () => {
      // Without an error undici takes the close for the end of a body that has no length, and throws from the socket.
      socket?.destroy(new Error('The connection was closed.'));
      void agent.destroy();
    },
  };
}
