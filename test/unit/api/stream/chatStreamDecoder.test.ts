import { strict as assert } from 'node:assert';
import { createChatStreamDecoder } from '../../../../src/api/stream/chatStreamDecoder.ts';
import {
  decodeReply,
  emptyReply,
  encode,
  event,
  everyCut,
  oneByOne,
  textEvent,
  type DecodedReply,
} from './decodeReply.ts';

/** The lines of a stream that is difficult to split into events and characters. */
const difficultLines = [
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

const expected: DecodedReply = {
  ...emptyReply,
  text: 'Grüße, 日本 👩‍👩‍👧 a\u2028b\u2029c\u0085d \r\n',
  isComplete: true,
  finishReason: 'stop',
  usage: { inputTokens: 7, cachedInputTokens: 2, outputTokens: 5 },
};

const finishReason = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });

describe('createChatStreamDecoder', () => {
  for (const [name, lineEnd] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    it(`decodes a stream whose lines end with ${name}, wherever the stream is split`, () => {
      for (const { name: cut, pieces } of everyCut(encode(difficultLines.join(lineEnd)))) {
        assert.deepEqual(decodeReply(pieces), expected, cut);
      }
    });
  }

  it('decodes a stream with mixed line ends', () => {
    // In this order, an LF line end never directly follows a CR line end. Together, they would be a single line end.
    const lineEnds = ['\r\n', '\n', '\r'];
    const body = difficultLines.map((line, index) => line + (lineEnds[index % 3] ?? '')).join('');
    for (const { name, pieces } of everyCut(encode(body))) assert.deepEqual(decodeReply(pieces), expected, name);
  });

  it('returns the text of an event as soon as the last byte of the event arrives', () => {
    const decoder = createChatStreamDecoder();
    assert.deepEqual(decoder.push(encode('data: {"choices":[{"delta":{"content":"a"}}]}\n')), []);
    assert.deepEqual(decoder.push(encode('\n')), [{ type: 'text', text: 'a' }]);
    assert.deepEqual(decoder.push(encode(': PROCESSING\n\n')), []);
    assert.deepEqual(decoder.push(encode(textEvent('b') + textEvent('c'))), [{ type: 'text', text: 'bc' }]);
    for (const byte of oneByOne(encode(textEvent('d').replaceAll('\n', '\r').slice(0, -1))))
      assert.deepEqual(decoder.push(byte), []);
    assert.deepEqual(decoder.push(encode('\r')), [{ type: 'text', text: 'd' }]);
  });

  it('returns plain text at once, and the text of a JSON line when the line ends', () => {
    const plain = createChatStreamDecoder();
    assert.deepEqual(plain.push(encode('H'))[0], { type: 'text', text: 'H' });
    assert.deepEqual(plain.push(encode('ey')), [{ type: 'text', text: 'ey' }]);
    const lines = createChatStreamDecoder();
    assert.deepEqual(lines.push(encode('{"response":"He","done":false}\n{"resp')), [{ type: 'text', text: 'He' }]);
    assert.deepEqual(lines.push(encode('onse":"y","done":false}\n')), [{ type: 'text', text: 'y' }]);
  });

  it('ignores whitespace and byte order marks before the stream, however the body is split', () => {
    for (const start of ['', '\ufeff', '\ufeff\ufeff', '\r\n\n  \t', ' \ufeff\n']) {
      for (const { name, pieces } of everyCut(encode(start + textEvent('a')))) {
        assert.equal(decodeReply(pieces).text, 'a', `${JSON.stringify(start)}, ${name}`);
      }
    }
  });

  it('returns neither parts nor an error for a body that is empty or has only comments, empty events or pings', () => {
    for (const body of [
      '',
      '\n\n',
      '\ufeff',
      ': PROCESSING\n\n',
      'data:\n\n',
      'data:  \n\n',
      'event: ping\n\n',
      'data: {"type":"ping"}\n\n',
    ]) {
      for (const { name, pieces } of everyCut(encode(body))) assert.deepEqual(decodeReply(pieces), emptyReply, name);
    }
  });

  it('accepts a last event that no blank line follows', () => {
    assert.equal(read('data: [DONE]').isComplete, true);
    assert.equal(read(textEvent('whole').trimEnd()).text, 'whole');
    assert.equal(read(`${textEvent('a')}{"error":"no"}`).error?.detail, 'no');
  });

  it('joins several data lines of an event', () => {
    assert.equal(read('data: {"choices":[{"delta":\ndata: {"content":"joined"}}]}\n\n').text, 'joined');
  });

  it('skips malformed events and adds a notice', () => {
    const reply = read(`${textEvent('a')}data: {oops\n\ndata: 7\n\n${textEvent('b')}`);
    assert.deepEqual(reply, { ...emptyReply, text: 'ab', notices: ['malformedEvents'] });
  });

  it('adds no notice of malformed events if an error follows', () => {
    const reply = read(`data: {oops\n\n${textEvent('a')}${event({ error: 'no' })}`);
    assert.deepEqual(reply, { ...emptyReply, text: 'a', error: { detail: 'no', code: undefined } });
  });

  it('ignores lines without a known field name if they contain no JSON error', () => {
    const reply = read(
      `${textEvent('a')}{"choices":[{"delta":{"content":"x"}}]}\n{oops\nerror: words\n\n${textEvent('b')}`,
    );
    assert.deepEqual(reply, { ...emptyReply, text: 'ab' });
  });

  it('accepts a reply whose only field is `usage`, `response` or `done`', () => {
    for (const part of [{ usage: { prompt_tokens: 1 } }, { response: '' }, { done: false }])
      assert.equal(read(event(part)).error, undefined, JSON.stringify(part));
  });

  it('ends with the error unreadable_reply if the body contains no part of a reply', () => {
    const error = { detail: '', code: 'unreadable_reply' };
    for (const body of [
      'data: {oops\n\ndata: "words"\n\n',
      '{"status":"ok"}',
      '[{"status":"ok"}]\n',
      'data: {"status":"ok"}\n\n',
      '{oops}',
      '[7]',
    ]) {
      assert.deepEqual(read(body), { ...emptyReply, error }, body);
    }
  });

  it('ends with the error undecodable_reply if the body is binary', () => {
    const error = { detail: '', code: 'undecodable_reply' };
    for (const body of [Uint8Array.of(0x1f, 0x8b, 8, 0), Uint8Array.of(0xff, 0xd8, 0xff), Uint8Array.of(0, 0, 0)]) {
      assert.deepEqual(decodeReply([body]), { ...emptyReply, error });
      assert.deepEqual(decodeReply(oneByOne(body)), { ...emptyReply, error });
    }
  });

  it('counts the bytes of plain text that are not text as unread', () => {
    const decoder = createChatStreamDecoder();
    decoder.push(Uint8Array.of(0x61, 0xff, 0));
    assert.equal(decoder.unreadBytes, 2);
    decoder.push(Uint8Array.of(0x62, 7, 0x1b));
    assert.equal(decoder.unreadBytes, 3);
  });

  it('returns a whole body that is the beginning of a field name as plain text, but not if the body is truncated', () => {
    for (const body of ['d', 'data', 'error', 'id', 're']) {
      const decoder = createChatStreamDecoder();
      assert.deepEqual(decoder.push(encode(body)), []);
      assert.deepEqual(decoder.finish(true)[0], { type: 'text', text: body });
      assert.deepEqual(read(body), emptyReply);
    }
  });

  it('counts a binary body as unread until its end, or until 128 Ki characters', () => {
    const decoder = createChatStreamDecoder();
    for (const length of [1_000, 2_000]) {
      assert.deepEqual(decoder.push(new Uint8Array(1_000)), []);
      assert.equal(decoder.unreadBytes, 2 * length);
    }
    assert.deepEqual(decoder.push(new Uint8Array(125 * 1024)), []);
    assert.deepEqual(decoder.push(new Uint8Array(2 * 1024)), [
      { type: 'error', error: { detail: '', code: 'undecodable_reply' } },
    ]);
    assert.equal(decoder.isFinished, true);
  });

  it('ignores everything after [DONE]', () => {
    const late =
      textEvent('b') +
      event({ usage: { prompt_tokens: 1, completion_tokens: 1 } }) +
      finishReason +
      event({ error: 'late' });
    const reply = read(
      `${textEvent('a')}data: [DONE]\n\ndata: [DONE]\n\n${late}{"error":"late"}\nevent: error\ndata: late\n\n`,
    );
    assert.deepEqual(reply, { ...emptyReply, text: 'a', isComplete: true });
    const lateLine = '{"error":"late","usage":{"prompt_tokens":1,"completion_tokens":1}}';
    assert.equal(read(`${textEvent('a')}data: [DONE]\n\n${lateLine}\n`).usage, undefined);
  });

  it('accepts text and a newer usage report after a finish reason', () => {
    const usage = (tokens: number) => event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: tokens } });
    const reply = read(usage(1) + event({ choices: [{ finish_reason: 'length' }] }) + textEvent('late') + usage(9));
    assert.equal(reply.text, 'late');
    assert.equal(reply.finishReason, 'length');
    assert.equal(reply.isComplete, false);
    assert.equal(reply.usage?.outputTokens, 9);
  });

  it('treats any event with the name `error` as an error', () => {
    for (const data of [
      '{"message":"no"}',
      '"no"',
      'no',
      '[{"msg":"no"}]',
      '{"error":"no"}',
      '{"choices":[],"detail":"no"}',
    ]) {
      assert.equal(read(`event: error\ndata: ${data}\n\n`).error?.detail, 'no', data);
    }
  });

  it('recognises an error by its fields', () => {
    const shapes = [
      { error: { message: 'no', code: 'c' }, choices: [{ delta: { content: 'x' } }] },
      { error: 'no' },
      { object: 'error', message: 'no' },
      { detail: 'no' },
      { detail: [{ loc: ['body'], msg: 'no' }] },
      { message: 'no' },
      { msg: 'no', code: 7 },
      { errors: [{ message: 'no' }] },
      { title: 'Nope', status: 400, detail: 'no' },
      { x_groq: { error: 'no' }, choices: [] },
      { choices: [{ index: 0, error: { code: 502, message: 'no' } }] },
      [{ error: { message: 'no' } }],
    ];
    for (const shape of shapes) {
      for (const body of [
        event(shape),
        `${event(shape)}data: [DONE]\n\n`,
        JSON.stringify(shape),
        JSON.stringify(shape, null, 2),
      ]) {
        assert.deepEqual({ ...read(body).error, code: undefined }, { detail: 'no', code: undefined }, body);
        assert.equal(read(body).isComplete, false);
      }
    }
  });

  it('recognises an error by its field `object` or `type` even if text follows', () => {
    for (const shape of [
      { object: 'error', message: 'no' },
      { type: 'error', message: 'no' },
    ])
      assert.equal(read(event(shape) + textEvent('a')).error?.detail, 'no');
  });

  it('does not treat an empty `error` field or a status message as an error', () => {
    for (const error of [null, '', {}, [], false]) assert.equal(read(event({ error, choices: [] })).error, undefined);
    assert.equal(read(event({ message: 'You are next.' }) + textEvent('a')).error, undefined);
    assert.equal(read(finishReason + event({ message: 'It took 3 s.' }) + 'data: [DONE]\n\n').error, undefined);
  });

  it('looks for the title of an HTML page only in the first 64 Ki characters, however the page is split', () => {
    const page = (length: number) => encode(`<html>${' '.repeat(length)}<title>No entry</title>`);
    for (const [length, title] of [
      [60_000, { detail: 'No entry', isTitle: true }],
      [70_000, { detail: '' }],
    ] as const) {
      const expectation = { ...emptyReply, error: { ...title, code: 'html_page' } };
      assert.deepEqual(decodeReply([page(length)]), expectation);
      assert.deepEqual(decodeReply(oneByOne(page(length))), expectation);
    }
  });

  it('accepts JSON lines without text, with or without token counts', () => {
    assert.deepEqual(read('{"done":true}\n'), { ...emptyReply, isComplete: true });
    assert.deepEqual(read('{"done":false}\n'), emptyReply);
    const withUsage = read('{"usage":{"prompt_tokens":1,"completion_tokens":2}}\n{"done":true}\n');
    assert.equal(withUsage.usage?.outputTokens, 2);
  });

  it('reads a body line by line if the body starts with `{` but is not a JSON document', () => {
    const reply = read('{oops}\n{"response":"a","done":false}\n{"response":"b","done":true}\n{"respon');
    assert.deepEqual(reply, { ...emptyReply, text: 'ab', notices: ['malformedEvents'], isComplete: true });
    assert.equal(read('{"choices":[{"delta":{"content":"a"}}]}\n[DONE]\n').isComplete, true);
  });

  it('reads JSON, truncated JSON or [DONE] in the last line of a body that is not a JSON document', () => {
    const start = '{oops}\n{"response":"a"}\n';
    const expectedStart = { ...emptyReply, text: 'a', notices: ['malformedEvents'] } as const;
    for (const { name, pieces } of everyCut(encode(`${start}{"response":"b"}`)))
      assert.deepEqual(decodeReply(pieces), { ...expectedStart, text: 'ab' }, name);
    for (const { name, pieces } of everyCut(encode(`${start}{"response":"b`)))
      assert.deepEqual(decodeReply(pieces), { ...expectedStart, text: 'ab' }, name);
    for (const { name, pieces } of everyCut(encode(`${start}[DONE]`)))
      assert.deepEqual(decodeReply(pieces), { ...expectedStart, isComplete: true }, name);
  });

  it('accepts JSON or [DONE] in a last line without a line end', () => {
    assert.deepEqual(read('{"response":"a"}\n{"response":"b"}'), { ...emptyReply, text: 'ab' });
    assert.deepEqual(read('{"response":"a"}\n[DONE]'), { ...emptyReply, text: 'a', isComplete: true });
    assert.deepEqual(read('{"response":"a"}\noops'), { ...emptyReply, text: 'a', notices: ['malformedEvents'] });
  });

  it('returns the text of a JSON line when the line ends, even after a malformed line', () => {
    const decoder = createChatStreamDecoder();
    assert.deepEqual(decoder.push(encode('{"response":"a"}\n')), [{ type: 'text', text: 'a' }]);
    assert.deepEqual(decoder.push(encode('oops\n{"resp')), []);
    assert.deepEqual(decoder.push(encode('onse":"b"}\n')), [{ type: 'text', text: 'b' }]);
    assert.deepEqual(decoder.finish(), [{ type: 'notice', notice: 'malformedEvents' }]);
  });

  const mebibyte = encode('x'.repeat(1024 * 1024));
  const tooLarge = { detail: '', code: 'event_too_large' };
  const endless = (start: string) => [encode(start), ...Array<Uint8Array>(20).fill(mebibyte)];

  it('keeps the text before an event that is too long, and adds an error unless the reply is complete', () => {
    const start = `${textEvent('a')}data: "`;
    const inSmallPieces = [encode(start), ...Array<Uint8Array>(5000).fill(mebibyte.subarray(0, 4095))];
    for (const pieces of [endless(start), inSmallPieces])
      assert.deepEqual(decodeReply(pieces), { ...emptyReply, text: 'a', error: tooLarge });
    assert.deepEqual(decodeReply(endless(`${finishReason}data: "`)), {
      ...emptyReply,
      finishReason: 'stop',
      isComplete: true,
    });
  });

  it('keeps the first 16 Mi characters of a JSON document or JSON line that is too long, and adds an error', () => {
    for (const start of [
      '{"choices":\n[{"message":{"content":"',
      '{"choices":[{"message":{"content":"',
      '{"response":"a"}\n{"response":"',
    ]) {
      const document = decodeReply(endless(start));
      assert.ok(document.text.length > 16 * 1024 * 1024 - 100);
      assert.deepEqual(document.error, tooLarge);
    }
  });

  it('does not apply the size limit of a line to the whole reply', () => {
    const line = encode(`${JSON.stringify({ response: 'x'.repeat(1024 * 1024) })}\n`);
    const reply = decodeReply([...Array<Uint8Array>(20).fill(line), encode('{"done":true}')]);
    assert.deepEqual(
      { ...reply, text: reply.text.length },
      { ...emptyReply, text: 20 * 1024 * 1024, isComplete: true },
    );
  });

  it('keeps the first 64 Mi characters of a longer reply, and ends with reply_too_large', () => {
    const mebibyte = 1024 * 1024;
    for (const size of [mebibyte, mebibyte - 1]) {
      const reply = decodeReply(Array<Uint8Array>(70).fill(encode('x'.repeat(size))));
      assert.equal(reply.text.length, 64 * mebibyte);
      assert.deepEqual(reply.error, { detail: '', code: 'reply_too_large' });
      assert.equal(reply.isComplete, false);
    }
    const thoughts = event({ choices: [{ delta: { reasoning: 'x'.repeat(8 * mebibyte) } }] });
    const reply = decodeReply(
      [...Array<string>(7).fill(thoughts), ...Array<string>(2).fill(textEvent('x'.repeat(8 * mebibyte)))].map(encode),
    );
    assert.deepEqual(
      [reply.reasoning.length, reply.text.length, reply.error?.code],
      [56 * mebibyte, 8 * mebibyte, 'reply_too_large'],
    );
  });

  it('adds no error to a complete reply when later text makes the reply too long', () => {
    const late = textEvent('x'.repeat(8 * 1024 * 1024));
    const reply = decodeReply([event({ done: true }), ...Array<string>(9).fill(late)].map(encode));
    assert.deepEqual(
      { ...reply, text: reply.text.length },
      { ...emptyReply, text: 64 * 1024 * 1024, isComplete: true },
    );
  });
});

function read(body: string): DecodedReply {
  return decodeReply([encode(body)]);
}
