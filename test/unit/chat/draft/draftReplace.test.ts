import { strict as assert } from 'node:assert';
import { ChatDraft } from '../../../../src/chat/draft/chatDraft.ts';
import { emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';

describe('ChatDraft.replace', () => {
  const open = () => {
    let disk = { ...emptyDraft, text: 'Typed' };
    const drafts = {
      load: async () => Promise.resolve(disk),
      save: async (value: Draft) => {
        disk = value;
        return Promise.resolve();
      },
    };
    const draft = new ChatDraft(
      { drafts, notify: () => undefined, origin: () => '', reportSaveError: assert.ifError },
      disk,
    );
    return { draft, textOnDisk: () => disk.text };
  };
  const appended = (value: Draft): Draft => ({ ...value, text: `${value.text} and more` });

  for (const isRemoved of [false, true]) {
    it(`replaces nothing if the draft is released meanwhile, and ${isRemoved ? 'removed' : 'not removed'}`, async () => {
      const { draft, textOnDisk } = open();
      const replaced = draft.replace(appended);
      await draft.release();
      assert.deepEqual([await replaced, draft.text, textOnDisk()], [false, 'Typed', 'Typed']);
      await draft.reopen(isRemoved);
      const left = isRemoved ? '' : 'Typed';
      assert.deepEqual([draft.text, textOnDisk()], [left, left]);
    });
  }

  it('replaces nothing, and writes nothing, while the draft is released', async () => {
    const { draft, textOnDisk } = open();
    await draft.release();
    assert.equal(await draft.replace(appended), false);
    assert.deepEqual([draft.text, textOnDisk()], ['Typed', 'Typed']);
    await draft.reopen(false);
    assert.equal(await draft.replace(appended), true);
    assert.equal(textOnDisk(), 'Typed and more');
  });

  it('replaces nothing if the draft changes during both attempts', async () => {
    const { draft, textOnDisk } = open();
    let attempts = 0;
    const replaced = draft.replace((value) => {
      attempts += 1;
      queueMicrotask(() => draft.setText(`Typed ${attempts}`));
      return appended(value);
    });
    assert.deepEqual([await replaced, attempts], [false, 2]);
    assert.deepEqual([draft.text, textOnDisk()], ['Typed 2', 'Typed 2']);
  });
});
