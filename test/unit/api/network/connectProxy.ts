import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { CleanUp } from '../../cleanUp.ts';

export interface ConnectProxyOptions {
  /** The key and certificate (PEM) of an https proxy. Undefined for an http proxy. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The local port for each host name, such as `{ 'service.test': 41234 }`. Other hosts get status 502. */
  readonly hosts?: Readonly<Record<string, number>>;
  /** Required credentials, such as `user:password`. A request without these credentials gets status 407. */
  readonly credentials?: string;
  /** The status with which the proxy refuses every CONNECT request. With `nothing`, the proxy never responds. */
  readonly answer?: number | 'nothing';
}

/** A proxy that supports only CONNECT requests, which open tunnels. */
export interface ConnectProxy {
  /** The URL of the proxy, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly port: number;
  /** All CONNECT requests so far. */
  readonly requests: readonly IncomingMessage[];
  /** Resolves with the first CONNECT request. */
  readonly requested: Promise<IncomingMessage>;
  /** Resolves as soon as any connection from a client is closed, even by a reset. */
  readonly closed: Promise<undefined>;
}

export async function startConnectProxy(cleanUp: CleanUp, options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const { tls, hosts = {}, credentials, answer } = options;
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Duplex>();
  const requested = Promise.withResolvers<IncomingMessage>();
  const closed = Promise.withResolvers<undefined>();
  const server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      closed.resolve(undefined);
    });
  });
  // Ignore TLS errors, because clients that do not trust the proxy's certificate abort the handshake.
  server.on('tlsClientError', () => undefined);
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    requests.push(request);
    requested.resolve(request);
    client.on('error', () => undefined);
    const isAllowed = credentials === undefined || request.headers['proxy-authorization'] === basic(credentials);
    if (answer === 'nothing') {
      // Close the socket when the client closes its end. Otherwise the socket would stay half-open.
      client.resume().on('end', () => client.end());
      return;
    }
    if (!isAllowed || answer !== undefined) {
      client.end(refusal(isAllowed ? (answer ?? 403) : 407));
      return;
    }
    const port = hosts[request.url?.split(':')[0] ?? ''];
    if (port === undefined) {
      client.end(refusal(502));
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    requested: requested.promise,
    closed: closed.promise,
  };
}

/** Returns the value of a Proxy-Authorization header for credentials such as `user:password`. */
export function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function refusal(status: number): string {
  return `HTTP/1.1 ${status} No\r\nproxy-authenticate: Basic realm="proxy"\r\ncontent-length: 2\r\n\r\nno`;
}
