import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { removeApiKey } from '../../../../src/vscode/connection/removeApiKey.ts';
import { cleanUpAfterEach } from '../../cleanUp.ts';

describe('removeApiKey', () => {
  const cleanUp = cleanUpAfterEach();
  const origins = ['https://one.example', 'https://two.example'];

  /** Runs the command with two stored keys, and picks the item at this index. Resolves with the removed origins. */
  const removedAfterPick = async (index: number) => {
    const { window } = vscode;
    const original = { ...window };
    const showQuickPick = async (items: readonly unknown[]) => Promise.resolve(items[index]);
    const showInformationMessage = async () => Promise.resolve(undefined);
    Object.assign(window, { showQuickPick, showInformationMessage });
    cleanUp(() => Object.assign(window, original));
    const removed: string[] = [];
    await removeApiKey({
      apiKeys: {
        origins: async () => Promise.resolve(origins),
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

  it('removes the key of the picked service', async () => {
    assert.deepEqual(await removedAfterPick(1), ['https://one.example']);
  });
});
