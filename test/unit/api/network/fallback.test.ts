import { strict as assert } from 'node:assert';
import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import { createClient } from '../../../../src/api/client.ts';
import { errorFromTransport } from '../../../../src/api/network/errorFromTransport.ts';
import type { NetworkSettings } from '../../../../src/api/network/networkSettings.ts';
import { cleanUpAfterEach, type CleanUp } from '../../cleanUp.ts';
import { startConnectProxy } from './connectProxy.ts';
import { chatRequest } from '../readReply.ts';
import { chunked, chunkedHead, rawServer, streamHead, type RawServer } from '../rawServer.ts';
import { startSecureService } from './secureService.ts';
import { readText, send, testTransport } from './sendRequest.ts';
import { selfSigned } from './testCertificates.ts';

const refused = 'https://127.0.0.1:1/v1';

/** Imitates VS Code's `fetch`. Sends every request to `server` and records the options of the request. */
function fetchFrom(server: RawServer): { readonly fetch: () => typeof fetch; readonly calls: RequestInit[] } {
  const calls: RequestInit[] = [];
  return {
    fetch: () => async (_, init) => {
      calls.push(init ?? {});
      return fetch(`${server.baseUrl}/chat/completions`, init);
    },
    calls,
  };
}

/** Turns off the verification of certificates in Node's `fetch` until the end of the test. */
function turnVerificationOff(cleanUp: CleanUp): void {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  cleanUp(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
}

describe('createUndiciTransport, with VS Code’s fetch', () => {
  const cleanUp = cleanUpAfterEach();

  const failures: Readonly<Record<string, () => Promise<{ url: string; settings?: Partial<NetworkSettings> }>>> = {
    'the host does not exist': async () => Promise.resolve({ url: 'https://service.invalid/v1' }),
    'no server listens': async () => Promise.resolve({ url: refused }),
    'a certificate is not trusted': async () => {
      const { port } = await startSecureService(cleanUp, selfSigned);
      return { url: `https://localhost:${port}/v1` };
    },
    'the connection is reset during the TLS handshake': async () => {
      const server = await rawServer(cleanUp);
      void server.connected.then(({ socket }) => socket.resetAndDestroy());
      return { url: server.baseUrl.replace('http:', 'https:') };
    },
    'the connect timeout expires': async () => {
      const server = await rawServer(cleanUp);
      return { url: server.baseUrl.replace('http:', 'https:') };
    },
    'the proxy requires credentials': async () => {
      const proxy = await startConnectProxy(cleanUp, { credentials: 'user:password' });
      return { url: 'https://service.test/v1', settings: { proxy: proxy.url } };
    },
    'the proxy does not respond': async () => {
      const proxy = await startConnectProxy(cleanUp, { answer: 'nothing' });
      return { url: 'https://service.test/v1', settings: { proxy: proxy.url } };
    },
    'only VS Code supports the proxy': async () =>
      Promise.resolve({ url: 'https://service.test/v1', settings: { proxy: 'socks5://127.0.0.1:1' } }),
  };

  for (const [description, fail] of Object.entries(failures)) {
    it(`sends the request over fetch, exactly once, when ${description}`, async () => {
      const standby = await rawServer(cleanUp);
      const { fetch, calls } = fetchFrom(standby);
      const { url, settings } = await fail();
      const transport = testTransport({ transport: 'auto', ...settings }, { fetch, connectTimeoutMilliseconds: 200 });
      const { response, isConnected } = send(transport, url);
      const { socket, requested } = await standby.connected;
      assert.match(
        await requested,
        /^POST \/v1\/chat\/completions [^]*\r\nauthorization: Bearer sk-stand-in-key\r\n[^]*\{\}$/i,
      );
      socket.end(`${streamHead}words`);
      const answer = await response;
      assert.deepEqual(answer.route, { via: 'vscode' });
      assert.equal(await readText(answer), 'words');
      assert.equal(isConnected(), true);
      assert.equal(calls.length, 1);
      assert.equal(standby.connections.length, 1);
    });
  }

  it("does not use fetch with the setting 'direct'", async () => {
    const { response } = send(testTransport({ transport: 'direct' }), refused);
    await assert.rejects(response, { code: 'ECONNREFUSED' });
  });

  it('does not use fetch after the signal has aborted', async () => {
    const server = await rawServer(cleanUp);
    const { response, stop } = send(testTransport({ transport: 'auto' }), server.baseUrl.replace('http:', 'https:'));
    await server.connected;
    stop();
    await assert.rejects(response, { name: 'AbortError' });
  });

  it('does not use fetch if the server may have received the request', async () => {
    const server = await rawServer(cleanUp);
    const { response, isConnected } = send(testTransport({ transport: 'auto' }), server.baseUrl);
    const { socket, requested } = await server.connected;
    await requested;
    socket.resetAndDestroy();
    await assert.rejects(response, { code: /^(ECONNRESET|UND_ERR_SOCKET)$/ });
    assert.equal(isConnected(), true);
  });

  it('rejects with the errors of our own connection and of fetch, in this order, if neither can connect', async () => {
    const fetch = () => async () => globalThis.fetch('http://127.0.0.1:2/');
    const { response, isConnected, signal } = send(
      testTransport({ transport: 'auto', proxy: 'socks://p:1' }, { fetch }),
      'https://service.test/v1',
    );
    const cause: unknown = await response.catch((error: unknown) => error);
    assert.ok(cause instanceof AggregateError);
    assert.deepEqual(
      cause.errors.map(({ code }: { code: string }) => code),
      ['UNSUPPORTED_PROXY', 'ECONNREFUSED'],
    );
    assert.equal(errorFromTransport(cause, '').code, 'UNSUPPORTED_PROXY');
    assert.equal(isConnected(), false);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('yields all bytes that arrived before the connection of fetch broke, even if the consumer reads them later', async () => {
    const server = await rawServer(cleanUp);
    const { response } = send(testTransport({ transport: 'vscode' }, fetchFrom(server)), refused);
    const { socket, requested, closed } = await server.connected;
    await requested;
    socket.write(chunkedHead + chunked('first '));
    const { body } = await response;
    const text = 'words '.repeat(10_000);
    const parts: Uint8Array[] = [];
    await assert.rejects(async () => {
      for await (const part of body) {
        // The server ends the connection without the last chunk, which fetch reports as an error of the body.
        if (parts.push(part) === 1) socket.end(chunked(text).repeat(10));
        await closed;
      }
    });
    assert.ok(Buffer.concat(parts).toString() === 'first ' + text.repeat(10));
  });

  it('finds the proxy’s status in the nested causes of an error of fetch', async () => {
    const fetch = () => async () => {
      const refusal = Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), {
        name: 'AbortError',
        code: 'UND_ERR_ABORTED',
      });
      const cancelled = Object.assign(new DOMException('Request was cancelled.'), { cause: refusal });
      return Promise.reject(new TypeError('fetch failed', { cause: cancelled }));
    };
    const { response, isConnected } = send(testTransport({ transport: 'vscode' }, { fetch }), refused);
    const error = errorFromTransport(await response.catch((error: unknown) => error), '');
    assert.deepEqual([error.name, error.code], ['ProxyAuthenticationError', 'PROXY_407']);
    assert.equal(isConnected(), false);
  });

  it('treats status 407 of the service like status 407 of a proxy, because fetch rejects without the response', async () => {
    const standby = await rawServer(cleanUp);
    const { response, isConnected } = send(testTransport({ transport: 'vscode' }, fetchFrom(standby)), refused);
    const { socket, requested } = await standby.connected;
    await requested;
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
    const error = errorFromTransport(await response.catch((cause: unknown) => cause), '');
    assert.deepEqual([error.name, error.code, isConnected()], ['ProxyAuthenticationError', 'PROXY_407', false]);
  });

  it('yields the event `sending` when fetch begins the request, and `connected` when the response arrives', async () => {
    const standby = await rawServer(cleanUp);
    const { streamChat } = createClient(testTransport({ transport: 'auto' }, fetchFrom(standby)));
    const events = streamChat(chatRequest(refused), new AbortController().signal);
    const next = async () => (await events.next()).value?.type;
    assert.equal(await next(), 'sending');
    const { socket, requested } = await standby.connected;
    await requested;
    socket.end(`${streamHead}data: [DONE]\n\n`);
    assert.deepEqual([await next(), await next()], ['connected', 'alive']);
    await events.return();
  });

  it('calls onConnected when the connection that fetch opened breaks before the response', async () => {
    const standby = await rawServer(cleanUp);
    const { fetch } = fetchFrom(standby);
    const { response, isConnected } = send(testTransport({ transport: 'auto' }, { fetch }), refused);
    const { socket, requested } = await standby.connected;
    await requested;
    socket.destroy();
    await assert.rejects(response, { code: 'UND_ERR_SOCKET' });
    assert.equal(isConnected(), true);
  });

  for (const transport of ['auto', 'direct', 'vscode'] as const) {
    it(`sends nothing to an unverified server with the setting '${transport}' if NODE_TLS_REJECT_UNAUTHORIZED is 0`, async () => {
      turnVerificationOff(cleanUp);
      const target = await startSecureService(cleanUp, selfSigned);
      const real = testTransport({ transport }, { fetch: () => globalThis.fetch });
      const { response, isConnected } = send(real, `https://localhost:${target.port}/v1`);
      const error = errorFromTransport(await response.catch((cause: unknown) => cause), '');
      assert.equal(error.name, 'APICertificateError');
      assert.equal(error.code, transport === 'vscode' ? 'CERT_VERIFICATION_OFF' : 'DEPTH_ZERO_SELF_SIGNED_CERT');
      assert.equal(target.requests.length, 0);
      assert.equal(isConnected(), false);
    });
  }

  for (const transport of ['auto', 'vscode'] as const) {
    it(`never uses fetch for http with the setting '${transport}', because a proxy of fetch would see the API key`, async () => {
      const server = await rawServer(cleanUp);
      const { response } = send(testTransport({ transport }), server.baseUrl, { transport });
      (await server.connected).socket.end(`${streamHead}words`);
      assert.equal(await readText(await response), 'words');
      const unreachable = send(testTransport({ transport }), 'http://127.0.0.2:1/v1', { transport });
      await assert.rejects(unreachable.response, { code: 'ECONNREFUSED' });
    });
  }

  it("uses only fetch with the setting 'vscode'", async () => {
    const own = await startSecureService(cleanUp);
    const standby = await rawServer(cleanUp);
    const { fetch } = fetchFrom(standby);
    const { response } = send(testTransport({ transport: 'vscode' }, { fetch }), `https://localhost:${own.port}/v1`);
    (await standby.connected).socket.end(`${streamHead}words`);
    assert.equal(await readText(await response), 'words');
    assert.equal(own.requests.length, 0);
  });

  it('does not follow redirects, and passes no dispatcher to fetch', async () => {
    const standby = await rawServer(cleanUp);
    const elsewhere = await rawServer(cleanUp);
    const { fetch, calls } = fetchFrom(standby);
    const { response } = send(testTransport({ transport: 'vscode' }, { fetch }), refused);
    (await standby.connected).socket.end(
      `HTTP/1.1 307 Away\r\nlocation: ${elsewhere.baseUrl}\r\ncontent-length: 0\r\n\r\n`,
    );
    const answer = await response;
    answer.close();
    assert.equal(answer.status, 307);
    assert.equal(answer.headers['location'], elsewhere.baseUrl);
    assert.equal(elsewhere.connections.length, 0);
    assert.equal(calls[0] !== undefined && 'dispatcher' in calls[0], false);
  });

  it('sends a request only once over fetch if the server answers with status 421', async () => {
    const standby = await rawServer(cleanUp);
    const { response } = send(testTransport({ transport: 'vscode' }, fetchFrom(standby)), refused, { body: '{"é":1}' });
    const { socket, requested } = await standby.connected;
    assert.match(await requested, /\r\ncontent-length: 8\r\n\r\n\{"Ã©":1\}$/i);
    socket.end('HTTP/1.1 421 Misdirected Request\r\ncontent-length: 0\r\n\r\n');
    const answer = await response;
    answer.close();
    assert.equal(answer.status, 421);
    assert.equal(standby.connections.length, 1);
  });

  it('does not decompress a body that fetch has decompressed, and throws at its end', async () => {
    const standby = await rawServer(cleanUp);
    const { response } = send(testTransport({ transport: 'vscode' }, fetchFrom(standby)), refused);
    const { socket, requested } = await standby.connected;
    await requested;
    socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n');
    socket.end(gzipSync('words'));
    const answer = await response;
    const parts: Uint8Array[] = [];
    const reading = (async () => {
      for await (const bytes of answer.body) parts.push(bytes);
    })();
    await assert.rejects(reading, /truncated/);
    assert.equal(Buffer.concat(parts).toString(), 'words');
    answer.close();
  });

  it('closes the socket of fetch and calls onConnected on an abort before the response', async () => {
    const standby = await rawServer(cleanUp);
    const { response, stop, isConnected } = send(testTransport({ transport: 'vscode' }, fetchFrom(standby)), refused);
    const { requested, closed } = await standby.connected;
    await requested;
    stop();
    await closed;
    await assert.rejects(response, { name: 'AbortError' });
    assert.equal(isConnected(), true);
  });

  it('closes the socket of fetch when the response is closed', async () => {
    const standby = await rawServer(cleanUp);
    const { response } = send(testTransport({ transport: 'vscode' }, fetchFrom(standby)), refused);
    const { socket, requested, closed } = await standby.connected;
    await requested;
    socket.write(`${streamHead}words`);
    (await response).close();
    await closed;
  });

  it('returns an empty body for a response of fetch without a body', async () => {
    const fetch = () => async () => Promise.resolve(new Response(null, { status: 204 }));
    const { response } = send(testTransport({ transport: 'vscode' }, { fetch }), refused);
    assert.equal(await readText(await response), '');
  });

  for (const transport of ['direct', 'auto', 'vscode'] as const) {
    it(`with the setting '${transport}', neither connects nor calls fetch if the signal has already aborted`, async () => {
      const server = await rawServer(cleanUp);
      const signal = AbortSignal.abort();
      const { response, phases } = send(testTransport({ transport }), server.baseUrl, { signal });
      await assert.rejects(response, { name: 'AbortError' });
      assert.deepEqual(phases, []);
      const { response: secure } = send(testTransport({ transport }), refused, { signal });
      await assert.rejects(secure, { name: 'AbortError' });
    });
  }

  it('closes the socket of fetch on an abort in the middle of a body', async () => {
    const standby = await rawServer(cleanUp);
    const { response, stop, signal } = send(testTransport({ transport: 'vscode' }, fetchFrom(standby)), refused);
    const { socket, requested, closed } = await standby.connected;
    await requested;
    socket.write(`${streamHead}words`);
    const answer = await response;
    const broken = assert.rejects(readText(answer), { name: 'AbortError' });
    stop();
    await closed;
    await broken;
    answer.close();
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});
