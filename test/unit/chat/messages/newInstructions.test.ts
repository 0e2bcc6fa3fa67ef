import { strict as assert } from 'node:assert';
import type { Reply } from '../../../../src/chat/messages/message.ts';
import { newInstructions } from '../../../../src/chat/messages/newInstructions.ts';

const reply = (questionId: string, more: Partial<Reply>): Reply => ({
  kind: 'reply',
  id: `reply to ${questionId}`,
  questionId,
  at: 1,
  instructions: 'Be brief.',
  text: 'Text',
  reasoning: '',
  state: 'complete',
  ...more,
});

/** Returns the ids of the questions that instructions are shown with. */
const shownWith = (...replies: readonly Reply[]) => [...newInstructions(replies).keys()];

describe('newInstructions', () => {
  it('returns the same instructions again for another service that keeps the conversation', () => {
    const [a, b] = [
      { mode: 'session', origin: 'https://a' },
      { mode: 'session', origin: 'https://b' },
    ] as const;
    assert.deepEqual(shownWith(reply('q1', a), reply('q2', { ...a, instructions: undefined }), reply('q3', b)), [
      'q1',
      'q3',
    ]);
  });

  it('returns them again for the first request in mode `session` after requests in mode `messages`', () => {
    assert.deepEqual(shownWith(reply('q1', { mode: 'messages' }), reply('q2', { mode: 'session' })), ['q1', 'q2']);
  });

  it('returns them in mode `messages` only if they have changed or the earlier messages are from another session', () => {
    const messages = [
      reply('q1', { isCarried: true }),
      reply('q2', {}),
      reply('q3', { origin: 'https://b' }),
      reply('q4', { instructions: 'Be long.' }),
    ];
    assert.deepEqual(shownWith(...messages.map((each) => ({ ...each, mode: 'messages' as const }))), [
      'q1',
      'q2',
      'q4',
    ]);
  });
});
