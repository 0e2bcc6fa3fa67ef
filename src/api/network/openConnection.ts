import type { Socket } from 'node:net';
import type { ConnectionPhase } from './connectionPhase.ts';
import { connectTcp } from './connectTcp.ts';
import { ProxyUnreachableError } from './proxyError.ts';
import type { OwnRoute } from './resolveRoute.ts';
import type { SocketGroup } from './socketGroup.ts';
import { stopwatch } from './stopwatch.ts';
import type { TlsStarter } from './tlsStarter.ts';

/** Asks the proxy on a socket for a tunnel to `authority`, such as `api.example.com:443`. */
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
 * Opens a connection to a URL's host, over which nothing was said yet. Through a proxy it is always a tunnel, in which
 * TLS ends at the service: no proxy sees the key. Rejects with the system's error, a CertificateError, a
 * ProxyUnreachableError or a ProxyRefusedError.
 */
export async function openConnection(target: ConnectionTarget): Promise<Socket> {
  const { url, route, tls, sockets, onPhase } = target;
  const socket = route.via === 'direct' ? await connectTcp(hostOf(url), portOf(url), sockets, onPhase) : await openProxied(target, route);
  if (url.protocol !== 'https:') return socket;
  const lap = stopwatch();
  const tlsSocket = await tls.start(socket, hostOf(url), sockets);
  onPhase({ name: 'tls', milliseconds: lap(), protocol: tlsSocket.getProtocol() ?? '', isResumed: tlsSocket.isSessionReused() });
  return tlsSocket;
}

async function openProxied(
  target: ConnectionTarget,
  { proxy, authorization }: Extract<OwnRoute, { via: 'proxy' }>,
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
  const socket = await connectTcp(hostOf(proxy), portOf(proxy), sockets, onPhase);
  if (proxy.protocol !== 'https:') return socket;
  const lap = stopwatch();
  const tlsSocket = await tls.startWithProxy(socket, hostOf(proxy), sockets);
  onPhase({ name: 'proxyTls', milliseconds: lap(), protocol: tlsSocket.getProtocol() ?? '' });
  return tlsSocket;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
