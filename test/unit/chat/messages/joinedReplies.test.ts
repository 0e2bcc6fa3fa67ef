import { strict as assert } from 'node:assert';
import { joinContinuations } from '../../../../src/chat/messages/joinedReplies.ts';
import type { Message } from '../../../../src/chat/messages/message.ts';

const ending = { end: 'stopped', charged: 'yes' } as const;

/** Returns a question and its reply, followed by continuations. `textOf` returns the text of each part. */
function continued(count: number, textOf: (index: number) => string): readonly Message[] {
  return Array.from({ length: count + 1 }, (_, index): readonly Message[] => [
    {
      kind: 'question',
      id: `q${index}`,
      at: 1,
      text: '',
      attachments: [],
      content: '',
      ...(index > 0 && { isContinuation: true, continues: 'r0' }),
    },
    {
      kind: 'reply',
      id: `r${index}`,
      questionId: `q${index}`,
      at: 1,
      text: textOf(index),
      reasoning: '',
      state: 'stopped',
      ending,
    },
  ]).flat();
}

describe('joinContinuations', () => {
  it('joins a continuation of millions of line breaks', () => {
    const [, reply] = joinContinuations(continued(1, () => '\n'.repeat(4_000_000)));
    assert.equal(reply?.text.length, 8_000_000);
  });
});
