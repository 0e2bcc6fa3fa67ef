import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureVersion } from 'node:tls';
import type { CleanUp } from '../../cleanUp.ts';
import { key, service } from './testCertificates.ts';

/** An https server that responds to every request with the text `secure` by default. */
export interface SecureService {
  readonly port: number;
  /** All requests so far. */
  readonly requests: readonly IncomingMessage[];
  /** For each TLS connection, the host name that the client sent (SNI), or undefined. */
  readonly hostNames: readonly (string | undefined)[];
  /** Resolves with the first request. */
  readonly requested: Promise<IncomingMessage>;
  /** For each TLS connection, true if the connection resumed an earlier session. */
  readonly resumed: readonly boolean[];
  /** Resolves as soon as any connection from a client is closed, even by a reset. */
  readonly closed: Promise<undefined>;
}

/**
 * Starts an https server. `cert` is a certificate as PEM, such as one of testCertificates.ts. `answer` responds to each
 * request. `maxVersion` is the latest version of TLS that the server supports.
 */
export async function startSecureService(
  cleanUp: CleanUp,
  cert: string = service,
  answer: (response: ServerResponse) => unknown = (response) => response.end('secure'),
  maxVersion: SecureVersion = 'TLSv1.3',
): Promise<SecureService> {
  const requests: IncomingMessage[] = [];
  const resumed: boolean[] = [];
  const hostNames: (string | undefined)[] = [];
  const requested = Promise.withResolvers<IncomingMessage>();
  const sockets = new Set<Socket>();
  const closed = Promise.withResolvers<undefined>();
  const server = createServer({ key, cert, maxVersion }, (request, response) => {
    requests.push(request);
    requested.resolve(request);
    answer(response);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      closed.resolve(undefined);
    });
  });
  server.on('secureConnection', (socket) => {
    resumed.push(socket.isSessionReused());
    hostNames.push(socket.servername || undefined);
  });
  // Ignore TLS errors, because clients that do not trust the certificate abort the handshake.
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { port, requests, requested: requested.promise, resumed, hostNames, closed: closed.promise };
}
