import { strict as assert } from 'node:assert';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { cleanUpAfterEach, standInService } from '../cleanUp.ts';
import { createClient } from '../../../src/api/client.ts';
import { createUndiciTransport } from '../../../src/api/network/undiciTransport.ts';
import { digestLargePayload, type ReadLargePayload } from '../../../src/api/stream/largePayload.ts';
import { chunked, chunkedHead, rawServer, streamHead, textEvent } from './rawServer.ts';
import { chatRequest, readReply, streamChat } from './readReply.ts';

describe('createClient, when the signal aborts', () => {
  const cleanUp = cleanUpAfterEach();

  it('opens no connection if the signal aborts before the request', async () => {
    const server = await rawServer(cleanUp);
    const { end } = await readReply(streamChat(chatRequest(server.baseUrl), AbortSignal.abort()));
    assert.deepEqual(end, { type: 'end', end: 'stopped', charged: 'no' });
    // The server accepts connections in order. If the client had connected, that connection would come before `own`.
    const own = connect(server.port, '127.0.0.1');
    await server.connected;
    assert.equal(server.connections.length, 1);
    own.destroy();
  });

  it('closes the socket if the signal aborts during the TLS handshake', async () => {
    const server = await rawServer(cleanUp);
    const controller = new AbortController();
    const reply = readReply(streamChat(chatRequest(server.baseUrl.replace('http:', 'https:')), controller.signal));
    const { closed } = await server.connected;
    controller.abort();
    await closed;
    const { end, isConnected } = await reply;
    assert.deepEqual(end, { type: 'end', end: 'stopped', charged: 'no' });
    assert.equal(isConnected, false);
  });

  it('closes the socket if the signal aborts before the response', async () => {
    const server = await rawServer(cleanUp);
    const controller = new AbortController();
    const reply = readReply(streamChat(chatRequest(server.baseUrl), controller.signal));
    const { requested, closed } = await server.connected;
    await requested;
    controller.abort();
    await closed;
    assert.deepEqual((await reply).end, { type: 'end', end: 'stopped', charged: 'maybe' });
    assert.equal(server.connections.length, 1);
  });

  for (const [name, start] of [
    ['the headers', chunkedHead],
    ['the headers of an unchunked body', streamHead],
    ['some text', chunkedHead + chunked(textEvent('Once '))],
    ['some text of an unchunked body', streamHead + textEvent('Once ')],
    ['some text and half an event', chunkedHead + chunked(textEvent('Once ') + 'data: {"choi')],
  ] as const) {
    it(`closes the socket, keeps the text so far and ends with 'stopped' if the signal aborts after ${name}`, async () => {
      const server = await rawServer(cleanUp);
      const controller = new AbortController();
      const text = start.includes('Once') ? 'Once ' : '';
      const arrived = Promise.withResolvers<undefined>();
      if (text === '') arrived.resolve(undefined);
      const reply = readReply(streamChat(chatRequest(server.baseUrl), controller.signal), ({ type }) => {
        if (type === 'text') arrived.resolve(undefined);
      });
      const { socket, requested, closed } = await server.connected;
      await requested;
      await new Promise((resolve) => socket.write(start, resolve));
      await arrived.promise;
      controller.abort();
      await closed;
      const read = await reply;
      assert.equal(read.text, text);
      assert.equal(read.end.end, 'stopped');
      assert.notEqual(read.end.charged, 'no');
      assert.equal(read.end.error, undefined);
    });
  }

  it('stops decompressing a highly compressed body if the signal aborts', async () => {
    const server = await rawServer(cleanUp);
    const controller = new AbortController();
    let comments = 0;
    const reply = readReply(streamChat(chatRequest(server.baseUrl), controller.signal), ({ type }) => {
      if (type === 'alive') comments += 1;
      if (comments === 5) controller.abort();
    });
    const { socket, requested, closed } = await server.connected;
    await requested;
    const length = 32 * 1024 * 1024;
    socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip, gzip\r\nconnection: close\r\n\r\n');
    socket.end(gzipSync(gzipSync(Buffer.alloc(length, ': PROCESSING\n\n'))));
    const { end, exchange } = await reply;
    await closed;
    assert.equal(end.end, 'stopped');
    assert.ok(exchange.bytes < length / 2, `${exchange.bytes} bytes`);
  });

  it('closes the socket if the signal aborts in the middle of an error body', async () => {
    const server = await rawServer(cleanUp);
    const controller = new AbortController();
    const reply = readReply(streamChat(chatRequest(server.baseUrl), controller.signal), ({ type }) => {
      // The headers have arrived.
      if (type === 'alive') controller.abort();
    });
    const { socket, requested, closed } = await server.connected;
    await requested;
    socket.write('HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\n{"mess');
    await closed;
    assert.deepEqual((await reply).end, { type: 'end', end: 'stopped', charged: 'maybe' });
  });

  it('closes the connection on an abort, so that the service charges only for the tokens it has sent', async () => {
    const standIn = await standInService(cleanUp, { tokens: 100, hold: 12 });
    const controller = new AbortController();
    const reply = readReply(streamChat(chatRequest(standIn.baseUrl), controller.signal));
    const exchange = await standIn.nextRequest();
    await exchange.held;
    controller.abort();
    await exchange.closed;
    assert.equal(exchange.aborted, true);
    assert.equal(exchange.debit?.completion, 12);
    assert.equal((await reply).end.end, 'stopped');
  });

  describe('while a thread reads a large event', () => {
    const text = 'x'.repeat(3_000_000);

    /**
     * The server sends a piece of text, a large event and more text. When the client has passed the event to
     * `readLarge`, the signal aborts. Only then is `read` called. Resolves with the reply.
     */
    const abortWhileReading = async (largeEvent: string, read: ReadLargePayload) => {
      const server = await rawServer(cleanUp);
      const controller = new AbortController();
      const isReading = Promise.withResolvers<undefined>();
      const isAborted = Promise.withResolvers<undefined>();
      const { streamChat: streamLarge } = createClient(createUndiciTransport(), {
        readLarge: async (payload) => {
          isReading.resolve(undefined);
          await isAborted.promise;
          return read(payload);
        },
      });
      const reply = readReply(streamLarge(chatRequest(server.baseUrl), controller.signal));
      const { socket, closed } = await server.connected;
      socket.write(streamHead + textEvent('first ') + largeEvent + textEvent('more'));
      await isReading.promise;
      controller.abort();
      await closed;
      isAborted.resolve(undefined);
      return reply;
    };

    it('closes the socket but yields the text of the event', async () => {
      const { text: received, end } = await abortWhileReading(textEvent(text), async (payload) =>
        Promise.resolve(digestLargePayload(payload)),
      );
      assert.ok(received.startsWith(`first ${text}`));
      assert.equal(end.end, 'stopped');
    });

    const stopped: readonly (readonly [name: string, largeEvent: string, read: ReadLargePayload])[] = [
      ['needs too much memory', textEvent(text), async () => Promise.resolve(undefined)],
      [
        'is an error',
        `data: {"error":{"message":"${text}"}}\n\n`,
        async (payload) => Promise.resolve(digestLargePayload(payload)),
      ],
    ];
    for (const [name, largeEvent, read] of stopped) {
      it(`ends with 'stopped' and the text before the event if the event ${name}`, async () => {
        const { text: received, end } = await abortWhileReading(largeEvent, read);
        assert.deepEqual([received.startsWith('first '), end.end, end.error], [true, 'stopped', undefined]);
        assert.equal(end.charged, 'yes');
      });
    }
  });

  it('reports a complete reply if the signal aborts while the consumer handles the `end` event', async () => {
    const standIn = await standInService(cleanUp);
    const controller = new AbortController();
    const { end } = await readReply(streamChat(chatRequest(standIn.baseUrl), controller.signal), ({ type }) => {
      if (type === 'end') controller.abort();
    });
    assert.equal(end.end, 'complete');
  });
});

describe('createClient, when the consumer stops iterating', () => {
  const cleanUp = cleanUpAfterEach();

  it('closes the socket if the consumer stops before the response', async () => {
    const server = await rawServer(cleanUp);
    for await (const { type } of streamChat(chatRequest(server.baseUrl), new AbortController().signal)) {
      assert.equal(type, 'connected');
      break;
    }
    await (
      await server.connected
    ).closed;
  });

  it('closes the socket if the consumer stops in the middle of the reply', async () => {
    const standIn = await standInService(cleanUp, { tokens: 100, hold: 12 });
    for await (const { type } of streamChat(chatRequest(standIn.baseUrl), new AbortController().signal)) {
      if (type === 'text') break;
    }
    const exchange = await standIn.nextRequest();
    await exchange.closed;
    assert.equal(exchange.aborted, true);
  });
});
