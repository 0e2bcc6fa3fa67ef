import { strict as assert } from 'node:assert';
import {
  errorFromStatus,
  eventTooLarge,
  htmlPage,
  networkSignIn,
  noChatEndpoint,
  noRedirectTarget,
  replyTooLarge,
  undecodableReply,
  unreadableReply,
  type APIError,
  type APIErrorFields,
} from '../../../../src/api/errors.ts';
import type { ActionId } from '../../../../src/common/protocol/conversationProtocol.ts';
import { toReplyError } from '../../../../src/chat/conversation/receiveReply.ts';
import type { ReplyError } from '../../../../src/chat/messages/message.ts';
import { describeError, errorDetails } from '../../../../src/vscode/errors/describeError.ts';

type StatusFields = Pick<APIErrorFields, 'detail' | 'code' | 'retryAfter'> & Pick<ReplyError, 'retryAt'>;
type Row = readonly [title: string, error: ReplyError, text: string, actions: readonly ActionId[]];

/** Noon of the local day. */
const now = new Date(2026, 0, 31, 12).getTime();

/** Like the client, which charges no answer with an error status, except one that means that the service failed. */
const withCharge = (error: APIError): ReplyError => ({
  ...toReplyError(error),
  mayBeCharged: error.name === 'InternalServerError',
});
const status = (number: number, { retryAt, ...fields }: StatusFields = {}): ReplyError => ({
  ...withCharge(errorFromStatus({ detail: 'Because.', ...fields, status: number })),
  retryAt,
});
const stream = (fields: Partial<ReplyError>): ReplyError => ({ name: 'StreamError', detail: '', ...fields });

const failed = (number: number) =>
  `The service failed (status ${number}). The request may have been charged. Message from the service: Because.`;
const refused = (number: number) =>
  `The service refused the request (status ${number}). Nothing was charged. Message from the service: Because.`;
const redirected = (target: string) =>
  `The base URL redirects to ${target}. The redirect isn’t followed, because your key would be sent there. Correct the setting tally.baseUrl. On a public network, sign in to the network first. Nothing was charged.`;
const proxyWantsCredentials =
  'A proxy requires a user name and a password. Enter them in the setting http.proxy or http.proxyAuthorization. Nothing was charged.';
const balance =
  'Your balance doesn’t cover this request. Top up your balance on your account page. Nothing was charged. Message from the service: Because.';

const tooLong = (details: string) =>
  `The message, with all that is sent with it, is too long for the service${details}. Copy it to a new session, remove attachments there, or send less text.`;

const toRetry: readonly ActionId[] = ['retry', 'showDetails'];
const toResend: readonly ActionId[] = ['resend', 'showDetails'];
const toCheckOrChange: readonly ActionId[] = ['checkConnection', 'changeBaseUrl', 'retry', 'showDetails'];
const toAccount: readonly ActionId[] = ['openAccount', 'retry', 'showDetails'];

const toNewSession: readonly ActionId[] = ['copyToNewSession', 'retry', 'showDetails'];

const rows: readonly Row[] = [
  ...[400, 415, 418, 422].map((each): Row => [`status ${each}`, status(each), refused(each), toRetry]),
  ...(
    [
      [413, {}],
      [400, { code: 'context_length_exceeded' }],
      [400, { code: 'exceed_context_size_error' }],
      [422, { code: 'request_too_large' }],
      [400, { detail: 'This model’s maximum context length is 8192 tokens. However, your messages have 9000 tokens.' }],
      [400, { code: 'invalid_request_error', detail: 'prompt is too long: 210000 tokens > 200000 maximum' }],
      [400, { detail: 'The input token count (9000) exceeds the maximum number of tokens allowed (8192).' }],
    ] as const
  ).map(([number, { detail = 'Because.', ...fields }]: readonly [number, StatusFields]): Row => [
    `status ${number} with ${fields.code ?? detail}, for a message that is too long`,
    status(number, { ...fields, detail }),
    `${tooLong(` (status ${number})`)} Nothing was charged. Message from the service: ${detail}`,
    toNewSession,
  ]),
  [
    'status 400 about the length of the reply',
    status(400, { detail: 'max_tokens is too large: 100000. This model supports at most 16384 completion tokens.' }),
    `The service refused the request (status 400). Nothing was charged. Message from the service: max_tokens is too large: 100000. This model supports at most 16384 completion tokens.`,
    toRetry,
  ],
  [
    'an error in a reply, for a message that is too long',
    stream({ code: 'context_length_exceeded', detail: 'Too long.', mayBeCharged: true }),
    `${tooLong('')} The request may have been charged. Message from the service: Too long.`,
    ['copyToNewSession', 'resend', 'showDetails'],
  ],
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
    toRetry,
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
    ['checkConnection', 'retry', 'showDetails'],
  ],
  ['status 407', status(407), proxyWantsCredentials, ['openProxySettings', 'retry', 'showDetails']],
  ...[500, 502, 503, 504, 529].map((each): Row => [`status ${each}`, status(each), failed(each), toResend]),
  [
    'status 502 with a web page',
    { ...status(502, { detail: 'Bad gateway' }), isTitle: true },
    'The service failed (status 502). The request may have been charged. Title of the page: Bad gateway',
    toResend,
  ],
  [
    'status 408',
    status(408),
    'The service stopped waiting for the request (status 408). The request may have been charged. Message from the service: Because.',
    toResend,
  ],
  [
    'status 409',
    status(409),
    'The service reported a conflict with another request (status 409). The request may have been charged. Wait until the other request has ended, and try again. Message from the service: Because.',
    toResend,
  ],
  [
    'status 511',
    status(511, { code: networkSignIn }),
    'This network requires you to sign in first. Open a browser, and sign in there. Nothing was charged.',
    ['retry', 'checkConnection', 'showDetails'],
  ],
  [
    'status 429',
    status(429),
    'The service is busy. Try again in a moment. Nothing was charged. Message from the service: Because.',
    toRetry,
  ],
  ...(
    [
      ['seconds ago', -20_000, 'Try again in a moment.'],
      ['in a few seconds', 5_000, 'Try again in a moment.'],
      ['in 20 seconds', 20_000, 'Try again after 12:01 PM.'],
      ['in exactly two minutes', 120_000, 'Try again after 12:02 PM.'],
      ['in an hour', 3_600_000, 'Try again after 1:00 PM.'],
      ['tomorrow', 43_200_000, 'Try again after Feb 1, 2026, 12:00 AM.'],
      ['in 30 days', 30 * 86_400_000, 'Try again after Mar 2, 2026, 12:00 PM.'],
      ['in a year', 365 * 86_400_000, 'Try again later.'],
      ['at an impossible time', 1e300, 'Try again later.'],
    ] as const
  ).map(([when, wait, advice]): Row => [
    `a busy service that allows another try ${when}`,
    status(503, { retryAfter: 1, retryAt: now + wait, detail: '' }),
    `The service is busy. ${advice} Nothing was charged.`,
    toRetry,
  ]),
  ...[300, 301, 302, 303, 304, 307, 308].map((each): Row => [
    `status ${each}`,
    status(each, { detail: 'https://portal.example/login' }),
    redirected('https://portal.example/login'),
    toCheckOrChange,
  ]),
  ...(
    [
      [302, '302 Found'],
      [304, '304 Not Modified'],
      [399, '399'],
    ] as const
  ).map(([each, shown]): Row => [
    `status ${each} without a target`,
    status(each, { code: noRedirectTarget, detail: '' }),
    `The answer has the unexpected status ${shown}, and names no other URL. The base URL may be wrong, or a proxy may have answered instead of the service. Nothing was charged.`,
    ['changeBaseUrl', 'checkConnection', 'retry', 'showDetails'],
  ]),
  ['a redirect whose target is not shown', status(302, { detail: '' }), redirected('another URL'), toCheckOrChange],
  [
    'a proxy that requires credentials',
    { name: 'ProxyAuthenticationError', status: 407, detail: '', mayBeCharged: false },
    proxyWantsCredentials,
    ['openProxySettings', 'retry', 'showDetails'],
  ],
  [
    'an error in the stream',
    stream({ detail: 'Out of memory.' }),
    'The service returned an error instead of a reply. The request may have been charged. Message from the service: Out of memory.',
    toResend,
  ],
  [
    'a web page instead of a reply',
    stream({ code: htmlPage, detail: 'Sign in' }),
    'The service returned a web page instead of a reply. The base URL is probably wrong, or this network requires you to sign in first. The request may have been charged. Title of the page: Sign in',
    ['checkConnection', 'changeBaseUrl', 'resend', 'showDetails'],
  ],
  [
    'a web page without a title instead of a reply',
    stream({ code: htmlPage }),
    'The service returned a web page instead of a reply. The base URL is probably wrong, or this network requires you to sign in first. The request may have been charged.',
    ['checkConnection', 'changeBaseUrl', 'resend', 'showDetails'],
  ],
  [
    'status 405 with an error of the service',
    status(405),
    'The base URL is probably wrong, because the server offers no chat completions there (status 405). Nothing was charged. Message from the service: Because.',
    ['changeBaseUrl', 'checkConnection', 'retry', 'showDetails'],
  ],
  ...[404, 405].map((each): Row => [
    `status ${each} of a server without a chat endpoint`,
    status(each, { code: noChatEndpoint, detail: '404 page not found' }),
    `The base URL is probably wrong, because the server offers no chat completions there (status ${each}). Nothing was charged. Message from the service: 404 page not found`,
    ['changeBaseUrl', 'checkConnection', 'retry', 'showDetails'],
  ]),
  [
    'an unreadable reply',
    stream({ code: unreadableReply }),
    'The reply couldn’t be read. The request may have been charged. Check the setting tally.baseUrl.',
    ['changeBaseUrl', 'checkConnection', 'resend', 'showDetails'],
  ],
  [
    'a reply that could not be decompressed',
    stream({ code: undecodableReply }),
    'A reply was received, but it couldn’t be decompressed or decoded. Its Content-Encoding may be wrong. The request may have been charged, and the upper end of its cost includes the reply.',
    ['checkConnection', 'resend', 'showDetails'],
  ],
  ...[eventTooLarge, replyTooLarge].map((code): Row => [
    `a reply that is too large (${code})`,
    stream({ code }),
    'The reply was ended because it’s too large. The request may have been charged.',
    ['showDetails'],
  ]),
];

describe('describeError', () => {
  for (const [title, error, text, actions] of rows) {
    it(`describes ${title}`, () => {
      assert.deepEqual(describeError(error, { now }), { text, actions });
    });
  }

  for (const [title, error, text] of [
    [
      'an error in the stream',
      stream({ detail: 'Out of memory.' }),
      'The service ended the reply with an error. What was received is kept, and may have been charged. Message from the service: Out of memory.',
    ],
    [
      'a reply that is too large',
      stream({ code: replyTooLarge }),
      'The reply was ended because it’s too large. What was received is kept.',
    ],
  ] as const) {
    it(`says that the received text is kept, after ${title}`, () => {
      assert.equal(describeError(error, { hasText: true }).text, text);
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
        'URL: https://api.example.com/wrong/v1/chat/completions',
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
