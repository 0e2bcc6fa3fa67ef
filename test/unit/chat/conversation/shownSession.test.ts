import { strict as assert } from 'node:assert';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WorkspaceChat } from '../../../../src/chat/conversation/workspaceChat.ts';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, shown } from '../openChat.ts';
import { exchangeRecords } from './exchangeRecords.ts';

describe('ShownSession', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const changes: readonly (readonly [name: string, change: (chat: WorkspaceChat) => Promise<unknown>])[] = [
    ['shows a new session', async (chat) => chat.newSession()],
    ['takes over the session', async (chat) => chat.takeOver()],
  ];
  for (const [name, change] of changes) {
    it(`ignores changes by another window that were read before this window ${name}`, async () => {
      const folder = await temporaryFolder(cleanUp);
      const one = await openChat(cleanUp, { folder, windowId: 'one' }, counter());
      await one.sessions.append('a', exchangeRecords('Shown'));
      await one.chat.openSession('a');
      const reading = Promise.withResolvers<undefined>();
      const changed = Promise.withResolvers<undefined>();
      const updated = Promise.withResolvers<undefined>();
      const { chat } = await openChat(cleanUp, { folder, windowId: 'two' }, counter(), {
        onOpen: (access) => {
          const readUpdate = access.readUpdate.bind(access);
          access.readUpdate = async (messages) => {
            const update = await readUpdate(messages);
            reading.resolve(undefined);
            await changed.promise;
            updated.resolve(undefined);
            return update;
          };
        },
      });
      await chat.openSession('a');
      assert.equal(chat.isReadOnly, true);
      await one.sessions.append('a', exchangeRecords('Later', 9));
      await reading.promise;
      await change(chat);
      const { session } = chat;
      changed.resolve(undefined);
      await updated.promise;
      // The update continues in microtasks.
      await new Promise(setImmediate);
      assert.equal(chat.session, session);
      assert.equal(chat.isReadOnly, false);
    });
  }

  it('stores the id of a new session after a removal, even if no session can be opened then', async () => {
    const workspace = { folder: await temporaryFolder(cleanUp), sessionId: '' };
    let isBroken = false;
    const { chat } = await openChat(cleanUp, workspace, counter(), {
      onOpen: () => {
        if (isBroken) throw new Error('EIO');
      },
    });
    const { id } = chat.session;
    const releasing = chat.release(async () => Promise.resolve((isBroken = true)));
    await assert.rejects(releasing, { message: 'EIO' });
    assert.notEqual(workspace.sessionId, id);
    isBroken = false;
  });

  it('opens the new session when a message is sent if it could not be opened after a removal', async () => {
    const standIn = await standInService(cleanUp);
    let isBroken = false;
    const { chat, events } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
      onOpen: () => {
        if (isBroken) throw new Error('EBUSY');
      },
    });
    assert.equal(await chat.submitDraft('Old'), true);
    const { id } = chat.session;
    isBroken = true;
    const releasing = chat.release(async () => Promise.resolve(true));
    await assert.rejects(releasing, { message: 'EBUSY' });
    assert.deepEqual(chat.session.messages, []);
    assert.notEqual(chat.session.id, id);
    assert.equal(events.at(-1)?.type, 'sessionChanged');
    await assert.rejects(chat.submitDraft('Too early'), { message: 'EBUSY' });
    isBroken = false;
    standIn.script({ reply: 'Reply.' });
    assert.equal(await chat.submitDraft('New'), true);
    assert.deepEqual(shown(chat.session.messages), ['You: New', 'complete: Reply.']);
  });

  describe('while the shown session cannot be read', () => {
    let isBroken = true;

    /** Opens a window whose stored session has a question and a reply. Fails to read the session, and then repairs it. */
    const openBroken = async (draft?: object) => {
      const standIn = await standInService(cleanUp);
      const folder = await temporaryFolder(cleanUp);
      const one = await openChat(cleanUp, { folder, windowId: 'one' }, counter());
      await one.sessions.append('a', exchangeRecords('Saved'));
      await one.windows.close();
      if (draft !== undefined) await writeFile(path.join(folder, 'draft.json'), JSON.stringify(draft));
      isBroken = true;
      const opened = await openChat(cleanUp, { folder, sessionId: 'a' }, counter(), {
        connection: () => connectionTo(standIn),
        wrapFiles: (files) =>
          createFaultyStore(files, (operation, name) =>
            isBroken && !writes.has(operation) && name.startsWith('sessions') ? 'EIO' : undefined,
          ),
      });
      isBroken = false;
      return { ...opened, standIn };
    };

    it('shows it instead of sending a message, because its messages would be charged, too', async () => {
      const { chat, standIn } = await openBroken();
      assert.deepEqual(chat.session.messages, []);
      chat.draft.setText('New');
      assert.equal(await chat.submitDraft('New'), false);
      assert.equal(chat.draft.text, 'New');
      assert.deepEqual([standIn.requests.length, chat.session.messages.length], [0, 2]);
      standIn.script({ reply: 'Reply.' });
      assert.equal(await chat.submitDraft('New'), true);
      assert.deepEqual(shown(chat.session.messages).slice(2), ['You: New', 'complete: Reply.']);
    });

    it('shows it when the user opens it from the list', async () => {
      const { chat } = await openBroken();
      await chat.openSession('a');
      assert.equal(chat.session.messages.length, 2);
    });

    it('sends no queued message that was already sent in it', async () => {
      const id = 'q1';
      const message = { id, text: 'Saved', attachments: [], sessionId: 'a' };
      const { chat, standIn } = await openBroken({ version: 1, text: '', attachments: [], queue: [message] });
      assert.equal(chat.draft.queue.length, 1);
      await chat.sendQueued(id);
      await chat.sendQueued(id);
      assert.deepEqual([standIn.requests.length, chat.draft.queue], [0, []]);
    });

    it('shows none of its messages after a cancelled removal, so that the user cannot change them', async () => {
      const { chat } = await openBroken();
      await chat.openSession('a');
      isBroken = true;
      const releasing = chat.release(async () => Promise.resolve(false));
      await assert.rejects(releasing, { code: 'EIO' });
      assert.deepEqual(chat.session.messages, []);
      isBroken = false;
      await chat.openSession('a');
      assert.equal(chat.session.messages.length, 2);
    });
  });

  it('adds a new message after the messages of another window that took over the session unnoticed', async () => {
    const folder = await temporaryFolder(cleanUp);
    const standIn = await standInService(cleanUp);
    const { chat, sessions } = await openChat(cleanUp, { folder }, counter(), {
      connection: () => connectionTo(standIn),
    });
    await sessions.append('a', exchangeRecords('Shown'));
    await chat.openSession('a');
    await sessions.append('a', exchangeRecords('Unnoticed', 9));
    await rm(path.join(folder, 'sessions', 'a.lease'));
    assert.equal(await chat.submitDraft('New'), true);
    const questions = chat.session.messages.filter(({ kind }) => kind === 'question');
    assert.deepEqual(
      questions.map(({ text }) => text),
      ['Shown', 'Unnoticed', 'New'],
    );
  });

  it('shows a new session in place of a session that another window sent a message in and deleted unnoticed', async () => {
    const folder = await temporaryFolder(cleanUp);
    const standIn = await standInService(cleanUp, { tokens: 5 });
    const connection = () => connectionTo(standIn);
    const one = await openChat(cleanUp, { folder, windowId: 'one' }, counter(), { connection });
    const { id } = one.chat.session;
    const two = await openChat(cleanUp, { folder, windowId: 'two', sessionId: id }, counter(), {
      connection,
      onOpen: (access) => {
        access.readUpdate = async () => new Promise(() => undefined);
      },
    });
    assert.deepEqual([two.chat.session.id, two.chat.isReadOnly], [id, true]);
    await one.chat.submitDraft('Secret');
    await one.library.delete(id);
    await two.until(() => two.events.some(({ type }) => type === 'deletedElsewhere'));
    assert.notEqual(two.chat.session.id, id);
    assert.ok(one.events.every(({ type }) => type !== 'deletedElsewhere'));
    assert.equal(await two.chat.submitDraft('Hello'), true);
    assert.notEqual(standIn.requests.at(-1)?.sessionId, id);
  });

  it('shows what another window writes while this window opens the session', async () => {
    const folder = await temporaryFolder(cleanUp);
    const one = await openChat(cleanUp, { folder, windowId: 'one' }, counter());
    await one.sessions.append('a', exchangeRecords('Shown'));
    await one.chat.openSession('a');
    let isRead = false;
    let leaseRead: PromiseWithResolvers<undefined> | undefined;
    const wrapFiles = (files: FileStore): FileStore => ({
      ...files,
      read: async (name) => {
        const text = await files.read(name);
        if (name === 'sessions/a.lease') leaseRead?.resolve(undefined);
        if (name !== 'sessions/a.jsonl' || isRead) return text;
        isRead = true;
        leaseRead = Promise.withResolvers();
        await one.sessions.append('a', exchangeRecords('Later', 9));
        await leaseRead.promise;
        // The change is reported in microtasks.
        await new Promise(setImmediate);
        return text;
      },
    });
    const { chat, events, until } = await openChat(cleanUp, { folder, windowId: 'two' }, counter(), { wrapFiles });
    await chat.openSession('a');
    assert.equal(chat.isReadOnly, true);
    await until(() => events.some(({ type }) => type === 'accessChanged'));
    assert.equal(chat.session.messages.length, 4);
  });

  describe('while it opens a session that another window releases', () => {
    /**
     * Window `one` shows the session `a`. Window `two` opens `a`. When `two` has read the session's file, `one` writes
     * to the session and releases it, and `two` acquires the lease. Then `afterRead` is called.
     */
    const openReleased = async (afterRead: () => void) => {
      const folder = await temporaryFolder(cleanUp);
      const one = await openChat(cleanUp, { folder, windowId: 'one' }, counter());
      await one.sessions.append('a', exchangeRecords('Shown'));
      await one.chat.openSession('a');
      const acquired = Promise.withResolvers<undefined>();
      let isRead = false;
      const wrapFiles = (files: FileStore): FileStore => ({
        ...files,
        create: async (name, ...rest) => {
          const isCreated = await files.create(name, ...rest);
          if (isCreated && name === 'sessions/a.lease') acquired.resolve(undefined);
          return isCreated;
        },
        read: async (name) => {
          const text = await files.read(name);
          if (name !== 'sessions/a.jsonl' || isRead) return text;
          isRead = true;
          await one.sessions.append('a', exchangeRecords('Later', 9));
          await one.chat.newSession();
          await acquired.promise;
          // The change is reported in microtasks.
          await new Promise(setImmediate);
          afterRead();
          return text;
        },
      });
      const { chat } = await openChat(cleanUp, { folder, windowId: 'two' }, counter(), { wrapFiles });
      const { session } = chat;
      const opening = chat.openSession('a');
      await opening.catch(() => undefined);
      // Resolves after all changes that were reported before.
      assert.equal(await chat.takeOver(), true);
      return { chat, opening, before: session };
    };

    it('shows what the other window has written last', async () => {
      const { chat, opening } = await openReleased(() => undefined);
      await opening;
      assert.equal(chat.isReadOnly, false);
      assert.equal(chat.session.messages.length, 4);
    });

    it('does not load the shown session again if the other session cannot be read', async () => {
      const error = new Error('EIO');
      const { chat, opening, before } = await openReleased(() => {
        throw error;
      });
      await assert.rejects(opening, error);
      assert.equal(chat.session, before);
    });
  });
});
