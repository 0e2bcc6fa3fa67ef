import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { tellUnreadable, tellUnreadableSpend } from '../../../../src/vscode/storage/unreadableFiles.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('The message about a file that could not be read', () => {
  const cleanUp = cleanUpAfterEach();
  const folder = path.resolve('folder');

  /** Calls `tell`, and presses a button of the message. Returns the messages and the paths of the opened files. */
  const press = async (tell: () => void, button: string | undefined) => {
    const messages: string[] = [];
    const opened: string[] = [];
    const { showWarningMessage } = vscode.window;
    const { executeCommand } = vscode.commands;
    cleanUp(() => Object.assign(vscode.window, { showWarningMessage }));
    cleanUp(() => Object.assign(vscode.commands, { executeCommand }));
    Object.assign(vscode.window, {
      showWarningMessage: async (message: string, ...buttons: readonly string[]) => {
        messages.push(message);
        return Promise.resolve(buttons.find((each) => each === button));
      },
    });
    Object.assign(vscode.commands, {
      executeCommand: async (_: string, { fsPath }: vscode.Uri) => Promise.resolve(opened.push(fsPath)),
    });
    tell();
    await new Promise(setImmediate);
    return { messages, opened };
  };

  it('says for a file of the ledger that its spend is missing from the sums, the limits and the balance', async () => {
    const journal = 'spend/2026-11-w1.jsonl.1.unreadable';
    const { messages, opened } = await press(() => tellUnreadableSpend(folder)(journal), undefined);
    assert.deepEqual(messages, [
      `A file with a part of your spend couldn’t be read. This spend is missing from all sums, your limits and your balance. The file was kept: ${path.join(folder, journal)}`,
    ]);
    assert.deepEqual(opened, []);
  });

  it('has a button that opens the file', async () => {
    const name = 'balance.json.1.unreadable';
    for (const tell of [tellUnreadable, tellUnreadableSpend]) {
      const { messages, opened } = await press(() => tell(folder)(name), 'Open File');
      assert.equal(messages.length, 1);
      assert.deepEqual(opened, [path.join(folder, name)]);
    }
  });
});
