import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type ProxyAgent from 'undici/types/proxy-agent.js';
import { errorFromTransport } from '../../../../src/api/network/errorFromTransport.ts';
import type { NetworkSettings } from '../../../../src/api/network/networkSettings.ts';
import { cleanUpAfterEach, type CleanUp } from '../../cleanUp.ts';
import { rawServer } from '../rawServer.ts';
import { startConnectProxy, type ConnectProxyOptions } from './connectProxy.ts';
import { startSecureService } from './secureService.ts';
import { send, testTransport } from './sendRequest.ts';
import { selfSigned } from './testCertificates.ts';

interface Failure {
  readonly url: string;
  /** The URL of the proxy that `fetch` uses, if any. */
  readonly proxy?: string;
  /** Replaces Node's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

const require = createRequire(import.meta.url);
/** VS Code's `fetch` uses this class for requests through a proxy. */
const Agent = require('undici/lib/dispatcher/proxy-agent.js') as typeof ProxyAgent;
// Undici's main module adds the methods of all dispatchers, but also replaces the dispatcher of Node's `fetch`.
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js') as { readonly prototype: object };
Object.assign(Dispatcher.prototype, require('undici/lib/api/index.js'));

/** Starts a TCP server that handles each connection with `serve`. */
async function server(cleanUp: CleanUp, serve: (socket: Socket) => unknown): Promise<Failure & { port: number }> {
  const listening = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  cleanUp(() => listening.close());
  const { port } = listening.address() as AddressInfo;
  return { port, url: `https://127.0.0.1:${port}/v1` };
}

const withoutTls = (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');

async function proxy(cleanUp: CleanUp, options: ConnectProxyOptions): Promise<Failure> {
  return { url: 'https://service.test/v1', proxy: (await startConnectProxy(cleanUp, options)).url };
}

/** Electron's `fetch`, which VS Code uses with the setting `http.electronFetch`, throws Chromium's errors. */
function electron(code: string): Failure {
  return { url: 'https://service.test/v1', fetch: async () => Promise.reject(new Error(`net::${code}`)) };
}

/** The failures before the request was sent, and the code of the error. */
const unsent: Readonly<Record<string, readonly [(cleanUp: CleanUp) => Promise<Failure>, code: RegExp]>> = {
  'a server that answers without TLS': [
    async (cleanUp) => server(cleanUp, withoutTls),
    /^(ERR_SSL_WRONG_VERSION_NUMBER|EPROTO)$/,
  ],
  'a server that refuses the TLS handshake': [
    async (cleanUp) => server(cleanUp, (socket) => socket.end('\x15\x03\x01\x00\x02\x02\x28', 'latin1')),
    /^(ERR_SSL_.*HANDSHAKE_FAILURE|EPROTO)$/,
  ],
  'a server that closes the connection during the TLS handshake': [
    async (cleanUp) => server(cleanUp, (socket) => socket.end()),
    /^ECONNRESET$/,
  ],
  'a server that resets the connection during the TLS handshake': [
    async (cleanUp) => server(cleanUp, (socket) => socket.resetAndDestroy()),
    /^ECONNRESET$/,
  ],
  'a port on which nothing listens': [async () => Promise.resolve({ url: 'https://127.0.0.1:2/v1' }), /^ECONNREFUSED$/],
  'a host name with several addresses on which nothing listens': [
    async () => Promise.resolve({ url: 'https://localhost:2/v1' }),
    /^ECONNREFUSED$/,
  ],
  'a port that fetch blocks': [async () => Promise.resolve({ url: 'https://127.0.0.1:1/v1' }), /^BLOCKED_PORT$/],
  'a host name that does not exist': [
    async () => Promise.resolve({ url: 'https://service.invalid/v1' }),
    /^(ENOTFOUND|EAI_AGAIN)$/,
  ],
  'an unreachable network': [
    async () => Promise.resolve({ url: 'https://255.255.255.255/v1' }),
    /^(ENETUNREACH|EHOSTUNREACH|EACCES|EINVAL)$/,
  ],
  'an untrusted certificate': [
    async (cleanUp) => ({ url: `https://localhost:${(await startSecureService(cleanUp, selfSigned)).port}/v1` }),
    /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
  ],
  'a proxy that requires credentials': [async (cleanUp) => proxy(cleanUp, { credentials: 'user:pass' }), /^PROXY_407$/],
  'a proxy that refuses the connection': [async (cleanUp) => proxy(cleanUp, { answer: 403 }), /^PROXY_403$/],
  'a proxy on whose port nothing listens': [
    async () => Promise.resolve({ url: 'https://service.test/v1', proxy: 'http://127.0.0.1:2' }),
    /^ECONNREFUSED$/,
  ],
  'a proxy that answers without HTTP': [
    async (cleanUp) => {
      const { port } = await server(cleanUp, (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
      return { url: 'https://service.test/v1', proxy: `http://127.0.0.1:${port}` };
    },
    /^HPE_/,
  ],
  'a server without TLS behind a proxy': [
    async (cleanUp) => {
      const { port } = await server(cleanUp, withoutTls);
      return proxy(cleanUp, { hosts: { 'service.test': port } });
    },
    /^(ERR_SSL_WRONG_VERSION_NUMBER|EPROTO)$/,
  ],
  ...Object.fromEntries(
    [
      'ERR_NAME_NOT_RESOLVED',
      'ERR_CONNECTION_REFUSED',
      'ERR_ADDRESS_UNREACHABLE',
      'ERR_INTERNET_DISCONNECTED',
      'ERR_PROXY_CONNECTION_FAILED',
      'ERR_TUNNEL_CONNECTION_FAILED',
      'ERR_CERT_AUTHORITY_INVALID',
    ].map((code) => [
      `Chromium’s error ${code}`,
      [async () => Promise.resolve(electron(code)), new RegExp(`^net::${code}$`)],
    ]),
  ),
};

function sendTo(
  { url, proxy: through, fetch = globalThis.fetch }: Failure,
  transport: NetworkSettings['transport'] = 'vscode',
) {
  const dispatcher = through === undefined ? undefined : new Agent(through);
  const sent = send(
    testTransport(
      { transport },
      {
        fetch: () => async (input, init) => fetch(input, { ...init, ...(dispatcher && { dispatcher }) }),
      },
    ),
    url,
  );
  return { ...sent, close: async () => dispatcher?.destroy() };
}

describe('createFetchTransport', () => {
  const cleanUp = cleanUpAfterEach();

  for (const [description, [fail, code]] of Object.entries(unsent)) {
    it(`does not call onConnected for ${description}`, async () => {
      const { response, isConnected, close } = sendTo(await fail(cleanUp));
      cleanUp(close);
      const error = errorFromTransport(await response.catch((cause: unknown) => cause), '');
      assert.match(error.code ?? error.detail, code);
      assert.equal(isConnected(), false);
    });

    it(`does not call onConnected as the fallback of our own connection for ${description}`, async () => {
      const { response, isConnected, close } = sendTo(await fail(cleanUp), 'auto');
      cleanUp(close);
      await assert.rejects(response);
      assert.equal(isConnected(), false);
    });
  }

  for (const [description, bytes] of [
    ['closes', undefined],
    ['sends something other than HTTP over', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ] as const) {
    it(`calls onConnected if a server ${description} the connection after the request`, async () => {
      const standby = await rawServer(cleanUp);
      const { response, isConnected } = sendTo({
        url: 'https://service.test/v1',
        fetch: async (_, init) => globalThis.fetch(standby.baseUrl, init),
      });
      const { socket, requested } = await standby.connected;
      await requested;
      if (bytes === undefined) socket.resetAndDestroy();
      else socket.end(bytes);
      await assert.rejects(response);
      assert.equal(isConnected(), true);
    });
  }

  for (const code of ['ERR_CONNECTION_RESET', 'ERR_EMPTY_RESPONSE', 'ERR_SSL_PROTOCOL_ERROR', 'ERR_NETWORK_CHANGED']) {
    it(`calls onConnected for Chromium’s error ${code}, which can follow a sent request`, async () => {
      const { response, isConnected } = sendTo(electron(code));
      await assert.rejects(response);
      assert.equal(isConnected(), true);
    });
  }

  it('calls onConnected if another request failed to connect at the same time', async () => {
    const standby = await rawServer(cleanUp);
    const { response, isConnected } = sendTo({
      url: 'https://service.test/v1',
      fetch: async (_, init) => globalThis.fetch(standby.baseUrl, init),
    });
    const { socket, requested } = await standby.connected;
    await requested;
    const other = sendTo({ url: 'https://127.0.0.1:2/v1' });
    await assert.rejects(other.response);
    socket.resetAndDestroy();
    await assert.rejects(response);
    assert.deepEqual([isConnected(), other.isConnected()], [true, false]);
  });
});
