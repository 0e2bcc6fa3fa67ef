import type { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import api from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { decodeContent } from './decodeContent.ts';
import { createFetchTransport, mayUseFetch } from './fetchTransport.ts';
import { directNetwork, type NetworkSettings } from './networkSettings.ts';
import { openConnection } from './openConnection.ts';
import { maxUnreadBytes, readStream } from './readStream.ts';
import { resolveRoute } from './resolveRoute.ts';
import { skipInterimAnswers } from './skipInterimAnswers.ts';
import { createSocketGroup, type SocketGroup } from './socketGroup.ts';
import { createTlsStarter, trustedCertificates, type TlsStarter } from './tlsStarter.ts';
import type { ConnectionPhase, Route, Transport, TransportRequest, TransportResponse } from './transport.ts';
import { ConnectTimeoutError, ProxyRefusedError } from './transportErrors.ts';

export interface TransportOptions {
  /** Returns VS Code's `fetch`. Called for each request over `fetch`, because VS Code may patch `fetch` later. */
  readonly fetch: () => typeof globalThis.fetch;
  /** The time limit for all steps of connecting together: DNS, TCP, the proxy's tunnel and TLS. */
  readonly connectTimeoutMilliseconds: number;
  /** Returns the trusted authorities as PEM; see trustedCertificates. */
  readonly certificates: (withSystem: boolean) => readonly string[];
}

const defaults: TransportOptions = {
  fetch: () => globalThis.fetch,
  connectTimeoutMilliseconds: 15_000,
  certificates: trustedCertificates,
};

/**
 * The maximum size of the headers of a response, in bytes. Node's default of 16 KiB is too small for some gateways,
 * which add long policies or cookies.
 */
const maxHeaderSize = 64 * 1024;

/**
 * Creates a transport over undici ("our own connection") or VS Code's `fetch`. The network settings select undici,
 * `fetch`, or undici with `fetch` as the fallback. The request's field `transport` overrides the settings. The fallback
 * is used if our own connection cannot be established. A URL without TLS never uses `fetch`; see mayUseFetch. Redirects
 * are not followed, and a request that may have been sent is not sent again. Our own connection has only one timeout,
 * the connect timeout.
 *
 * Over undici, each request opens its own connection, for two reasons. First, an abort can close the socket at any
 * time. Second, no request is written to an idle socket that the server has already closed.
 *
 * No other file in src imports code of undici. This file imports internal modules, because undici's main module sets
 * the global dispatcher of the process if none is set yet. The `fetch` of all other extensions uses that dispatcher.
 *
 * @param network returns the current settings; called for each request
 */
export function createUndiciTransport(
  network: () => NetworkSettings = () => directNetwork,
  options: Partial<TransportOptions> = {},
): Transport {
  const { fetch, connectTimeoutMilliseconds, certificates } = { ...defaults, ...options };
  const viaVsCode = createFetchTransport(fetch);
  let cached: { readonly settings: NetworkSettings; readonly tls: TlsStarter } | undefined;
  const tlsFor = (settings: NetworkSettings) => {
    if (cached === undefined || !isDeepStrictEqual(cached.settings, settings)) {
      const tls = createTlsStarter(() => certificates(settings.systemCertificates), settings.proxyStrictSSL);
      cached = { settings, tls };
    }
    return cached.tls;
  };

  return async (request) => {
    request.signal.throwIfAborted();
    const settings = network();
    const transport = mayUseFetch(request.url) ? (request.transport ?? settings.transport) : 'direct';
    if (transport === 'vscode') return viaVsCode(request);
    const connected = await connect(request, settings, tlsFor(settings), connectTimeoutMilliseconds);
    if (!('error' in connected)) return send(request, connected);
    request.signal.throwIfAborted();
    if (transport === 'direct') throw connected.error;
    // Nothing was sent yet, so the request can be sent over VS Code's fetch, which supports more proxies.
    return fallBack(request, connected.error, viaVsCode);
  };
}

interface RoutedSocket {
  readonly socket: Socket;
  readonly sockets: SocketGroup;
  readonly route: Route;
}

/**
 * Connects within the timeout. Returns errors instead of throwing them. If an error is returned, the request was
 * certainly not sent.
 */
async function connect(
  request: TransportRequest,
  settings: NetworkSettings,
  tls: TlsStarter,
  timeoutMilliseconds: number,
): Promise<RoutedSocket | { readonly error: unknown }> {
  const { url, signal } = request;
  const sockets = createSocketGroup();
  const abort = () => sockets.close(closed());
  signal.addEventListener('abort', abort, { once: true });
  const timeout = setTimeout(() => sockets.close(new ConnectTimeoutError(timeoutMilliseconds)), timeoutMilliseconds);
  try {
    const { authorization, ...route } = { authorization: undefined, ...resolveRoute(url, settings) };
    const onPhase = (phase: ConnectionPhase) => request.onPhase?.(phase);
    const target = { url, route: { ...route, authorization }, tls, openTunnel, sockets, onPhase };
    return { socket: await openConnection(target), sockets, route };
  } catch (error) {
    sockets.close(closed());
    return { error };
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', abort);
  }
}

async function send(request: TransportRequest, { socket, sockets, route }: RoutedSocket): Promise<TransportResponse> {
  const { url, method, headers, body, signal } = request;
  const agent = agentOver(socket);
  const decoding = new AbortController();
  const close = () => {
    signal.removeEventListener('abort', close);
    decoding.abort();
    sockets.close(closed());
    void agent.destroy();
  };
  signal.addEventListener('abort', close, { once: true });
  agent.on('connect', () => request.onConnected());
  try {
    const response = await api.request.call(agent, {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
      signal,
      highWaterMark: maxUnreadBytes,
    });
    const decoded = decodeContent(readStream(response.body), response.headers['content-encoding'], decoding.signal);
    return { status: response.statusCode, headers: response.headers, body: decoded, route, close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Opens a tunnel with a CONNECT request. Undici's ProxyAgent is not used for two reasons. An abort could not close the
 * agent's socket before the proxy responds. The agent's errors contain the proxy's status only in their message.
 */
async function openTunnel(socket: Socket, authority: string, authorization: string | undefined): Promise<Socket> {
  const tunnel = await api.connect.call(agentOver(socket), {
    origin: 'http://proxy',
    path: authority,
    headers: { host: authority, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) },
  });
  if (tunnel.statusCode < 200 || tunnel.statusCode > 299) throw new ProxyRefusedError(tunnel.statusCode);
  return tunnel.socket;
}

async function fallBack(request: TransportRequest, error: unknown, viaVsCode: Transport): Promise<TransportResponse> {
  let mayBeSent = false as boolean;
  const onConnected = () => {
    mayBeSent = true;
    request.onConnected();
  };
  try {
    return await viaVsCode({ ...request, onConnected });
  } catch (second) {
    if (mayBeSent || request.signal.aborted) throw second;
    throw new AggregateError([error, second], error instanceof Error ? error.message : String(error), {
      cause: second,
    });
  }
}

/** Creates a dispatcher that sends a single request over an open socket. */
function agentOver(socket: Socket): Agent {
  skipInterimAnswers(socket);
  let isUsed = false;
  return new Agent({
    connect: (_options, callback) => {
      // Undici requires that `connect` returns before the callback is called.
      queueMicrotask(() => {
        // Report an error for a used or closed socket. If undici got a closed socket, undici would retry forever.
        if (isUsed || socket.destroyed) {
          callback(closed(), null);
          return;
        }
        isUsed = true;
        callback(null, socket);
      });
    },
    connections: 1,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize,
    allowH2: false,
  });
}

/**
 * Creates the error with which sockets are destroyed. If a socket were destroyed without an error, undici would end a
 * body of unknown length as if the body were complete, and would then throw.
 */
function closed(): Error {
  return new Error('The connection was closed.');
}
