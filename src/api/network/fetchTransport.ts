import type { Transport, TransportResponse } from './transport.ts';
import { isConnectFailure, ProxyRefusedError } from './transportErrors.ts';

/**
 * The transport over VS Code's `fetch`, with VS Code's own dispatcher and certificates. Only it supports proxy scripts
 * (PAC) and Kerberos. Redirects are not followed.
 *
 * @param fetch Called for each request, because VS Code may patch `fetch` later.
 */
export function createFetchTransport(fetch: () => typeof globalThis.fetch): Transport {
  return async (request) => {
    const { url, method, headers, body, signal } = request;
    signal.throwIfAborted();
    const closing = new AbortController();
    const abort = () => closing.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const close = () => {
      signal.removeEventListener('abort', abort);
      closing.abort();
    };
    try {
      const response = await fetch()(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: closing.signal,
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

/** Unwraps the error of the system or of undici from `fetch`'s own. A proxy's refusal becomes our ProxyRefusedError. */
function rootCause(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.cause !== undefined) return rootCause(error.cause);
  // Undici's ProxyAgent reports the status only in the message; the error's code and name are those of an abort.
  const status = /^Proxy response \((\d+)\)/.exec(error.message)?.[1];
  return status === undefined ? error : new ProxyRefusedError(Number(status));
}

async function* noBody(): TransportResponse['body'] {}
