import { strict as assert } from 'node:assert';
import {
  errorFromStatus,
  eventTooLarge,
  htmlPage,
  noChatEndpoint,
  replyTooLarge,
  unreadableReply,
  type APIError,
} from '../../../../src/api/errors.ts';
import type { ActionId } from '../../../../src/common/protocol/conversationProtocol.ts';
import { toReplyError } from '../../../../src/chat/conversation/receiveReply.ts';
import type { ReplyError } from '../../../../src/chat/messages/message.ts';
import { describeError, errorDetails } from '../../../../src/vscode/errors/describeError.ts';

type Row = readonly [title: string, error: ReplyError, text: string, actions: readonly ActionId[]];

/** Like the client, which charges no answer with an error status, except one that means that the service failed. */
const withCharge = (error: APIError): ReplyError => ({
  ...toReplyError(error),
  mayBeCharged: error.name === 'InternalServerError',
});
const status = (number: number, fields: Partial<ReplyError> = {}): ReplyError =>
  withCharge(errorFromStatus({ detail: 'Because.', ...fields, status: number }));
const connection = (code: string, fields: Partial<ReplyError> = {}): ReplyError => ({
  name: 'APIConnectionError',
  code,
  detail: 'system words',
  mayBeCharged: false,
  ...fields,
});
const certificate = (code: string): ReplyError => connection(code, { name: 'APICertificateError' });
const stream = (fields: Partial<ReplyError>): ReplyError => ({ name: 'StreamError', detail: '', ...fields });

const failed = (number: number) =>
  `The service failed (status ${number}). The request may have been charged. Message from the service: Because.`;
const refused = (number: number) =>
  `The service refused the request (status ${number}). Nothing was charged. Message from the service: Because.`;
const redirected =
  'The service’s address redirects to another address. The redirect isn’t followed, because your key would be sent there. Correct the setting tally.baseUrl. Nothing was charged.';
const proxyWantsCredentials =
  'A proxy requires a user name and a password. Enter them in the setting http.proxy or http.proxyAuthorization. Nothing was charged.';
const balance =
  'Your balance doesn’t cover this request. Add credit on your account page. Nothing was charged. Message from the service: Because.';
const unknownIssuer = (code: string) =>
  `The issuer of the service’s certificate isn’t trusted on this computer (${code}). Add your company’s certificate to this computer’s certificates, and check the setting http.systemCertificates. Nothing was charged.`;

const toDetails: readonly ActionId[] = ['showDetails', 'retry'];
const toResend: readonly ActionId[] = ['resend', 'showDetails'];
const toCheck: readonly ActionId[] = ['checkConnection', 'retry', 'showDetails'];
const toCheckOrChange: readonly ActionId[] = ['checkConnection', 'changeBaseUrl', 'retry', 'showDetails'];
const toResendOrCheck: readonly ActionId[] = ['resend', 'checkConnection', 'showDetails'];
const toBaseUrl: readonly ActionId[] = ['openSettings', 'retry', 'showDetails'];
const toAccount: readonly ActionId[] = ['openAccount', 'retry', 'showDetails'];
const toBusy: readonly ActionId[] = ['retry', 'showDetails'];

const rows: readonly Row[] = [
  ...[400, 405, 413, 415, 418, 422].map((each): Row => [`status ${each}`, status(each), refused(each), toDetails]),
  [
    'status 404 with an error of the service',
    status(404),
    'The service refused the request (status 404). The base URL or the model may be wrong. Nothing was charged. Message from the service: Because.',
    ['changeBaseUrl', 'checkConnection', 'retry', 'showDetails'],
  ],
  [
    'status 404 in a reply that may have been charged',
    { ...status(404), mayBeCharged: true },
    'The service refused the request (status 404). The base URL or the model may be wrong. Message from the service: Because.',
    ['changeBaseUrl', 'checkConnection', 'resend', 'showDetails'],
  ],
  [
    'status 401',
    status(401),
    'The service didn’t accept your key. Set the key again. Nothing was charged. Message from the service: Because.',
    ['setApiKey', 'retry', 'showDetails'],
  ],
  ['status 402', status(402), balance, toAccount],
  [
    'a failed check before sending',
    { name: 'NotSentError', detail: 'No keyring.', mayBeCharged: false },
    'The message wasn’t sent. Nothing was charged. No keyring.',
    toDetails.toReversed(),
  ],
  ...(
    [
      ['daily_limit', 'it could exceed your daily limit'],
      ['session_limit', 'it could exceed your session limit'],
      ['message_limit', 'it costs more than the amount above which you want to be asked'],
      ['unknown_amount', 'a limit or a price is unknown'],
      ['connection_changed', 'the base URL or the API key has changed'],
    ] as const
  ).map(([code, reason]): Row => [
    `a refusal before sending with the code ${code}`,
    { name: 'NotSentError', code, detail: '', mayBeCharged: false },
    `The message wasn’t sent, because ${reason}. Nothing was charged.`,
    ['retry'],
  ]),
  ...['insufficient_quota', 'billing_hard_limit_reached', 'no_credits', 'insufficient_balance'].map((code): Row => [
    `status 429 with the code ${code}`,
    status(429, { code }),
    balance,
    toAccount,
  ]),
  [
    'status 403',
    status(403),
    'The service or a proxy doesn’t allow this request. Nothing was charged. Message from the service: Because.',
    ['showDetails', 'retry', 'checkConnection'],
  ],
  ['status 407', status(407), proxyWantsCredentials, ['openProxySettings', 'retry', 'showDetails']],
  ...[408, 409, 500, 502, 503, 504, 529].map((each): Row => [`status ${each}`, status(each), failed(each), toResend]),
  [
    'status 429',
    status(429),
    'The service is busy. Try again in a moment. Nothing was charged. Message from the service: Because.',
    toBusy,
  ],
  [
    'status 503 with a Retry-After of 90 seconds',
    status(503, { retryAfter: 90_000 }),
    'The service is busy. Try again in 90 s. Nothing was charged. Message from the service: Because.',
    toBusy,
  ],
  [
    'status 429 with a Retry-After of an hour',
    status(429, { retryAfter: 3_600_000, detail: '' }),
    'The service is busy. Try again in 60 min. Nothing was charged.',
    toBusy,
  ],
  [
    'status 429 of a request that was repeated after a Retry-After of 3 seconds',
    status(429, { retryAfter: 3_000, detail: '' }),
    'The service is busy. Try again in a moment. Nothing was charged.',
    toBusy,
  ],
  ...(
    [
      [60_001, '61 s'],
      [119_000, '119 s'],
      [119_001, '2 min'],
      [120_001, '3 min'],
    ] as const
  ).map(([retryAfter, wait]): Row => [
    `status 429 with a Retry-After of ${retryAfter} milliseconds`,
    status(429, { retryAfter, detail: '' }),
    `The service is busy. Try again in ${wait}. Nothing was charged.`,
    toBusy,
  ]),
  ...[300, 301, 302, 303, 304, 307, 308].map((each): Row => [`status ${each}`, status(each), redirected, toBaseUrl]),
  [
    'a host name that is not found',
    connection('ENOTFOUND'),
    'The service’s host name wasn’t found. Check your network and the setting tally.baseUrl. Nothing was charged.',
    toCheckOrChange,
  ],
  [
    'a host name that cannot be looked up',
    connection('EAI_AGAIN'),
    'The service’s host name couldn’t be looked up. This computer seems to be offline. Nothing was charged.',
    toCheck,
  ],
  [
    'a refused connection',
    connection('ECONNREFUSED'),
    'No service responds at this address. Check the setting tally.baseUrl, and check that the service is running. Nothing was charged.',
    toCheckOrChange,
  ],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'].map((code): Row => [
    `an unreachable network (${code})`,
    connection(code),
    'The service can’t be reached. This computer seems to be offline. Nothing was charged.',
    toCheck,
  ]),
  ...['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].map((code): Row => [
    `a connection that is closed while connecting (${code})`,
    connection(code),
    'The connection was closed before it was established. A firewall or proxy may block it. Check the setting http.proxy. Nothing was charged.',
    toCheck,
  ]),
  [
    'a connection timeout',
    connection('UND_ERR_CONNECT_TIMEOUT', { name: 'APIConnectionTimeoutError' }),
    'The service couldn’t be reached within 15 seconds. Check your network and the setting tally.baseUrl. Nothing was charged.',
    toCheckOrChange,
  ],
  [
    'a proxy that refuses the connection',
    connection('PROXY_502'),
    'The proxy refused the connection (status 502). Check the setting http.proxy. Nothing was charged.',
    toCheck,
  ],
  [
    'a proxy that cannot be reached',
    connection('PROXY_ECONNREFUSED'),
    'The proxy couldn’t be reached (ECONNREFUSED). Check the setting http.proxy. Nothing was charged.',
    toCheck,
  ],
  [
    'a proxy with an untrusted certificate',
    connection('PROXY_DEPTH_ZERO_SELF_SIGNED_CERT'),
    'The proxy’s certificate isn’t trusted on this computer (DEPTH_ZERO_SELF_SIGNED_CERT). Check the settings http.systemCertificates and http.proxyStrictSSL. Nothing was charged.',
    toCheck,
  ],
  [
    'a proxy that is neither http nor https',
    connection('UNSUPPORTED_PROXY'),
    'The configured proxy is neither an http nor an https proxy. Check the setting http.proxy, or select vscode in the setting tally.network.transport. Nothing was charged.',
    toCheck,
  ],
  [
    'a proxy that requires credentials',
    { name: 'ProxyAuthenticationError', status: 407, detail: '', mayBeCharged: false },
    proxyWantsCredentials,
    ['openProxySettings', 'retry', 'showDetails'],
  ],
  ...[
    { code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    { code: 'ERR_SSL_PACKET_LENGTH_TOO_LONG' },
    { code: 'EPROTO', detail: 'write EPROTO 80:error:0A00010B:SSL routines::wrong version number' },
  ].map(({ code, ...fields }): Row => [
    `a server without TLS (${code})`,
    connection(code, fields),
    `The service’s address begins with https, but the server there doesn’t use encryption (${code}). Check the port in the setting tally.baseUrl. Nothing was charged.`,
    toCheckOrChange,
  ]),
  [
    'another error of TLS',
    connection('EPROTO'),
    'The service couldn’t be reached (EPROTO). Check your network and the setting tally.baseUrl. Nothing was charged.',
    toCheckOrChange,
  ],
  [
    'a port that VS Code’s fetch blocks',
    connection('BLOCKED_PORT'),
    'VS Code’s network doesn’t connect to the port of the service’s address, which is reserved for another protocol. Check the setting tally.baseUrl, or choose direct in the setting tally.network.transport. Nothing was charged.',
    toCheckOrChange,
  ],
  [
    'an error of Check Connection, which sends no message',
    { name: 'APIConnectionError', code: 'ECONNREFUSED', detail: '' },
    'No service responds at this address. Check the setting tally.baseUrl, and check that the service is running.',
    toCheckOrChange,
  ],
  [
    'an unknown error code',
    connection('EWEIRD'),
    'The service couldn’t be reached (EWEIRD). Check your network and the setting tally.baseUrl. Nothing was charged.',
    toCheckOrChange,
  ],
  [
    'an error without a code',
    { name: 'APIConnectionError', detail: 'It failed.', mayBeCharged: false },
    'The service couldn’t be reached (It failed.). Check your network and the setting tally.baseUrl. Nothing was charged.',
    toCheckOrChange,
  ],
  [
    'a self-signed certificate',
    certificate('DEPTH_ZERO_SELF_SIGNED_CERT'),
    'The service’s certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT). Add it to this computer’s certificates, and check the setting http.systemCertificates. Nothing was charged.',
    toCheck,
  ],
  [
    'an environment that turns off the verification of certificates',
    certificate('CERT_VERIFICATION_OFF'),
    'VS Code’s network can’t be used, because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment turns off the verification of certificates. Remove this variable, and start VS Code again. Nothing was charged.',
    toCheck,
  ],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'].map(
    (code): Row => [`a certificate of an unknown issuer (${code})`, certificate(code), unknownIssuer(code), toCheck],
  ),
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'].map((code): Row => [
    `a certificate that is not valid today (${code})`,
    certificate(code),
    `The service’s certificate isn’t valid today (${code}). Check this computer’s date. Nothing was charged.`,
    toCheck,
  ]),
  [
    'a certificate of another host',
    certificate('ERR_TLS_CERT_ALTNAME_INVALID'),
    'The certificate belongs to another host (ERR_TLS_CERT_ALTNAME_INVALID). Check the setting tally.baseUrl. Nothing was charged.',
    toCheckOrChange,
  ],
  ...['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].map((code): Row => [
    `a connection that broke after the request was written (${code})`,
    connection(code, { mayBeCharged: true }),
    'The connection was lost before the reply began. The request may have been charged.',
    toResendOrCheck,
  ]),
  [
    'an answer that is not HTTP',
    connection('HPE_INVALID_CONSTANT', { mayBeCharged: true }),
    'The service’s answer couldn’t be read (HPE_INVALID_CONSTANT). The request may have been charged. Check the setting tally.baseUrl.',
    ['resend', 'checkConnection', 'changeBaseUrl', 'showDetails'],
  ],
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].map((code): Row => [
    `a timeout of VS Code’s fetch after the request was sent (${code})`,
    connection(code, { mayBeCharged: true }),
    'The service sent nothing for 5 minutes. The request may have been charged.',
    toResendOrCheck,
  ]),
  [
    'an error in the stream',
    stream({ detail: 'Out of memory.' }),
    'The service ended the reply with an error. What was received is kept, and may have been charged. Message from the service: Out of memory.',
    toResend,
  ],
  [
    'a web page instead of a reply',
    stream({ code: htmlPage, detail: 'Sign in' }),
    'The service returned a web page instead of a reply. The base URL is probably wrong, or this network requires you to sign in first. Title of the page: Sign in',
    ['changeBaseUrl', 'checkConnection', 'resend', 'showDetails'],
  ],
  [
    'a web page without a title instead of a reply',
    stream({ code: htmlPage }),
    'The service returned a web page instead of a reply. The base URL is probably wrong, or this network requires you to sign in first.',
    ['changeBaseUrl', 'checkConnection', 'resend', 'showDetails'],
  ],
  ...[404, 405].map((each): Row => [
    `status ${each} of a server without a chat endpoint`,
    status(each, { code: noChatEndpoint, detail: '404 page not found' }),
    `The base URL is probably wrong, because the server offers no chat completions at this address (status ${each}). Nothing was charged. Message from the service: 404 page not found`,
    ['changeBaseUrl', 'checkConnection', 'retry', 'showDetails'],
  ]),
  [
    'an unreadable reply',
    stream({ code: unreadableReply }),
    'The reply couldn’t be read. The request may have been charged. Check the setting tally.baseUrl.',
    ['openSettings', 'resend', 'showDetails'],
  ],
  ...[eventTooLarge, replyTooLarge].map((code): Row => [
    `a reply that is too large (${code})`,
    stream({ code }),
    'The reply was ended because it’s too large. What was received is kept.',
    ['showDetails'],
  ]),
];

describe('describeError', () => {
  for (const [title, error, text, actions] of rows) {
    it(`describes ${title}`, () => {
      assert.deepEqual(describeError(error), { text, actions });
    });
  }

  it('offers Resend only if the request may have been charged, and Retry only if it was not charged', () => {
    for (const [title, error, , actions] of rows) {
      const may = error.mayBeCharged ?? ['InternalServerError', 'StreamError'].includes(error.name);
      assert.equal(actions.includes('retry') && may, false, title);
      assert.equal(actions.includes('resend') && !may, false, title);
    }
  });
});

describe('errorDetails', () => {
  it('returns one line for each fact', () => {
    const error: ReplyError = {
      name: 'BadRequestError',
      status: 422,
      code: 'unprocessable',
      detail: 'Because.',
      requestId: 'r-1',
      body: '{"message":"Because."}',
      elapsed: 1_234,
    };
    assert.equal(
      errorDetails(
        { id: 'x', at: Date.UTC(2026, 0, 31), sent: { baseUrl: 'https://api.example.com/wrong/v1' } },
        error,
      ),
      [
        'Error: BadRequestError unprocessable',
        'Status: 422',
        'Address: https://api.example.com/wrong/v1/chat/completions',
        'Request id: r-1',
        'Sent: 2026-01-31T00:00:00.000Z',
        'Elapsed: 1.2 s',
        'Answer: {"message":"Because."}',
      ].join('\n'),
    );
  });

  it('shows a duration below a second in milliseconds, and a longer duration in seconds', () => {
    const elapsedLine = (elapsed: number) =>
      errorDetails({ id: 'x', at: 0 }, { name: 'APIError', detail: '', elapsed }).split('\n').at(-1);
    assert.deepEqual(
      [12.4, 999, 1_000, 90_000].map(elapsedLine),
      ['12 ms', '999 ms', '1.0 s', '90.0 s'].map((duration) => `Elapsed: ${duration}`),
    );
  });

  it('omits unknown facts', () => {
    const details = errorDetails({ id: 'x', at: 0 }, { name: 'APIConnectionError', detail: 'no route' });
    assert.equal(details, 'Error: APIConnectionError\nSent: 1970-01-01T00:00:00.000Z\nAnswer: no route');
  });
});
