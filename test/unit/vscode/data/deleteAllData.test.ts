import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { deleteAllData } from '../../../../src/vscode/data/deleteAllData.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';

const first = { question: 'Delete all data of Tally Chat?', buttons: ['Export First…', 'Delete'] };
const second = {
  question: 'The data was exported. Delete all data of Tally Chat?',
  buttons: ['Don’t Delete', 'Delete'],
};

describe('deleteAllData', () => {
  const cleanUp = cleanUpAfterEach();

  /** Deletes all data. `release` calls `remove`, unless it fails before. Returns the names of the calls. */
  const run = async (release: (remove: () => Promise<boolean>) => Promise<void>) => {
    const called: string[] = [];
    const { showWarningMessage, showInformationMessage } = vscode.window;
    cleanUp(() => Object.assign(vscode.window, { showWarningMessage, showInformationMessage }));
    Object.assign(vscode.window, {
      showWarningMessage: async () => Promise.resolve('Delete'),
      showInformationMessage: async (text: string) => Promise.resolve(void called.push(text)),
    });
    const spend = { requests: 0, low: 0, high: 0, isReported: false };
    const nothing = async () => Promise.resolve();
    await deleteAllData({
      folders: { global: await temporaryFolder(cleanUp), workspace: undefined },
      ledger: { refresh: nothing, total: () => spend },
      limits: () => ({ daily: 0, session: 0 }),
      balance: { sentence: () => undefined },
      isReplyRunning: () => false,
      isReady: async () => Promise.resolve(false),
      owner: { id: 'one', pid: process.pid, processStart: undefined, host: 'here' },
      saving: { discard: nothing },
      deletions: {
        announce: async (remove: (startRemoving: () => Promise<void>) => Promise<unknown>) => remove(nothing),
      },
      release,
      apiKeys: { removeAll: async () => Promise.resolve(called.push('removeAll')).then(() => []) },
      errors: { reportError: (error: unknown) => void called.push(String(error)) },
    } as never);
    return called;
  };
  const failed = async () => Promise.reject(new Error('EIO'));

  it('removes the API keys even if the release fails after the removal', async () => {
    const called = await run(async (remove) => {
      await remove();
      await failed();
    });
    assert.deepEqual(called.slice(0, 2), ['Error: EIO', 'removeAll']);
    assert.match(called[2] ?? '', /^Deleted sessions: 0\./);
  });

  it('rejects, and keeps the API keys, if the release fails before the removal', async () => {
    await assert.rejects(run(failed), { message: 'EIO' });
  });
});

describe('The question of Delete All Data', () => {
  const cleanUp = cleanUpAfterEach();

  /** Presses the first button until the last of `exports`, the results of the exports. Returns the questions. */
  const ask = async (...exports: readonly boolean[]) => {
    const questions: unknown[] = [];
    const left = [...exports];
    const { showWarningMessage } = vscode.window;
    cleanUp(() => Object.assign(vscode.window, { showWarningMessage }));
    Object.assign(vscode.window, {
      showWarningMessage: async (question: string, _: unknown, ...buttons: readonly string[]) => {
        questions.push({ question, buttons });
        return Promise.resolve(left.length > 0 ? buttons[0] : undefined);
      },
    });
    const spend = { requests: 0, low: 0, high: 0, isReported: false };
    await deleteAllData({
      folders: { global: await temporaryFolder(cleanUp), workspace: undefined },
      ledger: { refresh: async () => Promise.resolve(), total: () => spend },
      limits: () => ({ daily: 0, session: 0 }),
      balance: { sentence: () => undefined },
      isReplyRunning: () => false,
      exportData: async () => Promise.resolve(left.shift() === true),
      deletions: { announce: () => assert.fail('Nothing may be deleted.') },
    } as never);
    return questions;
  };

  it('says after an export that the data was exported, and no longer offers an export', async () => {
    assert.deepEqual(await ask(true), [first, second]);
  });

  it('is asked again if the export was cancelled or failed', async () => {
    assert.deepEqual(await ask(false, true), [first, first, second]);
  });
});
