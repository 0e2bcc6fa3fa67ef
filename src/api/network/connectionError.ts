import { isCertificateCode } from './connectFailure.ts';
import { redact } from '../errorBody.ts';
import {
  APICertificateError,
  APIConnectionError,
  APIConnectionTimeoutError,
  ProxyAuthenticationError,
  type APIError,
} from '../errors.ts';

/**
 * Our error for what the transport says of a connection. `code` is the system's, undici's or the transport's own name:
 * of several addresses, or of two networks, the first one's. The key is removed from its words.
 */
export function connectionError(cause: unknown, apiKey: string): APIError {
  const first = firstOf(cause);
  const code = errorCode(first);
  const detail = redact(first instanceof Error ? first.message : String(first), apiKey);
  const fields = { cause, code, detail };
  // Known by their codes: the transport is bundled apart, and its classes are others there.
  if (code === 'PROXY_407') {
    return new ProxyAuthenticationError('The proxy wants credentials.', { ...fields, status: 407 });
  }
  if (code !== undefined && isCertificateCode(code)) {
    return new APICertificateError('The certificate is not trusted.', fields);
  }
  const Class = isConnectTimeout(first, code) ? APIConnectionTimeoutError : APIConnectionError;
  return new Class('The service could not be reached.', fields);
}

/** Of an error for several things that failed alike, the first. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? firstOf(error.errors[0]) : error;
}

function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.name !== 'HTTPParserError') return undefined;
  // Undici loses the parser's code on the way. This is the one for what is not HTTP at all; of the others its words tell.
  return error.message.includes('Expected HTTP/') ? 'HPE_INVALID_CONSTANT' : 'HPE_INVALID';
}

/** A connection that stood and went silent has the same code. */
function isConnectTimeout(error: unknown, code: string | undefined): boolean {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  return code === 'ETIMEDOUT' && !(error instanceof Error && 'syscall' in error && error.syscall !== 'connect');
}
