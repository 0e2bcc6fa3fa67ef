import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { CleanUp } from '../cleanUp.ts';

/** A TCP server that never responds on its own, so that a test can send any bytes, even invalid HTTP. */
export interface RawServer {
  readonly port: number;
  /** The base URL, such as `http://127.0.0.1:41234/v1`. */
  readonly baseUrl: string;
  /** All connections so far, including closed connections. */
  readonly connections: readonly RawConnection[];
  /** Resolves with the first connection. */
  readonly connected: Promise<RawConnection>;
}

export interface RawConnection {
  readonly socket: Socket;
  /** All bytes received so far, as Latin-1. */
  readonly received: string;
  /** Resolves with the received bytes when a whole request has arrived. */
  readonly requested: Promise<string>;
  /** Resolves when the connection is closed, even by a reset. */
  readonly closed: Promise<undefined>;
}

export async function rawServer(cleanUp: CleanUp): Promise<RawServer> {
  const connections: RawConnection[] = [];
  const first = Promise.withResolvers<RawConnection>();
  const server = createServer((socket) => {
    const connection = takeConnection(socket);
    connections.push(connection);
    first.resolve(connection);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => {
    server.close();
    for (const { socket } of connections) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { port, baseUrl: `http://127.0.0.1:${port}/v1`, connections, connected: first.promise };
}

/** The head of a response whose body has no declared length and ends when the connection closes. */
export const streamHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n';

/** The head of a response with a chunked body. See {@link chunked}. */
export const chunkedHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';

/** Returns one chunk of a chunked body. */
export function chunked(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** Returns a server-sent event with a piece of the reply's text. */
export function textEvent(text: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
}

function takeConnection(socket: Socket): RawConnection {
  let received = '';
  const requested = Promise.withResolvers<string>();
  const closed = Promise.withResolvers<undefined>();
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    if (isWhole(received)) requested.resolve(received);
  });
  // Without a listener, an `error` event would be an uncaught exception. The `close` event follows, so do nothing here.
  socket.on('error', () => undefined);
  socket.on('close', () => closed.resolve(undefined));
  return {
    socket,
    get received() {
      return received;
    },
    requested: requested.promise,
    closed: closed.promise,
  };
}

function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(request.slice(0, end))?.[1] ?? '0';
  return request.length - end - 4 >= Number(length);
}
