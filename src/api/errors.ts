/**
 * The base class of all errors of the API client. The class names follow openai-node, which is OpenAI's client library.
 *
 * An error with a status came from the service or from a proxy. An APIConnectionError means that no valid HTTP response
 * to the request arrived. `cause` may contain the API key, so `cause` is never shown. No other field contains the API
 * key.
 *
 * Most of the classes below are chosen by status. If a reply with status 2xx contains an error, the error's code may
 * count as the status; see errorFromStream. A quota code is an error code that means that the balance is used up; see
 * isQuotaCode.
 */
export class APIError extends Error {
  override readonly name: string = 'APIError';
  /**
   * The status of the response, if that status is not 2xx. For an error in a 2xx reply, the error's code as a number,
   * if the code counts as the status. Undefined in all other cases.
   */
  readonly status: number | undefined;
  /**
   * The redacted error message of the service or of the transport; may be empty. A service's message is limited to
   * 2,000 characters.
   */
  readonly detail: string;
  /** True if the detail is the title of an HTML page. */
  readonly isTitle: true | undefined;
  /**
   * The error code. It comes from the service (such as `insufficient_quota`), from the transport (such as
   * `ECONNREFUSED`), or from the client itself (such as `html_page`).
   */
  readonly code: string | undefined;
  /** The service's id of the request, redacted. */
  readonly requestId: string | undefined;
  /**
   * At most 4,000 characters of the redacted response body or, if the body is an HTML page, only the title of the page.
   * Undefined if no response to the request arrived, or if the status of the response was 2xx.
   */
  readonly body: string | undefined;
  /** How long the service asks the client to wait before a retry, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(message: string, fields: APIErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.status = fields.status;
    this.detail = fields.detail ?? '';
    this.isTitle = fields.isTitle;
    this.code = fields.code;
    this.requestId = fields.requestId;
    this.body = fields.body;
    this.retryAfter = fields.retryAfter;
  }
}

export interface APIErrorFields {
  readonly status?: number;
  readonly detail?: string;
  readonly isTitle?: true | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly body?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The request was not sent, because a check before sending it refused the request, or failed. The code is a
 * NotSentCode, or undefined if the check failed, for example because the API key could not be read again.
 */
export class NotSentError extends APIError {
  override readonly name = 'NotSentError';
}

/**
 * 400 without a code about the balance, or any other 4xx that has no class of its own, such as 404 or 422: the service
 * rejects the request. Also 3xx without a target.
 */
export class BadRequestError extends APIError {
  override readonly name = 'BadRequestError';
}

/** 401: the service rejects the API key. */
export class AuthenticationError extends APIError {
  override readonly name = 'AuthenticationError';
}

/**
 * 402, or a quota code in a 400, 403 or 429 response: the balance is used up. A 400 or 403 response, and a 429 response
 * with a Retry-After of at most 60 seconds, has this class only if the code clearly means the balance; see
 * isBalanceCode. An error with a quota code in a 2xx reply has this class only if no text or reasoning came before the
 * error.
 */
class InsufficientBalanceError extends APIError {
  override readonly name = 'InsufficientBalanceError';
}

/** 403 without a code about the balance: the service denies access, or a company proxy blocks the request. */
class PermissionDeniedError extends APIError {
  override readonly name = 'PermissionDeniedError';
}

/** 407: a proxy requires credentials. */
export class ProxyAuthenticationError extends APIError {
  override readonly name = 'ProxyAuthenticationError';
}

/**
 * 429 that is not an InsufficientBalanceError, or 503 with a valid Retry-After: the service limits the rate of requests
 * or is overloaded.
 */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError';
}

/** 511 with an HTML page: the network requires the user to sign in (RFC 6585). The request did not reach the service. */
class NetworkSignInError extends APIError {
  override readonly name = 'NetworkSignInError';
}

/**
 * 3xx, unless the code is noRedirectTarget. Redirects are not followed, because the target would receive the API key.
 * The detail is the target without its query, or an empty string if the target is not shown.
 */
class RedirectError extends APIError {
  override readonly name = 'RedirectError';
}

/**
 * 408, 409 or 5xx, except 511 with an HTML page and 503 with a valid Retry-After: the service failed. The request may
 * have been charged.
 */
export class InternalServerError extends APIError {
  override readonly name = 'InternalServerError';
}

/** A 2xx reply contains an error that has no other class, or the reply is unreadable or too long. */
class StreamError extends APIError {
  override readonly name = 'StreamError';
}

/**
 * The connection could not be established, the connection broke before the headers of the response arrived, or the
 * headers were too large or not HTTP. `cause` is the transport's error.
 */
export class APIConnectionError extends APIError {
  override readonly name: string = 'APIConnectionError';
}

/**
 * The connection to the service could not be established in time. If our own connection (see NetworkSettings) could not
 * reach a proxy in time, the error is an APIConnectionError, not an APIConnectionTimeoutError.
 */
export class APIConnectionTimeoutError extends APIConnectionError {
  override readonly name = 'APIConnectionTimeoutError';
}

/**
 * The certificate of the service is not trusted, or VS Code's `fetch` would not verify it (see VerificationOffError).
 * The request was not sent. If our own connection (see NetworkSettings) does not trust a proxy's certificate, the error
 * is an APIConnectionError, not an APICertificateError.
 */
export class APICertificateError extends APIConnectionError {
  override readonly name = 'APICertificateError';
}

/**
 * The client itself sets this code for status 404 without a JSON error, and for an HTML page with status 404 or 405. A
 * chat endpoint explains its errors in JSON, so there is probably none at this base URL.
 */
export const noChatEndpoint = 'no_chat_endpoint';

/** The client itself sets this code for status 3xx without a target; see redirectTarget. */
export const noRedirectTarget = 'no_redirect_target';

/**
 * The client itself sets this code for status 511 with an HTML page. The service explains its errors in JSON, so the
 * page came from the network.
 */
export const networkSignIn = 'network_sign_in';

/**
 * The reason why a check before sending refused a request. With the three limit codes, the message could exceed the
 * limit for a day, for a session, or for one message. With `unknown_amount`, a limit or a price is unknown.
 */
export type NotSentCode =
  | 'daily_limit'
  | 'session_limit'
  | 'message_limit'
  | 'unknown_amount'
  /** The base URL or the API key has changed since the message was submitted. */
  | 'connection_changed';

// The client itself sets the codes below, for 2xx replies that are unreadable or too long. An error with one of these
// codes has a detail only if the code is htmlPage.

/** The service sent an HTML page instead of a reply. The detail is the page's title, which may be empty. */
export const htmlPage = 'html_page';
/** An event, line or document is longer than maxEventLength, or reading it needs too much memory. */
export const eventTooLarge = 'event_too_large';
/** Text and reasoning together are longer than maxReplyLength. */
export const replyTooLarge = 'reply_too_large';
/** No part of the body could be read as a reply. */
export const unreadableReply = 'unreadable_reply';
/** The body is binary: compressed in another way than its Content-Encoding says, or not text in UTF-8. */
export const undecodableReply = 'undecodable_reply';

/**
 * The fields of an error with a status. The status is the status of the response or, for an error in a 2xx reply, the
 * error's code as a number.
 */
export interface ErrorAnswer extends APIErrorFields {
  readonly status: number;
}

/**
 * The maximum Retry-After, in milliseconds, after which a request is retried automatically. A 429 response with a
 * longer Retry-After whose code says quota may mean that the balance is used up.
 */
export const maxRetryAfterMilliseconds = 60_000;

export function isRedirectStatus(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Creates the error for a response whose status is not 2xx. */
export function errorFromStatus(answer: ErrorAnswer): APIError {
  const message = `The service answered with status ${answer.status}.`;
  return new (errorClass(answer))(message, answer);
}

/**
 * Creates the error for a reply with status 2xx that contains an error.
 *
 * A gateway may put the real status into the code. If no text or reasoning came before the error, a code from 400 to
 * 599 counts as the status, and a quota code selects InsufficientBalanceError. Any other error is a StreamError.
 *
 * @param hasText true if text or reasoning came before the error
 */
export function errorFromStream(fields: APIErrorFields, hasText: boolean): APIError {
  const { code } = fields;
  const message = 'The service sent an error in its reply.';
  if (hasText) return new StreamError(message, fields);
  if (code !== undefined && isQuotaCode(code)) return new InsufficientBalanceError(message, fields);
  if (code === undefined || !/^[45]\d\d$/.test(code)) return new StreamError(message, fields);
  const answer = { ...fields, status: Number(code) };
  return new (errorClass(answer))(message, answer);
}

function errorClass({ status, code, retryAfter }: ErrorAnswer): typeof APIError {
  if (isRedirectStatus(status)) return code === noRedirectTarget ? BadRequestError : RedirectError;
  // Some services call the limit of tokens per minute a quota, and send a short Retry-After.
  const isSoonOver = status === 429 && retryAfter !== undefined && retryAfter <= maxRetryAfterMilliseconds;
  // Status 400 or 403 with a code that only says quota may mean a limit of requests or of an administrator.
  const meansBalance = isSoonOver || status === 400 || status === 403 ? isBalanceCode : isQuotaCode;
  if ([400, 402, 403, 429].includes(status) && code !== undefined && meansBalance(code))
    return InsufficientBalanceError;
  if (status === 503 && retryAfter !== undefined) return RateLimitError;
  if (status === 511 && code === networkSignIn) return NetworkSignInError;
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

/**
 * Returns true if an error code means that the balance is used up. Codes about load balancing, about credit cards, and
 * about the rate of requests or tokens, mean something else.
 */
export function isQuotaCode(code: string): boolean {
  const isOther = /load[_ -]?balanc|^rebalanc|credit[_ -]?card/i.test(code) || isRateCode(code);
  return /quota|billing|balance|credit/i.test(code) && !isOther;
}

/** The fields of an error, or of an error that was saved. */
interface ErrorFacts {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly detail: string;
}

/**
 * Returns true if the service refused a request because its messages are too long. Services have different codes for
 * this, or only a message in English.
 */
export function isTooLong({ status, code = '', detail }: ErrorFacts): boolean {
  return (
    status === 413 ||
    /context_?(?:length|window|size)|(?:request|prompt|input)_too_(?:large|long)/i.test(code) ||
    /context (?:length|window|size)|(?:prompt|input) is too long|exceeds the maximum number of tokens/i.test(detail)
  );
}

/** Like isQuotaCode, but returns false for a code that only says quota, such as `quota_exceeded`. */
function isBalanceCode(code: string): boolean {
  return isQuotaCode(code) && /insufficient|billing|balance|credit/i.test(code);
}

/** Returns true for a code about the rate of requests or tokens, such as `tokens_per_minute_quota_exceeded`. */
function isRateCode(code: string): boolean {
  // `rate` must start a word, because other words contain it, such as `corporate`.
  const words = /throttl|per[_ -]?(?:second|minute|hour|day)|(?:^|[^a-z])(?:rate|[rt]p[md])/i;
  return words.test(code) || code.includes('Rate');
}
