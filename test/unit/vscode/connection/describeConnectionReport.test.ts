import { strict as assert } from 'node:assert';
import { errorFromTransport } from '../../../../src/api/network/errorFromTransport.ts';
import type { ConnectionPhase, Route } from '../../../../src/api/network/transport.ts';
import type { ConnectionAttempt, ConnectionOutcome } from '../../../../src/api/network/connectionReport.ts';
import { describeConnectionReport } from '../../../../src/vscode/connection/describeConnectionReport.ts';

const address = 'https://api.example.com/v1/chat/completions';
const direct: Route = { via: 'direct' };
const proxied: Route = { via: 'proxy', proxy: 'http://proxy:8080', source: 'HTTPS_PROXY' };
const tunnelled: readonly ConnectionPhase[] = [
  { name: 'tcp', milliseconds: 2, address: '10.0.0.1' },
  { name: 'tunnel', milliseconds: 3 },
];

/** The steps of an attempt that connects to a proxy, but opens no tunnel. */
const toProxy: readonly ConnectionPhase[] = [
  { name: 'dns', milliseconds: 1, addresses: ['10.0.0.1'] },
  { name: 'tcp', milliseconds: 2, address: '10.0.0.1' },
];

const secured: readonly ConnectionPhase[] = [
  { name: 'tcp', milliseconds: 2, address: '10.0.0.1' },
  { name: 'tls', milliseconds: 3, protocol: 'TLSv1.3', isResumed: false },
];

function describeAttempts(...attempts: [ConnectionAttempt, ...ConnectionAttempt[]]) {
  return describeConnectionReport({ address, attempts }, 'auto');
}

function failed(code: string, certificate?: { subject: string; issuer: string; validTo: string }): ConnectionOutcome {
  const error = errorFromTransport(Object.assign(new Error('It failed.'), { code }), '');
  return { kind: 'error', milliseconds: 30, error, certificate };
}

const answered: ConnectionOutcome = { kind: 'service', milliseconds: 41.4, status: 405, detail: '' };

describe('describeConnectionReport', () => {
  it('returns separate lines for the address, the route, each step and the answer', () => {
    const phases: readonly ConnectionPhase[] = [
      { name: 'dns', milliseconds: 3.4, addresses: ['10.0.0.1', '::1'] },
      { name: 'tcp', milliseconds: 5.6, address: '10.0.0.1' },
      { name: 'proxyTls', milliseconds: 7, protocol: 'TLSv1.2' },
      { name: 'tunnel', milliseconds: 8 },
      { name: 'tls', milliseconds: 9, protocol: 'TLSv1.3', isResumed: false },
    ];
    assert.deepEqual(describeAttempts({ route: proxied, phases, outcome: { ...answered, detail: 'Not allowed' } }), {
      isReached: true,
      sentence: 'The service answers at https://api.example.com/v1/chat/completions (41 ms).',
      settings: undefined,
      lines: [
        'URL: https://api.example.com/v1/chat/completions',
        'Route: proxy http://proxy:8080, set by HTTPS_PROXY',
        'Host name: 10.0.0.1, ::1 (3 ms)',
        'Connection: 10.0.0.1 (6 ms)',
        'TLS with the proxy: TLSv1.2 (7 ms)',
        'Tunnel through the proxy: open (8 ms)',
        'TLS: TLSv1.3 (9 ms)',
        'Answer: status 405 (41 ms)',
        'Message from the service: Not allowed',
      ],
    });
  });

  it('cuts the service’s answer to 200 characters', () => {
    const { lines } = describeAttempts({
      route: direct,
      phases: [],
      outcome: { ...answered, detail: 'x'.repeat(2_000) },
    });
    assert.equal(lines.at(-1), `Message from the service: ${'x'.repeat(200)}`);
  });

  it('shows a rejected certificate, and a second attempt through VS Code’s network', () => {
    const certificate = { subject: 'CN=api', issuer: 'CN=Company', validTo: 'Jan 1' };
    const { lines } = describeAttempts(
      { route: direct, phases: [], outcome: failed('CERT_HAS_EXPIRED', certificate) },
      { route: { via: 'vscode' }, phases: [], outcome: failed('ENOTFOUND') },
    );
    assert.deepEqual(lines.slice(1), [
      'Route: direct',
      'Error: CERT_HAS_EXPIRED (30 ms)',
      'Certificate: CN=api, issued by CN=Company, valid until Jan 1',
      'Route: VS Code’s network',
      'Error: ENOTFOUND (30 ms)',
    ]);
  });

  it('cuts each name in a rejected certificate to 200 characters', () => {
    const certificate = { subject: 's'.repeat(2_000), issuer: 'i'.repeat(2_000), validTo: 'Jan 1' };
    const { lines } = describeAttempts({ route: direct, phases: [], outcome: failed('CERT_HAS_EXPIRED', certificate) });
    assert.equal(lines.at(-1), `Certificate: ${'s'.repeat(200)}, issued by ${'i'.repeat(200)}, valid until Jan 1`);
  });

  it('shows that no route was found, that no answer came, or an error’s message if the error has no code', () => {
    const error = errorFromTransport(new Error('It failed.'), '');
    const outcomes: readonly (readonly [Route | undefined, ConnectionOutcome])[] = [
      [undefined, failed('UNSUPPORTED_PROXY')],
      [direct, { kind: 'silence', milliseconds: 1_500 }],
      [proxied, { kind: 'error', milliseconds: 30, error, certificate: undefined }],
    ];
    assert.deepEqual(
      outcomes.map(([route, outcome]) => describeAttempts({ route, phases: [], outcome }).lines.slice(1)),
      [
        ['Route: none', 'Error: UNSUPPORTED_PROXY (30 ms)'],
        ['Route: direct', 'Answer: none after 1500 ms'],
        ['Route: proxy http://proxy:8080, set by HTTPS_PROXY', 'Error: It failed. (30 ms)'],
      ],
    );
  });

  it('treats a connection without TLS as complete if the address starts with `http:`', () => {
    const attempt: ConnectionAttempt = {
      route: direct,
      phases: [{ name: 'tcp', milliseconds: 2, address: '127.0.0.1' }],
      outcome: failed('ECONNRESET'),
    };
    const [http, https] = ['http://localhost:1234/v1', 'https://localhost:1234/v1'].map(
      (each) => describeConnectionReport({ address: each, attempts: [attempt] }, 'auto').sentence,
    );
    assert.match(http!, /^The service was reached, but its answer couldn’t be read/);
    assert.doesNotMatch(https!, /^The service was reached/);
  });

  const findings: readonly (readonly [
    title: string,
    route: Route | undefined,
    phases: readonly ConnectionPhase[],
    outcome: ConnectionOutcome,
    sentence: RegExp,
    settings: string | undefined,
  ])[] = [
    [
      'a web page instead of an answer',
      direct,
      [],
      { ...answered, kind: 'page' },
      /^A web page was returned instead of an answer from the service \(status 405\)/,
      'tally.baseUrl',
    ],
    ['a redirect', direct, [], { ...answered, kind: 'redirect' }, /redirects to another URL/, 'tally.baseUrl'],
    [
      'a redirect with a target',
      direct,
      [],
      { ...answered, kind: 'redirect', detail: 'https://portal.example/login' },
      /redirects to https:\/\/portal\.example\/login\./,
      'tally.baseUrl',
    ],
    [
      'status 304',
      direct,
      [],
      { ...answered, kind: 'noTarget', status: 304 },
      /^The answer has the unexpected status 304 Not Modified, and names no other URL\./,
      'tally.baseUrl',
    ],
    ['status 511', direct, [], { ...answered, kind: 'signIn' }, /requires you to sign in/, undefined],
    ['status 407', direct, [], { ...answered, kind: 'proxyAuthentication' }, /requires a user name/, '@id:http.proxy,'],
    ['status 503', direct, [], { ...answered, kind: 'failure', status: 503 }, /failed \(status 503\)/, undefined],
    [
      'a service that does not answer',
      direct,
      [],
      { kind: 'silence', milliseconds: 1 },
      /didn’t answer/,
      'tally.baseUrl',
    ],
    [
      'a connection that is closed after the TLS handshake',
      direct,
      secured,
      failed('ECONNRESET'),
      /^The service was reached, but its answer couldn’t be read \(ECONNRESET\)/,
      'tally.baseUrl',
    ],
    [
      'an unknown host name',
      direct,
      [],
      failed('ENOTFOUND'),
      /^The host name api\.example\.com wasn’t found\./,
      'tally.baseUrl',
    ],
    [
      'a certificate of an unknown issuer',
      direct,
      [],
      failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
      /^The issuer of the service’s certificate/,
      '@id:http.systemCertificates',
    ],
    [
      'the certificate of another host',
      direct,
      [],
      failed('ERR_TLS_CERT_ALTNAME_INVALID'),
      /belongs to another host/,
      'tally.baseUrl',
    ],
    [
      'an environment that turns off the verification of certificates',
      { via: 'vscode' },
      [],
      failed('CERT_VERIFICATION_OFF'),
      /NODE_TLS_REJECT_UNAUTHORIZED=0/,
      undefined,
    ],
    [
      'an untrusted certificate of the service behind a proxy',
      proxied,
      tunnelled,
      failed('SELF_SIGNED_CERT_IN_CHAIN'),
      /service’s certificate/,
      '@id:http.systemCertificates',
    ],
    ['a proxy that requires credentials', proxied, [], failed('PROXY_407'), /requires a user name/, '@id:http.proxy,'],
    [
      'a proxy that refuses the connection',
      proxied,
      [],
      failed('PROXY_502'),
      /refused the connection \(status 502\)/,
      '@id:http.proxy,',
    ],
    [
      'a proxy with an unknown host name',
      proxied,
      [],
      failed('ENOTFOUND'),
      /^The proxy http:\/\/proxy:8080 couldn’t be reached \(ENOTFOUND\)\. It’s set by HTTPS_PROXY\.$/,
      '@id:http.proxy,',
    ],
    [
      'an expired certificate of the proxy',
      proxied,
      [],
      failed('CERT_HAS_EXPIRED'),
      /^The certificate of the proxy http:\/\/proxy:8080 isn’t trusted/,
      '@id:http.systemCertificates,http.proxyStrictSSL',
    ],
    [
      'an expired certificate of a proxy that accepts the connection',
      proxied,
      toProxy,
      failed('CERT_HAS_EXPIRED'),
      /^The certificate of the proxy http:\/\/proxy:8080 isn’t trusted/,
      '@id:http.systemCertificates,http.proxyStrictSSL',
    ],
    [
      'a proxy that closes the connection before the tunnel is open',
      proxied,
      toProxy,
      failed('ECONNRESET'),
      /^The proxy http:\/\/proxy:8080 couldn’t be reached \(ECONNRESET\)/,
      '@id:http.proxy,',
    ],
    [
      'a proxy that is neither http nor https',
      undefined,
      [],
      failed('UNSUPPORTED_PROXY'),
      /neither an http nor an https proxy/,
      '@id:http.proxy,',
    ],
  ];
  for (const [title, route, phases, outcome, sentence, settings] of findings) {
    it(`names the cause and the settings to check, if any, for ${title}`, () => {
      const found = describeAttempts({ route, phases, outcome });
      assert.match(found.sentence, sentence);
      assert.equal(found.isReached, false);
      if (settings === undefined) assert.equal(found.settings, undefined);
      else assert.ok(found.settings?.startsWith(settings), found.settings);
    });
  }

  it('recommends VS Code’s network if only this network reaches the service', () => {
    const viaVsCode = { route: { via: 'vscode' }, phases: [], outcome: answered } as const;
    const noConnection = { route: direct, phases: [], outcome: failed('ENOTFOUND') } as const;
    const connected = { milliseconds: 9, protocol: 'TLSv1.3', isResumed: false, name: 'tls' } as const;
    const noAnswer = { route: direct, phases: [connected], outcome: failed('ECONNRESET') } as const;
    for (const [transport, own, isReached] of [
      ['auto', noConnection, true],
      ['auto', noAnswer, false],
      ['direct', noConnection, false],
    ] as const) {
      const found = describeConnectionReport({ address, attempts: [own, viaVsCode] }, transport);
      assert.equal(found.isReached, isReached);
      assert.equal(found.settings, 'tally.network.transport');
      assert.match(found.sentence, /^Only VS Code’s network can reach the service\./);
    }
  });
});
