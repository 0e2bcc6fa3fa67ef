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
    const { draft, reading: place } = after.open('one') ?? {};
    assert.deepEqual([draft, place], ['half a thou', reading]);
    assert.deepEqual(after.reading, reading);
  });

  it('returns only the draft, which belongs to all sessions, if the stored state belongs to another session', () => {
    const reading = { messageId: 'reply', offset: 12, questionIds: ['question'] };
    const editCopies = [{ questionId: 'question', text: 'edited', bases: [0] }];
    const state = { draft: 'half', draftBases: [1, 2], submitted: 1, editCopies, reading };
    const storage: { stored?: PanelState } = { stored: { sessionId: 'one', ...state } };
    const memory = createMemory(storage);
    const expected = { draft: 'half', draftBases: [1, 2], submitted: 1 };
    assert.deepEqual(memory.open('two'), expected);
    assert.equal(memory.sessionId, 'two');
    assert.equal(memory.reading, undefined);
    assert.deepEqual(storage.stored, { sessionId: 'two', ...expected });
  });

  it('keeps the draft for a rebuilt panel, but not the edits and the reading place, when another session is opened', () => {
    const storage: { stored?: PanelState } = {};
    const memory = createMemory(storage);
    memory.open('one');
    memory.setDraft('half');
    memory.setDraftBases({ draftBases: [1, 2], submitted: 1 });
    memory.setEditCopies([{ questionId: 'question', text: 'edited', bases: [0] }]);
    memory.setReading({ messageId: 'reply', offset: 12, questionIds: ['question'] });
    memory.open('two');
    const expected = { draft: 'half', draftBases: [1, 2], submitted: 1 };
    assert.deepEqual(storage.stored, { sessionId: 'two', ...expected });
    assert.equal(createMemory(storage).open('two')?.draft, 'half');
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
    assert.deepEqual(storage.stored, stored);
  });

  it('returns the copies of unconfirmed edits to a rebuilt panel', () => {
    const storage = {};
    const before = createMemory(storage);
    before.open('one');
    const copies = [{ questionId: 'question', text: 'edited', bases: [0] }];
    before.setEditCopies(copies);
    assert.deepEqual(createMemory(storage).open('one')?.editCopies, copies);
    before.setEditCopies([]);
    assert.deepEqual(createMemory(storage).open('one')?.editCopies, []);
  });

  it('drops the edits that an earlier version stored', () => {
    const storage: { stored?: PanelState } = {
      stored: { sessionId: 'one', draft: 'half', edits: { one: { question: 'edited' } } } as PanelState,
    };
    const memory = createMemory(storage);
    memory.open('one');
    memory.setDraft('whole');
    assert.deepEqual(Object.keys(storage.stored ?? {}).toSorted(), [
      'draft',
      'draftBases',
      'editCopies',
      'reading',
      'sessionId',
      'submitted',
    ]);
  });

  it('drops the state from before a deletion of all data, both in the same panel and in a rebuilt panel', () => {
    const storage: { stored?: PanelState } = {};
    const memory = createMemory(storage);
    memory.open('one');
    memory.setDraft('half');
    memory.open('two', 'deletion');
    assert.deepEqual(storage.stored, {
      sessionId: 'two',
      deletionId: 'deletion',
      draft: '',
      draftBases: [],
      submitted: undefined,
    });
    memory.setDraft('new');
    assert.equal(createMemory(storage).open('two', 'deletion')?.draft, 'new');
    assert.equal(createMemory(storage).open('two', 'later deletion'), undefined);
    assert.equal(storage.stored.draft, '');
  });
});
