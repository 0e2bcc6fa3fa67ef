import { strict as assert } from 'node:assert';
import { digestLargePayload } from '../../../../src/api/stream/largePayload.ts';
import { createPayloadReader } from '../../../../src/api/stream/payloadReader.ts';
import { createReplyParts } from '../../../../src/api/stream/replyParts.ts';
import { decodeReply, emptyReply, encode, event, textEvent } from './decodeReply.ts';
import { createShownChoice } from '../../../../src/api/stream/chunk/shownChoice.ts';

const read = (body: string) => decodeReply([encode(body)]);

/** Creates a reader, and `takeLarge`, which reads an event with digestLargePayload and adds the digest. */
function readerWithDigests() {
  const parts = createReplyParts();
  const reader = createPayloadReader(parts);
  const takeLarge = (data: string) =>
    reader.addDigest(
      digestLargePayload({
        kind: 'event',
        bytes: encode(`data: ${data}\n\n`),
        isStart: false,
        isLast: false,
        shownChoice: createShownChoice(),
      }).digest,
    );
  return { parts, reader, takeLarge };
}

describe('createPayloadReader', () => {
  it('gives up after more than 10,000 malformed events, and keeps the text before them', () => {
    const flood = (count: number) => read(`${textEvent('a')}${'data:{\n\n'.repeat(count)}${textEvent('b')}`);
    assert.deepEqual(flood(10_000), { ...emptyReply, text: 'ab', notices: ['malformedEvents'] });
    const { text, error } = flood(10_001);
    assert.deepEqual({ text, error }, { text: 'a', error: { detail: '', code: 'reply_too_large' } });
  });

  it('gives up after more than 50,000 payloads and lines that are not part of a reply', () => {
    const error = { detail: '', code: 'unreadable_reply' };
    for (const useless of [
      ':\n',
      ':\n\n',
      'a\n',
      'data:\n\n',
      'data: \t\n\n',
      'data:[]\n\n',
      'data:{"type":"ping"}\n\n',
    ]) {
      const flood = (count: number) => read(`: start\n${useless.repeat(count)}\n${textEvent('a')}`);
      assert.deepEqual(flood(49_999).text, 'a', useless);
      assert.deepEqual(flood(50_001), { ...emptyReply, error }, useless);
    }
  });

  it('gives up after more than 50,000 `id`, `event` and `retry` lines without data, and keeps the text before them', () => {
    const error = { detail: '', code: 'reply_too_large' };
    for (const useless of ['id:1\n\n', 'id\n\n', 'event: a\n\n', 'retry: 10\n\n', 'id:1\n', 'retry: 10\n']) {
      const flood = (count: number) =>
        decodeReply([textEvent('a'), useless.repeat(count), `\n${textEvent('b')}`].map(encode));
      // One event with text allows three such lines.
      assert.deepEqual(flood(50_003).text, 'ab', useless);
      const { text, error: found } = flood(50_004);
      assert.deepEqual({ text, error: found }, { text: 'a', error }, useless);
    }
  });

  it('gives up after more than 50,000 `id` lines that each arrive in a separate piece', () => {
    const { error } = decodeReply([': start\n', ...Array<string>(50_001).fill('id:1\n\n')].map(encode));
    assert.deepEqual(error, { detail: '', code: 'unreadable_reply' });
  });

  it('gives up after more than 50,000 data lines in events that are blank or malformed', () => {
    for (const useless of ['data\n', 'data:\n', 'data:1\n']) {
      const flood = (count: number) => read(`: start\n${useless.repeat(count)}\n${textEvent('a')}`);
      assert.equal(flood(49_000).text, 'a', useless);
      assert.deepEqual(flood(50_001).error, { detail: '', code: 'unreadable_reply' }, useless);
    }
  });

  it('gives up after more than 250,000 data lines beyond the first 65 of each event, and keeps the text before them', () => {
    // The second event has a text of the same form as the first, which is read without JSON.parse.
    const dense = (text: string, lines: number) =>
      `data: {"choices":[{"delta":{"content":"${text}"}}],"x":\n${'data:\n'.repeat(lines - 2)}data: 1}\n\n`;
    const flood = (count: number) => read(`${dense('a', 125_065)}${dense('b', count)}${textEvent('c')}`);
    assert.equal(flood(125_065).text, 'abc');
    const { text, error } = flood(125_066);
    assert.deepEqual({ text, error }, { text: 'ab', error: { detail: '', code: 'reply_too_large' } });
  });

  it('accepts 10,000 events with text that each have 65 data lines', () => {
    const dense = `data: {"choices":[{"delta":{"content":"a"}}],\n${'data:\n'.repeat(63)}data: "x": 1}\n\n`;
    assert.equal(read(dense.repeat(10_000)).text.length, 10_000);
  });

  it('accepts 200,000 events with text that each have an `id`, an `event` and a `retry` line', () => {
    const count = 200_000;
    assert.equal(read(`id: 1\nevent: message\nretry: 10\n${textEvent('a')}`.repeat(count)).text.length, count);
  });

  it('gives up after more than 10,000 malformed JSON lines, and after more than 10,000 malformed error lines', () => {
    const error = { detail: '', code: 'unreadable_reply' };
    assert.deepEqual(read('{}\n' + '{\n'.repeat(10_001)).error, error);
    assert.deepEqual(read(': start\n' + 'error:{\n'.repeat(10_001)).error, error);
  });

  it('gives up after more than 50,000 equal objects that are not part of a reply, and reports their message as the error', () => {
    const { error } = read(event({ message: 'no' }).repeat(50_001));
    assert.deepEqual(error, { detail: 'no', code: undefined });
  });

  it('accepts 60,000 comments, or objects that are not part of a reply, if each follows a piece of text', () => {
    const count = 60_000;
    assert.equal(read(`${textEvent('a')}: ping\n`.repeat(count)).text.length, count);
    assert.equal(read(`${textEvent('a')}${event({ step: 1 })}`.repeat(count)).text.length, count);
    // An escape makes each event with text one that has to be parsed.
    assert.equal(read(`${textEvent('"')}: ping\n`.repeat(count)).text.length, count);
  });

  it('accepts a space after [DONE] in the last event, even if no blank line follows the event', () => {
    assert.equal(read(`${textEvent('a')}data: [DONE] `).isComplete, true);
  });

  it('ignores usage and a finish reason in the digest of a payload after [DONE]', () => {
    const { parts, reader, takeLarge } = readerWithDigests();
    reader.take('[DONE]');
    takeLarge('{"choices":[{"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}');
    assert.deepEqual(parts.take(), []);
  });

  it('reports the message of an earlier object as the error if a digest contains neither a message nor text', () => {
    const { parts, reader, takeLarge } = readerWithDigests();
    reader.take('{"message":"no"}');
    takeLarge('{"type":"ping"}');
    reader.finish();
    assert.deepEqual(parts.take(), [{ type: 'error', error: { detail: 'no', code: undefined } }]);
  });

  it('takes [DONE] as the end after an object with a message if the text came with finish reasons', () => {
    const piece = event({ choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }] });
    const last = event({ type: 'message_stop', message: 'bye' });
    const whole = { ...emptyReply, text: 'aa', finishReason: 'stop', isComplete: true };
    assert.deepEqual(read(`${piece}${piece}${last}data: [DONE]\n\n`), whole);
    assert.equal(read(`${piece}${piece}${last}`).error?.detail, 'bye');
  });

  it('reports that nothing could be read if [DONE] follows only malformed or unknown payloads', () => {
    const error = { detail: '', code: 'unreadable_reply' };
    for (const payload of ['data: {oops\n\n', event({ type: 'delta', delta: 'a' })])
      assert.deepEqual(read(`${payload}data: [DONE]\n\n`), { ...emptyReply, error });
    assert.deepEqual(read('data: [DONE]\n\n'), { ...emptyReply, isComplete: true });
  });

  it('reports the message of an earlier object as the error if the next digest is [DONE]', () => {
    const { parts, reader, takeLarge } = readerWithDigests();
    reader.take('{"message":"no"}');
    takeLarge(`[DONE]${' '.repeat(10)}`);
    reader.finish();
    assert.deepEqual(parts.take(), [{ type: 'error', error: { detail: 'no', code: undefined } }]);
  });

  it('forgets the message of an earlier object if a digest contains a part of a reply', () => {
    const { parts, reader, takeLarge } = readerWithDigests();
    reader.take('{"message":"You are next."}');
    takeLarge('{"choices":[{"delta":{"content":"a"}}]}');
    reader.finish();
    assert.deepEqual(parts.take(), [{ type: 'text', text: 'a' }]);
  });

  it('adds the error unreadable_reply if digests contain no part of a reply', () => {
    for (const data of ['{"status":"ok"}', '{oops']) {
      const { parts, reader, takeLarge } = readerWithDigests();
      takeLarge(data);
      reader.finish();
      assert.deepEqual(parts.take(), [{ type: 'error', error: { detail: '', code: 'unreadable_reply' } }], data);
    }
  });

  it('adds a notice if a digest contains a malformed event', () => {
    const { parts, reader, takeLarge } = readerWithDigests();
    reader.take('{"choices":[]}');
    takeLarge('{oops');
    reader.finish();
    assert.deepEqual(parts.take(), [{ type: 'notice', notice: 'malformedEvents' }]);
  });
});
