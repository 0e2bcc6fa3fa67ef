import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createClient } from '../../src/api/client.ts';
import { directNetwork } from '../../src/api/network/networkSettings.ts';
import { createUndiciTransport } from '../../src/api/network/undiciTransport.ts';
import { chatRequest } from '../unit/api/readReply.ts';
import { median, type Figure } from './figure.ts';

/** A phase of a request. The client stops the request in this phase. */
interface Phase {
  readonly name: string;
  /** The role of the test server: the service itself, or a proxy in front of the service. */
  readonly server: 'http service' | 'https service' | 'http proxy' | 'https proxy';
  /** Brings the connection into this phase, then calls `ready`, which makes the client stop the request. */
  readonly serve: (socket: Socket, ready: () => void) => void;
}

const headers = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n';
const event = 'data: {"choices":[{"index":0,"delta":{"content":"word "}}]}\n\n';

const phases: readonly Phase[] = [
  // The server never answers the TLS ClientHello.
  { name: 'connecting', server: 'https service', serve: (socket, ready) => socket.once('data', ready) },
  { name: 'before the first byte', server: 'http service', serve: (socket, ready) => socket.once('data', ready) },
  {
    name: 'mid-stream',
    server: 'http service',
    serve: (socket, ready) => {
      socket.once('data', () => {
        socket.write(headers + event.repeat(100), () => ready());
      });
    },
  },
  { name: 'connecting to the proxy', server: 'https proxy', serve: (socket, ready) => socket.once('data', ready) },
  { name: 'waiting for the proxy', server: 'http proxy', serve: (socket, ready) => socket.once('data', ready) },
  {
    name: 'connecting in the tunnel',
    server: 'http proxy',
    serve: (socket, ready) => {
      socket.once('data', () => {
        socket.once('data', ready);
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
      });
    },
  },
];

/** For each phase, measures the time from the client's stop until the server sees that the socket has closed. */
export async function measureStop(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const phase of phases) {
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) times.push(await stopOnce(phase));
    figures.push({
      name: `stop to closed socket, ${phase.name}: median`,
      value: median(times),
      unit: 'ms',
      atMost: 200,
    });
    figures.push({
      name: `stop to closed socket, ${phase.name}: slowest of 20`,
      value: Math.max(...times),
      unit: 'ms',
      atMost: 200,
    });
  }
  return figures;
}

async function stopOnce({ server: kind, serve }: Phase): Promise<number> {
  const closed = Promise.withResolvers<number>();
  const controller = new AbortController();
  let stoppedAt = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('close', () => closed.resolve(performance.now() - stoppedAt));
    serve(socket, () => {
      stoppedAt = performance.now();
      controller.abort();
    });
    socket.resume();
  });
  const { port } = await listening(server);
  const [scheme, role] = kind.split(' ');
  const address = `${scheme}://127.0.0.1:${port}`;
  const request = chatRequest(role === 'service' ? `${address}/v1` : 'https://service.test/v1');
  const network = { ...directNetwork, proxySupport: true, proxy: address };
  const { streamChat } = createClient(createUndiciTransport(() => network));
  const events = streamChat(request, controller.signal);
  while ((await events.next()).done !== true);
  const milliseconds = await closed.promise;
  server.close();
  return milliseconds;
}

async function listening(server: Server): Promise<AddressInfo> {
  const { promise, resolve } = Promise.withResolvers<AddressInfo>();
  server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo));
  return promise;
}
