import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type { ChatStreamPart } from '../../../../src/api/stream/chatStreamPart.ts';
import { maxEventLength } from '../../../../src/api/stream/framing.ts';
import {
  digestLargePayload,
  type LargePayload,
  type ReadLargePayload,
} from '../../../../src/api/stream/largePayload.ts';
import { ReplyDecoder } from '../../../../src/api/stream/replyDecoder.ts';
import { decodeReply, emptyReply, encode, event, textEvent, type DecodedReply } from './decodeReply.ts';
import { recordedStreams } from './recordedStreams.ts';
import { createShownChoice } from '../../../../src/api/stream/chunk/shownChoice.ts';

const megabyte = 1024 * 1024;
const readOnNextTurn: ReadLargePayload = async (payload) => {
  await new Promise((resolve) => setImmediate(resolve));
  return digestLargePayload(payload);
};

describe('ReplyDecoder', () => {
  it('passes payloads over 2 MiB to `readLarge`, decodes smaller ones itself, and keeps the order', async () => {
    const small = textEvent('small ');
    const large = 'large '.repeat((3 * megabyte) / 6);
    const payloads: LargePayload[] = [];
    const bytes = encode(
      small + textEvent(large) + small + textEvent('x'.repeat(megabyte)) + small + 'data: [DONE]\n\n',
    );
    const reply = await decode(cut(bytes, 65_536), async (payload) => {
      payloads.push(payload);
      return readOnNextTurn(payload);
    });
    assert.equal(reply.text, `small ${large}small ${'x'.repeat(megabyte)}small `);
    assert.ok(reply.isComplete);
    assert.deepEqual(
      payloads.map(({ kind, bytes: read }) => [kind, Buffer.from(read).toString()]),
      [['event', textEvent(large)]],
    );
  });

  it('returns parts without a promise as long as no large payload is complete', () => {
    const decoder = new ReplyDecoder(readOnNextTurn);
    assert.deepEqual(decoder.push(encode(textEvent('a'))), [{ type: 'text', text: 'a' }]);
    const large = encode(textEvent('x'.repeat(3 * megabyte)));
    assert.deepEqual(decoder.push(large.subarray(0, megabyte)), []);
    assert.deepEqual(decoder.push(large.subarray(megabyte, -1)), []);
    assert.ok(decoder.push(large.subarray(-1)) instanceof Promise);
  });

  it('reads a long JSON line as soon as the line ends', async () => {
    for (const lineEnd of ['\n', '\r', '\r\n']) {
      const decoder = new ReplyDecoder(readOnNextTurn);
      const line = (text: string) => encode(`{"message":{"content":"${text}"}}${lineEnd}`);
      await decoder.push(line('a'));
      const long = line('b'.repeat(megabyte));
      assert.deepEqual(await decoder.push(long.subarray(0, 500_000)), []);
      assert.deepEqual(await decoder.push(long.subarray(500_000)), [{ type: 'text', text: 'b'.repeat(megabyte) }]);
    }
  });

  it('has the same result as ChatStreamDecoder, for pieces of any length and any `ReplyDecoderLengths`', async () => {
    const bodies = [
      ...recordedStreams.map(({ body }) => body),
      `${event({ error: { message: 'Busy', code: 'busy' } })}${textEvent('late')}`,
      `${textEvent('a')}event: error\ndata: {"message":"Broken"}\n\n`,
      'data: {"choices":\ndata: [{"delta":{"content":"two lines"}}]}\n\ndata: [DONE]\n\n',
      '\ufeff  \r\n{"choices":[{"message":{"content":"whole","reasoning":"why"},"finish_reason":"stop"}]}',
      '{"choices":[{"message":{"content":"cut of',
      `${textEvent('a')}data: {"choices":[{"delta":{"content":"cut of`,
      '{\n"choices":[{"message":{"content":"pretty"}}],\n"usage":{"prompt_tokens":1,"completion_tokens":2}\n}',
      '{"message":{"content":"a"}}\n{"message":{"content":"b"}}\n{"done":true}\n',
      '{"message":{"content":"a"}}\nnot json\n{"message":{"content":"b',
      '{not json\n{"response":"line"}\n[DONE]',
      '[{"choices":[{"delta":{"content":"a"}}]},{"choices":[{"delta":{"reasoning":"b"}}]},{"message":"odd"}]',
      'data: {"message":"only an error"}\n\n',
      'data: {"message":"not an error"}\n\ndata: {"choices":[{"delta":{"content":"日本🙂"}}]}\n\n',
      'plain text\n\nwith blank lines',
      '<html><title>Sign in</title></html>',
    ];
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    const lengths = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bodies),
        lineEnd,
        fc.integer({ min: 1, max: 300 }),
        lengths,
        async (body, end, step, [collectedLength, largeLength]) => {
          const bytes = encode(body.replaceAll('\n', end));
          assert.deepEqual(
            await decode(cut(bytes, step), readOnNextTurn, { collectedLength, largeLength }),
            decodeReply(cut(bytes, step)),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('decodes a payload over 128 KiB that arrives in two pieces, even if the first piece ends inside a character', async () => {
    const text = '日'.repeat(100_000);
    const bytes = encode(textEvent(text));
    for (const length of [200_000, 200_001, 200_002]) {
      const reply = await decode([bytes.subarray(0, length), bytes.subarray(length)], readOnNextTurn);
      assert.deepEqual(reply, { ...emptyReply, text }, `${length} bytes`);
    }
  });

  it('reads a large payload itself if `readLarge` rejects', async () => {
    const reply = await decode(cut(encode(textEvent('x'.repeat(3 * megabyte))), 65_536), async () =>
      Promise.reject(new Error('no thread')),
    );
    assert.equal(reply.text.length, 3 * megabyte);
  });

  it('ends the reply if a payload needs too much memory, and keeps the text before that payload', async () => {
    const body = textEvent('before') + textEvent('x'.repeat(3 * megabyte)) + textEvent('after');
    const reply = await decode(cut(encode(body), 65_536), async () => Promise.resolve(undefined));
    assert.equal(reply.text, 'before');
    assert.deepEqual(reply.error, { detail: '', code: 'event_too_large' });
  });

  it('accepts a payload of 16 Mi UTF-16 code units, and ends the reply with an error at a longer payload', async () => {
    const around = textEvent('').trimEnd().length;
    const longest = '日'.repeat(maxEventLength - around);
    const accepted = await decode(cut(encode(textEvent(longest)), megabyte), readOnNextTurn);
    assert.equal(accepted.text.length, longest.length);
    for (const character of ['日', 'x']) {
      const bytes = encode(textEvent(character.repeat(maxEventLength)) + textEvent('after'));
      const refused = await decode(cut(bytes, megabyte), readOnNextTurn);
      assert.deepEqual(refused, { ...emptyReply, error: { detail: '', code: 'event_too_large' } });
    }
  });

  it('ends the reply while a payload of more than 16 Mi UTF-16 code units is still arriving', async () => {
    const decoder = new ReplyDecoder(readOnNextTurn);
    const piece = encode('x'.repeat(megabyte));
    await decoder.push(encode('data: '));
    let pieces = 0;
    for (; !decoder.isFinished && pieces < 40; pieces += 1) await decoder.push(piece);
    assert.ok(pieces <= 17, `${pieces} MiB`);
  });

  it('calls `readLarge` only twice to check the length of a payload that grows to 48 MiB', async () => {
    let calls = 0;
    const decoder = new ReplyDecoder(async () => {
      calls += 1;
      return Promise.resolve(
        digestLargePayload({
          kind: 'event',
          bytes: encode(''),
          isStart: true,
          isLast: false,
          shownChoice: createShownChoice(),
        }),
      );
    });
    await decoder.push(encode('data: '));
    const piece = encode('x'.repeat(megabyte));
    for (let pieces = 0; pieces < 48; pieces += 1) await decoder.push(piece);
    assert.equal(calls, 2);
  });

  it('digestLargePayload limits error messages, error codes and finish reasons to 65,536 characters', () => {
    const long = 'x'.repeat(3 * megabyte);
    const payload = (chunk: unknown) =>
      ({
        kind: 'event',
        bytes: encode(event(chunk)),
        isStart: true,
        isLast: false,
        shownChoice: createShownChoice(),
      }) as const;
    const failed = digestLargePayload(payload({ error: { message: long, code: long } })).digest.finish;
    assert.ok(failed?.type === 'fail');
    assert.equal(failed.error.detail.length, 65_536);
    assert.equal(failed.error.code?.length, 65_536);
    const { digest } = digestLargePayload(payload({ choices: [{ delta: {}, finish_reason: long }] }));
    assert.equal(digest.finishReason?.length, 65_536);
  });
});

async function decode(
  pieces: Iterable<Uint8Array>,
  readLarge: ReadLargePayload,
  lengths: ConstructorParameters<typeof ReplyDecoder>[1] = {},
): Promise<DecodedReply> {
  const decoder = new ReplyDecoder(readLarge, lengths);
  const parts: ChatStreamPart[] = [];
  for (const piece of pieces) {
    for (const part of await decoder.push(piece)) parts.push(part);
    if (decoder.isFinished) break;
  }
  for (const part of await decoder.finish()) parts.push(part);
  return parts.reduce<DecodedReply>(
    (reply, part) => {
      switch (part.type) {
        case 'text':
        case 'reasoning':
          return { ...reply, [part.type]: reply[part.type] + part.text };
        case 'notice':
          return { ...reply, notices: [...reply.notices, part.notice] };
        case 'usage':
          return { ...reply, usage: part.usage };
        case 'finishReason':
          return { ...reply, finishReason: part.finishReason };
        case 'error':
          return { ...reply, error: part.error };
      }
    },
    { ...emptyReply, isComplete: decoder.isComplete },
  );
}

function* cut(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}
