import { redact } from './errorBody.ts';
import { APIConnectionError, APIConnectionTimeoutError } from './errors.ts';

/** Our error for what the system or undici says of a connection; the key is removed from its words. */
export function connectionError(cause: unknown, apiKey: string): APIConnectionError {
  const code = errorCode(cause);
  const detail = redact(cause instanceof Error ? cause.message : String(cause), apiKey);
  const isTimeout = code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT';
  const Class = isTimeout ? APIConnectionTimeoutError : APIConnectionError;
  return new Class('The service could not be reached.', { cause, code, detail });
}

/** Such as `ECONNREFUSED`; of several addresses tried, the first one's. */
function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
