import { strict as assert } from 'node:assert';
import { PanelMemory, type PanelState } from '../../../src/webview/panelMemory.ts';

describe('PanelMemory', () => {
  /** Creates the memory of a new panel that uses the given storage. */
  const createMemory = (storage: { stored?: PanelState }) =>
    new PanelMemory({
      load: () => storage.stored,
      save: (state) => {
        storage.stored = state;
      },
    });

  it('returns the stored state when a rebuilt panel opens the same session', () => {
    const storage = {};
    const reading = { messageId: 'reply', offset: 12, questionIds: ['question'] };
    const before = createMemory(storage);
    before.open('one');
    before.setDraft('half a thou');
    before.setReading(reading);

    const after = createMemory(storage);
    assert.deepEqual(after.open('one'), { sessionId: 'one', draft: 'half a thou', reading });
    assert.deepEqual(after.reading, reading);
  });

  it('opens a session and returns no state if the stored state belongs to another session', () => {
    const memory = createMemory({ stored: { sessionId: 'one', draft: 'half' } });
    assert.equal(memory.open('two'), undefined);
    assert.equal(memory.sessionId, 'two');
  });

  it('returns undefined when the panel switches back to a session that was open before', () => {
    const memory = createMemory({});
    memory.open('one');
    memory.setDraft('half');
    memory.open('two');
    assert.equal(memory.open('one'), undefined);
  });

  it('saves nothing before the first session is open', () => {
    const stored = { sessionId: 'one', draft: 'half' };
    const storage = { stored };
    const memory = createMemory(storage);
    memory.setDraft('');
    memory.setEdit('one', 'question', 'edited');
    assert.deepEqual(storage.stored, stored);
  });

  it('ignores edits before the first session is open', () => {
    const storage: { stored?: PanelState } = {};
    const memory = createMemory(storage);
    memory.setEdit('one', 'question', 'edited');
    memory.open('one');
    memory.setDraft('half');
    assert.deepEqual(storage.stored, { sessionId: 'one', draft: 'half' });
  });

  it('keeps the edits of each session when the panel is rebuilt', () => {
    const storage: { stored?: PanelState } = {};
    const before = createMemory(storage);
    before.open('one');
    before.setEdit('one', 'question', 'edited');
    before.open('two');
    assert.deepEqual(before.edits, {});
    before.setEdit('two', 'other', 'also edited');

    const after = createMemory(storage);
    after.open('two');
    assert.deepEqual(after.edits, { other: 'also edited' });
    after.open('one');
    assert.deepEqual(after.edits, { question: 'edited' });
  });

  it('removes the edit of a session that is not open', () => {
    const memory = createMemory({});
    memory.open('one');
    memory.setEdit('one', 'question', 'edited');
    memory.setEdit('one', 'other', 'also edited');
    memory.open('two');
    memory.setEdit('one', 'question', undefined);
    memory.open('one');
    assert.deepEqual(memory.edits, { other: 'also edited' });
  });

  it('forgets only the edits that equal the last question of the next session', () => {
    const memory = createMemory({});
    memory.open('one');
    memory.setEdit('one', 'question', 'edited');
    memory.setEdit('one', 'other', '');
    memory.forgetSent(undefined);
    memory.forgetSent('edited');
    assert.deepEqual(memory.edits, { other: '' });
  });

  it('removes a session from the stored edits when the last edit of the session is removed', () => {
    const storage: { stored?: PanelState } = {};
    const memory = createMemory(storage);
    memory.open('one');
    memory.setEdit('one', 'question', 'edited');
    memory.setEdit('one', 'question', undefined);
    assert.deepEqual(storage.stored?.edits, {});
  });

  it('drops the state from before a deletion of all data, both in the same panel and in a rebuilt panel', () => {
    const storage: { stored?: PanelState } = {};
    const memory = createMemory(storage);
    memory.open('one');
    memory.setDraft('half');
    memory.setEdit('one', 'question', 'edited');
    memory.open('two', 'deletion');
    assert.deepEqual(storage.stored, {
      sessionId: 'two',
      deletionId: 'deletion',
      draft: '',
      edits: {},
      reading: undefined,
    });
    memory.setDraft('new');
    assert.equal(createMemory(storage).open('two', 'deletion')?.draft, 'new');
    assert.equal(createMemory(storage).open('two', 'later deletion'), undefined);
    assert.equal(storage.stored.draft, '');
  });
});
