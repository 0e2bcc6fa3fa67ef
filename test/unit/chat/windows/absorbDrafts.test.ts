import { strict as assert } from 'node:assert';
import { ChatDraft } from '../../../../src/chat/draft/chatDraft.ts';
import { createDraftStore, emptyDraft, type Draft } from '../../../../src/chat/draft/draftStore.ts';
import { createSessionLeases } from '../../../../src/chat/windows/sessionLease.ts';
import { openWindowDrafts, releaseWindowDrafts } from '../../../../src/chat/windows/windowDrafts.ts';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';
import { neverCalled } from '../../neverCalled.ts';
import { repetitiveTexts } from '../draft/repetitiveTexts.ts';

describe('WindowDrafts.absorb', () => {
  const cleanUp = cleanUpAfterEach();
  let files: FileStore;
  let isFaulty: (operation: keyof FileStore) => boolean;
  beforeEach(async () => {
    isFaulty = () => false;
    files = createFaultyStore(createNodeFileStore(await temporaryFolder(cleanUp)), (operation) =>
      isFaulty(operation) ? 'EIO' : undefined,
    );
  });

  const openWindow = async (pid: number) => {
    const windowId = `window${pid}`;
    const leases = createSessionLeases({
      files,
      folder: 'sessions',
      owner: { id: windowId, pid, processStart: undefined, host: 'here' },
      isAlive: () => true,
      now: Date.now,
    });
    const report = { onUnreadable: neverCalled, onReadError: assert.ifError };
    const drafts = await openWindowDrafts(files, leases, windowId, report);
    const dependencies = { drafts, notify: () => undefined, origin: () => '', reportSaveError: () => undefined };
    const chatDraft = new ChatDraft(dependencies, await drafts.load());
    return {
      chatDraft,
      load: async () => drafts.load(),
      absorb: async (...names: readonly string[]) => drafts.absorb(names, async (change) => chatDraft.replace(change)),
      close: async () => releaseWindowDrafts(leases, windowId),
    };
  };
  const draft = (text: string, more: Partial<Draft> = {}): Draft => ({ ...emptyDraft, text, ...more });
  const attachment = (id: string) => ({ id, path: 'a.ts', startLine: 1, endLine: 1, languageId: 'ts', code: id });
  const saveClosed = async (name: string, value: Draft) =>
    createDraftStore(files, neverCalled, `drafts/${name}.json`).save(value);
  const draftFiles = async () => files.list('drafts');

  it('appends the drafts to the text of the open window once, and deletes their files', async () => {
    const { chatDraft, absorb, load, close } = await openWindow(1);
    chatDraft.setText('Typed');
    const queue = [{ id: 'q', text: 'Queued', attachments: [attachment('b')] }];
    await saveClosed('hash', draft('Imported', { attachments: [attachment('a')], queue }));
    await saveClosed('other', draft('Of another window'));
    assert.equal(await absorb('hash'), true);
    const expected = draft('Typed\n\nImported\n\nQueued', { attachments: [attachment('a'), attachment('b')] });
    assert.equal(chatDraft.text, expected.text);
    assert.deepEqual(chatDraft.attachments, expected.attachments);
    assert.deepEqual(await load(), expected);
    assert.deepEqual(await draftFiles(), ['other.json']);
    await close();
    assert.equal((await (await openWindow(2)).load()).text, `${expected.text}\n\nOf another window`);
  });

  it('leaves the drafts to a later start if another window has the workspace’s draft', async () => {
    const [one, two] = [await openWindow(1), await openWindow(2)];
    await saveClosed('hash', draft('Imported'));
    assert.equal(await two.absorb('hash'), false);
    assert.deepEqual([one.chatDraft.text, two.chatDraft.text], ['', '']);
    assert.deepEqual(await draftFiles(), ['hash.json']);
  });

  it('leaves the drafts in their files while the disk refuses to write or to read', async () => {
    const { chatDraft, absorb } = await openWindow(1);
    await saveClosed('hash', draft('Imported'));
    for (const operations of [writes, new Set(['read'])]) {
      isFaulty = (operation) => operations.has(operation);
      assert.equal(await absorb('hash'), false);
      assert.equal(chatDraft.text, '');
    }
    isFaulty = () => false;
    assert.equal(await absorb('hash'), true);
    assert.equal(chatDraft.text, 'Imported');
  });

  it('compares the edits of all drafts within one budget, and keeps both texts when the budget is used up', async () => {
    const { chatDraft, absorb } = await openWindow(1);
    const edit = (questionId: string, text: string) => ({ sessionId: 's', questionId, text });
    const [whole, part] = repetitiveTexts(2 ** 17);
    chatDraft.setEdit(edit('long', ''), whole);
    chatDraft.setEdit(edit('short', ''), 'An edit, longer');
    await saveClosed('one', draft('', { edits: [edit('long', part.slice(0, 4_000))] }));
    await saveClosed('two', draft('', { edits: [edit('short', 'edit')] }));
    assert.equal(await absorb('one', 'two'), true);
    const expected = [`${whole}\n\n${part.slice(0, 4_000)}`, 'An edit, longer\n\nedit'];
    assert.deepEqual(
      chatDraft.edits.map(({ text }) => text),
      expected,
    );
  });

  it('adds no attachment twice, and gives another attachment with the same id a new id', async () => {
    const { chatDraft, absorb } = await openWindow(1);
    chatDraft.addAttachments([attachment('a')]);
    const [same, other] = [
      { ...attachment('a'), id: 'same' },
      { ...attachment('a'), code: 'other' },
    ];
    await saveClosed('hash', draft('', { attachments: [same, other, attachment('a')] }));
    assert.equal(await absorb('hash'), true);
    assert.deepEqual(
      chatDraft.attachments.map(({ code }) => code),
      ['a', 'other'],
    );
    assert.equal(new Set(chatDraft.attachments.map(({ id }) => id)).size, 2);
  });

  it('keeps an attachment that is also in a message that is being sent', async () => {
    const { chatDraft, absorb } = await openWindow(1);
    chatDraft.addAttachments([attachment('a')]);
    const submission = chatDraft.beginSubmission('');
    await saveClosed('hash', draft('', { attachments: [attachment('a')] }));
    assert.equal(await absorb('hash'), true);
    submission?.accept();
    assert.deepEqual(
      chatDraft.attachments.map(({ code }) => code),
      ['a'],
    );
  });

  it('leaves the attachments in their file for which the draft has no space', async () => {
    const { chatDraft, absorb } = await openWindow(1);
    const many = Array.from({ length: 201 }, (_, index) => attachment(String(index)));
    await saveClosed('hash', draft('Imported', { attachments: many }));
    assert.equal(await absorb('hash'), false);
    assert.equal(chatDraft.text, 'Imported');
    assert.deepEqual(chatDraft.attachments, many.slice(0, 200));
    assert.deepEqual(await draftFiles(), ['hash.json']);
  });
});
