import { strict as assert } from 'node:assert';
import { getEventListeners } from 'node:events';
import type { NetworkSettings } from '../../../../src/api/network/networkSettings.ts';
import { cleanUpAfterEach, type CleanUp } from '../../cleanUp.ts';
import { startConnectProxy } from './connectProxy.ts';
import { openHandles } from '../openHandles.ts';
import { rawServer } from '../rawServer.ts';
import { startSecureService } from './secureService.ts';
import { send, testTransport } from './sendRequest.ts';
import { key, service } from './testCertificates.ts';

/** A step of connecting in which a request hangs. */
interface Phase {
  readonly url: string;
  readonly settings?: Partial<NetworkSettings>;
  /** Resolves when the request has reached this step. */
  readonly reached: Promise<unknown>;
  /** Resolves when the sockets of all servers in this step are closed. */
  readonly closed: () => Promise<unknown>;
}

const inTunnel = 'https://service.test/v1/chat/completions';

const connecting: Readonly<Record<string, (cleanUp: CleanUp) => Promise<Phase>>> = {
  'TLS with the service': async (cleanUp) => {
    const server = await rawServer(cleanUp);
    const url = server.baseUrl.replace('http:', 'https:');
    return { url, reached: server.connected, closed: async () => (await server.connected).closed };
  },
  'TLS with the proxy': async (cleanUp) => {
    const server = await rawServer(cleanUp);
    const settings = { proxy: `https://127.0.0.1:${server.port}` };
    return { url: inTunnel, settings, reached: server.connected, closed: async () => (await server.connected).closed };
  },
  'the response of the proxy': async (cleanUp) => {
    const proxy = await startConnectProxy(cleanUp, { answer: 'nothing' });
    return {
      url: inTunnel,
      settings: { proxy: proxy.url },
      reached: proxy.requested,
      closed: async () => proxy.closed,
    };
  },
  'the response of an https proxy': async (cleanUp) => {
    const proxy = await startConnectProxy(cleanUp, { answer: 'nothing', tls: { key, cert: service } });
    return {
      url: inTunnel,
      settings: { proxy: proxy.url },
      reached: proxy.requested,
      closed: async () => proxy.closed,
    };
  },
  'TLS in the tunnel': async (cleanUp) => {
    const server = await rawServer(cleanUp);
    const proxy = await startConnectProxy(cleanUp, { hosts: { 'service.test': server.port } });
    const closed = async () => Promise.all([proxy.closed, (await server.connected).closed]);
    return { url: inTunnel, settings: { proxy: proxy.url }, reached: server.connected, closed };
  },
  'TLS in the tunnel of an https proxy': async (cleanUp) => {
    const server = await rawServer(cleanUp);
    const proxy = await startConnectProxy(cleanUp, {
      hosts: { 'service.test': server.port },
      tls: { key, cert: service },
    });
    const closed = async () => Promise.all([proxy.closed, (await server.connected).closed]);
    return { url: inTunnel, settings: { proxy: proxy.url }, reached: server.connected, closed };
  },
};

describe('createUndiciTransport', () => {
  const cleanUp = cleanUpAfterEach();

  for (const [name, start] of Object.entries(connecting)) {
    it(`closes its sockets on an abort while it waits for ${name}`, async () => {
      const { url, settings, reached, closed } = await start(cleanUp);
      const handles = openHandles();
      const { response, stop, signal, isConnected } = send(testTransport(settings), url);
      await reached;
      stop();
      await closed();
      await assert.rejects(response, { name: 'AbortError' });
      assert.equal(isConnected(), false);
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      assert.deepEqual(await handles.leaked(), []);
    });

    it(`rejects and closes its sockets when it waits for ${name} longer than the connect timeout`, async () => {
      const { url, settings, closed } = await start(cleanUp);
      const handles = openHandles();
      // On a busy machine, the steps before the tunnel must not use up the time.
      const seconds = name.includes('tunnel') ? 1.5 : 0.2;
      const timeout = { connectTimeoutMilliseconds: seconds * 1000 };
      const { response, signal, isConnected } = send(testTransport(settings, timeout), url);
      const code = name === 'TLS with the proxy' ? 'PROXY_ETIMEDOUT' : 'ETIMEDOUT';
      await assert.rejects(response, { code, message: `No connection within ${seconds} seconds.` });
      await closed();
      assert.equal(isConnected(), false);
      assert.equal(getEventListeners(signal, 'abort').length, 0);
      assert.deepEqual(await handles.leaked(), []);
    });
  }

  it('leaks no socket on an abort during the TCP handshake', async () => {
    const server = await rawServer(cleanUp);
    const handles = openHandles();
    const { response, stop, signal, isConnected } = send(testTransport(), server.baseUrl);
    stop();
    await assert.rejects(response, { name: 'AbortError' });
    assert.equal(isConnected(), false);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    assert.deepEqual(await handles.leaked(), []);
  });

  it('does not wait for a DNS lookup after an abort', async () => {
    const { response, stop, signal } = send(testTransport(), 'https://service.invalid/v1');
    stop();
    await assert.rejects(response, { name: 'AbortError' });
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  for (const scheme of ['http', 'https'] as const) {
    for (const [when, answer] of [
      ['before the first byte', () => undefined],
      ['in the middle of the body', (write: () => void) => write()],
    ] as const) {
      it(`closes its sockets on an abort ${when} of a response through an ${scheme} proxy`, async () => {
        const target = await startSecureService(cleanUp, service, (response) => answer(() => response.write('words')));
        const tls = scheme === 'https' ? { tls: { key, cert: service } } : {};
        const proxy = await startConnectProxy(cleanUp, { hosts: { 'service.test': target.port }, ...tls });
        const handles = openHandles();
        const { response, stop, signal } = send(testTransport({ proxy: proxy.url }), inTunnel);
        await target.requested;
        const body = when === 'before the first byte' ? undefined : (await response).body[Symbol.asyncIterator]();
        await body?.next();
        stop();
        await Promise.all([proxy.closed, target.closed]);
        await assert.rejects(body?.next() ?? response, { name: 'AbortError' });
        assert.equal(getEventListeners(signal, 'abort').length, 0);
        assert.deepEqual(await handles.leaked(), []);
      });
    }
  }
});
