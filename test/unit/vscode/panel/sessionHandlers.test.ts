import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createSessionHandlers, showSession } from '../../../../src/vscode/panel/sessionHandlers.ts';
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
