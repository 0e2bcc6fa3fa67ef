import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ListedSession } from '../../../../src/chat/sessions/sessionLibrary.ts';
import type { DidDeleteSession, DidListSessions } from '../../../../src/common/protocol/sessionProtocol.ts';
import type { ToWebviewMessage } from '../../../../src/common/protocol/protocol.ts';
import {
  createSessionHandlers,
  showSession,
  type SessionHandlerDependencies,
} from '../../../../src/vscode/panel/sessionHandlers.ts';
import { exchangeRecords } from '../../chat/conversation/exchangeRecords.ts';
import { connectionTo, openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

describe('showSession', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('tells the user that a session does not exist, instead of focusing the message box', async () => {
    const { chat, library } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    const told: string[] = [];
    Object.assign(vscode.window, {
      showInformationMessage: async (sentence: string) => Promise.resolve(void told.push(sentence)),
    });
    let focused = 0;
    const focusMessage = async () => Promise.resolve(void (focused += 1));
    await showSession('deleted', library, focusMessage);
    assert.deepEqual([told, focused], [['The session no longer exists.'], 0]);
    await showSession(chat.session.id, library, focusMessage);
    assert.deepEqual([told.length, focused], [1, 1]);
  });
});

describe('createSessionHandlers', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('says whether a deletion has stopped the reply of the session', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 12 });
    const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo(standIn),
    });
    const { chat, until, lastReply } = opened;
    const posted: ToWebviewMessage[] = [];
    const handlers = createSessionHandlers({
      ...opened,
      backgroundReplies: { dismiss: () => undefined },
      post: (message: ToWebviewMessage) => posted.push(message),
    } as unknown as SessionHandlerDependencies);
    const remove = async (id: string) => {
      await handlers.deleteSession({ type: 'deleteSession', id });
      const { deleted: _, ...told } = posted.at(-1) as DidDeleteSession;
      return told;
    };
    const ask = async () => {
      const sent = chat.submitDraft('Go on');
      const exchange = await standIn.nextRequest();
      await exchange.held;
      await until(() => lastReply().text === exchange.textSent);
      return { id: chat.session.id, sent, exchange };
    };
    const shown = await ask();
    assert.deepEqual(await remove(shown.id), { type: 'didDeleteSession', id: shown.id, isReplyStopped: true });
    await shown.sent;
    const hidden = await ask();
    await chat.newSession();
    assert.deepEqual(await remove(hidden.id), { type: 'didDeleteSession', id: hidden.id, isReplyStopped: true });
    await hidden.sent;
    const stoppedBefore = await ask();
    chat.session.stop();
    await stoppedBefore.sent;
    assert.deepEqual(await remove(stoppedBefore.id), { type: 'didDeleteSession', id: stoppedBefore.id });
  });

  it('says how to delete a session that another window holds', async () => {
    const told: string[] = [];
    Object.assign(vscode.window, {
      showInformationMessage: async (sentence: string) => Promise.resolve(void told.push(sentence)),
    });
    const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    const { deleteSession } = createSessionHandlers({
      ...opened,
      library: { ...opened.library, delete: async () => Promise.resolve('openElsewhere') },
    } as unknown as SessionHandlerDependencies);
    await deleteSession({ type: 'deleteSession', id: 'a' });
    assert.match(told.join(), /close it there, or open it here and select “Use session here”\.$/);
  });

  it('tells the user that the original of an edited copy was deleted, and offers to restore it while this is possible', async () => {
    const opened = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    const { chat, sessions, library } = opened;
    for (const id of ['a', 'c'])
      await sessions.append(id, [
        ...(id === 'c' ? [{ type: 'carried', from: 'a', messages: [] } as const] : []),
        ...exchangeRecords(`Title ${id}`, 3),
      ]);
    const told: string[] = [];
    let answer: string | undefined;
    Object.assign(vscode.window, {
      showInformationMessage: async (...texts: readonly string[]) => {
        told.push(texts.join(', '));
        return Promise.resolve(answer);
      },
    });
    const posted: ToWebviewMessage['type'][] = [];
    const { openOriginalSession } = createSessionHandlers({
      ...opened,
      post: ({ type }: ToWebviewMessage) => posted.push(type),
      restoreFocus: async () => Promise.resolve(),
    } as unknown as SessionHandlerDependencies);
    await library.open('c');
    await openOriginalSession({ type: 'openOriginalSession' });
    assert.equal(chat.session.id, 'a');
    await openOriginalSession({ type: 'openOriginalSession' });
    assert.deepEqual([chat.session.id, told], ['a', []], 'a session that is no copy');
    await library.open('c');
    await library.delete('a');
    await openOriginalSession({ type: 'openOriginalSession' });
    assert.deepEqual([chat.session.id, told], ['c', ['The original session was deleted., Restore Session']]);
    answer = 'Restore Session';
    await openOriginalSession({ type: 'openOriginalSession' });
    assert.deepEqual([chat.session.id, posted], ['a', ['didChangeSession']]);
    await library.open('c');
    await library.delete('a');
    await sessions.emptyTrash(Infinity, Infinity);
    [told.length, answer] = [0, undefined];
    await openOriginalSession({ type: 'openOriginalSession' });
    assert.deepEqual([chat.session.id, told], ['c', ['The original session was deleted.']]);
  });

  it('lists sessions with visible marks for hidden characters in their titles', async () => {
    const posted: ToWebviewMessage[] = [];
    const cost = { low: 0, high: 0, isReported: true };
    const session: ListedSession = { id: 'a', title: 'Pay \u202elive', at: 1, isPinned: false, cost };
    const handlers = createSessionHandlers({
      library: {
        list: async () => Promise.resolve([session]),
        deleted: async () => Promise.resolve([{ id: 'b', title: 'Was \u202elive' }]),
      },
      post: (message: ToWebviewMessage) => posted.push(message),
    } as unknown as SessionHandlerDependencies);
    await handlers.listSessions({ type: 'listSessions' });
    const titles = posted.flatMap((each) => (each.type === 'didListSessions' ? each.sessions : []));
    assert.deepEqual(
      titles.map(({ title }) => title),
      ['Pay \ufffdlive'],
    );
    const deleted = posted.flatMap((each) => (each.type === 'didListSessions' ? (each.deleted ?? []) : []));
    assert.deepEqual(deleted, [{ id: 'b', title: 'Was \ufffdlive' }]);
  });

  it('offers the sessions that are deleted when the list is complete, not those that were deleted before', async () => {
    const posted: ToWebviewMessage[] = [];
    let deleted = [{ id: 'restored', title: 'Restored' }];
    const now = ['a', 'b'].map((id) => ({ id, title: `Title ${id}` }));
    const handlers = createSessionHandlers({
      library: {
        list: async (report: (sessions: readonly ListedSession[]) => void) => {
          report([]);
          await Promise.resolve();
          deleted = now;
          return [];
        },
        deleted: async () => Promise.resolve(deleted),
      },
      post: (message: ToWebviewMessage) => posted.push(message),
    } as unknown as SessionHandlerDependencies);
    await handlers.listSessions({ type: 'listSessions' });
    assert.deepEqual(posted, [
      { type: 'didListSessions', sessions: [], isComplete: false },
      { type: 'didListSessions', sessions: [], isComplete: true, deleted: now },
    ]);
  });

  it('lists no session that is deleted while the list is read, but one that was deleted before, and imported', async () => {
    const posted: ToWebviewMessage[] = [];
    const sessions = ['a', 'b', 'c'].map((id) => ({
      id,
      title: id,
      at: 1,
      isPinned: false,
      cost: { low: 0, high: 0 },
    }));
    const read = Promise.withResolvers<undefined>();
    const handlers = createSessionHandlers({
      chat: { session: { id: '' }, background: [] },
      backgroundReplies: { dismiss: () => undefined },
      library: {
        list: async () => {
          await read.promise;
          return sessions;
        },
        delete: async () => Promise.resolve('done'),
        restore: async (id: string) => Promise.resolve(sessions.find((each) => each.id === id)),
        deleted: async () => Promise.resolve([{ id: 'a', title: 'a' }]),
      },
      post: (message: ToWebviewMessage) => posted.push(message),
    } as unknown as SessionHandlerDependencies);
    await handlers.deleteSession({ type: 'deleteSession', id: 'a' });
    const listed = handlers.listSessions({ type: 'listSessions' });
    for (const id of ['b', 'c']) await handlers.deleteSession({ type: 'deleteSession', id });
    await handlers.restoreSession({ type: 'restoreSession', id: 'c' });
    read.resolve(undefined);
    await listed;
    const list = posted.find(({ type }) => type === 'didListSessions') as DidListSessions;
    assert.deepEqual([list.sessions.map(({ id }) => id), list.deleted], [['a', 'c'], []]);
  });

  it('offers a session again if the disk refuses to restore it', async () => {
    const posted: ToWebviewMessage[] = [];
    const deleted = ['a', 'b'].map((id) => ({ id, title: `Title ${id}` }));
    const handlers = createSessionHandlers({
      backgroundReplies: { dismiss: () => undefined },
      library: {
        restore: async () => Promise.reject(new Error('Busy.')),
        deleted: async () => Promise.resolve(deleted),
      },
      post: (message: ToWebviewMessage) => posted.push(message),
    } as unknown as SessionHandlerDependencies);
    await assert.rejects(handlers.restoreSession({ type: 'restoreSession', id: 'b' }) as Promise<void>, /Busy/);
    assert.deepEqual(posted, [{ type: 'didDeleteSession', id: 'b', deleted }]);
  });

  it('lists the sessions again if one can no longer be restored, because it may have been imported', async () => {
    const posted: ToWebviewMessage[] = [];
    const none = async () => Promise.resolve([]);
    const handlers = createSessionHandlers({
      backgroundReplies: { dismiss: () => undefined },
      library: { list: none, deleted: none, restore: async () => Promise.resolve(undefined) },
      post: (message: ToWebviewMessage) => posted.push(message),
    } as unknown as SessionHandlerDependencies);
    await handlers.restoreSession({ type: 'restoreSession', id: 'b' });
    assert.deepEqual(
      posted.map(({ type }) => type),
      ['didListSessions'],
    );
  });

  it('restores the focus after an export, even if the export fails', async () => {
    const calls: string[] = [];
    const handlers = createSessionHandlers({
      exportSession: async (id: string) => {
        calls.push(`export ${id}`);
        await Promise.resolve();
        if (id === 'broken') throw new Error('Broken.');
      },
      restoreFocus: () => void calls.push('focus'),
    } as never);
    await handlers.exportSession({ type: 'exportSession', id: 'a' });
    await assert.rejects(async () => {
      await handlers.exportSession({ type: 'exportSession', id: 'broken' });
    }, /Broken/);
    assert.deepEqual(calls, ['export a', 'focus', 'export broken', 'focus']);
  });
});
