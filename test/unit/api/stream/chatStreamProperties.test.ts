import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { decodeReply, emptyReply, encode, event, oneByOne, textEvent } from './decodeReply.ts';
import { recordedStreams } from './recordedStreams.ts';

const recorded = fc.constantFrom(...recordedStreams);
const eventStreams = recordedStreams.filter(({ body }) => /^(data|event|error)?:/.test(body));

describe('createChatStreamDecoder, with random input', () => {
  it('decodes a recorded stream to the same result however often the stream is split', () => {
    fc.assert(
      fc.property(recorded, fc.array(fc.nat(), { maxLength: 20 }), ({ body, expected }, positions) => {
        const bytes = encode(body);
        assert.deepEqual(decodeReply(cutAt(bytes, positions)), expected);
      }),
      { numRuns: 300 },
    );
  });

  it('ignores comments, unknown fields, ids and retry times between the lines of a stream', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'Z', '0', ' ', ':', '{', '"', '日', '\u2028', '\0') });
    const line = fc.oneof(
      word.map((words) => `:${words}`),
      word.map((words) => `unknown${words}`),
      word.map((words) => `id: ${words}`),
      fc.constantFrom(
        ': OPENROUTER PROCESSING',
        'retry: 3000',
        'retry: soon',
        'Data: {"choices":[]}',
        ' data: [DONE]',
        '{"no":"error"}',
      ),
    );
    const inserted = fc.array(fc.tuple(fc.nat(), line, fc.constantFrom('\n', '\r\n')), { maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...eventStreams), inserted, fc.nat(), ({ body, expected }, lines, cut) => {
        const parts = body.split(/(?<=\n)/);
        // Insert nothing before the first line, because the first line decides the framing.
        for (const [at, words, lineEnd] of lines) parts.splice(1 + (at % parts.length), 0, words + lineEnd);
        assert.deepEqual(decodeReply(cutAt(encode(parts.join('')), [cut])), expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('ignores empty events and pings between the events of a stream', () => {
    const between = fc.constantFrom(
      '\n',
      '\n\n',
      'data:\n\n',
      'data: \n\n',
      'event: ping\n\n',
      'event: ping\ndata: {"type":"ping"}\n\n',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...eventStreams),
        fc.array(fc.tuple(fc.nat(), between)),
        ({ body, expected }, events) => {
          const parts = body.split(/(?<=\n\n)/);
          for (const [at, words] of events) parts.splice(at % (parts.length + 1), 0, words);
          assert.deepEqual(decodeReply([encode(parts.join(''))]), expected);
        },
      ),
    );
  });

  it('decodes any text unchanged', () => {
    const content = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(fc.array(content), fc.array(fc.nat(), { maxLength: 9 }), (contents, positions) => {
        const body = `${contents.map(textEvent).join('')}data: [DONE]`;
        const reply = decodeReply(cutAt(encode(body), positions));
        assert.deepEqual(reply, { ...emptyReply, text: contents.join(''), isComplete: true });
      }),
    );
  });

  it('returns a prefix of the full text for a truncated stream, and marks the reply as complete only after the end mark', () => {
    const reason = event({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.boolean(), fc.nat(), (contents, hasReason, cut) => {
        const words = contents.map(textEvent).join('');
        const mark = hasReason ? reason : 'data: [DONE]\n\n';
        const bytes = encode(words + mark);
        const length = cut % (bytes.length + 1);
        const reply = decodeReply([bytes.subarray(0, length)]);
        assert.ok(contents.join('').startsWith(reply.text));
        assert.equal(reply.isComplete, length >= encode(words + mark.trimEnd()).length);
        assert.equal(reply.error, undefined);
        assert.deepEqual(reply.notices, []);
      }),
    );
  });

  it('never throws, and returns the same result for a body in one piece as for single bytes', () => {
    const start = fc.constantFrom(
      '',
      'data: ',
      '{',
      '[',
      '{"choices":[',
      '<html>',
      ': \n',
      '\ufeff',
      'event: error\n',
      'plain ',
    );
    const noise = fc.array(
      fc.oneof(
        fc.uint8Array(),
        fc.constantFrom(...['\n', '\r', '"', '}', ']', 'data:', ',', '[DONE]', '{"error":'].map(encode)),
      ),
    );
    fc.assert(
      fc.property(start, noise, (words, pieces) => {
        const bytes = Buffer.concat([encode(words), ...pieces]);
        assert.deepEqual(decodeReply(oneByOne(bytes)), decodeReply([bytes]));
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws for any JSON, however deeply nested', () => {
    const key = fc.constantFrom(
      'choices',
      'delta',
      'message',
      'content',
      'text',
      'error',
      'errors',
      'detail',
      'usage',
      'index',
      'tool_calls',
      'x_groq',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 6 }, fc.jsonValue(), fc.array(tie('tree')), fc.dictionary(key, tie('tree'))),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom('data: ', 'event: error\ndata: ', ''), (value, start) => {
        void decodeReply([encode(`${start}${JSON.stringify(value)}\n\n`)]);
      }),
      { numRuns: 300 },
    );
    for (const deep of ['{"error":', '[', '{"choices":[{"delta":{"content":[[', '{"detail":[']) {
      void decodeReply([encode(`data: ${deep.repeat(20_000)}`)]);
      void decodeReply([encode(deep.repeat(20_000))]);
    }
    const nested = `${'{"error":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    assert.deepEqual(decodeReply([encode(`data: ${nested}\n\n`)]).error, { detail: '', code: undefined });
  });

  it('takes linear time for a stream that arrives byte by byte', () => {
    const length = 512 * 1024;
    // Quadratic time would exceed the timeout of this test.
    const bodies = [
      textEvent('x'.repeat(length)),
      `data: ${'x'.repeat(length)}`,
      'data:\n'.repeat(length / 6),
      ': x\n'.repeat(length / 4),
      '\n'.repeat(length),
      '\r'.repeat(length),
      `data: a${' \r'.repeat(length / 8)}`,
      `{"response":"${'x'.repeat(length)}","done":true}\n`,
      `{\n${' \n'.repeat(length / 2)}"response":"x"}`,
      `{"response":"${'x'.repeat(length)}`,
      '[x,'.repeat(length / 3),
      `<${'<title'.repeat(length / 6)}`,
      'words '.repeat(length / 6),
    ];
    for (const body of bodies) {
      const bytes = encode(body);
      assert.deepEqual(decodeReply(oneByOne(bytes)), decodeReply([bytes]), body.slice(0, 20));
    }
  }).timeout(60_000);
});

function cutAt(bytes: Uint8Array, positions: readonly number[]): readonly Uint8Array[] {
  const edges = [
    0,
    ...positions.map((position) => position % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}
