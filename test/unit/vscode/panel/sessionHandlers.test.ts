import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ListedSession } from '../../../../src/chat/sessions/sessionLibrary.ts';
import type { ToWebviewMessage } from '../../../../src/common/protocol/protocol.ts';
import {
  createSessionHandlers,
  showSession,
  type SessionHandlerDependencies,
} from '../../../../src/vscode/panel/sessionHandlers.ts';
import { openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
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
    const deleted = posted.flatMap((each) => (each.type === 'didListSessions' ? each.deleted : []));
    assert.deepEqual(deleted, [{ id: 'b', title: 'Was \ufffdlive' }]);
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
