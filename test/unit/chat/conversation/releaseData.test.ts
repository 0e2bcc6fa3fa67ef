import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createDraftStore } from '../../../../src/chat/draft/draftStore.ts';
import type { Attachment } from '../../../../src/chat/messages/attachment.ts';
import type { Question } from '../../../../src/chat/messages/message.ts';
import { createDataDeletions } from '../../../../src/chat/windows/dataDeletions.ts';
import { waitForOtherWindows } from '../../../../src/chat/windows/otherWindows.ts';
import { createFolderWatch } from '../../../../src/node/folderWatch.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { removeData } from '../../../../src/node/storedData/removeData.ts';
import { createDeletionFollower } from '../../../../src/vscode/storage/deletionFollower.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { neverCalled } from '../../neverCalled.ts';
import { filesBelow } from '../../node/storedData/writeFiles.ts';
import { mementoInMemory } from '../../vscode/storageInMemory.ts';
import { connectionTo, draftOf, openChat, shown } from '../openChat.ts';
import { exchangeRecords } from './exchangeRecords.ts';

describe('WorkspaceChat.release', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let global: string;
  let standIn: StandIn;
  beforeEach(async () => {
    global = await temporaryFolder(cleanUp);
    standIn = await standInService(cleanUp);
  });

  /** Opens a window with its own workspace folder. All windows share one folder for the announced deletions. */
  const openWindow = async (id: string) => {
    const folder = path.join(global, 'emptyWindows', id);
    const opened = await openChat(cleanUp, { folder, windowId: id }, counter(), {
      connection: () => connectionTo(standIn),
    });
    const { chat, windows, sessions, ledger } = opened;
    const drafts = await windows.openDrafts();
    const owner = { id, pid: process.pid, processStart: undefined, host: 'here' };
    const release = async (remove: () => Promise<boolean>, isOver?: boolean) =>
      chat.release(async () => {
        await sessions.settleList();
        await windows.close();
        let isRemoved = false;
        await ledger.clear(async () => {
          isRemoved = await remove();
          if (isRemoved) await sessions.forgetList();
          return isRemoved;
        });
        await drafts.reopen();
        return isRemoved;
      }, isOver);
    const follower = createDeletionFollower({
      deletions: createDataDeletions({
        files: createNodeFileStore(global),
        watch: createFolderWatch(global),
        owner,
        isAlive: () => true,
        createId: randomUUID,
        now: Date.now,
      }),
      workspaceState: mementoInMemory(),
      sessionIdName: 'sessionId',
      release,
      reportError: (error) => assert.fail(String(error)),
    });
    const isReleased = async (timeout: number) =>
      waitForOtherWindows({
        stores: [...new Set(['one', 'two', id])].map((each) =>
          createNodeFileStore(path.join(global, 'emptyWindows', each)),
        ),
        owner,
        isAlive: () => true,
        now: Date.now,
        timeout,
      });
    return { ...opened, folder, follower, release, isReleased };
  };
  type OpenWindow = Awaited<ReturnType<typeof openWindow>>;

  /** Sends a question, and resolves when its reply has text. */
  const startReply = async ({ chat, until }: OpenWindow) => {
    standIn.script({ reply: 'word '.repeat(2_000), rate: 100 });
    void chat.submitDraft('Question');
    await until(() => (chat.session.messages[1] as { readonly text?: string } | undefined)?.text !== undefined);
    await until(() => (chat.session.messages[1] as { readonly text: string }).text !== '');
  };
  const removeFiles = async (...names: readonly string[]) => {
    const workspaces = names.map((id) => ({ folder: path.join(global, 'emptyWindows', id), id, name: '' }));
    await removeData(global, { workspaces, links: [] }, ['deletion.json']);
    // `openChat` stores the ledger in the folder of the workspace, where removeData does not expect it.
    for (const { folder } of workspaces) await rm(path.join(folder, 'spend'), { recursive: true, force: true });
    return true;
  };
  const attachment: Attachment = { id: 'a', path: 'a.ts', startLine: 1, endLine: 2, languageId: 'ts', code: 'Secret' };
  const sessionFiles = async () => (await filesBelow(global)).filter((name) => name.endsWith('.jsonl'));

  it('stops the running reply before the removal, then shows a new session without draft and spend', async () => {
    const window = await openWindow('one');
    const { chat, ledger, errors, saveErrors } = window;
    await startReply(window);
    chat.draft.setText('Not sent');
    await chat.submitDraft('Queued');
    const { id } = chat.session;
    let isRunning = true;
    await window.release(async () => {
      isRunning = chat.session.isRunning;
      return removeFiles('one');
    });
    assert.equal(isRunning, false);
    assert.notEqual(chat.session.id, id);
    assert.deepEqual(chat.session.messages, []);
    assert.deepEqual(draftOf(chat), { text: '', attachments: [], queue: [] });
    assert.equal(ledger.total().requests, 0);
    assert.deepEqual(await sessionFiles(), []);
    standIn.script({ reply: 'Again.' });
    assert.equal(await chat.submitDraft('New question'), true);
    assert.deepEqual(shown(chat.session.messages), ['You: New question', 'complete: Again.']);
    assert.deepEqual([errors, saveErrors], [[], []]);
  });

  it('marks the reply as stopped, not as cut off, if nothing was removed', async () => {
    const window = await openWindow('one');
    await startReply(window);
    await window.release(async () => Promise.resolve(false));
    assert.match(shown(window.chat.session.messages).at(-1)!, /^stopped: word/);
  });

  it('shows a new session that can send, even if the id of the session cannot be stored', async () => {
    const error = new Error('No storage.');
    let canStore = true;
    const workspace = {
      folder: path.join(global, 'emptyWindows', 'one'),
      set sessionId(_: string) {
        if (!canStore) throw error;
      },
    };
    const { chat, saveErrors } = await openChat(cleanUp, workspace, counter(), {
      connection: () => connectionTo(standIn),
    });
    await chat.submitDraft('Question');
    const { id } = chat.session;
    canStore = false;
    await chat.release(async () => removeFiles('one'));
    assert.notEqual(chat.session.id, id);
    assert.deepEqual(saveErrors, [error]);
    assert.equal(await chat.submitDraft('New question'), true);
    canStore = true;
  });

  it('shows the same session and the same draft as before if nothing was removed', async () => {
    const { chat, release, ledger } = await openWindow('one');
    standIn.script({ reply: 'Reply.' });
    await chat.submitDraft('Question');
    chat.draft.setText('Not sent');
    const spent = ledger.total();
    const messages = shown(chat.session.messages);
    await release(async () => Promise.resolve(false));
    assert.deepEqual(shown(chat.session.messages), messages);
    assert.equal(chat.draft.text, 'Not sent');
    assert.deepEqual(ledger.total(), spent);
  });

  it('moves queued messages to the message box before the draft is released, so that no other window sends them', async () => {
    const window = await openWindow('one');
    const { chat, sessions } = window;
    await startReply(window);
    chat.draft.setText('Not sent');
    await chat.ask('Queued', []);
    const { id } = chat.session;
    let saved: unknown;
    await window.release(async () => {
      saved = await createDraftStore(createNodeFileStore(window.folder), neverCalled).load();
      return false;
    });
    assert.deepEqual(saved, { text: 'Not sent\n\nQueued', attachments: [], queue: [] });
    assert.deepEqual(draftOf(chat), saved);
    assert.equal((await sessions.load(id)).messages.length, 2);
  });

  it('ends the undo of removed queued messages when the data is removed, but not otherwise', async () => {
    const window = await openWindow('one');
    const { chat } = window;
    for (const [isRemoved, left] of [
      [false, ['Queued']],
      [true, []],
    ] as const) {
      chat.draft.enqueue({ id: 'queued', text: 'Queued', attachments: [] }, false);
      const restore = chat.draft.removeQueued('queued');
      await window.release(async () => (isRemoved ? removeFiles('one') : Promise.resolve(false)));
      restore?.();
      assert.deepEqual(
        chat.draft.queue.map(({ text }) => text),
        left,
      );
      chat.draft.unqueue(chat.draft.queue);
    }
  });

  it('lets requests wait until the data is removed', async () => {
    const { chat, release } = await openWindow('one');
    standIn.script({ reply: 'Reply.' });
    let sending: Promise<boolean> | undefined;
    await release(async () => {
      sending = chat.ask('Meanwhile', []);
      return removeFiles('one');
    });
    assert.equal(await sending, true);
    assert.deepEqual(shown(chat.session.messages), ['You: Meanwhile', 'complete: Reply.']);
    assert.equal((await sessionFiles()).filter((name) => name.includes('sessions')).length, 1);
  });

  it('sends the draft with the attachments that it had when the user sent it, even if the data is removed meanwhile', async () => {
    const { chat, release } = await openWindow('one');
    chat.draft.addAttachments([attachment]);
    let sending: Promise<boolean> | undefined;
    await release(async () => {
      sending = chat.submitDraft('Meanwhile');
      return removeFiles('one');
    });
    assert.equal(await sending, true);
    const [question] = chat.session.messages as readonly [Question];
    assert.deepEqual(question.attachments, [attachment]);
  });

  it('sends no message of an imported session in the session that replaced it when the data was removed', async () => {
    const { chat, release, sessions } = await openWindow('one');
    await chat.submitDraft('Deleted');
    const deleted = chat.session.id;
    await release(async () => removeFiles('one'));
    const replacement = chat.session.id;
    await chat.submitDraft('New');
    await sessions.append(deleted, exchangeRecords('Imported'));
    await chat.openSession(deleted);
    const sending = chat.ask('To the imported session', []);
    await chat.openSession(replacement);
    assert.equal(await sending, false);
    assert.equal(standIn.requests.length, 2);
  });

  it('sends no request to a session that is opened later if nothing was removed', async () => {
    const { chat, release } = await openWindow('one');
    standIn.script({ reply: 'Reply.' });
    await chat.submitDraft('Earlier');
    const earlier = chat.session.id;
    await chat.newSession();
    let sending: Promise<boolean> | undefined;
    let opening: Promise<void> | undefined;
    await release(async () => {
      sending = chat.ask('Meanwhile', []);
      opening = chat.openSession(earlier);
      return Promise.resolve(false);
    });
    await opening;
    assert.equal(await sending, false);
    assert.deepEqual(shown(chat.session.messages), ['You: Earlier', 'complete: Reply.']);
  });

  it('stops the reply of another window and releases its session before anything is removed', async () => {
    const [one, two] = [await openWindow('one'), await openWindow('two')];
    await startReply(two);
    two.chat.draft.setText('Not sent');
    assert.equal(await one.isReleased(0), false);
    let following: Promise<void> | undefined;
    await one.follower.announce(async () => {
      following = two.follower.check();
      assert.equal(await one.isReleased(20_000), true);
      assert.equal(two.chat.session.isRunning, false);
      await one.release(async () => removeFiles('one', 'two'));
      return true;
    });
    await following;
    for (const { chat, ledger, errors } of [one, two]) {
      assert.deepEqual([chat.session.messages, chat.draft.text, ledger.total().requests, errors], [[], '', 0, []]);
    }
    assert.deepEqual(await sessionFiles(), []);
    assert.equal(await one.isReleased(0), false, 'The other window holds its new session.');
  });

  const changes: Record<string, (draft: OpenWindow['chat']['draft']) => void> = {
    'types text': (draft) => draft.setText(`${draft.text} and more`),
    'adds an attachment': (draft) => draft.addAttachments([{ ...attachment, id: randomUUID(), code: randomUUID() }]),
    'switches an attachment off': (draft) => draft.toggleAttachment('a'),
    'edits a message': (draft) => draft.setEdit({ sessionId: 's', questionId: 'q' }, randomUUID()),
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`deletes the draft of another window in which the user ${name} before the deletion has ended`, async () => {
      const [one, two] = [await openWindow('one'), await openWindow('two')];
      const { draft } = two.chat;
      draft.addAttachments([attachment]);
      draft.setText('Not sent');
      let following: Promise<void> | undefined;
      await one.follower.announce(async () => {
        following = two.follower.check();
        assert.equal(await one.isReleased(20_000), true);
        change(draft);
        await one.release(async () => removeFiles('one', 'two'));
        change(draft);
        await draft.settle();
        return true;
      });
      await following;
      await draft.settle();
      const saved = await createDraftStore(createNodeFileStore(two.folder), neverCalled).load();
      for (const each of [draftOf(two.chat), saved]) assert.deepEqual(each, { text: '', attachments: [], queue: [] });
      assert.deepEqual([draft.edits, two.errors, two.saveErrors], [[], [], []]);
    });
  }

  for (const isTyping of [false, true]) {
    const typing = isTyping ? ', and in which the user typed meanwhile' : '';
    it(`deletes the draft of another window that follows only after Delete Anyway${typing}`, async () => {
      const [one, two] = [await openWindow('one'), await openWindow('two')];
      const { chat, folder } = two;
      const drafts = createDraftStore(createNodeFileStore(folder), neverCalled);
      await startReply(two);
      await chat.submitDraft('Queued');
      chat.draft.addAttachments([attachment]);
      chat.draft.setText('Not sent');
      await chat.draft.settle();
      await one.follower.announce(async () => {
        await one.release(async () => removeFiles('one', 'two'));
        return true;
      });
      if (isTyping) chat.draft.setText('Not sent, typed on');
      await two.follower.check();
      await chat.draft.settle();
      for (const each of [draftOf(chat), await drafts.load()])
        assert.deepEqual(each, { text: '', attachments: [], queue: [] });
      assert.equal((await filesBelow(folder)).includes('draft.json'), isTyping);
      chat.draft.setText('New');
      await chat.draft.settle();
      assert.deepEqual([chat.draft.text, (await drafts.load()).text], ['New', 'New']);
    });
  }

  it('keeps and saves the text that the user typed while data was to be removed if the removal is cancelled or fails', async () => {
    const { chat, folder } = await openWindow('one');
    const saved = async () => (await createDraftStore(createNodeFileStore(folder), neverCalled).load()).text;
    chat.draft.setText('Typed');
    await chat.release(async () => {
      chat.draft.setText('Typed on');
      assert.equal(await saved(), 'Typed');
      return false;
    });
    await chat.draft.settle();
    assert.deepEqual([chat.draft.text, await saved()], ['Typed on', 'Typed on']);
    const failing = chat.release(async () => {
      chat.draft.setText('Typed on and on');
      return Promise.reject(new Error('EIO'));
    });
    await assert.rejects(failing, { message: 'EIO' });
    await chat.draft.settle();
    assert.deepEqual([chat.draft.text, await saved()], ['Typed on and on', 'Typed on and on']);
  });

  it('keeps and saves the text that the user types while the draft is loaded again after a cancelled removal', async () => {
    const folder = path.join(global, 'emptyWindows', 'one');
    let onRead = () => {};
    const { chat } = await openChat(cleanUp, { folder }, counter(), {
      wrapFiles: (files) => ({
        ...files,
        read: async (name) => {
          const text = await files.read(name);
          if (name === 'draft.json') onRead();
          return text;
        },
      }),
    });
    chat.draft.setText('Typed');
    await chat.release(async () => {
      onRead = () => chat.draft.setText('Typed on');
      return Promise.resolve(false);
    });
    await chat.draft.settle();
    const saved = await createDraftStore(createNodeFileStore(folder), neverCalled).load();
    assert.deepEqual([chat.draft.text, saved.text], ['Typed on', 'Typed on']);
  });

  it('keeps the session, the draft and the spend of another window if the deletion is cancelled', async () => {
    const [one, two] = [await openWindow('one'), await openWindow('two')];
    await startReply(two);
    two.chat.draft.setText('Not sent');
    let following: Promise<void> | undefined;
    await one.follower.announce(async () => {
      following = two.follower.check();
      await one.isReleased(20_000);
      return undefined;
    });
    await following;
    assert.equal(two.chat.session.messages.length, 2);
    assert.equal(two.chat.draft.text, 'Not sent');
    assert.equal(two.ledger.total().requests, 1);
  });
});
