/**
 * The base of all errors of the service's client; the names follow openai-node. An APIError with a status came from the
 * service, an APIConnectionError means that it was not reached. No message or field contains the key, except `cause`,
 * which is kept unredacted and never shown.
 */
export class APIError extends Error {
  override readonly name: string = 'APIError';
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /** The service's own words, redacted and at most 2,000 characters; may be empty. */
  readonly detail: string;
  /** The service's own error code, such as `insufficient_quota`, or the system's, such as `ECONNREFUSED`. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** The whole body, redacted and at most 4,000 characters; of an HTML page its title alone. */
  readonly body: string | undefined;
  /** How long the service asks to wait before the next try: milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(message: string, fields: APIErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.status = fields.status;
    this.detail = fields.detail ?? '';
    this.code = fields.code;
    this.requestId = fields.requestId;
    this.body = fields.body;
    this.retryAfter = fields.retryAfter;
  }
}

export interface APIErrorFields {
  readonly status?: number;
  readonly detail?: string;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly body?: string | undefined;
  readonly retryAfter?: number | undefined;
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
class InsufficientBalanceError extends APIError {
  override readonly name = 'InsufficientBalanceError';
}

/** 403: not allowed, or a company proxy's block page. */
class PermissionDeniedError extends APIError {
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
class RedirectError extends APIError {
  override readonly name = 'RedirectError';
}

/** 408, 409, 5xx: the service; the request may have been charged. */
export class InternalServerError extends APIError {
  override readonly name = 'InternalServerError';
}

/** The service sent an error inside a reply, or nothing that could be read as one. */
class StreamError extends APIError {
  override readonly name = 'StreamError';
}

/** The service was not reached, or the connection broke. `cause` is the system's error. */
export class APIConnectionError extends APIError {
  override readonly name: string = 'APIConnectionError';
}

/** No connection within the connect timeout. */
export class APIConnectionTimeoutError extends APIConnectionError {
  override readonly name = 'APIConnectionTimeoutError';
}

/** The certificate of the service, or of something in between, is not trusted: nothing was sent. */
export class APICertificateError extends APIConnectionError {
  override readonly name = 'APICertificateError';
}

/** Codes of our own, for a reply that could not be read. Such errors have no detail, except for htmlPage. */

/** An HTML page came instead of a reply. The detail is its title, if it has one. */
export const htmlPage = 'html_page';
/** One event, line or document is longer than the limit. */
export const eventTooLarge = 'event_too_large';
/** The text of the reply is longer than the limit. */
export const replyTooLarge = 'reply_too_large';
/** Nothing that came could be read as a reply. */
export const unreadableReply = 'unreadable_reply';

/** An answer whose status is not 2xx. */
export interface ErrorAnswer extends APIErrorFields {
  readonly status: number;
}

/** The error of an answer whose status is not 2xx. */
export function errorFromStatus(answer: ErrorAnswer): APIError {
  const message = `The service answered with status ${answer.status}.`;
  return new (errorClass(answer))(message, answer);
}

/**
 * The error that came as an event or as a document with status 200. Gateways put the status that they got
 * into the code: as long as nothing else came, it says the same as that status.
 */
export function errorFromStream(fields: APIErrorFields, hasText: boolean): APIError {
  const { code } = fields;
  const message = 'The service sent an error in its reply.';
  if (hasText) return new StreamError(message, fields);
  if (code !== undefined && isQuotaCode(code)) return new InsufficientBalanceError(message, fields);
  if (code === undefined || !/^[45]\d\d$/.test(code)) return new StreamError(message, fields);
  const status = Number(code);
  return new (errorClass({ ...fields, status }))(message, { ...fields, status });
}

function errorClass({ status, code, retryAfter }: ErrorAnswer): typeof APIError {
  if (status >= 300 && status < 400) return RedirectError;
  if ([400, 402, 403, 429].includes(status) && code !== undefined && isQuotaCode(code)) return InsufficientBalanceError;
  if (status === 503 && retryAfter !== undefined) return RateLimitError;
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

/** Whether a code says that the balance is used up, whatever the status is. */
export function isQuotaCode(code: string): boolean {
  return /quota|billing|balance|credit/i.test(code);
}
