import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { decodeContent } from './decodeContent.ts';
import { maxUnreadBytes, readStream } from './readStream.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';
import { BlockedPortError, isConnectFailure, ProxyRefusedError, VerificationOffError } from './transportErrors.ts';
import { watchConnectErrors } from './watchConnectErrors.ts';

/**
 * Creates a transport over VS Code's `fetch`, which uses VS Code's proxy support and certificates. Unlike the
 * connections that undiciTransport.ts opens itself, VS Code's `fetch` supports proxy scripts (PAC) and Kerberos.
 * Redirects are not followed. The URL must be https; see mayUseFetch. Rejects while `NODE_TLS_REJECT_UNAUTHORIZED` is
 * 0, because `fetch` then accepts any certificate.
 *
 * @param fetch returns VS Code's `fetch`; called for each request, because VS Code may patch `fetch` later
 */
export function createFetchTransport(fetch: () => typeof globalThis.fetch): Transport {
  return async (request) => {
    const { url, method, headers, body, signal } = request;
    signal.throwIfAborted();
    if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
      throw new VerificationOffError();
    }
    const closing = new AbortController();
    const abort = () => closing.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const close = () => {
      signal.removeEventListener('abort', abort);
      closing.abort();
    };
    request.onSending?.();
    const connectErrors = watchConnectErrors();
    try {
      const response = await fetch()(url, {
        method,
        ...withBody(headers, body),
        redirect: 'manual',
        signal: closing.signal,
      });
      request.onConnected();
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        // `fetch` has decompressed the body as its header says, but not a body with a missing or wrong header.
        body: decodeContent(readAhead(response), undefined, closing.signal),
        route: { via: 'vscode' },
        close,
      };
    } catch (error) {
      close();
      const causes = [...causeChain(error)];
      const cause = withCode(causes.at(-1));
      if (!causes.some(connectErrors.has) && !isConnectFailure(cause)) request.onConnected();
      throw cause;
    } finally {
      connectErrors.end();
    }
  };
}

/**
 * Returns the options of `fetch` for a body. The body is a stream. If the body were a string, `fetch` would send the
 * request again after an answer with status 421. The content-length avoids a chunked request, which some servers
 * refuse.
 */
function withBody(headers: TransportRequest['headers'], body: string | undefined): RequestInit {
  if (body === undefined) return { headers };
  const bytes = new TextEncoder().encode(body);
  // Fetch requires `duplex` for a stream, but the type RequestInit lacks the field.
  const options = { headers: { ...headers, 'content-length': String(bytes.byteLength) }, duplex: 'half' as const };
  return { ...options, body: new Blob([bytes]).stream() };
}

/**
 * Returns true for https. A request over http goes to this computer (see parseServiceAddress), and its API key is not
 * encrypted. VS Code's `fetch` may send such a request through a proxy, for example if the host is 127.0.0.2. With
 * NODE_USE_ENV_PROXY=1, it may do so for `localhost` too. The proxy would see the API key.
 */
export function mayUseFetch({ protocol }: URL): boolean {
  return protocol === 'https:';
}

/** Yields an error that `fetch` threw, then its cause, and so on to the innermost cause. */
function* causeChain(error: unknown): Generator<unknown, void, void> {
  yield error;
  if (error instanceof Error && error.cause !== undefined) yield* causeChain(error.cause);
}

/** Replaces certain errors of `fetch` that have no code by errors with a code. Returns other errors unchanged. */
function withCode(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  if (/^(bad port|net::ERR_UNSAFE_PORT)$/.test(cause.message)) return new BlockedPortError(cause);
  // Fetch has no response for status 407. It rejects with an error without a message and a code, which has no other
  // reason in undici if redirects are not followed.
  if (cause.name === 'Error' && cause.message === '' && !('code' in cause)) return new ProxyRefusedError(407);
  // If a proxy refuses a tunnel, undici's ProxyAgent, which VS Code's fetch uses, throws an abort error. Only the
  // message of this error contains the proxy's status.
  const status = /^Proxy response \((\d+)\)/.exec(cause.message)?.[1];
  return status === undefined ? cause : new ProxyRefusedError(Number(status));
}

/** Matches the header `content-encoding` of a body that `fetch` decompresses. */
const compression = /gzip|deflate|br|zstd/i;

/**
 * Yields the bytes of a body. Reads them as soon as they arrive, because a reset of the connection discards the bytes
 * that were not read yet. Creates the stream only when the iteration starts, because readStream handles its errors.
 * Throws at the end of a body that `fetch` has decompressed, because `fetch` hides that compressed data were truncated.
 */
async function* readAhead({ body, headers }: Response): TransportResponse['body'] {
  if (body === null) return;
  // The DOM's type of a stream differs from Node's type.
  yield* readStream(Readable.fromWeb(body as ReadableStream<Uint8Array>, { highWaterMark: maxUnreadBytes }));
  if (compression.test(headers.get('content-encoding') ?? '')) throw new Error('The body may be truncated.');
}
