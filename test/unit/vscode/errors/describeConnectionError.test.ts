import { strict as assert } from 'node:assert';
import type { Reply, ReplyError } from '../../../../src/chat/messages/message.ts';
import type { ActionId } from '../../../../src/common/protocol/conversationProtocol.ts';
import { describeError } from '../../../../src/vscode/errors/describeError.ts';
import { remarksOnReply } from '../../../../src/vscode/panel/replyRemarks.ts';

type Row = readonly [title: string, error: ReplyError, text: string, actions: readonly ActionId[]];

const connection = (code: string, fields: Partial<ReplyError> = {}): ReplyError => ({
  name: 'APIConnectionError',
  code,
  detail: 'system words',
  mayBeCharged: false,
  ...fields,
});
const certificate = (code: string): ReplyError => connection(code, { name: 'APICertificateError' });

const unknownIssuer = (code: string) =>
  `The issuer of the service’s certificate isn’t trusted on this computer (${code}). On a public network, someone may be intercepting the connection: sign in to the network first, or use another one. On your company’s network, add the company’s certificate to this computer’s certificates, and check the setting http.systemCertificates. Nothing was charged.`;

const toCheck: readonly ActionId[] = ['checkConnection', 'retry', 'showDetails'];
const toCheckProxy: readonly ActionId[] = ['checkConnection', 'openProxySettings', 'retry', 'showDetails'];
const toCheckOrChange: readonly ActionId[] = ['checkConnection', 'changeBaseUrl', 'retry', 'showDetails'];
const toResendOrCheck: readonly ActionId[] = ['resend', 'checkConnection', 'showDetails'];

const rows: readonly Row[] = [
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
    'No service responds at the base URL. Check the setting tally.baseUrl, and check that the service is running. Nothing was charged.',
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
    toCheckProxy,
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
    toCheckProxy,
  ],
  [
    'a proxy that cannot be reached',
    connection('PROXY_ECONNREFUSED'),
    'The proxy couldn’t be reached (ECONNREFUSED). Check the setting http.proxy. Nothing was charged.',
    toCheckProxy,
  ],
  [
    'a proxy with an untrusted certificate',
    connection('PROXY_DEPTH_ZERO_SELF_SIGNED_CERT'),
    'The proxy’s certificate isn’t trusted on this computer (DEPTH_ZERO_SELF_SIGNED_CERT). Check the settings http.systemCertificates and http.proxyStrictSSL. Nothing was charged.',
    toCheckProxy,
  ],
  [
    'a proxy that is neither http nor https',
    connection('UNSUPPORTED_PROXY'),
    'The configured proxy is neither an http nor an https proxy. Check the setting http.proxy, or select vscode in the setting tally.network.transport. Nothing was charged.',
    toCheckProxy,
  ],
  ...[
    { code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
    { code: 'ERR_SSL_PACKET_LENGTH_TOO_LONG' },
    { code: 'EPROTO', detail: 'write EPROTO 80:error:0A00010B:SSL routines::wrong version number' },
  ].map(({ code, ...fields }): Row => [
    `a server without TLS (${code})`,
    connection(code, fields),
    `The base URL begins with https, but the server there doesn’t use encryption (${code}). Check the port in the setting tally.baseUrl. Nothing was charged.`,
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
    'VS Code’s network doesn’t connect to the port of the base URL, which is reserved for another protocol. Check the setting tally.baseUrl, or select direct in the setting tally.network.transport. Nothing was charged.',
    toCheckOrChange,
  ],
  [
    'an error of Check Connection, which sends no message',
    { name: 'APIConnectionError', code: 'ECONNREFUSED', detail: '' },
    'No service responds at the base URL. Check the setting tally.baseUrl, and check that the service is running.',
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
    'The service’s certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT). On a public network, someone may be intercepting the connection: sign in to the network first, or use another one. If the service is your own, add its certificate to this computer’s certificates, and check the setting http.systemCertificates. Nothing was charged.',
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
    'The certificate belongs to another host (ERR_TLS_CERT_ALTNAME_INVALID). On a public network, sign in to the network first. Otherwise, check the setting tally.baseUrl. Nothing was charged.',
    toCheckOrChange,
  ],
  ...['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].map((code): Row => [
    `a connection that broke after the request was written (${code})`,
    connection(code, { mayBeCharged: true }),
    'The connection was lost before the service replied. The request may have been charged.',
    toResendOrCheck,
  ]),
  [
    'an answer that is not HTTP',
    connection('HPE_INVALID_CONSTANT', { mayBeCharged: true }),
    'The service’s answer couldn’t be read. The request may have been charged. Check the setting tally.baseUrl.',
    ['resend', 'checkConnection', 'changeBaseUrl', 'showDetails'],
  ],
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].map((code): Row => [
    `a timeout of VS Code’s fetch after the request was sent (${code})`,
    connection(code, { mayBeCharged: true }),
    'The service sent nothing for 5 minutes. The request may have been charged.',
    toResendOrCheck,
  ]),
];

describe('describeError', () => {
  for (const [title, error, text, actions] of rows) {
    it(`describes ${title}`, () => {
      assert.deepEqual(describeError(error), { text, actions });
    });
  }

  const origin = 'http://127.0.0.1:9';
  const named: readonly (readonly [error: ReplyError, origin: string, beginning: string])[] = [
    [connection('ENOTFOUND'), 'https://api.exmaple.com:8443', 'The host name api.exmaple.com wasn’t found.'],
    [connection('EAI_AGAIN'), 'https://api.exmaple.com', 'The host name api.exmaple.com couldn’t be looked up.'],
    [connection('ECONNREFUSED'), origin, `No service responds at ${origin}.`],
    [connection('ENETUNREACH'), origin, `The service at ${origin} can’t be reached.`],
    [connection('EWEIRD'), origin, `The service at ${origin} couldn’t be reached (EWEIRD).`],
    [
      connection('UND_ERR_CONNECT_TIMEOUT', { name: 'APIConnectionTimeoutError' }),
      origin,
      `The service at ${origin} couldn’t be reached within 15 seconds.`,
    ],
    [connection('ECONNREFUSED'), 'http://user:word@127.0.0.1:9/secret/v1?key=1', `No service responds at ${origin}.`],
    [connection('ECONNREFUSED'), 'no origin', 'No service responds at the base URL.'],
  ];
  for (const [error, address, beginning] of named) {
    it(`names only the origin or the host after ${error.code} at ${address}`, () => {
      const { text, actions } = describeError(error, { origin: address });
      assert.equal(text.slice(0, beginning.length), beginning);
      assert.doesNotMatch(text, /user|word|secret|key=/);
      assert.deepEqual(actions, describeError(error).actions);
    });
  }

  it('names the service of the reply’s request', () => {
    const reply: Reply = {
      kind: 'reply',
      id: 'r',
      questionId: 'q',
      at: 0,
      origin,
      text: '',
      reasoning: '',
      state: 'failed',
      ending: { end: 'failed', charged: 'no', error: connection('ECONNREFUSED') },
    };
    const { notice } = remarksOnReply(reply, 0, 'last');
    assert.match(notice?.text ?? '', /^No service responds at http:\/\/127\.0\.0\.1:9\./);
  });

  it('offers Resend only if the connection was lost after the request was sent, else Retry', () => {
    for (const [title, { mayBeCharged = false }, , actions] of rows) {
      assert.equal(actions.includes('retry'), !mayBeCharged, title);
      assert.equal(actions.includes('resend'), mayBeCharged, title);
    }
  });
});
