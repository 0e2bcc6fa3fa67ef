import {
  APICertificateError,
  APIConnectionError,
  APIConnectionTimeoutError,
  ProxyAuthenticationError,
  type APIError,
} from '../errors.ts';
import { redact } from '../redact.ts';
import { isCertificateCode } from './transportErrors.ts';

/**
 * Creates the APIError for an error of a transport. The APIError has the code and the redacted message of the original
 * error. An AggregateError contains one error for each address of a host, or one error each for our own connection (see
 * NetworkSettings) and VS Code's `fetch`. Only the first of these errors is converted.
 */
export function errorFromTransport(cause: unknown, apiKey: string): APIError {
  const first = firstOf(cause);
  const code = errorCode(first);
  const detail = redact(first instanceof Error ? first.message : String(first), apiKey);
  const fields = { cause, code, detail };
  // Compare codes instead of classes, because undiciTransport.ts is bundled separately and has its own copies of the
  // error classes.
  if (code === 'PROXY_407') {
    return new ProxyAuthenticationError('The proxy wants credentials.', { ...fields, status: 407 });
  }
  if (code !== undefined && isCertificateCode(code)) {
    return new APICertificateError('The certificate is not trusted.', fields);
  }
  const Class = isConnectTimeout(first, code) ? APIConnectionTimeoutError : APIConnectionError;
  return new Class('The service could not be reached.', fields);
}

/** Returns the first error of an AggregateError, and any other error unchanged. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? firstOf(error.errors[0]) : error;
}

function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.name !== 'HTTPParserError') return undefined;
  // Undici drops the error code of its HTTP parser, so derive a code from the message. HPE_INVALID_CONSTANT means that
  // the response is not HTTP.
  return error.message.includes('Expected HTTP/') ? 'HPE_INVALID_CONSTANT' : 'HPE_INVALID';
}

/**
 * Returns true for a timeout while connecting. An established connection can also fail with ETIMEDOUT, but then the
 * error has a `syscall` other than `connect`.
 */
function isConnectTimeout(error: unknown, code: string | undefined): boolean {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  return code === 'ETIMEDOUT' && !(error instanceof Error && 'syscall' in error && error.syscall !== 'connect');
}
