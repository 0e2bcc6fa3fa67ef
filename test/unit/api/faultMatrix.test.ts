import { strict as assert } from 'node:assert';
import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Charged, ReplyEnd } from '../../../src/common/replyEnd.ts';
import { repeatRequests } from '../../../src/api/repeatRequests.ts';
import { toReplyError } from '../../../src/chat/conversation/receiveReply.ts';
import { describeError } from '../../../src/vscode/errors/describeError.ts';
import { cleanUpAfterEach } from '../cleanUp.ts';
import { openHandles } from './openHandles.ts';
import { chunked, chunkedHead, rawServer, streamHead, textEvent, type RawConnection } from './rawServer.ts';
import { chatRequest, readReply, streamChat, type ReadReply } from './readReply.ts';

interface FaultCase {
  readonly fault: string;
  /** Responds on a connection after the request has arrived. */
  readonly serve: (connection: RawConnection) => unknown;
  readonly end: ReplyEnd;
  readonly charged: Charged;
  readonly text?: string;
  /** The error message that the user sees. Undefined if there is no error. */
  readonly sentence?: string;
}

const hello = textEvent('Hello');
const done = 'data: [DONE]\n\n';
const lengthHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 10000\r\n\r\n';
const gzipHead = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n';
const lost = 'The connection was lost before the service replied. The request may have been charged.';
const unreadable =
  'The service’s answer couldn’t be read. The request may have been charged. Check the setting tally.baseUrl.';
const redirected =
  'The base URL redirects to http://127.0.0.1:9/. The redirect isn’t followed, because your key would be sent there. Correct the setting tally.baseUrl. On a public network, sign in to the network first. Nothing was charged.';

const fin =
  (bytes: string | Buffer) =>
  ({ socket }: RawConnection) =>
    socket.end(bytes);
/**
 * Sends the bytes and resets the connection after a pause. During the pause, the client reads the bytes. A reset would
 * discard unread bytes.
 */
const reset =
  (bytes: string) =>
  async ({ socket }: RawConnection) => {
    await new Promise((resolve) => socket.write(bytes, resolve));
    await delay(50);
    socket.resetAndDestroy();
  };

const cases: readonly FaultCase[] = [
  { fault: 'FIN before the headers', serve: fin(''), end: 'failed', charged: 'maybe', sentence: lost },
  { fault: 'RST before the headers', serve: reset(''), end: 'failed', charged: 'maybe', sentence: lost },
  {
    fault: 'FIN in the headers',
    serve: fin(chunkedHead.slice(0, 40)),
    end: 'failed',
    charged: 'maybe',
    sentence: lost,
  },
  {
    fault: 'RST in the headers',
    serve: reset(chunkedHead.slice(0, 40)),
    end: 'failed',
    charged: 'maybe',
    sentence: lost,
  },
  { fault: 'FIN after the headers', serve: fin(chunkedHead), end: 'incomplete', charged: 'maybe' },
  { fault: 'RST after the headers', serve: reset(chunkedHead), end: 'incomplete', charged: 'maybe' },
  {
    fault: 'FIN in a chunked body',
    serve: fin(chunkedHead + chunked(hello)),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'RST in a chunked body',
    serve: reset(chunkedHead + chunked(hello)),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'FIN within a chunk',
    serve: fin(`${chunkedHead}1000\r\n${hello}`),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'FIN in a body with a length',
    serve: fin(lengthHead + hello),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'RST in a body with a length',
    serve: reset(lengthHead + hello),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'FIN in a body without a length',
    serve: fin(streamHead + hello),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'RST in a body without a length',
    serve: reset(streamHead + hello),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'a truncated last event',
    serve: fin(streamHead + hello + hello.slice(0, 30)),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'RST after the end mark',
    serve: reset(chunkedHead + chunked(hello + done)),
    end: 'complete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'FIN after the end mark, without the last chunk',
    serve: fin(chunkedHead + chunked(hello + done)),
    end: 'complete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'an invalid chunk size',
    serve: fin(`${chunkedHead}${chunked(hello)}oops\r\n${hello}\r\n`),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'a chunk size with far too many digits',
    serve: fin(`${chunkedHead}${chunked(hello)}${'f'.repeat(40)}\r\n`),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'headers that are too large',
    serve: fin(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(100_000)}\r\n\r\n${hello}`),
    end: 'failed',
    charged: 'maybe',
    sentence: unreadable,
  },
  {
    fault: 'a response that is not HTTP',
    serve: fin('SSH-2.0-OpenSSH_9.2\r\n'),
    end: 'failed',
    charged: 'maybe',
    sentence: unreadable,
  },
  {
    fault: 'a whole gzip body',
    serve: fin(Buffer.concat([Buffer.from(gzipHead), gzipSync(hello + done)])),
    end: 'complete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'a truncated gzip body',
    serve: fin(Buffer.concat([Buffer.from(gzipHead), gzipSync(hello).subarray(0, -4)])),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'a body that is not gzip despite its header',
    serve: fin(gzipHead + hello),
    end: 'incomplete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'interim responses before the final response',
    serve: fin(
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${streamHead}${hello}${done}`,
    ),
    end: 'complete',
    charged: 'yes',
    text: 'Hello',
  },
  ...[301, 302, 303, 307, 308].map((status): FaultCase => ({
    fault: `a redirect with ${status}`,
    serve: fin(
      `HTTP/1.1 ${status} Moved\r\nlocation: http://127.0.0.1:9/\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
    ),
    end: 'failed',
    charged: 'no',
    sentence: redirected,
  })),
  {
    fault: 'a body that arrives byte by byte',
    serve: drip(chunkedHead + chunked(hello + done)),
    end: 'complete',
    charged: 'yes',
    text: 'Hello',
  },
  {
    fault: 'a truncated error body',
    serve: fin('HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\n{"mess'),
    end: 'failed',
    charged: 'maybe',
    sentence: 'The service failed (status 500). The request may have been charged. Message from the service: {"mess',
  },
];

describe('createClient with repeatRequests', () => {
  const cleanUp = cleanUpAfterEach();
  const repeating = repeatRequests(streamChat, { random: Math.random, now: Date.now });

  /** Reads one reply. Asserts that no retry is announced and that no abort listener stays on the signal. */
  const readOnce = async (
    baseUrl: string,
    controller = new AbortController(),
    onText?: () => void,
  ): Promise<ReadReply> => {
    const reply = await readReply(
      repeating(chatRequest(baseUrl), controller.signal, async () => Promise.resolve(undefined)),
      ({ type }) => {
        assert.notEqual(type, 'repeating');
        if (type === 'text') onText?.();
      },
    );
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
    return reply;
  };

  for (const { fault, serve, end, charged, text = '', sentence } of cases) {
    it(`reports the end "${end}" after ${fault}`, async () => {
      const server = await rawServer(cleanUp);
      const before = openHandles();
      const reading = readOnce(server.baseUrl);
      const connection = await server.connected;
      await connection.requested;
      await serve(connection);
      const reply = await reading;
      await connection.closed;
      assert.equal(reply.end.end, end);
      assert.equal(reply.end.charged, charged);
      assert.equal(reply.text, text);
      const error = reply.end.error && { ...toReplyError(reply.end.error), mayBeCharged: charged !== 'no' };
      assert.equal(error && describeError(error).text, sentence);
      assert.equal(server.connections.length, 1, 'the request is not retried');
      assert.deepEqual(await before.leaked(), []);
    });
  }

  const stalls: readonly (readonly [phase: string, sent: string, text: string])[] = [
    ['before the headers', '', ''],
    ['in the headers', chunkedHead.slice(0, 40), ''],
    ['after the headers', chunkedHead, ''],
    ['in the body', chunkedHead + chunked(hello), 'Hello'],
    ['within an event', chunkedHead + chunked(hello + hello.slice(0, 20)), 'Hello'],
    ['in an error body', 'HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\n{"mess', ''],
  ];
  for (const [phase, sent, text] of stalls) {
    it(`reports the end "stopped" when the signal aborts while the server is silent ${phase}`, async () => {
      const server = await rawServer(cleanUp);
      const before = openHandles();
      const controller = new AbortController();
      const arrived = Promise.withResolvers<undefined>();
      if (text === '') arrived.resolve(undefined);
      const reading = readOnce(server.baseUrl, controller, () => arrived.resolve(undefined));
      const { socket, requested, closed } = await server.connected;
      await requested;
      await new Promise((resolve) => socket.write(sent, resolve));
      await arrived.promise;
      // Wait some turns of the event loop, so that the client can read all sent bytes.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      await closed;
      const reply = await reading;
      assert.equal(reply.end.end, 'stopped');
      assert.equal(reply.text, text);
      assert.equal(server.connections.length, 1);
      assert.deepEqual(await before.leaked(), []);
    });
  }
});

/** Sends one byte per turn of the event loop, with Nagle's algorithm off, so that the bytes are sent separately. */
function drip(bytes: string): FaultCase['serve'] {
  return async ({ socket }) => {
    socket.setNoDelay(true);
    for (const byte of bytes) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.end();
  };
}
