import { strict as assert } from 'node:assert';
import zlib from 'node:zlib';
import type { ChatEvent } from '../../../src/api/chatEvent.ts';
import { countTokens } from '../../standIn/tokens.ts';
import { cleanUpAfterEach } from '../cleanUp.ts';
import { rawServer } from './rawServer.ts';
import { chatRequest, readReply, streamChat, type ReadReply } from './readReply.ts';

/** Different words, because the same word again and again would be compressed to almost nothing. */
const words = Array.from({ length: 3_000 }, (_, index) => ((index * 7_919) % 10_007).toString(36)).join(' ');
const reply = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: words } }] })}\n\ndata: [DONE]\n\n`;

const gzipped = zlib.gzipSync(reply);
const compressed = zlib.brotliCompressSync(reply);
/** Begins with a control character. */
const rawDeflated = zlib.deflateRawSync(reply);
const utf16 = Buffer.from(reply, 'utf16le');

describe('a reply whose Content-Encoding is wrong', () => {
  const cleanUp = cleanUpAfterEach();

  /** Sends the pieces of a body, each after the previous piece has arrived. */
  const askFor = async (encoding: string | undefined, pieces: readonly Uint8Array[]) => {
    const server = await rawServer(cleanUp);
    const events: ChatEvent[] = [];
    let arrived = Promise.withResolvers<undefined>();
    const asked = readReply(streamChat(chatRequest(server.baseUrl), new AbortController().signal), (event) => {
      events.push(event);
      if (event.type === 'alive' && event.unreadBytes !== undefined) arrived.resolve(undefined);
    });
    const { socket, requested } = await server.connected;
    await requested;
    const header = encoding === undefined ? '' : `content-encoding: ${encoding}\r\n`;
    socket.write(`HTTP/1.1 200 OK\r\n${header}connection: close\r\n\r\n`);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await arrived.promise;
      arrived = Promise.withResolvers();
      socket.write(piece);
    }
    socket.end();
    return { ...(await asked), events };
  };

  const outcome = ({ end, text }: ReadReply) => [end.end, end.unreadBytes, text === words];

  for (const [name, encoding, body] of [
    ['gzip that is called br', 'br', gzipped],
    ['gzip that is called deflate', 'deflate', gzipped],
    ['gzip twice with one header', 'gzip', zlib.gzipSync(gzipped)],
    ['gzip twice without a header', undefined, zlib.gzipSync(gzipped)],
    ['zstd without a header', undefined, zlib.zstdCompressSync(reply)],
    ['deflate with a zlib header', 'deflate', zlib.deflateSync(reply)],
    ['deflate without a zlib header', 'deflate', zlib.deflateRawSync(reply)],
    ['UTF-16 with a byte order mark', undefined, Buffer.concat([Buffer.of(0xff, 0xfe), utf16])],
    ['UTF-16 with a byte order mark that is called br', 'br', Buffer.concat([Buffer.of(0xff, 0xfe), utf16])],
    ['UTF-16 without a byte order mark', undefined, utf16],
    ['text that is called br', 'br', Buffer.from(`: comment\n\n${reply}`)],
  ] as const) {
    it(`is read: ${name}`, async () => {
      assert.deepEqual(outcome(await askFor(encoding, [body])), ['complete', undefined, true]);
    });
  }

  /** Asserts that the count of unread bytes grows while the reply arrives. Returns the last count. */
  const assertCountGrows = ({ end, events }: Awaited<ReturnType<typeof askFor>>): number => {
    const counts = events.flatMap((event) => (event.type === 'alive' ? [event.unreadBytes ?? 0] : []));
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      counts,
    );
    assert.ok(new Set(counts).size >= 2, 'the count grows');
    return end.unreadBytes ?? 0;
  };

  it('is counted as unread, also while it arrives, if it cannot be read', async () => {
    const half = rawDeflated.length / 2;
    const reply = await askFor(undefined, [rawDeflated.subarray(0, half), rawDeflated.subarray(half)]);
    assert.deepEqual([reply.end.end, reply.end.error?.code, reply.text], ['failed', 'undecodable_reply', '']);
    const unread = assertCountGrows(reply);
    assert.ok(unread >= countTokens(words), String(unread));
  });

  for (const [name, encoding, body] of [
    ['br without a header', undefined, compressed],
    ['br that is called gzip', 'gzip', compressed],
    ['deflate that is called br', 'br', zlib.deflateSync(reply)],
    ['deflate without a header', undefined, zlib.deflateSync(reply)],
  ] as const) {
    it(`is shown as it arrives, and counted as unread, if it begins like plain text: ${name}`, async () => {
      const half = body.length / 2;
      const reply = await askFor(encoding, [body.subarray(0, half), body.subarray(half)]);
      assert.deepEqual([reply.end.end, reply.end.notices], ['incomplete', ['plainText']]);
      assert.ok(reply.text.length > body.length / 2);
      const unread = assertCountGrows(reply);
      assert.ok(unread > body.length / 3, String(unread));
    });
  }

  it('is counted as unread if its compressed data are cut off before any text', async () => {
    const { end, text } = await askFor('zstd', [zlib.zstdCompressSync(reply).subarray(0, 2_000)]);
    assert.deepEqual([end.end, end.notices], ['incomplete', ['plainText']]);
    const counted = countTokens(text) + (end.unreadBytes ?? 0);
    assert.ok(counted >= 2_000, String(counted));
  });

  it('is read in part if it breaks off after its first text', async () => {
    const first = 'data: {"choices":[{"index":0,"delta":{"content":"One"}}]}\n\n';
    const body = Buffer.concat([zlib.gzipSync(first), Buffer.of(0x1f, 0x8b, 8, 0), Buffer.alloc(20, 0xff)]);
    const { end, text } = await askFor('br', [body]);
    assert.deepEqual([end.end, text], ['incomplete', 'One']);
  });
});
