import { strict as assert } from 'node:assert';
import { ChatDraft } from '../../../../src/chat/draft/chatDraft.ts';
import type { DraftEvent } from '../../../../src/chat/draft/draftEvent.ts';
import { emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';
import { attachment, queued } from './draftSamples.ts';

describe('ChatDraft.release', () => {
  const edit = (questionId: string, text: string) => ({ sessionId: 's', questionId, text });
  const full: Draft = {
    text: 'Old',
    attachments: [attachment('a')],
    queue: [queued('one')],
    edits: [edit('q', 'Old edit')],
  };

  const open = (value: Draft = full) => {
    const disk: { draft: Draft } = { draft: value };
    const events: DraftEvent[] = [];
    let onLoad: () => Draft = () => disk.draft;
    const drafts = {
      load: async () => Promise.resolve().then(() => onLoad()),
      save: async (each: Draft) => {
        disk.draft = structuredClone(each);
        return Promise.resolve();
      },
    };
    const draft = new ChatDraft(
      { drafts, origin: () => '', notify: (event) => void events.push(event), reportSaveError: assert.ifError },
      value,
    );
    const valueOf = () => ({
      text: draft.text,
      attachments: draft.attachments,
      queue: draft.queue,
      edits: draft.edits,
    });
    const loads = (load: () => Draft) => {
      onLoad = load;
    };
    return { draft, disk, events, valueOf, loads };
  };

  const changes: Record<string, (draft: ChatDraft) => void> = {
    'types text': (draft) => draft.setText(`${draft.text} and more`),
    'adds an attachment': (draft) => draft.addAttachments([attachment('b')]),
    'switches an attachment off': (draft) => draft.toggleAttachment('a'),
    'edits a question': (draft) => draft.setEdit({ sessionId: 's', questionId: 'other' }, 'New edit'),
    'removes a queued message': (draft) => draft.unqueue(draft.queue),
    'recalls an earlier prompt': (draft) => {
      draft.setAside(draft.text, 'Prompt');
      draft.setText('Prompt');
    },
  };

  for (const [name, change] of Object.entries(changes)) {
    it(`drops all content if the user ${name} while the data is removed`, async () => {
      const { draft, disk, valueOf } = open();
      const releasing = draft.release();
      change(draft);
      await releasing;
      disk.draft = emptyDraft;
      change(draft);
      assert.equal(disk.draft, emptyDraft);
      const reopening = draft.reopen(true);
      change(draft);
      await reopening;
      await draft.settle();
      assert.deepEqual(valueOf(), { ...emptyDraft, edits: [] });
      assert.equal(draft.aside, undefined);
      assert.equal(disk.draft, emptyDraft);
    });

    it(`keeps and saves the change if the user ${name} and nothing is removed`, async () => {
      const { draft, disk, valueOf } = open();
      const expected = open();
      change(expected.draft);
      await draft.release();
      change(draft);
      assert.deepEqual(disk.draft, full);
      await draft.reopen(false);
      await draft.settle();
      assert.deepEqual(valueOf(), expected.valueOf());
      assert.deepEqual(disk.draft, expected.disk.draft);
    });

    it(`keeps and saves the change if the user ${name} while the draft is loaded again`, async () => {
      const { draft, disk, valueOf } = open();
      const expected = open();
      change(expected.draft);
      await draft.release();
      const reopening = draft.reopen(false);
      change(draft);
      await reopening;
      await draft.settle();
      assert.deepEqual(valueOf(), expected.valueOf());
      assert.deepEqual(disk.draft, expected.disk.draft);
    });
  }

  it('reports the removed text, queue and edits', async () => {
    const { draft, disk, events } = open();
    await draft.release();
    disk.draft = emptyDraft;
    draft.setText('Old and more');
    events.length = 0;
    await draft.reopen(true);
    assert.deepEqual(events, [
      { type: 'queueChanged' },
      { type: 'draftChanged', text: { before: 'Old and more', after: '' } },
      { type: 'editChanged', sessionId: 's', questionId: 'q' },
    ]);
  });

  it('reports no text if nothing is removed', async () => {
    const { draft, events } = open();
    await draft.release();
    await draft.reopen(false);
    assert.deepEqual(events, [{ type: 'queueChanged' }, { type: 'draftChanged' }]);
  });

  it('keeps the draft that another window has written since the removal', async () => {
    const { draft, disk, valueOf } = open();
    await draft.release(true);
    disk.draft = { ...emptyDraft, text: 'Of the other window' };
    await draft.reopen(true);
    assert.deepEqual(valueOf(), { ...disk.draft, edits: [] });
    assert.equal(disk.draft.text, 'Of the other window');
  });

  it('empties the file if it still has the removed draft', async () => {
    const { draft, disk, valueOf } = open();
    await draft.release(true);
    disk.draft = JSON.parse(JSON.stringify(full)) as Draft;
    await draft.reopen(true);
    assert.deepEqual([valueOf(), disk.draft], [{ ...emptyDraft, edits: [] }, emptyDraft]);
  });

  it('saves each change again after `reopen`', async () => {
    for (const isRemoved of [false, true]) {
      const { draft, disk } = open();
      await draft.release();
      await draft.reopen(isRemoved);
      draft.setText('New');
      assert.equal(disk.draft.text, 'New');
    }
  });

  it('adds the changes to a draft that another window has written meanwhile', async () => {
    const { draft, disk, events, valueOf } = open();
    const other = queued('other');
    await draft.release();
    disk.draft = { text: 'Other', attachments: [attachment('c')], queue: [other], edits: [edit('r', 'Other edit')] };
    draft.setText('Old and more');
    draft.addAttachments([attachment('b')]);
    draft.setEdit({ sessionId: 's', questionId: 'q' }, 'New edit');
    events.length = 0;
    await draft.reopen(false);
    assert.deepEqual(events.at(-1), { type: 'editChanged', ...edit('r', 'Other edit') });
    assert.deepEqual(valueOf(), {
      text: 'Other\n and more',
      attachments: [attachment('b'), attachment('c')],
      queue: [other],
      edits: [edit('q', 'New edit'), edit('r', 'Other edit')],
    });
    assert.deepEqual(disk.draft, valueOf());
  });

  for (const isRemoved of [false, true]) {
    it(`${isRemoved ? 'is empty after a removal' : 'keeps the draft'} if the file cannot be read`, async () => {
      const { draft, disk, valueOf, loads } = open();
      await draft.release();
      draft.setText('Old and more');
      loads(() => {
        throw new Error('EIO');
      });
      await assert.rejects(draft.reopen(isRemoved), { message: 'EIO' });
      assert.deepEqual(valueOf(), isRemoved ? { ...emptyDraft, edits: [] } : { ...full, text: 'Old and more' });
      assert.deepEqual(disk.draft, isRemoved ? full : { ...full, text: 'Old and more' });
    });
  }
});
