import { strict as assert } from 'node:assert';
import {
  CertificateError,
  ConnectTimeoutError,
  isConnectFailure,
  ProxyRefusedError,
  ProxyUnreachableError,
  UnsupportedProxyError,
  VerificationOffError,
} from '../../../../src/api/network/transportErrors.ts';

const withFields = (fields: object) => Object.assign(new Error('No.'), fields);

describe('The errors of a transport', () => {
  const certificate = { subject: 'CN=a', issuer: 'CN=b', validTo: 'Jan  1 00:00:00 2030 GMT' };
  const errors = {
    CertificateError: new CertificateError('CERT_HAS_EXPIRED', certificate, new Error('expired')),
    VerificationOffError: new VerificationOffError(),
    ConnectTimeoutError: new ConnectTimeoutError(15_000),
    UnsupportedProxyError: new UnsupportedProxyError('http.proxy'),
    ProxyUnreachableError: new ProxyUnreachableError('closed'),
    ProxyRefusedError: new ProxyRefusedError(407),
  };

  it('have the names of their classes', () => {
    for (const [name, error] of Object.entries(errors)) assert.equal(error.name, name);
  });

  it('have codes and messages that tell the cause', () => {
    assert.deepEqual(
      Object.values(errors).map(({ code, message }) => [code, message]),
      [
        ['CERT_HAS_EXPIRED', 'expired'],
        ['CERT_VERIFICATION_OFF', 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the verification of certificates.'],
        ['ETIMEDOUT', 'No connection within 15 seconds.'],
        ['UNSUPPORTED_PROXY', 'The proxy in http.proxy is not an http or https address.'],
        ['PROXY_UNREACHABLE', 'closed'],
        ['PROXY_407', 'The proxy answered with status 407.'],
      ],
    );
  });

  it('a ProxyUnreachableError has the message of the original error, and its code if there is one', () => {
    const { code, message } = new ProxyUnreachableError(withFields({ code: 'ECONNREFUSED' }));
    assert.deepEqual([code, message], ['PROXY_ECONNREFUSED', 'No.']);
    assert.equal(new ProxyUnreachableError(new Error('No.')).code, 'PROXY_UNREACHABLE');
  });
});

describe('isConnectFailure', () => {
  const failures: readonly (readonly [string, Error])[] = [
    ['a refused connection', withFields({ syscall: 'connect', code: 'ECONNREFUSED' })],
    ['a failed DNS lookup', withFields({ syscall: 'getaddrinfo', code: 'ENOTFOUND' })],
    ['a connect timeout of undici', withFields({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['a failed TLS handshake with a proxy', withFields({ code: 'UND_ERR_PRX_TLS' })],
    ['a proxy that refused the tunnel', new ProxyRefusedError(403)],
    ['an untrusted certificate', withFields({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    ['certificates that VS Code does not verify', new VerificationOffError()],
  ];
  for (const [name, error] of failures) {
    it(`returns true for ${name}`, () => {
      assert.equal(isConnectFailure(error), true);
    });
  }

  const others: readonly (readonly [string, unknown])[] = [
    ['a connection that broke while reading', withFields({ syscall: 'read', code: 'ECONNRESET' })],
    ['a timeout while reading the headers', withFields({ code: 'UND_ERR_HEADERS_TIMEOUT' })],
    ['an error without a code', new Error('No.')],
    ['an error whose code is a number', withFields({ code: 407 })],
    ['a value that is not an error', { syscall: 'connect' }],
    ['undefined', undefined],
    ['an AggregateError without errors', new AggregateError([])],
  ];
  for (const [name, error] of others) {
    it(`returns false for ${name}`, () => {
      assert.equal(isConnectFailure(error), false);
    });
  }

  it('returns true for an AggregateError if the connections to all addresses of a host failed', () => {
    const refused = withFields({ syscall: 'connect', code: 'ECONNREFUSED' });
    const broken = withFields({ syscall: 'read', code: 'ECONNRESET' });
    assert.equal(isConnectFailure(new AggregateError([refused, refused])), true);
    assert.equal(isConnectFailure(new AggregateError([refused, broken])), false);
  });
});
