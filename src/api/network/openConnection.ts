import { once } from 'node:events';
import { Socket } from 'node:net';
import type { OwnRoute } from './resolveRoute.ts';
import type { SocketGroup } from './socketGroup.ts';
import type { TlsStarter } from './tlsStarter.ts';
import type { ConnectionPhase } from './transport.ts';
import { ProxyUnreachableError } from './transportErrors.ts';

/**
 * Sends a CONNECT request for `authority`, such as `api.example.com:443`, to a proxy. `socket` is connected to the
 * proxy. Resolves with the socket of the tunnel. `authorization` is the value of the Proxy-Authorization header.
 */
export type OpenTunnel = (socket: Socket, authority: string, authorization: string | undefined) => Promise<Socket>;

export interface ConnectionTarget {
  readonly url: URL;
  readonly route: OwnRoute;
  readonly tls: TlsStarter;
  readonly openTunnel: OpenTunnel;
  readonly sockets: SocketGroup;
  readonly onPhase: (phase: ConnectionPhase) => void;
}

/**
 * Opens a connection to a URL's host, directly or through a proxy. Sends no part of the request to the host.
 *
 * Through a proxy, the connection is always a tunnel, even for an http URL. For an https URL, TLS runs through the
 * tunnel to the service, so that no proxy sees the API key. Rejects with an error of the system or of undici, an error
 * of transportErrors.ts, or the error that was passed to `sockets.close`.
 */
export async function openConnection(target: ConnectionTarget): Promise<Socket> {
  const { url, route, tls, sockets, onPhase } = target;
  const socket =
    route.via === 'direct' ? await connectTcp(url, sockets, onPhase) : await openTunnelThrough(route, target);
  if (url.protocol !== 'https:') return socket;
  const lap = stopwatch();
  const tlsSocket = await tls.start(socket, hostOf(url), sockets);
  onPhase({
    name: 'tls',
    milliseconds: lap(),
    protocol: tlsSocket.getProtocol() ?? '',
    isResumed: tlsSocket.isSessionReused(),
  });
  return tlsSocket;
}

async function openTunnelThrough(
  { proxy, authorization }: Extract<OwnRoute, { via: 'proxy' }>,
  target: ConnectionTarget,
): Promise<Socket> {
  const { url, openTunnel, onPhase } = target;
  const socket = await connectToProxy(target, new URL(proxy)).catch((error: unknown) => {
    throw new ProxyUnreachableError(error);
  });
  const lap = stopwatch();
  const tunnel = await openTunnel(socket, `${url.hostname}:${portOf(url)}`, authorization);
  onPhase({ name: 'tunnel', milliseconds: lap() });
  return tunnel;
}

async function connectToProxy({ tls, sockets, onPhase }: ConnectionTarget, proxy: URL): Promise<Socket> {
  const socket = await connectTcp(proxy, sockets, onPhase);
  if (proxy.protocol !== 'https:') return socket;
  const lap = stopwatch();
  const tlsSocket = await tls.startWithProxy(socket, hostOf(proxy), sockets);
  onPhase({ name: 'proxyTls', milliseconds: lap(), protocol: tlsSocket.getProtocol() ?? '' });
  return tlsSocket;
}

const keepAliveInitialDelayMilliseconds = 60_000;

/** Opens a TCP connection to a URL's host. Tries the addresses of the host until one of them accepts the connection. */
async function connectTcp(url: URL, sockets: SocketGroup, onPhase: ConnectionTarget['onPhase']): Promise<Socket> {
  const host = hostOf(url);
  const lap = stopwatch();
  const addresses: string[] = [];
  // Do not use net.connect, because VS Code patches that function. The patched function may connect later, even after
  // the socket was destroyed.
  const socket = sockets.add(new Socket()).setNoDelay(true).setKeepAlive(true, keepAliveInitialDelayMilliseconds);
  // `lookup` is emitted once for each address of the host, or once with an error.
  socket.on('lookup', (error: Error | null, address: string) => {
    if (error === null) addresses.push(address);
  });
  socket.once('connectionAttempt', () => {
    if (addresses.length > 0) onPhase({ name: 'dns', milliseconds: lap(), addresses });
  });
  socket.connect({ host, port: portOf(url) });
  await once(socket, 'connect');
  onPhase({ name: 'tcp', milliseconds: lap(), address: socket.remoteAddress ?? host });
  return socket;
}

/**
 * Creates a function that returns the milliseconds since its previous call. The first call returns the milliseconds
 * since the creation.
 */
function stopwatch(): () => number {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const elapsed = now - last;
    last = now;
    return elapsed;
  };
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
