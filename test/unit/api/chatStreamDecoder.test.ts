import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createChatStreamDecoder, type ChatStreamSummary } from '../../../src/api/chatStreamDecoder.ts';

/** Everything that is easily cut in the wrong place, line by line. */
const recorded = [
  '\u{feff}: PROCESSING',
  '',
  'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}',
  '',
  'data:{"choices":[{"index":0,"delta":{"content":"Grüße, 日本 👩‍👩‍👧"}}]}',
  '',
  'event: message',
  'data: {"choices":[{"index":0,"delta":{"content":" a\u2028b\u2029c\u0085d "}}]}',
  '',
  'data: {"choices":[{"index":1,"delta":{"content":"another choice"}},{"index":0,"delta":{"content":"\\r\\n"}}]}',
  '',
  'data: {"choices":[{"index":0,"delta":{"content":null},"finish_reason":"stop"}]}',
  '',
  'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":2}}}',
  '',
  'data: [DONE]',
  '',
  '',
];

const expected: ChatStreamSummary & { readonly text: string } = {
  text: 'Grüße, 日本 👩‍👩‍👧 a\u2028b\u2029c\u0085d \r\n',
  isComplete: true,
  finishReason: 'stop',
  usage: { inputTokens: 7, cachedInputTokens: 2, outputTokens: 5 },
  error: undefined,
  isUnreadable: false,
};

describe('the stream decoder', () => {
  for (const [name, lineEnd] of [['LF', '\n'], ['CRLF', '\r\n'], ['CR', '\r']] as const) {
    const bytes = encode(recorded.join(lineEnd));

    it(`reads lines that end with ${name}`, () => {
      assert.deepEqual(decode([bytes]), expected);
    });

    it(`reads the same wherever a stream of ${name} lines is cut`, () => {
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        assert.deepEqual(decode([bytes.subarray(0, cut), bytes.subarray(cut)]), expected, `cut at ${cut}`);
      }
    });

    it(`reads the same when ${name} lines come byte by byte`, () => {
      assert.deepEqual(decode(Array.from(bytes, (byte) => Uint8Array.of(byte))), expected);
    });
  }

  it('reads the same however often the stream is cut', () => {
    const bytes = encode(recorded.join('\r\n'));
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 20 });
    fc.assert(
      fc.property(cuts, (positions) => {
        const edges = [0, ...positions.toSorted((a, b) => a - b), bytes.length];
        const parts = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
        assert.deepEqual(decode(parts), expected);
      }),
    );
  });

  it('hands over text with the bytes that complete it', () => {
    const decoder = createChatStreamDecoder();
    assert.equal(decoder.push(encode('data: {"choices":[{"delta":{"content":"a"}}]}\n')), '');
    assert.equal(decoder.push(encode('\n')), 'a');
    assert.equal(decoder.push(encode(': PROCESSING\n\n')), '');
  });

  it('counts a last event that no blank line follows', () => {
    assert.equal(decode([encode('data: [DONE]')]).isComplete, true);
    assert.equal(decode([encode(text('whole').trimEnd())]).text, 'whole');
    assert.equal(decode([encode(`${text('a')}data: {"choices":[{"delta":{"content":"b`)]).text, 'a');
  });

  it('joins several data lines of an event', () => {
    assert.equal(decode([encode('data: {"choices":[{"delta":\ndata: {"content":"joined"}}]}\n\n')]).text, 'joined');
  });

  it('passes over an event that is no JSON, and goes on', () => {
    const { text: read, isUnreadable } = decode([encode(`${text('a')}data: {oops\n\n${text('b')}`)]);
    assert.equal(read, 'ab');
    assert.equal(isUnreadable, false);
  });

  it('takes nothing after [DONE], and a second one for nothing', () => {
    const read = decode([encode(`${text('a')}data: [DONE]\n\ndata: [DONE]\n\n${text('b')}data: {"error":"late"}\n\n`)]);
    assert.equal(read.text, 'a');
    assert.equal(read.isComplete, true);
    assert.equal(read.error, undefined);
  });

  it('takes late text after a finish reason, and the last usage', () => {
    const usage = (tokens: number) => `data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":${tokens}}}\n\n`;
    const read = decode([encode(`${usage(1)}data: {"choices":[{"finish_reason":"length"}]}\n\n${text('late')}${usage(9)}`)]);
    assert.equal(read.text, 'late');
    assert.equal(read.finishReason, 'length');
    assert.equal(read.usage?.outputTokens, 9);
  });

  it('says that bytes came of which nothing could be read', () => {
    assert.equal(decode([encode('<html><title>Sign in</title></html>')]).isUnreadable, true);
    assert.equal(decode([]).isUnreadable, false);
  });

  it('never throws, whatever comes', () => {
    fc.assert(fc.property(fc.array(fc.uint8Array()), (parts) => void decode(parts)));
    fc.assert(fc.property(fc.json(), (json) => void decode([encode(`data: ${json}\n\n`)])));
  });
});

function decode(parts: readonly Uint8Array[]): ChatStreamSummary & { readonly text: string } {
  const decoder = createChatStreamDecoder();
  const texts = parts.map((part) => decoder.push(part));
  return { text: texts.join('') + decoder.finish(), ...decoder.summary() };
}

function text(content: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
}

function encode(words: string): Uint8Array {
  return new TextEncoder().encode(words);
}
