import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { removeApiKey } from '../../../../src/vscode/connection/removeApiKey.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('removeApiKey', () => {
  const cleanUp = cleanUpAfterEach();
  const origins = ['https://one.example', 'https://two.example'];

  /**
   * Runs the command with these stored keys. Picks the item at `index` of the list, and presses the button at `pressed` of
   * a question. Resolves with the removed origins.
   */
  const removedAfterPick = async (index: number, stored = origins, pressed = 1) => {
    const { window } = vscode;
    const original = { ...window };
    const showQuickPick = async (items: readonly unknown[]) => Promise.resolve(items[index]);
    const showWarningMessage = async (_question: string, _options: unknown, ...buttons: readonly string[]) =>
      Promise.resolve(buttons[pressed]);
    const showInformationMessage = async () => Promise.resolve(undefined);
    Object.assign(window, { showQuickPick, showWarningMessage, showInformationMessage });
    cleanUp(() => Object.assign(window, original));
    const removed: string[] = [];
    await removeApiKey({
      apiKeys: {
        origins: async () => Promise.resolve(stored),
        remove: async (origin: string) => Promise.resolve(void removed.push(origin)),
      } as never,
      setup: async () => Promise.resolve({ status: 'noAddress' }),
      origin: () => 'https://one.example',
    });
    return removed;
  };

  it('removes no key if a held Enter key picks the first item of the list', async () => {
    assert.deepEqual(await removedAfterPick(0), []);
  });

  it('removes the key of the picked service, or all keys, only if the user confirms it', async () => {
    assert.deepEqual(await removedAfterPick(1), ['https://one.example']);
    assert.deepEqual(await removedAfterPick(4), origins);
    for (const pressed of [0, 2])
      for (const index of [1, 4]) assert.deepEqual(await removedAfterPick(index, origins, pressed), []);
  });

  it('removes the only key only if the user confirms it, and not if a held Enter key presses the first button', async () => {
    const only = origins.slice(0, 1);
    assert.deepEqual(await removedAfterPick(0, only, 0), []);
    assert.deepEqual(await removedAfterPick(0, only, 2), []);
    assert.deepEqual(await removedAfterPick(0, only), only);
  });
});
