import assert from 'node:assert/strict';
import fs, { chmod, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { temporaryName } from '../../../../src/node/temporaryFiles.ts';
import { openStores } from '../../../../src/vscode/storage/chatStores.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { filesBelow, writeFiles } from '../../node/storedData/writeFiles.ts';

describe('openStores: tidyFolders', () => {
  const cleanUp = cleanUpAfterEach();
  let globalFolder: string;
  let ownFolder: string;

  beforeEach(async () => {
    const user = await temporaryFolder(cleanUp);
    globalFolder = path.join(user, 'globalStorage/tally.tally-chat');
    ownFolder = path.join(user, 'workspaceStorage/one/tally.tally-chat');
  });

  /** Tidies the folders when `minutes` have passed. Calls `logError` with each error. */
  const tidyAfter = async (minutes: number, logError: (error: never) => void = neverCalled) => {
    const storageUri = Object.assign(vscode.Uri.file(ownFolder), {
      with: (change: { readonly path: string }) => vscode.Uri.file(change.path),
    });
    const { folder, tidyFolders } = await openStores({
      context: { globalStorageUri: vscode.Uri.file(globalFolder), storageUri },
      globalFiles: createNodeFileStore(globalFolder),
      saving: { withBuffer: (files: unknown) => files },
      owner: { id: 'this', pid: process.pid, processStart: undefined, host: 'here' },
      deletions: { ready: Promise.resolve() },
      errors: { reportSaveError: neverCalled },
      log: { error: logError },
    } as never);
    assert.equal(folder, ownFolder);
    const { now } = Date;
    Object.assign(Date, { now: () => now() + minutes * 60_000 });
    cleanUp(() => Object.assign(Date, { now }));
    await tidyFolders();
    Object.assign(Date, { now });
  };

  it('removes temporary files that are older than an hour', async () => {
    const names = [temporaryName('draft.json'), temporaryName('balance.json')] as const;
    await writeFiles(ownFolder, { [names[0]]: '' });
    await writeFiles(globalFolder, { [names[1]]: '' });
    const left = async () => {
      const all = [...(await filesBelow(ownFolder)), ...(await filesBelow(globalFolder))];
      return names.filter((name) => all.includes(name));
    };
    await tidyAfter(59);
    assert.deepEqual(await left(), names);
    await tidyAfter(61);
    assert.deepEqual(await left(), []);
  });

  it('removes the folder of a closed window without a workspace if the folder has only an empty draft that is older than an hour', async () => {
    const draft = (text: string) => JSON.stringify({ version: 1, text, attachments: [], queue: [] });
    const windows = path.join(globalFolder, 'emptyWindows');
    await writeFiles(windows, { 'empty/draft.json': draft(''), 'typed/draft.json': draft('Not sent') });
    await tidyAfter(59);
    assert.deepEqual(
      await filesBelow(windows),
      ['empty', 'typed'].map((name) => path.join(name, 'draft.json')),
    );
    await tidyAfter(61);
    assert.deepEqual(await filesBelow(windows), [path.join('typed', 'draft.json')]);
  });

  it('logs the error if a folder cannot be read, and removes the temporary files nevertheless', async () => {
    const name = temporaryName('draft.json');
    await writeFiles(globalFolder, { 'emptyWindows/empty/sessions/s.lease': '', [name]: '' });
    const { readdir } = fs;
    const refuseSessions = async (folder: string, options?: object) =>
      options === undefined && folder.endsWith('sessions')
        ? Promise.reject(Object.assign(new Error('Too many open files.'), { code: 'EMFILE' }))
        : readdir(folder, options as never);
    const replaceReaddir = (newReaddir: unknown) => {
      Object.assign(fs, { readdir: newReaddir });
      syncBuiltinESMExports();
    };
    cleanUp(() => replaceReaddir(readdir));
    replaceReaddir(refuseSessions);
    const errors: Error[] = [];
    await tidyAfter(61, (error) => void errors.push(error));
    assert.deepEqual(
      errors.map(({ message }) => message),
      ['Too many open files.'],
    );
    assert.equal((await filesBelow(globalFolder)).includes(name), false);
  });

  it('lets only the user read the files that earlier versions created', async function () {
    // Windows has no such permissions.
    if (process.platform === 'win32') this.skip();
    for (const folder of [ownFolder, globalFolder]) {
      await writeFiles(folder, { file: '' });
      await chmod(folder, 0o755);
      await chmod(path.join(folder, 'file'), 0o644);
    }
    await tidyAfter(0);
    for (const folder of [ownFolder, globalFolder]) {
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      assert.equal((await stat(path.join(folder, 'file'))).mode & 0o777, 0o600);
    }
  });
});
