/**
 * An error that the stand-in service produces on purpose. It is requested by a `Script`, or by a directive in the
 * message, such as `/fault reset`.
 */
export type Fault =
  | StatusFault
  /**
   * The body ends after `afterBytes` bytes, unless it is shorter. `end` completes the HTTP response. `fin` closes the
   * connection without completing the response. `reset` resets the connection.
   */
  | { readonly kind: 'cut'; readonly afterBytes: number; readonly how: 'end' | 'fin' | 'reset' }
  /** The connection is reset before the status line is sent. */
  | { readonly kind: 'reset' }
  /**
   * Meaningless bytes. `body` sends them as the body of a response with status 200. `head` sends them instead of a
   * response.
   */
  | { readonly kind: 'garbage'; readonly where: 'body' | 'head' }
  /** The reply ends with an error after `afterTokens` tokens, if the complete reply has more tokens. */
  | { readonly kind: 'error'; readonly afterTokens: number; readonly body: BodyShape }
  /** A response with status 200 whose body is an error instead of a reply. */
  | { readonly kind: 'error-at-200'; readonly body: BodyShape }
  /** A response with status 200 whose body is an HTML page, like the sign-in page of a network. */
  | { readonly kind: 'html' };

export interface StatusFault {
  readonly kind: 'status';
  readonly status: number;
  readonly body?: BodyShape;
  readonly message?: string;
  readonly code?: string | number;
  /** The value of the Retry-After header. */
  readonly retryAfter?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The shapes of error bodies, as different servers send them. */
export const bodyShapes = [
  'openai',
  'string',
  'object',
  'detail',
  'detail-list',
  'message',
  'msg',
  'errors',
  'problem',
  'list',
  'empty',
  'html',
  'text',
] as const;
export type BodyShape = (typeof bodyShapes)[number];

/** The contents of an error, independent of the shape of the error's body. */
export interface ErrorWords {
  readonly status: number;
  readonly message: string;
  readonly type?: string;
  readonly param?: string | null;
  readonly code?: string | number | null;
}

/** Returns the body of an error. A string is the complete body. The caller must convert an object or array to JSON. */
export function shapeError(words: ErrorWords, shape: BodyShape): unknown {
  const { status, message, type = 'invalid_request_error', param = null, code = null } = words;
  switch (shape) {
    case 'openai':
      return { error: { message, type, param, code } };
    case 'string':
      return { error: message };
    case 'object':
      return { object: 'error', message, type, param, code: code ?? status };
    case 'detail':
      return { detail: message };
    case 'detail-list':
      return { detail: [{ loc: ['body', 'messages', 0], msg: message, type: 'value_error' }] };
    case 'message':
      return { message };
    case 'msg':
      return { msg: message, code: code ?? status };
    case 'errors':
      return { errors: [{ message, code }] };
    case 'problem':
      return { type: 'about:blank', title: message, status, detail: message };
    case 'list':
      return [{ error: { code: code ?? status, message, status: type } }];
    case 'empty':
      return '';
    case 'html':
      return htmlPage(status, message);
    case 'text':
      return message;
  }
}

/** Returns the content type of a body of this shape. */
export function contentTypeOf(shape: BodyShape): string {
  if (shape === 'html') return 'text/html; charset=utf-8';
  return shape === 'text' || shape === 'empty' ? 'text/plain; charset=utf-8' : 'application/json';
}

/** Returns an HTML page like that of a gateway or a captive portal. */
export function htmlPage(status: number, message: string): string {
  return [
    '<!DOCTYPE html>',
    `<html><head><title>${status} ${message}</title></head>`,
    `<body><center><h1>${status} ${message}</h1></center><hr><center>gateway</center></body></html>`,
    '',
  ].join('\n');
}

/** Returns the message, type and code of an error with this status. */
export function sentenceOf(status: number): Omit<ErrorWords, 'status'> {
  const known: Readonly<Record<number, Omit<ErrorWords, 'status'>>> = {
    400: { message: 'The request could not be understood.', code: 'bad_request' },
    401: { message: 'Incorrect API key provided.', code: 'invalid_api_key' },
    402: {
      message: 'Your prepaid balance is used up. Add balance to go on.',
      type: 'insufficient_quota',
      code: 'insufficient_balance',
    },
    403: { message: 'Your account may not use this service.', type: 'permission_error', code: 'forbidden' },
    404: { message: 'There is nothing at this address.', code: 'not_found' },
    405: { message: 'Only POST is possible here.', code: 'method_not_allowed' },
    407: { message: 'The proxy wants credentials.', type: 'proxy_error', code: 'proxy_authentication_required' },
    408: { message: 'The request took too long to arrive.', type: 'timeout_error', code: 'request_timeout' },
    409: { message: 'Another call in this session is still running.', type: 'conflict_error', code: 'session_busy' },
    413: { message: 'The request is too large.', code: 'request_too_large' },
    415: { message: 'The content type must be application/json.', code: 'unsupported_media_type' },
    422: { message: 'The messages could not be processed.', code: 'unprocessable' },
    429: { message: 'Too many requests. Slow down.', type: 'rate_limit_error', code: 'rate_limit_exceeded' },
    500: { message: 'The service had an internal error.', type: 'server_error', code: 'internal_error' },
    502: { message: 'The model could not be reached.', type: 'server_error', code: 'bad_gateway' },
    503: { message: 'The service is overloaded. Try again shortly.', type: 'server_error', code: 'overloaded' },
    504: { message: 'The model did not answer in time.', type: 'server_error', code: 'gateway_timeout' },
    529: { message: 'The service is overloaded.', type: 'overloaded_error', code: 'overloaded' },
  };
  if (status >= 300 && status < 400) return { message: 'The service has moved.', code: 'moved' };
  return known[status] ?? { message: `The service answered with status ${status}.`, type: 'server_error', code: null };
}
