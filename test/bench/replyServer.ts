/**
 * A server that answers each connection with one long reply and encodes each event as an HTTP chunk.
 * Its arguments are the number of events, and the pause between events in microseconds. A pause of 0 means full speed.
 * The server prints its port to standard output.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { encodeReply } from './encodeReply.ts';

const [eventCount = 0, pause = 0] = process.argv.slice(2).map(Number);
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const events = encodeReply(eventCount, 1).map((bytes) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
);
events.push(Buffer.from('0\r\n\r\n'));
const pieces = pause === 0 ? inBlocks(Buffer.concat(events), 65_536) : events;

const server = createServer({ noDelay: true }, (socket) => {
  // Ignores errors, because the client closes the connection after the last event.
  socket.on('error', () => undefined);
  socket.once('data', () => void pipeline(answer(), socket).catch(() => undefined));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log((server.address() as AddressInfo).port);

async function* answer(): AsyncGenerator<string | Buffer> {
  yield head;
  for (const bytes of pieces) {
    const next = performance.now() + pause / 1000;
    yield bytes;
    // Waits without timers, because a timer takes at least one millisecond.
    while (performance.now() < next) await setImmediate();
  }
}

function inBlocks(bytes: Buffer, size: number): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
