import { strict as assert } from 'node:assert';
import { getEventListeners, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ReplyEnd } from '../../../src/common/replyEnd.ts';
import { openHandles } from './openHandles.ts';
import { chunked, chunkedHead, textEvent } from './rawServer.ts';
import { chatRequest, readReply, streamChat } from './readReply.ts';

const requests = 10_000;
const hello = textEvent('Hello');
const whole = `${chunkedHead}${chunked(`${hello}data: [DONE]\n\n`)}0\r\n\r\n`;

/**
 * Every tenth request gets one of these faults, in turn. A fault consists of the expected end of the reply and the
 * server's response.
 */
const faults: readonly (readonly [end: ReplyEnd, serve: (socket: Socket) => unknown])[] = [
  ['failed', (socket) => socket.resetAndDestroy()],
  ['failed', (socket) => socket.end()],
  ['failed', (socket) => socket.end('HTTP/1.1 500 No\r\ncontent-length: 2\r\n\r\nNo')],
  ['failed', (socket) => socket.end('HTTP/1.1 429 Slow\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n')],
  ['failed', (socket) => socket.end(`${chunkedHead}${chunked('data: {"error":"No"}\n\n')}0\r\n\r\n`)],
  ['failed', (socket) => socket.end(`${chunkedHead}${chunked('<html><title>Sign in</title></html>')}0\r\n\r\n`)],
  ['incomplete', (socket) => socket.end(chunkedHead + chunked(hello))],
  ['incomplete', (socket) => socket.end(`${chunkedHead}${chunked(hello)}oops\r\n`)],
  ['stopped', (socket) => socket.write(chunkedHead + chunked(hello))],
  ['stopped', () => undefined],
];

describe('createClient', () => {
  it(`leaks no socket, timer, listener or memory in ${requests} requests, a tenth of them faulty`, async function () {
    this.timeout(300_000);
    let served = 0;
    let asked = Promise.withResolvers<undefined>();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        served += 1;
        const [, serve] = faultOf(served) ?? [];
        if (serve === undefined) socket.end(whole);
        else serve(socket);
        asked.resolve(undefined);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const before = openHandles();
    const lasting = new AbortController();
    const heap: number[] = [];
    for (let count = 1; count <= requests; count += 1) {
      asked = Promise.withResolvers();
      const expected = faultOf(count)?.[0] ?? 'complete';
      const controller = expected === 'stopped' ? new AbortController() : lasting;
      const reading = readReply(streamChat(chatRequest(baseUrl), controller.signal));
      if (expected === 'stopped') void asked.promise.then(() => controller.abort());
      const { end } = await reading;
      assert.equal(end.end, expected, `request ${count}`);
      if (count % (requests / 5) === 0) heap.push(usedHeap());
    }
    assert.equal(served, requests, 'each request is sent once');
    assert.deepEqual(await before.leaked(), []);
    assert.equal(getEventListeners(lasting.signal, 'abort').length, 0);
    server.close();
    // Start at the second sample, because the first requests fill caches. From there to the last sample are 6,000
    // requests, so a leak of 700 bytes per request would exceed this limit.
    const [first = 0, last = 0] = [heap[1], heap.at(-1)];
    assert.ok(last - first < requests * 400, `the heap grew from ${first} to ${last} bytes: ${heap.join(', ')}`);
  });
});

function faultOf(count: number) {
  return count % 10 === 0 ? faults[(count / 10) % faults.length] : undefined;
}

/** Collects garbage, and returns the number of used bytes in the heap. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
