import { strict as assert } from 'node:assert';
import { errorFromTransport } from '../../../../src/api/network/errorFromTransport.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';
import { basic, startConnectProxy, type ConnectProxyOptions } from './connectProxy.ts';
import { openHandles } from '../openHandles.ts';
import { rawServer, streamHead } from '../rawServer.ts';
import { startSecureService } from './secureService.ts';
import { readText, send, testTransport } from './sendRequest.ts';
import { key, otherHost, selfSigned, service } from './testCertificates.ts';

describe('createUndiciTransport, with a proxy', () => {
  const cleanUp = cleanUpAfterEach();
  const url = 'https://service.test/v1/chat/completions';

  async function serviceBehindProxy(options: ConnectProxyOptions = {}) {
    const target = await startSecureService(cleanUp);
    const proxy = await startConnectProxy(cleanUp, { hosts: { 'service.test': target.port }, ...options });
    return { target, proxy };
  }

  for (const [scheme, tls] of [
    ['http', undefined],
    ['https', { key, cert: service }],
  ] as const) {
    it(`sends the request through a tunnel of an ${scheme} proxy, which does not see the API key`, async () => {
      const { target, proxy } = await serviceBehindProxy(tls === undefined ? {} : { tls });
      const { response, phases, isConnected } = send(testTransport({ proxy: proxy.url }), url);
      const answer = await response;
      assert.equal(await readText(answer), 'secure');
      assert.deepEqual(answer.route, { via: 'proxy', proxy: proxy.url, source: 'http.proxy' });
      assert.equal(isConnected(), true);
      assert.deepEqual(
        phases.map(({ name }) => name),
        ['tcp', ...(tls === undefined ? [] : ['proxyTls']), 'tunnel', 'tls'],
      );
      assert.ok(phases.every(({ milliseconds }) => milliseconds >= 0));
      for (const phase of phases)
        if (phase.name === 'tls' || phase.name === 'proxyTls') assert.equal(phase.protocol, 'TLSv1.3');
      const [connect] = proxy.requests;
      assert.equal(connect?.url, 'service.test:443');
      assert.equal(connect.headers.host, 'service.test:443');
      assert.equal(connect.headers['proxy-authorization'], undefined);
      assert.doesNotMatch(JSON.stringify(connect.rawHeaders), /sk-stand-in-key/);
      assert.equal(target.requests[0]?.headers.authorization, 'Bearer sk-stand-in-key');
      assert.equal(target.requests[0].headers['proxy-authorization'], undefined);
    });
  }

  it('requests a tunnel to port 80 for an http URL without a port', async () => {
    const plain = await rawServer(cleanUp);
    const proxy = await startConnectProxy(cleanUp, { hosts: { 'service.test': plain.port } });
    const { response } = send(testTransport({ proxy: proxy.url }), 'http://service.test/v1');
    const { socket, requested } = await plain.connected;
    await requested;
    socket.end(`${streamHead}words`);
    assert.equal(await readText(await response), 'words');
    assert.equal(proxy.requests[0]?.url, 'service.test:80');
  });

  it('closes the connection if the proxy refuses the tunnel and does not close the connection', async () => {
    const proxy = await rawServer(cleanUp);
    const { response } = send(testTransport({ proxy: `http://127.0.0.1:${proxy.port}` }), url);
    const { socket, requested, closed } = await proxy.connected;
    await requested;
    socket.write('HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n');
    await assert.rejects(response, { code: 'PROXY_403' });
    await closed;
  });

  it('sends the proxy’s credentials to the proxy, and omits them from the reported route', async () => {
    const { proxy } = await serviceBehindProxy({ credentials: 'user:p@ss' });
    const address = proxy.url.replace('http://', 'http://user:p%40ss@');
    const answer = await send(testTransport({ environment: { HTTPS_PROXY: address } }), url).response;
    answer.close();
    assert.deepEqual(answer.route, { via: 'proxy', proxy: proxy.url, source: 'HTTPS_PROXY' });
    const other = await send(testTransport({ proxy: proxy.url, proxyAuthorization: basic('user:p@ss') }), url).response;
    other.close();
    assert.equal(other.status, 200);
  });

  for (const [description, options, name, code, status] of [
    ['that requires credentials', { credentials: 'user:password' }, 'ProxyAuthenticationError', 'PROXY_407', 407],
    ['that cannot reach the service', { hosts: {} }, 'APIConnectionError', 'PROXY_502', undefined],
    ['that denies access', { answer: 403 }, 'APIConnectionError', 'PROXY_403', undefined],
    ['that redirects', { answer: 302 }, 'APIConnectionError', 'PROXY_302', undefined],
    ['that responds with 300 Multiple Choices', { answer: 300 }, 'APIConnectionError', 'PROXY_300', undefined],
  ] as const) {
    it(`rejects with the status of a proxy ${description}, and sends nothing to the service`, async () => {
      const { target, proxy } = await serviceBehindProxy(options);
      const { response, isConnected } = send(testTransport({ proxy: proxy.url }), url);
      const error = errorFromTransport(await response.catch((error: unknown) => error), '');
      assert.deepEqual([error.name, error.code, error.status], [name, code, status]);
      assert.equal(isConnected(), false);
      assert.equal(target.requests.length, 0);
      await proxy.closed;
    });
  }

  it('rejects when the proxy closes the connection or does not speak HTTP', async () => {
    for (const [answer, code] of [
      ['', 'UND_ERR_SOCKET'],
      ['SSH-2.0-OpenSSH\r\n', 'HPE_INVALID_CONSTANT'],
    ] as const) {
      const proxy = await rawServer(cleanUp);
      const { response, isConnected } = send(testTransport({ proxy: `http://127.0.0.1:${proxy.port}` }), url);
      const { socket, requested, closed } = await proxy.connected;
      await requested;
      socket.end(answer);
      const error = errorFromTransport(await response.catch((error: unknown) => error), '');
      assert.deepEqual([error.name, error.code], ['APIConnectionError', code]);
      assert.equal(isConnected(), false);
      await closed;
    }
  });

  it('rejects when nothing listens at the proxy’s address', async () => {
    const { response } = send(testTransport({ proxy: 'http://127.0.0.1:1' }), url);
    await assert.rejects(response, { code: 'PROXY_ECONNREFUSED' });
  });

  it('verifies the certificate of an https proxy unless proxyStrictSSL is off', async () => {
    const { target, proxy } = await serviceBehindProxy({ tls: { key, cert: selfSigned } });
    const strict = send(testTransport({ proxy: proxy.url }), url);
    await assert.rejects(strict.response, { name: 'ProxyUnreachableError', code: 'PROXY_DEPTH_ZERO_SELF_SIGNED_CERT' });
    assert.equal(proxy.requests.length, 0);
    const lax = await send(testTransport({ proxy: proxy.url, proxyStrictSSL: false }), url).response;
    lax.close();
    assert.equal(target.requests.length, 1);
  });

  it('verifies the certificate of the service even if proxyStrictSSL is off', async () => {
    for (const cert of [selfSigned, otherHost]) {
      const target = await startSecureService(cleanUp, cert);
      const proxy = await startConnectProxy(cleanUp, {
        tls: { key, cert: selfSigned },
        hosts: { 'service.test': target.port },
      });
      const { response, isConnected } = send(testTransport({ proxy: proxy.url, proxyStrictSSL: false }), url);
      await assert.rejects(response, { name: 'CertificateError' });
      assert.equal(isConnected(), false);
      assert.equal(target.requests.length, 0);
    }
  });

  it('rejects an unsupported proxy, and names the proxy’s setting in the message', async () => {
    const { response } = send(testTransport({ proxy: 'socks5://127.0.0.1:1' }), url);
    await assert.rejects(response, { code: 'UNSUPPORTED_PROXY', message: /http\.proxy/ });
  });

  it('connects directly to a loopback host, even if a proxy is configured', async () => {
    const target = await startSecureService(cleanUp);
    const proxy = await startConnectProxy(cleanUp);
    const response = await send(testTransport({ proxy: proxy.url }), `https://localhost:${target.port}/v1`).response;
    assert.deepEqual(response.route, { via: 'direct' });
    assert.equal(await readText(response), 'secure');
    assert.equal(proxy.requests.length, 0);
  });

  it('uses changed settings for the next request', async () => {
    const { target, proxy } = await serviceBehindProxy();
    const second = await startConnectProxy(cleanUp, { hosts: { 'service.test': target.port } });
    const settings = { proxy: proxy.url };
    const transport = testTransport(settings);
    const proxies: unknown[] = [];
    for (const address of [proxy.url, second.url]) {
      settings.proxy = address;
      const response = await send(transport, url).response;
      response.close();
      proxies.push(response.route.via === 'proxy' ? response.route.proxy : response.route);
    }
    assert.deepEqual(proxies, [proxy.url, second.url]);
  });

  it('leaks no socket or timer', async () => {
    const { target, proxy } = await serviceBehindProxy();
    const handles = openHandles();
    const sent = send(testTransport({ proxy: proxy.url }), url);
    await readText(await sent.response);
    await proxy.closed;
    await target.closed;
    assert.deepEqual(await handles.leaked(), []);
  });
});
