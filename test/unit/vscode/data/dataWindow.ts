import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as vscode from 'vscode';
import { createDataDeletions } from '../../../../src/chat/windows/dataDeletions.ts';
import { createBalanceStore } from '../../../../src/meter/balance.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createTokenRatios } from '../../../../src/meter/tokenRatio.ts';
import { createFolderWatch } from '../../../../src/node/folderWatch.ts';
import { isProcessAlive, processSpace, processStart } from '../../../../src/node/isProcessAlive.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { createDataCommands, type DataCommandDependencies } from '../../../../src/vscode/data/dataCommands.ts';
import { createAccountBalance } from '../../../../src/vscode/spend/accountBalance.ts';
import { createDeletionFollower } from '../../../../src/vscode/storage/deletionFollower.ts';
import { neverCalled } from '../../neverCalled.ts';

/** The key of the shown session's id in the state that VS Code keeps for the workspace. */
export const sessionIdName = 'tally.sessionId';

/**
 * Returns the storage folders of a window that shows the workspace `shop`.
 *
 * @param user the folder in which VS Code keeps the storage folders of extensions
 */
export function dataFolders(user: string) {
  return {
    global: path.join(user, 'globalStorage/tally.tally-chat'),
    workspace: path.join(user, 'workspaceStorage/shop/tally.tally-chat'),
  };
}

/** Opens a window with the commands for the data of all workspaces, as the extension does, but without the chat. */
export function openDataWindow(user: string) {
  const folders = dataFolders(user);
  const globalFiles = createNodeFileStore(folders.global);
  const owner = {
    id: randomUUID(),
    pid: process.pid,
    processStart: processStart(process.pid),
    processSpace: processSpace(),
    host: 'here',
  };
  const ledger = createLedger({
    files: globalFiles,
    writerId: randomUUID(),
    workspace: () => undefined,
    onDidChange: () => undefined,
    onUnreadable: neverCalled,
    now: Date.now,
    rollUpAfter: 100,
  });
  const store = createBalanceStore(globalFiles, neverCalled);
  const balance = createAccountBalance({ store, ledger, onDidChange: () => undefined, now: Date.now });
  const workspaceState = mementoInFile(path.join(user, 'state.json'));
  const reportError = (error: unknown) => {
    throw error;
  };
  const release = async (remove: () => Promise<boolean>) =>
    ledger.clear(async () => {
      const isRemoved = await remove();
      // The chat then shows a new session.
      if (isRemoved) await workspaceState.update(sessionIdName, undefined);
      return isRemoved;
    });
  const deletions = createDeletionFollower({
    deletions: createDataDeletions({
      files: globalFiles,
      watch: createFolderWatch(folders.global),
      owner,
      isAlive: isProcessAlive,
      createId: randomUUID,
      now: Date.now,
    }),
    workspaceState,
    sessionIdName,
    release,
    reportError,
  });
  const dependencies: Partial<DataCommandDependencies> = {
    folders,
    ownFolder: folders.workspace,
    filesIn: createNodeFileStore,
    globalFiles,
    owner,
    ledger,
    balance,
    limits: () => ({ daily: 0, session: 0, confirmAbove: 0 }),
    ratios: createTokenRatios(globalFiles, neverCalled),
    deletions,
    release,
    saving: { discard: async () => Promise.resolve() },
    apiKeys: { removeAll: async () => Promise.resolve([]) },
    isReady: async () => Promise.resolve(false),
    isReplyRunning: () => false,
    onDidImport: () => undefined,
    log: { error: reportError, info: neverCalled } as never,
    errors: { reportError },
  };
  return { ...createDataCommands(dependencies as DataCommandDependencies), deletions, ledger, balance, store };
}

/** Keeps the state that VS Code keeps for a workspace in a file, because the process may be killed. */
function mementoInFile(file: string): Pick<vscode.Memento, 'get' | 'update'> {
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return {
    get: (key: string) => read()[key] as never,
    update: async (key, value) => {
      writeFileSync(`${file}.new`, JSON.stringify({ ...read(), [key]: value as unknown }));
      renameSync(`${file}.new`, file);
      return Promise.resolve();
    },
  };
}
