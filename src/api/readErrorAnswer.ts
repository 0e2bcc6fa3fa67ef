import { parseErrorBody, redactBody } from './errorBody.ts';
import { errorFromStatus, isRedirectStatus, noRedirectTarget, type APIError } from './errors.ts';
import type { ExchangeRecorder } from './exchange.ts';
import type { TransportResponse } from './network/transport.ts';
import { redirectTarget } from './redirectTarget.ts';
import { parseRetryAfter } from './retryAfter.ts';
import { isBinary } from './stream/framing.ts';

const maxErrorBodyBytes = 64 * 1024;

/**
 * Turns a response whose status is not 2xx into an error. Stops reading the body when at least 64 KiB have arrived or
 * `bodyMilliseconds` have passed, and uses the part that has arrived. Ignores a binary body, because it could contain
 * fragments of the API key, which would not be masked. Never throws. `url` and `apiKey` are those of the request.
 */
export async function readErrorAnswer(
  response: TransportResponse,
  { url, apiKey }: { readonly url: URL; readonly apiKey: string },
  exchange: ExchangeRecorder,
  bodyMilliseconds: number,
): Promise<APIError> {
  const retryAfter = parseRetryAfter(response.headers, Date.now());
  const timeout = setTimeout(() => response.close(), bodyMilliseconds);
  const body = await readBeginning(response.body, maxErrorBodyBytes);
  clearTimeout(timeout);
  exchange.received(body.byteLength);
  const decoded = body.toString('utf8');
  const text = isBinary(decoded) ? '' : decoded;
  const target = redirectTarget(response, url, apiKey);
  return errorFromStatus({
    status: response.status,
    ...parseErrorBody(text, apiKey, response.status),
    ...(target === undefined ? {} : { detail: target }),
    ...(target === undefined && isRedirectStatus(response.status) ? { code: noRedirectTarget } : {}),
    body: redactBody(text, apiKey),
    requestId: exchange.facts().requestId,
    retryAfter,
  });
}

/**
 * Reads a body until the body ends or at least `maxBytes` have arrived. May return more than `maxBytes`, because the
 * last chunk is not shortened. Never throws. If reading fails, returns the bytes that arrived before the failure.
 */
export async function readBeginning(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const bytes of body) {
      parts.push(bytes);
      size += bytes.byteLength;
      if (size >= maxBytes) break;
    }
  } catch {
    // Return the bytes that arrived before the error.
  }
  return Buffer.concat(parts);
}
