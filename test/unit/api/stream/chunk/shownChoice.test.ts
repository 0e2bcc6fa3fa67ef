import { strict as assert } from 'node:assert';
import type { ReadLargePayload } from '../../../../../src/api/stream/largePayload.ts';
import { digestLargePayload } from '../../../../../src/api/stream/largePayload.ts';
import { ReplyDecoder } from '../../../../../src/api/stream/replyDecoder.ts';
import { createChatStreamDecoder } from '../../../../../src/api/stream/chatStreamDecoder.ts';
import type { ChatStreamPart } from '../../../../../src/api/stream/chatStreamPart.ts';
import { encode, event } from '../decodeReply.ts';

type Delta = Readonly<Record<string, unknown>>;

const choice = (index: number | undefined, delta: Delta, others: Delta = {}) => ({ index, delta, ...others });
const text = (content: string) => ({ content });
const thought = (reasoning_content: string) => ({ reasoning_content });

/** Returns the reasoning and the text of a stream, each event of which has these choices. */
function shown(...events: readonly (readonly unknown[])[]): readonly string[] {
  const decoder = createChatStreamDecoder();
  const body = events.map((choices) => event({ choices })).join('');
  return joined([...decoder.push(encode(body)), ...decoder.finish()]);
}

function joined(parts: readonly ChatStreamPart[]): readonly string[] {
  const of = (type: 'text' | 'reasoning') =>
    parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('');
  return [of('reasoning'), of('text')];
}

describe('takeShownChoice', () => {
  it('shows the choice that arrives first, whatever its index', () => {
    assert.deepEqual(shown([choice(1, text('a'))], [choice(1, text('b'))]), ['', 'ab']);
    assert.deepEqual(shown([choice(undefined, text('a'))], [choice(0, text('b'))]), ['', 'ab']);
    assert.deepEqual(shown([choice(2, text('a'))], [choice(0, text('x'))], [choice(2, text('b'))]), ['', 'ab']);
  });

  it('shows the text of another choice if the first one has only a role, reasoning or an end', () => {
    const answer = [[choice(1, text('a'))], [choice(1, text('b'))]];
    assert.deepEqual(shown([choice(0, thought('hm'))], [choice(0, thought('.'))], ...answer), ['hm.', 'ab']);
    assert.deepEqual(shown([choice(0, { role: 'assistant', content: '' })], ...answer), ['', 'ab']);
    assert.deepEqual(shown([choice(0, {}, { finish_reason: 'stop' })], ...answer), ['', 'ab']);
    assert.deepEqual(shown([choice(0, thought('hm')), choice(1, text('ab'))]), ['', 'ab']);
  });

  it('does not take white space for the answer', () => {
    const blank = [choice(0, text('\n'))];
    assert.deepEqual(shown(blank, blank, [choice(1, text('a'))], blank, [choice(1, text('b'))]), ['', '\n\nab']);
  });

  it('waits for the answer after the finish reason of a choice with reasoning only', () => {
    const decoder = createChatStreamDecoder();
    const push = (...choices: readonly unknown[]) => decoder.push(encode(event({ choices })));
    push(choice(0, thought('hm')));
    push(choice(0, {}, { finish_reason: 'stop' }));
    assert.deepEqual([decoder.isAtEnd, decoder.isComplete], [false, false]);
    push(choice(1, text('a')));
    assert.deepEqual([decoder.isAtEnd, decoder.isComplete], [false, false]);
    decoder.push(encode('data: [DONE]\n\n'));
    assert.equal(decoder.isComplete, true);
  });

  it('does not mix two choices that arrive in turn', () => {
    const turns = ['a', 'b', 'c'].map((each) => [choice(0, text(each)), choice(1, text(each.toUpperCase()))]);
    assert.deepEqual(shown(...turns), ['', 'abc']);
    assert.deepEqual(shown(...turns.flatMap((each) => each.map((one) => [one]))), ['', 'abc']);
    const thoughts = ['a', 'b'].flatMap((each) => [
      [choice(0, thought(each))],
      [choice(1, thought(each.toUpperCase()))],
    ]);
    assert.deepEqual(shown(...thoughts, ...turns), ['ab', 'abc']);
  });

  it('counts the output of the other choices', () => {
    const decoder = createChatStreamDecoder();
    for (const choices of [[choice(1, text('a'))], [choice(0, text('12345'))], [choice(1, text('b'))]])
      decoder.push(encode(event({ choices })));
    assert.equal(decoder.unreadBytes, 5);
  });

  it('shows the same choice before and after an event that is read on another thread', async () => {
    const readLarge: ReadLargePayload = async (payload) =>
      Promise.resolve(digestLargePayload(structuredClone(payload)));
    const decoder = new ReplyDecoder(readLarge, { collectedLength: 50, largeLength: 100 });
    const parts: ChatStreamPart[] = [];
    const large = [choice(0, text('x'.repeat(200))), choice(1, text('y'.repeat(200)))];
    for (const choices of [[choice(1, text('a'))], large, [choice(0, text('x'))], [choice(1, text('b'))]])
      parts.push(...(await decoder.push(encode(event({ choices })))));
    parts.push(...(await decoder.finish()));
    assert.deepEqual(joined(parts), ['', `a${'y'.repeat(200)}b`]);
    const first = new ReplyDecoder(readLarge, { collectedLength: 50, largeLength: 100 });
    const others: ChatStreamPart[] = [];
    for (const choices of [[choice(1, text('y'.repeat(200)))], [choice(0, text('x'))], [choice(1, text('b'))]])
      others.push(...(await first.push(encode(event({ choices })))));
    assert.deepEqual(joined(others), ['', `${'y'.repeat(200)}b`]);
  });
});
