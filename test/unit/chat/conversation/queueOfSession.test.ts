import { strict as assert } from 'node:assert';
import { readFile, writeFile } from 'node:fs/promises';
import type { ChatSession } from '../../../../src/chat/conversation/chatSession.ts';
import type { WorkspaceChat } from '../../../../src/chat/conversation/workspaceChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, sessionFile, shown } from '../openChat.ts';

describe('a message of a session that the user leaves', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  /**
   * Shows a session with a running reply, and another session on disk. `loadOther` begins to show the other session, and
   * resolves with the end of loading when the file is being read. `endWhole` lets the reply run to its end, and resolves
   * when its last text is being saved. The reply counts as running until the returned function is called. `recoverOther` is
   * like `loadOther`, but resolves when the other session's interrupted reply is being booked. The hooks are awaited
   * before a message is queued or sent, and before a session's file is read or appended to.
   */
  const openTwo = async () => {
    const standIn = await standInService(cleanUp, { reply: 'ok' });
    const hooks = { check: async () => Promise.resolve(), read: async () => Promise.resolve(), append: async () => {} };
    const folder = await temporaryFolder(cleanUp);
    const { chat } = await openChat(cleanUp, { folder }, counter(), {
      connection: () => connectionTo(standIn),
      confirmText: async () => hooks.check().then(() => true),
      wrapFiles: (files) => ({
        ...files,
        read: async (name: string) => {
          if (name.startsWith('sessions/')) await hooks.read();
          return files.read(name);
        },
        append: async (name, text, options) => {
          if (name.startsWith('sessions/')) await hooks.append();
          return files.append(name, text, options);
        },
      }),
    });
    await chat.submitDraft('in other');
    await standIn.nextRequest();
    const otherId = chat.session.id;
    await chat.newSession();
    standIn.script({ tokens: 20, hold: 3 });
    const first = chat.submitDraft('first');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    const loadOther = async () => {
      const [reading, mayRead] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      hooks.read = async () => {
        reading.resolve(undefined);
        await mayRead.promise;
      };
      const opening = chat.openSession(otherId);
      await reading.promise;
      return async () => {
        hooks.read = async () => Promise.resolve();
        mayRead.resolve(undefined);
        await opening;
      };
    };
    const holdAppend = async (action: () => void) => {
      const [saving, maySave] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      hooks.append = async () => {
        saving.resolve(undefined);
        await maySave.promise;
      };
      action();
      await saving.promise;
      return () => {
        hooks.append = async () => {};
        maySave.resolve(undefined);
      };
    };
    const endWhole = async () => holdAppend(() => exchange.release());
    const recoverOther = async () => {
      const file = sessionFile({ folder, sessionId: otherId });
      const lines = (await readFile(file, 'utf8')).split('\n');
      // Remove the end and the cost of the reply, as if a crash had interrupted it.
      await writeFile(file, lines.filter((line) => !/"type":"(?:end|booked)"/.test(line)).join('\n'));
      let opening = Promise.resolve();
      const save = await holdAppend(() => {
        opening = chat.openSession(otherId);
      });
      return async () => {
        save();
        await opening;
      };
    };
    return { standIn, chat, first, exchange, hooks, otherId, loadOther, recoverOther, endWhole };
  };

  const asked = ({ session }: { readonly session: ChatSession }) =>
    shown(session.messages).filter((each) => each.startsWith('You: '));

  /** Returns true if only the user may send the first queued message. */
  const isHeld = ({ draft, session }: Pick<WorkspaceChat, 'draft' | 'session'>) =>
    draft.isHeld(draft.queue[0]!, session.id);

  it('stays in the queue if the user sends it while another session is being loaded', async () => {
    const { standIn, chat, first, otherId, loadOther } = await openTwo();
    await chat.submitDraft('second');
    chat.stop();
    await first;
    const endLoading = await loadOther();
    const sending = chat.sendQueued(chat.draft.queue[0]!.id);
    await endLoading();
    assert.equal(await sending, false);
    assert.deepEqual([chat.session.id, asked(chat)], [otherId, ['You: in other']]);
    assert.deepEqual([chat.draft.queue.length, standIn.requests.length], [1, 2]);
  });

  it('stays in the queue if the user sends it while another session is being recovered', async () => {
    const { standIn, chat, first, otherId, recoverOther } = await openTwo();
    const { id } = chat.session;
    await chat.submitDraft('second');
    chat.stop();
    await first;
    const endRecovery = await recoverOther();
    const shownId = chat.session.id;
    const sending = chat.sendQueued(chat.draft.queue[0]!.id);
    await endRecovery();
    assert.equal(await sending, false);
    assert.deepEqual([shownId, chat.session.id, asked(chat)], [id, otherId, ['You: in other']]);
    assert.deepEqual([chat.draft.queue.length, standIn.requests.length], [1, 2]);
  });

  it('is held, and its reply is stopped, if the user stops while another session is being recovered', async () => {
    const { standIn, chat, first, recoverOther } = await openTwo();
    const { id } = chat.session;
    await chat.submitDraft('second');
    const endRecovery = await recoverOther();
    chat.stop();
    await endRecovery();
    await first;
    await chat.openSession(id);
    assert.match(shown(chat.session.messages).at(-1)!, /^stopped: /);
    assert.equal(isHeld(chat), true);
    assert.equal(standIn.requests.length, 2);
  });

  it('is held if it is queued while another session is being loaded', async () => {
    const { standIn, chat, first, exchange, hooks, loadOther } = await openTwo();
    const [checking, check] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    hooks.check = async () => {
      checking.resolve(undefined);
      await check.promise;
    };
    const queueing = chat.submitDraft('second');
    await checking.promise;
    const endLoading = await loadOther();
    check.resolve(undefined);
    assert.equal(await queueing, true);
    await endLoading();
    assert.deepEqual(
      chat.draft.queue.map((message) => [message.text, chat.draft.isHeld(message, chat.session.id)]),
      [['second', true]],
    );
    await chat.submitDraft('third');
    assert.deepEqual(asked(chat), ['You: in other', 'You: third']);
    exchange.release();
    await first;
    assert.equal(standIn.requests.length, 3);
  });

  it('is sent automatically if its session is shown again while its reply is running', async () => {
    const { chat, first, exchange, otherId } = await openTwo();
    const { id } = chat.session;
    await chat.submitDraft('second');
    await chat.openSession(otherId);
    assert.equal(isHeld(chat), true);
    await chat.openSession(id);
    assert.equal(isHeld(chat), false);
    exchange.release();
    await first;
    assert.deepEqual([asked(chat), chat.draft.queue], [['You: first', 'You: second'], []]);
  });

  it('is not sent automatically if it was held before the user left its session', async () => {
    const { standIn, chat, first, otherId } = await openTwo();
    const { id } = chat.session;
    await chat.submitDraft('second');
    chat.stop();
    await first;
    standIn.script({ tokens: 20, hold: 3 });
    const third = chat.submitDraft('third');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await chat.openSession(otherId);
    await chat.openSession(id);
    assert.equal(isHeld(chat), true);
    exchange.release();
    await third;
    assert.deepEqual(asked(chat), ['You: first', 'You: third']);
  });

  it('is sent automatically although another session could not be opened meanwhile', async () => {
    const { chat, first, exchange, hooks, otherId } = await openTwo();
    await chat.submitDraft('second');
    hooks.read = async () => Promise.reject(new Error('unreadable'));
    await assert.rejects(async () => chat.openSession(otherId), /unreadable/);
    assert.equal(isHeld(chat), false);
    exchange.release();
    await first;
    assert.deepEqual([asked(chat), chat.draft.queue], [['You: first', 'You: second'], []]);
  });

  it('stays held if its reply was stopped after another session could not be opened', async () => {
    const { standIn, chat, first, hooks, otherId } = await openTwo();
    const { id } = chat.session;
    await chat.submitDraft('second');
    const { read } = hooks;
    hooks.read = async () => Promise.reject(new Error('unreadable'));
    await assert.rejects(async () => chat.openSession(otherId), /unreadable/);
    hooks.read = read;
    chat.stop();
    await first;
    standIn.script({ tokens: 20, hold: 3 });
    const third = chat.submitDraft('third');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await chat.openSession(otherId);
    await chat.openSession(id);
    assert.equal(isHeld(chat), true);
    exchange.release();
    await third;
    assert.deepEqual([asked(chat), standIn.requests.length], [['You: first', 'You: third'], 3]);
  });

  it('stays held if its whole reply was stopped in the background', async () => {
    const { standIn, chat, first, otherId, endWhole } = await openTwo();
    const { id } = chat.session;
    await chat.submitDraft('second');
    const save = await endWhole();
    await chat.openSession(otherId);
    chat.stopBackground(id);
    await chat.openSession(id);
    const states = [chat.session.isRunning, isHeld(chat)];
    save();
    await first;
    assert.deepEqual([states, asked(chat), standIn.requests.length], [[true, true], ['You: first'], 2]);
  });

  it('stays held if its whole reply was stopped while another session was being loaded', async () => {
    const { standIn, chat, first, loadOther, endWhole } = await openTwo();
    const { id } = chat.session;
    await chat.submitDraft('second');
    const save = await endWhole();
    const endLoading = await loadOther();
    chat.stop();
    await endLoading();
    await chat.openSession(id);
    const states = [chat.session.isRunning, isHeld(chat)];
    save();
    await first;
    assert.deepEqual([states, asked(chat), standIn.requests.length], [[true, true], ['You: first'], 2]);
  });
});
