import { parseErrorBody, redactBody } from './errorBody.ts';
import { errorFromStatus, type APIError } from './errors.ts';
import type { ExchangeRecorder } from './exchange.ts';
import type { TransportResponse } from './network/transport.ts';
import { parseRetryAfter } from './retryAfter.ts';

const maxErrorBodyBytes = 64 * 1024;

/**
 * Reads an answer whose status is not 2xx, with at most 64 KiB of its body and for at most `bodyMilliseconds`.
 * Never throws.
 */
export async function readErrorAnswer(
  response: TransportResponse,
  exchange: ExchangeRecorder,
  apiKey: string,
  bodyMilliseconds: number,
): Promise<APIError> {
  const retryAfter = parseRetryAfter(response.headers, Date.now());
  const timeout = setTimeout(() => response.close(), bodyMilliseconds);
  const body = await readBeginning(response.body, maxErrorBodyBytes);
  clearTimeout(timeout);
  exchange.received(body.byteLength);
  const text = body.toString('utf8');
  return errorFromStatus({
    status: response.status,
    ...parseErrorBody(text, apiKey),
    body: redactBody(text, apiKey),
    requestId: exchange.facts().requestId,
    retryAfter,
  });
}

/** Reads whole chunks up to `maxBytes` or more. Never throws: a body that breaks off yields the bytes that came. */
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
    // The bytes that came are enough to describe the error.
  }
  return Buffer.concat(parts);
}
