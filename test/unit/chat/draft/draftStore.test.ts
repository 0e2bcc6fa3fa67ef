import { strict as assert } from 'node:assert';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDraftStore, emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';

describe('createDraftStore', () => {
  const cleanUp = cleanUpAfterEach();

  it('loads the newest of many drafts that were saved at the same time', async () => {
    const folder = await temporaryFolder(cleanUp);
    const drafts = createDraftStore(createNodeFileStore(folder), neverCalled);
    const texts = Array.from('Typed letter by letter', (_, index) => 'Typed letter by letter'.slice(0, index + 1));
    await Promise.all(texts.map(async (text) => drafts.save({ text, attachments: [], queue: [] })));
    assert.deepEqual(await createDraftStore(createNodeFileStore(folder), neverCalled).load(), {
      text: 'Typed letter by letter',
      attachments: [],
      queue: [],
    });
  });

  it('loads an empty draft when the file is missing or empty, or has no fields of a draft', async () => {
    const folder = await temporaryFolder(cleanUp);
    const drafts = createDraftStore(createNodeFileStore(folder), neverCalled);
    assert.deepEqual(await drafts.load(), emptyDraft);
    for (const text of ['', '\n', '{}', '{"version":1}']) {
      await writeFile(path.join(folder, 'draft.json'), text);
      assert.deepEqual(await drafts.load(), emptyDraft, text);
    }
  });

  it('loads the valid parts of a damaged file, and renames the file', async () => {
    const file: Attachment = { id: 'a', path: 'a.ts', startLine: 1, endLine: 2, languageId: 'ts', code: 'a' };
    const queued = { id: 'm', text: 'Queued', attachments: [file] };
    const edit = { sessionId: 's', questionId: 'q', text: 'Edited' };
    const cases: readonly (readonly [text: string, loaded: Partial<Draft>])[] = [
      ['{"text":"Ha', {}],
      ['null', {}],
      ['7', {}],
      ['[]', {}],
      ['{"text":7}', {}],
      ['{"text":"Ha","aside":{}}', { text: 'Ha' }],
      ['{"text":"Ha","attachments":{}}', { text: 'Ha' }],
      ['{"text":"Ha","queue":"x"}', { text: 'Ha' }],
      [
        JSON.stringify({ text: 'Ha', attachments: [null, file, { ...file, code: 7 }] }),
        { text: 'Ha', attachments: [file] },
      ],
      ['{"text":"Ha","edits":7}', { text: 'Ha' }],
      [JSON.stringify({ edits: [{ ...edit, text: 7 }, edit] }), { edits: [edit] }],
      [JSON.stringify({ queue: [{ id: 'n' }, queued] }), { queue: [queued] }],
    ];
    for (const [text, loaded] of cases) {
      const folder = await temporaryFolder(cleanUp);
      await writeFile(path.join(folder, 'draft.json'), text);
      const kept: string[] = [];
      const drafts = createDraftStore(createNodeFileStore(folder), (name) => kept.push(name));
      assert.deepEqual(await drafts.load(), { ...emptyDraft, ...loaded }, text);
      assert.equal(kept.length, 1);
      await drafts.save({ ...emptyDraft, text: 'New' });
      assert.equal(await readFile(path.join(folder, kept[0] ?? ''), 'utf8'), text);
      assert.equal((await drafts.load()).text, 'New');
      assert.match(kept.join(), /^draft\.json\.\d+\.unreadable$/);
    }
  });

  it('reads the file of a newer version, and saves to another file', async () => {
    const folder = await temporaryFolder(cleanUp);
    const newer = '{"version":2,"text":"Newer","attachments":{"a":1},"more":[]}';
    await writeFile(path.join(folder, 'draft.json'), newer);
    const open = () => createDraftStore(createNodeFileStore(folder), neverCalled);
    const drafts = open();
    assert.deepEqual(await drafts.load(), { ...emptyDraft, text: 'Newer' });
    await drafts.save({ ...emptyDraft, text: 'Newer and mine' });
    assert.equal(await readFile(path.join(folder, 'draft.json'), 'utf8'), newer);
    assert.deepEqual(await open().load(), { ...emptyDraft, text: 'Newer and mine' });
    assert.deepEqual((await readdir(folder)).toSorted(), ['draft.1.json', 'draft.json']);
  });

  it('saves again after a save has failed', async () => {
    const folder = await temporaryFolder(cleanUp);
    const drafts = createDraftStore(createNodeFileStore(folder), neverCalled);
    await mkdir(path.join(folder, 'draft.json'));
    await assert.rejects(drafts.save({ text: 'a', attachments: [], queue: [] }));
    await rm(path.join(folder, 'draft.json'), { recursive: true });
    await drafts.save({ text: 'b', attachments: [], queue: [] });
    assert.equal((await drafts.load()).text, 'b');
  });
});
