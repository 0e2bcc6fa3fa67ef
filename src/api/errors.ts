/**
 * What can go wrong between us and the service. Names follow openai-node, so that they read as elsewhere:
 * an APIError with a status came from the service; an APIConnectionError means it was not reached.
 * No message or field ever holds the key.
 */
export class APIError extends Error {
  override readonly name: string = 'APIError';
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /** The service's own words, redacted and at most 2,000 characters; may be empty. */
  readonly detail: string;
  /** The service's own error code, such as `insufficient_quota`. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  constructor(message: string, fields: APIErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.status = fields.status;
    this.detail = fields.detail ?? '';
    this.code = fields.code;
    this.requestId = fields.requestId;
  }
}

export interface APIErrorFields {
  readonly status?: number;
  readonly detail?: string;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** 400, 404, 405, 413, 415, 422: the service refused the request as it was. */
export class BadRequestError extends APIError {
  override readonly name = 'BadRequestError';
}

/** 401: the key. */
export class AuthenticationError extends APIError {
  override readonly name = 'AuthenticationError';
}

/** 402, or another status whose code speaks of quota: the balance. */
export class InsufficientBalanceError extends APIError {
  override readonly name = 'InsufficientBalanceError';
}

/** 403: not allowed, or a company proxy's block page. */
export class PermissionDeniedError extends APIError {
  override readonly name = 'PermissionDeniedError';
}

/** 407: a proxy in between wants credentials. */
export class ProxyAuthenticationError extends APIError {
  override readonly name = 'ProxyAuthenticationError';
}

/** 429 and 503 with Retry-After. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError';
}

/** 3xx: never followed, since the key would travel. */
export class RedirectError extends APIError {
  override readonly name = 'RedirectError';
}

/** 408, 409, 5xx: the service; the request may have been charged. */
export class InternalServerError extends APIError {
  override readonly name = 'InternalServerError';
}

/** The service sent an error inside a reply, or nothing that could be read as one. */
export class StreamError extends APIError {
  override readonly name = 'StreamError';
}

/** The code of a StreamError for a reply in which nothing could be read: our own, not the service's. */
export const unreadableReply = 'unreadable_reply';

/** The service was not reached, or the connection broke. `cause` is the system's error. */
export class APIConnectionError extends APIError {
  override readonly name: string = 'APIConnectionError';
}

/** No connection within the connect timeout. */
export class APIConnectionTimeoutError extends APIConnectionError {
  override readonly name = 'APIConnectionTimeoutError';
}

/** An answer whose status is not 2xx. */
export interface ErrorAnswer extends APIErrorFields {
  readonly status: number;
  /** It came with a Retry-After header. */
  readonly saysWhenToRetry: boolean;
}

/** The error of an answer whose status is not 2xx. */
export function errorFromStatus(answer: ErrorAnswer): APIError {
  const message = `The service answered with status ${answer.status}.`;
  return new (errorClass(answer))(message, answer);
}

function errorClass({ status, code, saysWhenToRetry }: ErrorAnswer): typeof APIError {
  if (isQuotaCode(code)) return InsufficientBalanceError;
  if (status >= 300 && status < 400) return RedirectError;
  if (status === 503 && saysWhenToRetry) return RateLimitError;
  if (status >= 500) return InternalServerError;
  switch (status) {
    case 401:
      return AuthenticationError;
    case 402:
      return InsufficientBalanceError;
    case 403:
      return PermissionDeniedError;
    case 407:
      return ProxyAuthenticationError;
    case 408:
    case 409:
      return InternalServerError;
    case 429:
      return RateLimitError;
    default:
      return BadRequestError;
  }
}

function isQuotaCode(code: string | undefined): boolean {
  return code !== undefined && /quota|billing|balance|credit/i.test(code);
}
