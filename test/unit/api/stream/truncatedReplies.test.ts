import { strict as assert } from 'node:assert';
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
});
