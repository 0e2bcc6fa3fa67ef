import { isConnectFailure } from './connectFailure.ts';
import { ProxyRefusedError } from './proxyError.ts';
import type { Transport, TransportResponse } from './transport.ts';

/**
 * The transport over VS Code's `fetch`, which alone finds proxies by scripts (PAC) and signs in to them (Kerberos).
 * It runs with VS Code's own dispatcher and certificates. Redirects are not followed.
 */
export function createFetchTransport(fetch: () => typeof globalThis.fetch): Transport {
  return async (request) => {
    const { url, method, headers, body, signal } = request;
    signal.throwIfAborted();
    const left = new AbortController();
    const abort = () => left.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const close = () => {
      signal.removeEventListener('abort', abort);
      left.abort();
    };
    try {
      const response = await fetch()(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: left.signal,
      });
      request.onConnected();
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: response.body ?? noBody(),
        route: { via: 'vscode' },
        close,
      };
    } catch (error) {
      close();
      const cause = rootCause(error);
      if (!isConnectFailure(cause)) request.onConnected();
      throw cause;
    }
  };
}

/** What the system or undici says, which `fetch` wraps once or twice; a proxy's refusal by its status, as our own says it. */
function rootCause(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.cause !== undefined) return rootCause(error.cause);
  // As undici's ProxyAgent words it, with the code and the name of a stop.
  const status = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
  return status === undefined ? error : new ProxyRefusedError(Number(status));
}

async function* noBody(): TransportResponse['body'] {}
