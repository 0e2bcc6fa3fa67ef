import { strict as assert } from 'node:assert';
import { decodeReply, emptyReply, encode, event, textEvent } from './decodeReply.ts';

const read = (body: string) => decodeReply([encode(body)]);

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

  it('gives up after more than 10,000 malformed JSON lines, and after more than 10,000 malformed error lines', () => {
    const error = { detail: '', code: 'unreadable_reply' };
    assert.deepEqual(read('{}\n' + '{\n'.repeat(10_001)).error, error);
    assert.deepEqual(read(': start\n' + 'error:{\n'.repeat(10_001)).error, error);
  });

  it('reports the objects’ message as the error if more than 50,000 equal objects are not part of a reply', () => {
    const { error } = read(event({ message: 'no' }).repeat(50_001));
    assert.deepEqual(error, { detail: 'no', code: undefined });
  });

  it('accepts 60,000 comments, or objects that are not part of a reply, if each follows a piece of text', () => {
    const count = 60_000;
    assert.equal(read(`${textEvent('a')}: ping\n`.repeat(count)).text.length, count);
    assert.equal(read(`${textEvent('a')}${event({ step: 1 })}`.repeat(count)).text.length, count);
  });
});
