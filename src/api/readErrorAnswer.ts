import { parseErrorBody, shownBody } from './errorBody.ts';
import { errorFromStatus, type APIError } from './errors.ts';
import type { ExchangeRecorder } from './exchange.ts';
import { readBeginning } from './network/readBeginning.ts';
import type { TransportResponse } from './network/transport.ts';
import { parseRetryAfter } from './retryAfter.ts';

const maxErrorBodyBytes = 64 * 1024;

/**
 * Reads an answer whose status is not 2xx, and no more of its body than can say anything: what has not come after so
 * many milliseconds is not waited for. Never throws.
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
    body: shownBody(text, apiKey),
    requestId: exchange.facts().requestId,
    retryAfter,
  });
}
