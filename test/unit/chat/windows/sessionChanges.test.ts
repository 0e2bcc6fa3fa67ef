import { strict as assert } from 'node:assert';
import type { ChatSessionEvent } from '../../../../src/chat/conversation/conversationEvent.ts';
import type { Message, Question, Reply } from '../../../../src/chat/messages/message.ts';
import { sessionChanges } from '../../../../src/chat/windows/sessionChanges.ts';

const question = (id: string, text = id): Question => ({
  kind: 'question',
  id,
  at: 0,
  text,
  attachments: [],
  content: text,
});
const reply = (text: string, more: Partial<Reply> = {}): Reply => ({
  kind: 'reply',
  id: 'r',
  questionId: 'q',
  at: 0,
  text,
  reasoning: '',
  state: 'streaming',
  ...more,
});

describe('sessionChanges', () => {
  const changes = (before: readonly Message[], after: readonly Message[]) => sessionChanges(before, after);

  it('returns no event for equal messages', () => {
    assert.deepEqual(changes([], []), []);
    assert.deepEqual(changes([question('q'), reply('Half')], [question('q'), reply('Half')]), []);
  });

  it('ignores the order of fields, and fields that are undefined', () => {
    const { state, ...rest } = reply('Half');
    assert.deepEqual(changes([reply('Half')], [{ state, ...rest, progress: undefined }]), []);
  });

  it('notices a changed, missing or added field of a question or reply, at any depth', () => {
    const attachment = { id: 'a', path: 'a.ts', startLine: 1, endLine: 2, languageId: 'typescript', code: 'let a;' };
    const asked: Question = { ...question('q'), attachments: [attachment] };
    for (const attachments of [
      [{ ...attachment, code: 'let b;' }],
      [{ ...attachment, isOff: true }],
      [],
      [attachment, attachment],
    ])
      assert.equal(changes([asked], [{ ...asked, attachments }]), undefined);
    const ending = { end: 'failed', charged: 'no', error: { name: 'ServerError', detail: 'One' } } as const;
    const failed = reply('', { ending });
    for (const other of [
      { ...ending, error: { ...ending.error, detail: 'Two' } },
      { ...ending, elapsed: 1 },
    ]) {
      const after = reply('', { ending: other });
      assert.deepEqual(changes([failed], [after]), [{ type: 'replyChanged', reply: after }]);
      assert.deepEqual(changes([after], [failed]), [{ type: 'replyChanged', reply: failed }]);
    }
  });

  it('returns one event for all messages that were added at the end', () => {
    const added = [question('q'), reply('')];
    assert.deepEqual(changes([question('p')], [question('p'), ...added]), [{ type: 'messagesAdded', messages: added }]);
  });

  it('returns an event for the appended reasoning, then an event for the appended text', () => {
    const before = [question('q'), reply('One', { reasoning: 'Think' })];
    const after = [question('q'), reply('One two', { reasoning: 'Think more' })];
    const expected: readonly ChatSessionEvent[] = [
      { type: 'textAppended', replyId: 'r', part: 'reasoning', text: ' more' },
      { type: 'textAppended', replyId: 'r', part: 'text', text: ' two' },
    ];
    assert.deepEqual(changes(before, after), expected);
  });

  it('returns events for appended text, for a changed reply and for added messages, in this order', () => {
    const complete = reply('One two', { state: 'complete' });
    assert.deepEqual(changes([reply('One')], [complete, question('p')]), [
      { type: 'textAppended', replyId: 'r', part: 'text', text: ' two' },
      { type: 'replyChanged', reply: complete },
      { type: 'messagesAdded', messages: [question('p')] },
    ]);
  });

  it('returns undefined for removed, reordered, replaced or shortened messages, and for a changed question', () => {
    const before = [question('q'), reply('One')];
    const others: readonly (readonly Message[])[] = [
      [],
      [question('q')],
      [reply('One'), question('q')],
      [question('p'), reply('One')],
      [question('q', 'other text'), reply('One')],
      [question('q'), reply('On')],
      [question('q'), reply('Other')],
      [question('q'), question('r')],
    ];
    for (const after of others) assert.equal(changes(before, after), undefined, JSON.stringify(after));
  });
});
