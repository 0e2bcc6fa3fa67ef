import { strict as assert } from 'node:assert';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDraftStore, emptyDraft } from '../../../../src/chat/draft/draftStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';

describe('createDraftStore', () => {
  const cleanUp = cleanUpAfterEach();

  it('saves the newest of many drafts that are saved at once', async () => {
    const folder = await temporaryFolder(cleanUp);
    const drafts = createDraftStore(createNodeFileStore(folder));
    const texts = Array.from('Typed letter by letter', (_, index) => 'Typed letter by letter'.slice(0, index + 1));
    await Promise.all(texts.map(async (text) => drafts.save({ text, attachments: [], queue: [] })));
    assert.deepEqual(await createDraftStore(createNodeFileStore(folder)).load(), {
      text: 'Typed letter by letter',
      attachments: [],
      queue: [],
    });
  });

  it('loads an empty draft when the file is missing, corrupt or without the fields of a draft', async () => {
    const folder = await temporaryFolder(cleanUp);
    const drafts = createDraftStore(createNodeFileStore(folder));
    assert.deepEqual(await drafts.load(), emptyDraft);
    for (const text of ['', '{"text":"Ha', 'null', '7', '[]', '{}']) {
      await writeFile(path.join(folder, 'draft.json'), text);
      assert.deepEqual(await drafts.load(), emptyDraft, text);
    }
  });

  it('saves again after a save has failed', async () => {
    const folder = await temporaryFolder(cleanUp);
    const drafts = createDraftStore(createNodeFileStore(folder));
    await mkdir(path.join(folder, 'draft.json'));
    await assert.rejects(drafts.save({ text: 'a', attachments: [], queue: [] }));
    await rm(path.join(folder, 'draft.json'), { recursive: true });
    await drafts.save({ text: 'b', attachments: [], queue: [] });
    assert.equal((await drafts.load()).text, 'b');
  });
});
