import { strict as assert } from 'node:assert';
import { isConnectFailure } from '../../../../src/api/network/transportErrors.ts';
import { errorFromTransport } from '../../../../src/api/network/errorFromTransport.ts';
import { APIConnectionError } from '../../../../src/api/errors.ts';

function failure(fields: Readonly<Record<string, unknown>>, message = 'It failed.'): Error {
  return Object.assign(new Error(message), fields);
}

describe('errorFromTransport', () => {
  for (const [fields, name, code] of [
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'APIConnectionError', 'ENOTFOUND'],
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'APIConnectionError', 'ECONNREFUSED'],
    [{ code: 'ECONNRESET', syscall: 'read' }, 'APIConnectionError', 'ECONNRESET'],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'APIConnectionTimeoutError', 'ETIMEDOUT'],
    [{ code: 'ETIMEDOUT' }, 'APIConnectionTimeoutError', 'ETIMEDOUT'],
    [{ code: 'ETIMEDOUT', syscall: 'read' }, 'APIConnectionError', 'ETIMEDOUT'],
    [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'APIConnectionTimeoutError', 'UND_ERR_CONNECT_TIMEOUT'],
    [{ code: 'UND_ERR_HEADERS_OVERFLOW' }, 'APIConnectionError', 'UND_ERR_HEADERS_OVERFLOW'],
    [{ name: 'HTTPParserError', code: undefined }, 'APIConnectionError', 'HPE_INVALID'],
    [{ name: 'HTTPParserError', message: 'Expected HTTP/' }, 'APIConnectionError', 'HPE_INVALID_CONSTANT'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'APICertificateError', 'CERT_HAS_EXPIRED'],
    [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'APICertificateError', 'SELF_SIGNED_CERT_IN_CHAIN'],
    [{ code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, 'APICertificateError', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'APICertificateError', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'APIConnectionError', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    [{ code: 'PROXY_407' }, 'ProxyAuthenticationError', 'PROXY_407'],
    [{ code: 'PROXY_503' }, 'APIConnectionError', 'PROXY_503'],
    [{ code: 20 }, 'APIConnectionError', undefined],
  ] as const) {
    it(`returns ${name} for ${JSON.stringify(fields)}`, () => {
      const cause = failure(fields);
      const error = errorFromTransport(cause, '');
      assert.deepEqual([error.name, error.code, error.detail, error.cause], [name, code, cause.message, cause]);
      assert.equal(error instanceof APIConnectionError, name !== 'ProxyAuthenticationError');
    });
  }

  it('converts the first error of an AggregateError, or the AggregateError itself if it is empty', () => {
    const addresses = new AggregateError([failure({ code: 'ECONNREFUSED' }), failure({ code: 'ENETUNREACH' })]);
    const networks = new AggregateError([addresses, failure({ code: 'ENOTFOUND' })]);
    assert.equal(errorFromTransport(networks, '').code, 'ECONNREFUSED');
    assert.equal(errorFromTransport(new AggregateError([addresses]), '').code, 'ECONNREFUSED');
    assert.equal(errorFromTransport(new AggregateError([], 'None.'), '').detail, 'None.');
  });

  it('redacts the API key', () => {
    const { detail, message } = errorFromTransport(failure({}, 'Header sk-secret is wrong'), 'sk-secret');
    assert.equal(detail, 'Header ••• is wrong');
    assert.equal(message, 'The service could not be reached.');
    assert.equal(errorFromTransport('sk-secret', 'sk-secret').detail, '•••');
  });
});

describe('isConnectFailure', () => {
  const certain: readonly Error[] = [
    failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
    failure({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }),
    failure({ code: 'ECONNREFUSED', syscall: 'connect' }),
    failure({ code: 'EHOSTUNREACH', syscall: 'connect' }),
    failure({ code: 'ETIMEDOUT', syscall: 'connect' }),
    failure({ code: 'UND_ERR_CONNECT_TIMEOUT' }),
    failure({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    failure({ code: 'PROXY_407' }),
    failure({ code: 'UND_ERR_PRX_TLS' }),
    new AggregateError([failure({ syscall: 'connect' }), failure({ syscall: 'connect' })]),
  ];
  const uncertain: readonly unknown[] = [
    failure({ code: 'ECONNRESET', syscall: 'read' }),
    failure({ code: 'ETIMEDOUT', syscall: 'read' }),
    failure({ code: 'EPIPE', syscall: 'write' }),
    failure({ code: 'UND_ERR_SOCKET' }),
    failure({ code: 'UND_ERR_ABORTED' }),
    new AggregateError([failure({ syscall: 'connect' }), failure({ code: 'ECONNRESET' })]),
    new AggregateError([]),
    new DOMException('Stopped.', 'AbortError'),
    'not an Error',
  ];

  it('returns true only for errors that prove that the request was not sent', () => {
    for (const error of certain) assert.equal(isConnectFailure(error), true, String(error));
    for (const error of uncertain) assert.equal(isConnectFailure(error), false, String(error));
  });
});
