import { strict as assert } from 'node:assert';
import {
  BlockedPortError,
  CertificateError,
  ConnectTimeoutError,
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
    BlockedPortError: new BlockedPortError(new Error('bad port')),
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
        ['BLOCKED_PORT', 'VS Code’s fetch does not connect to this port.'],
      ],
    );
  });

  it('a ProxyUnreachableError has the message of the original error, and the code of that error after `PROXY_` if there is one', () => {
    const { code, message } = new ProxyUnreachableError(withFields({ code: 'ECONNREFUSED' }));
    assert.deepEqual([code, message], ['PROXY_ECONNREFUSED', 'No.']);
    assert.equal(new ProxyUnreachableError(new Error('No.')).code, 'PROXY_UNREACHABLE');
  });
});
