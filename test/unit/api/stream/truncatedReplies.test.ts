import { strict as assert } from 'node:assert';
import { createChatStreamDecoder } from '../../../../src/api/stream/chatStreamDecoder.ts';
import { decodeReply, emptyReply, encode, oneByOne, textEvent } from './decodeReply.ts';

const read = (body: string) => decodeReply([encode(body)]);

describe('createChatStreamDecoder, with a truncated body', () => {
  it('reads text and reasoning from a truncated last event, but neither usage nor the finish reason', () => {
    const last = JSON.stringify({
      choices: [{ index: 0, delta: { reasoning: 'hm', content: 'paid for' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
      more: '',
    });
    for (const [length, text] of [
      [last.indexOf('for'), 'a paid '],
      [last.length - 2, 'a paid for'],
    ] as const) {
      for (const data of [last.slice(0, length), last.slice(0, length).replace(':', ':\ndata: ')]) {
        const body = encode(`${textEvent('a ')}data: ${data}`);
        for (const pieces of [[body], oneByOne(body)]) {
          assert.deepEqual(decodeReply(pieces), { ...emptyReply, reasoning: 'hm', text });
        }
      }
    }
  });

  it('reads the text of a truncated last event even if a message that is not part of the reply came before', () => {
    const body = `data: {"message":"Position 3 in the queue"}\n\ndata: {"choices":[{"delta":{"content":"b`;
    assert.deepEqual(read(body), { ...emptyReply, text: 'b' });
  });

  it('ignores a truncated last event that contains no part of a reply, or that is an error', () => {
    for (const cut of [
      'data: {"message":"Position 3',
      'data: {"choi',
      'event: error\ndata: {"error":{"message":"sk-abc',
    ]) {
      assert.deepEqual(read(textEvent('a') + cut), { ...emptyReply, text: 'a' }, cut);
    }
    assert.equal(read('data: {"message":"Position 3').error, undefined);
  });

  it('reads text and reasoning from a truncated JSON document, but neither usage nor the finish reason', () => {
    const whole = JSON.stringify({
      choices: [{ index: 0, message: { reasoning: 'hm', content: 'paid for' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
      more: '',
    });
    const partial = whole.slice(0, whole.indexOf('for'));
    const bodies = [
      [partial, 'paid '],
      [whole.slice(0, -2), 'paid for'],
      [partial.replace(':', ':\n'), 'paid '],
      [`{"status":"queued"}\n${partial}`, 'paid '],
    ] as const;
    for (const [body, text] of bodies) {
      for (const pieces of [[encode(body)], oneByOne(encode(body))]) {
        assert.deepEqual(decodeReply(pieces), { ...emptyReply, reasoning: 'hm', text });
      }
    }
  });

  it('drops the message of a truncated error, because the message could contain a truncated API key', () => {
    const { error } = read('{"error":{"message":"Incorrect API key provided: sk-abc');
    assert.deepEqual(error, { detail: '', code: undefined });
  });

  const cut = '{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"paid for';

  for (const [name, error] of Object.entries({
    'a JSON error': '\n{"error":{"message":"upstream connect error"}}',
    'an HTML error': '\n<!DOCTYPE html>\n<html lang="en"><title>502</title></html>',
    'an error event': '\n\ndata: {"error":{"message":"upstream"}}\n\n',
    'a plain error': '\nInternal Server Error',
  })) {
    it(`reads the text of a JSON document that ${name} truncates, and counts the bytes of the error`, () => {
      for (const pieces of [[encode(cut + error)], oneByOne(encode(cut + error))])
        assert.deepEqual(decodeReply(pieces), { ...emptyReply, text: 'paid for' });
      assert.equal(unreadBytesOf(cut + error), error.length);
      assert.equal(read(`data: ${cut}${error.replaceAll('\n', '\ndata:')}`).text, 'paid for');
    });
  }

  it('reads the text of a pretty-printed JSON document that an error truncates after the text', () => {
    const body = '{\n "choices": [\n  {\n   "message": {\n    "content": "paid for"\n   Bad gateway';
    assert.deepEqual(read(body), { ...emptyReply, text: 'paid for' });
    assert.equal(unreadBytesOf(body), '\n   Bad gateway'.length);
  });

  it('counts the bytes of a truncated JSON document from an unescaped quotation mark', () => {
    const rest = ' it", said the model. '.repeat(100);
    assert.equal(read(`${cut}"${rest}`).text, 'paid for');
    assert.equal(unreadBytesOf(`${cut}"${rest}`), rest.length);
  });

  it('reads the lines after a JSON document that is truncated before its text', () => {
    const part = JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' } }] });
    for (const start of ['{"status":"que', '{"id":"x","choices":[{"index":0,"message":{"role":"assis']) {
      assert.equal(read(`${start}\n{"error":{"message":"no"}}`).error?.detail, 'no');
      assert.equal(read(`${start}\n${part}\n${part.slice(0, -5)}`).text, 'aa');
    }
  });

  it('reads the event before an error line that no blank line precedes', () => {
    const whole = JSON.stringify({ choices: [{ delta: { content: 'paid for' } }] });
    for (const [line, detail] of [
      ['{"error":{"message":"no"}}', 'no'],
      ['error: {"message":"no"}', 'no'],
    ] as const) {
      for (const data of [whole, whole.slice(0, -5), whole.replace(':', ':\ndata: ')]) {
        for (const end of ['', '\n', '\n\n', `\n\n${textEvent('b')}`]) {
          const body = encode(`${textEvent('a ')}data: ${data}\n${line}\n${end}`);
          for (const pieces of [[body], oneByOne(body)]) {
            const { text, error } = decodeReply(pieces);
            assert.deepEqual([text, error?.detail], ['a paid for', detail], `${data}\n${line}\n${end}`);
          }
        }
      }
    }
  });

  it('counts the bytes of an unreadable event before an error line', () => {
    const unreadable = `oops ${'word '.repeat(100)}`;
    assert.equal(unreadBytesOf(`data: ${unreadable}\nerror: {"message":"no"}\n\n`), unreadable.length);
  });

  it('does not end an event at a line that contains no error', () => {
    const body = `data: {"choices":[{"delta":\n{"errors":0}\nnonsense\ndata: {"content":"a"}}]}\n\n`;
    assert.equal(read(body).text, 'a');
  });
});

function unreadBytesOf(body: string): number {
  const decoder = createChatStreamDecoder();
  decoder.push(encode(body));
  decoder.finish();
  return decoder.unreadBytes;
}
