import { strict as assert } from 'node:assert';
import { addDrafts } from '../../../../src/chat/archive/addDrafts.ts';
import { createDraftStore, emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { WriteBuffer } from '../../../../src/node/writeBuffer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';
import { neverCalled } from '../../neverCalled.ts';
import { repetitiveTexts } from '../draft/repetitiveTexts.ts';

describe('addDrafts', () => {
  const cleanUp = cleanUpAfterEach();
  const attachment = (id: string) => ({ id, path: 'a.ts', startLine: 1, endLine: 1, languageId: 'ts', code: 'a' });
  const queued = (text: string, ...ids: readonly string[]) => ({ id: text, text, attachments: ids.map(attachment) });
  const known: Draft = {
    text: 'In the box',
    aside: 'Set aside',
    attachments: [attachment('a')],
    queue: [queued('First', 'b'), queued('Second', 'c')],
  };

  /**
   * Adds a draft to a workspace. Returns the draft that `addDrafts` wrote as the draft of a closed window, or undefined
   * if it wrote none.
   */
  const added = async (draft: Partial<Draft>, workspaceDraft?: Draft) => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    if (workspaceDraft !== undefined) await createDraftStore(files, neverCalled).save(workspaceDraft);
    await addDrafts(files, [{ ...emptyDraft, ...draft }], () => 'hash');
    if (workspaceDraft !== undefined)
      assert.deepEqual(await createDraftStore(files, neverCalled).load(), workspaceDraft);
    const names = await files.list('drafts');
    return names.length === 0 ? undefined : createDraftStore(files, neverCalled, `drafts/${names.join()}`).load();
  };

  it('counts edits apart from drafts for the message box', async () => {
    const edit = (questionId: string) => ({ sessionId: 's', questionId, text: 'Better' });
    const drafts = [
      { ...emptyDraft, edits: [edit('1'), edit('2')] },
      { ...emptyDraft, text: 'Typed', edits: [edit('3')] },
    ];
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    assert.deepEqual(await addDrafts(files, drafts, () => 'hash'), { count: 1, edits: 3, ids: ['hash'] });
  });

  it('writes the draft, but not its `replaces`, as the draft of a closed window if the workspace has no draft', async () => {
    assert.deepEqual(await added({ ...known, replaces: '{}' }), known);
  });

  it('returns the number of drafts that were not empty and not known, and the ids of the written drafts', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const drafts = [known, emptyDraft, { ...known, text: 'box' }, { ...emptyDraft, text: 'Other' }];
    assert.deepEqual(await addDrafts(files, drafts, () => 'hash'), { count: 2, edits: 0, ids: ['hash'] });
    assert.deepEqual(await addDrafts(files, drafts, () => 'again'), { count: 0, edits: 0, ids: [] });
  });

  it('writes nothing if the text, `aside`, the queue and the attachments are anywhere in the workspace’s draft', async () => {
    const contained: readonly Partial<Draft>[] = [
      {},
      known,
      ...['the box', 'aside', 'First', 'Sec'].flatMap((text) => [{ text }, { aside: text }, { queue: [queued(text)] }]),
      ...['a', 'b', 'c'].flatMap((id) => [{ attachments: [attachment(id)] }, { queue: [queued('First', id)] }]),
    ];
    for (const draft of contained) assert.equal(await added(draft, known), undefined, JSON.stringify(draft));
  });

  it('writes the draft if the workspace’s draft lacks one text or one attachment, even of a queued message', async () => {
    const missing: readonly Partial<Draft>[] = [
      { text: 'In the box, longer' },
      { aside: 'Other' },
      { queue: [queued('First'), queued('Third')] },
      { attachments: [attachment('a'), attachment('d')] },
      { queue: [queued('First', 'b', 'd')] },
    ];
    for (const draft of missing) assert.deepEqual(await added(draft, known), { ...emptyDraft, ...draft });
    const { aside, ...withoutAside } = known;
    assert.deepEqual(await added({ aside: 'Set aside' }, withoutAside), { ...emptyDraft, aside: 'Set aside' });
  });

  it('writes nothing if the drafts of all windows together contain the texts and attachments', async () => {
    const folder = await temporaryFolder(cleanUp);
    const files = createFaultyStore(createNodeFileStore(folder), (operation, name) =>
      operation === 'read' && name === 'drafts/unreadable.json' ? 'EIO' : undefined,
    );
    const { attachments, ...texts } = known;
    await createDraftStore(files, neverCalled).save({ ...texts, attachments: [] });
    await createDraftStore(files, neverCalled, 'drafts/two.json').save({ ...emptyDraft, attachments });
    for (const name of ['unreadable.json', 'damaged.json', 'notes.txt']) await files.write(`drafts/${name}`, 'a');
    const before = await files.list('drafts');
    await addDrafts(files, [known], () => 'hash');
    assert.deepEqual(await files.list('drafts'), before);
    await addDrafts(files, [{ ...known, text: 'Other' }], () => 'hash');
    assert.deepEqual(new Set(await files.list('drafts')), new Set([...before, 'hash.json']));
  });

  it('writes several drafts as one draft, reads each known draft once, and omits drafts that others contain', async () => {
    const reads = new Map<string, number>();
    let writeCount = 0;
    const files = createFaultyStore(createNodeFileStore(await temporaryFolder(cleanUp)), (operation, name) => {
      if (operation === 'read') reads.set(name, (reads.get(name) ?? 0) + 1);
      if (writes.has(operation)) writeCount += 1;
      return undefined;
    });
    await createDraftStore(files, neverCalled).save({ ...emptyDraft, text: 'Known' });
    writeCount = 0;
    reads.clear();
    const many = Array.from({ length: 50 }, (_, index) => ({ ...emptyDraft, text: `Text ${index + 100}` }));
    const drafts = [known, { ...emptyDraft, text: 'Known' }, ...many, { ...emptyDraft, text: 'In the box' }];
    await addDrafts(files, drafts, (draft) => `of${draft.text.length}`);
    const [name] = await files.list('drafts');
    assert.deepEqual([writeCount, [...reads.values()].every((count) => count === 1)], [1, true]);
    assert.deepEqual(await createDraftStore(files, neverCalled, `drafts/${name}`).load(), {
      ...emptyDraft,
      text: ['In the box', 'Set aside', 'First', 'Second', ...many.map(({ text }) => text)].join('\n\n'),
      attachments: ['a', 'b', 'c'].map(attachment),
    });
    await addDrafts(files, drafts, () => 'again');
    assert.deepEqual(await files.list('drafts'), [name]);
  });

  it('writes a draft with an unsent edit unless the workspace’s draft contains the edit', async () => {
    const edit = { sessionId: 's', questionId: 'q', text: 'Edited' };
    assert.deepEqual(await added({ edits: [edit] }, known), { ...emptyDraft, edits: [edit] });
    assert.equal(await added({ edits: [edit] }, { ...known, edits: [{ ...edit, text: 'Edited twice' }] }), undefined);
  });

  it('merges the unsent edits of several drafts', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const drafts = ['a', 'b'].map((questionId) => ({
      ...emptyDraft,
      edits: [{ sessionId: 's', questionId, text: questionId }],
    }));
    await addDrafts(files, drafts, () => 'hash');
    const { edits } = await createDraftStore(files, neverCalled, 'drafts/hash.json').load();
    assert.deepEqual(
      edits,
      drafts.flatMap((each) => each.edits),
    );
  });

  it('writes the edits that exceed the limits of a draft to further drafts of closed windows', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const questionIds = Array.from({ length: 50 }, (_, index) => `${index}`);
    const drafts = questionIds.map((questionId) => ({
      ...emptyDraft,
      text: questionId,
      edits: [{ sessionId: 's', questionId, text: 'Edited' }],
    }));
    await addDrafts(files, drafts, ({ edits }) => `from-${edits?.[0]?.questionId}`);
    const names = ['from-0.json', 'from-20.json', 'from-40.json'];
    assert.deepEqual((await files.list('drafts')).toSorted(), names);
    const saved = await Promise.all(
      names.map(async (name) => createDraftStore(files, neverCalled, `drafts/${name}`).load()),
    );
    assert.deepEqual(
      saved.map(({ text }) => text),
      [questionIds.join('\n\n'), '', ''],
    );
    assert.deepEqual(
      saved.flatMap(({ edits = [] }) => edits.map(({ questionId }) => questionId)),
      questionIds,
    );
  });

  it('adds long texts and edits with repetitions that differ from those of the workspace', async () => {
    const [whole, part] = repetitiveTexts(2 ** 17);
    const edit = { sessionId: 's', questionId: 'q' };
    for (const create of [(text: string) => ({ text }), (text: string) => ({ edits: [{ ...edit, text }] })])
      assert.deepEqual(await added(create(part), { ...emptyDraft, ...create(whole) }), {
        ...emptyDraft,
        ...create(part),
      });
  });

  it('rejects if the disk refuses the draft, instead of keeping the draft in memory', async () => {
    const buffer = new WriteBuffer({
      files: createFaultyStore(createNodeFileStore(await temporaryFolder(cleanUp)), (operation) =>
        writes.has(operation) ? 'ENOSPC' : undefined,
      ),
      onDidChange: () => undefined,
      ask: async () => Promise.reject(new Error('Unexpected question.')),
    });
    cleanUp(() => buffer.dispose());
    await assert.rejects(
      addDrafts(buffer.files, [known], () => 'hash'),
      { code: 'ENOSPC' },
    );
  });
});
