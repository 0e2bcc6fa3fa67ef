import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { CleanUp } from '../unit/cleanUp.ts';
import type { Headers } from './startServer.ts';

/** A TCP relay between the client and a server. The relay records the requests. */
export interface Relay {
  /** The base URL of the relay, such as `http://127.0.0.1:41234/v1`. */
  readonly baseUrl: string;
  /** One request for each connection, oldest first. A request may be incomplete, because it is still arriving. */
  readonly requests: readonly RelayedRequest[];
}

interface RelayedRequest {
  /** Header values by lower-case name. Contains the headers from the client, without those that the relay added. */
  readonly headers: Headers;
  /** The body, parsed as JSON. Reading this property throws an error if the body has not arrived completely. */
  readonly body: unknown;
  /** Resolves when the connection to the client is closed, even by a reset. */
  readonly closed: Promise<undefined>;
}

/**
 * Starts a relay to the server that listens at `serverPort` on this computer. Like a company's gateway, the relay adds
 * `headers` to each request. Apart from that, it forwards requests and responses unchanged. The relay is closed after
 * the test.
 */
export async function startRelay(cleanUp: CleanUp, serverPort: number, headers: Headers): Promise<Relay> {
  const added = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests: RelayedRequest[] = [];
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1');
    sockets.add(client).add(server);
    requests.push(relayRequest(client, server, added.join('')));
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  cleanUp(() => {
    relay.close();
    for (const socket of sockets) socket.destroy();
  });
  return { baseUrl: `http://127.0.0.1:${(relay.address() as AddressInfo).port}/v1`, requests };
}

function relayRequest(client: Socket, server: Socket, addedHeaders: string): RelayedRequest {
  const received: Buffer[] = [];
  const closed = Promise.withResolvers<undefined>();
  client.on('data', (bytes) => {
    // The client sends one request per connection, so the first bytes are the start of the request's head.
    const isHead = received.length === 0;
    received.push(bytes);
    server.write(isHead ? afterFirstLine(bytes, addedHeaders) : bytes);
  });
  server.pipe(client);
  // A reset emits `error` before `close`. Without a listener, `error` would end the process. Only `close` matters here.
  for (const socket of [client, server]) socket.on('error', () => undefined);
  client.on('close', () => {
    server.destroy();
    closed.resolve(undefined);
  });
  const parts = () => {
    const [head = '', body = ''] = Buffer.concat(received).toString().split('\r\n\r\n');
    return { head, body };
  };
  return {
    get headers() {
      return Object.fromEntries(parts().head.split('\r\n').slice(1).map(headerEntry));
    },
    get body() {
      return JSON.parse(parts().body) as unknown;
    },
    closed: closed.promise,
  };
}

function headerEntry(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function afterFirstLine(bytes: Buffer, headers: string): Buffer {
  const end = bytes.indexOf('\r\n') + 2;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(headers), bytes.subarray(end)]);
}
