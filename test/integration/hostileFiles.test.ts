import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readFileAttachment } from '../../src/vscode/context/fileAttachment.ts';
import { leadsOutside } from '../../src/vscode/context/linkedFiles.ts';
import { symbolAttachment } from '../../src/vscode/context/symbolAttachment.ts';
import { createWorkspaceFiles } from '../../src/vscode/context/workspaceFiles.ts';

describe('files of a hostile repository', () => {
  it('are listed without the rules of a .gitignore file that is a symbolic link', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(root !== undefined);
    const folder = join(root, 'linkedRules');
    await mkdir(folder);
    try {
      await writeFile(join(folder, 'rules.txt'), '*.txt\n');
      await symlink('rules.txt', join(folder, '.gitignore'));
      const paths = (
        await createWorkspaceFiles(
          () => [],
          Date.now,
          () => undefined,
        )()
      ).map(({ path }) => path);
      assert.ok(paths.includes('linkedRules/rules.txt'), paths.join('\n'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are not listed if one of the first globs in the settings excludes them, even if there are thousands of globs', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(root !== undefined);
    const names = ['kept.txt', 'excluded.txt'];
    const globs = ['**/excluded.txt', ...Array.from({ length: 4_000 }, (_, index) => `**/${'x'.repeat(40)}${index}`)];
    for (const name of names) await writeFile(join(root, name), 'a');
    try {
      const list = createWorkspaceFiles(
        () => globs,
        Date.now,
        () => undefined,
      );
      const paths = (await list()).map(({ path }) => path);
      assert.deepEqual(
        names.filter((name) => paths.includes(name)),
        ['kept.txt'],
      );
    } finally {
      for (const name of names) await rm(join(root, name));
    }
  });

  it('let other tasks run after each 30 ms of ignore rules, even if there are many workspace folders', async () => {
    const { workspace } = vscode;
    const root = workspace.workspaceFolders?.[0]?.uri.fsPath;
    const property = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders');
    assert.ok(root !== undefined && property !== undefined);
    const roots = join(root, 'roots');
    const folders = Array.from({ length: 20 }, (_, index) => ({
      uri: vscode.Uri.file(join(roots, String(index))),
      name: String(index),
      index,
    }));
    let [time, turnStart, longestTurn] = [0, 0, 0];
    const now = () => {
      time += 31;
      longestTurn = Math.max(longestTurn, time - turnStart);
      return time;
    };
    let ticker = setImmediate(function tick() {
      turnStart = time;
      ticker = setImmediate(tick);
    });
    try {
      for (const { uri } of folders) {
        await mkdir(uri.fsPath, { recursive: true });
        await writeFile(join(uri.fsPath, 'a.txt'), 'a');
      }
      Object.defineProperty(workspace, 'workspaceFolders', { value: folders, configurable: true });
      const list = createWorkspaceFiles(
        () => [],
        now,
        () => undefined,
      );
      assert.equal((await list()).length, folders.length);
    } finally {
      clearImmediate(ticker);
      Object.defineProperty(workspace, 'workspaceFolders', property);
      await rm(roots, { recursive: true });
    }
    assert.ok(longestTurn < 300, `${longestTurn} ms`);
  });

  it('are not listed unless they are open, and the search is cancelled, if listing them takes too long, which the user is told once', async () => {
    const { workspace } = vscode;
    const { findFiles } = workspace;
    const root = workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(root !== undefined);
    const file = join(root, 'open.txt');
    await writeFile(file, 'a');
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    await vscode.window.showTextDocument(vscode.Uri.file('/etc/hostname'), {
      viewColumn: vscode.ViewColumn.Beside,
    });
    const tokens: (vscode.CancellationToken | undefined)[] = [];
    const searched = Promise.withResolvers<undefined>();
    let [timeouts, time] = [0, 0];
    try {
      const never = async (_1: unknown, _2: unknown, _3: unknown, token?: vscode.CancellationToken) => {
        tokens.push(token);
        searched.resolve(undefined);
        return new Promise<never>(() => undefined);
      };
      // This module is in the extension's folder. VS Code therefore gives it the same `workspace` as the extension.
      Object.assign(workspace, { findFiles: never });
      const list = createWorkspaceFiles(
        () => [],
        () => time,
        () => (timeouts += 1),
        { maxSearch: 50, maxWait: 50 },
      );
      const paths = async () => (await list()).map(({ path }) => path);
      assert.deepEqual(await Promise.all([paths(), paths()]), [['open.txt'], ['open.txt']]);
      assert.deepEqual(await paths(), ['open.txt']);
      // The list is no longer cached, and listing times out again.
      time = 60_000;
      assert.deepEqual(await paths(), ['open.txt']);
      // On a slow computer, the time may be over before the search begins.
      await searched.promise;
    } finally {
      Object.assign(workspace, { findFiles });
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await rm(file);
    }
    assert.equal(timeouts, 1);
    assert.ok(tokens.every((token) => token?.isCancellationRequested));
  });

  it('are listed after listing them has once taken too long, if a later search takes longer than the wait but ends in time', async () => {
    const { workspace } = vscode;
    const { findFiles } = workspace;
    const folder = workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder !== undefined);
    let [timeouts, time] = [0, 0];
    let found: Promise<readonly vscode.Uri[]> = new Promise(() => undefined);
    try {
      Object.assign(workspace, { findFiles: async () => found });
      const list = createWorkspaceFiles(
        () => [],
        () => time,
        () => (timeouts += 1),
        // A search that should end in time must do so on a busy computer, too.
        { maxSearch: 2_000, maxWait: 1 },
      );
      const paths = async () => (await list()).map(({ path }) => path);
      assert.deepEqual(await paths(), []);
      time += 60_000;
      const search = Promise.withResolvers<readonly vscode.Uri[]>();
      found = search.promise;
      assert.deepEqual(await paths(), []);
      search.resolve([vscode.Uri.joinPath(folder, 'slow.txt')]);
      // Polls, because no event tells when the search, which goes on in the background, has read its result.
      let listed: readonly string[];
      do listed = await paths();
      while (listed.length === 0);
      assert.deepEqual(listed, ['slow.txt']);
      // After a search that ended in time, a listing waits for the search again.
      time += 60_000;
      const slower = Promise.withResolvers<readonly vscode.Uri[]>();
      found = slower.promise;
      const waiting = paths();
      setTimeout(() => slower.resolve([vscode.Uri.joinPath(folder, 'slower.txt')]), 50);
      assert.deepEqual(await waiting, ['slower.txt']);
    } finally {
      Object.assign(workspace, { findFiles });
    }
    assert.equal(timeouts, 1);
  });

  it('count as links out of the workspace even if a virtual workspace folder has the same path as their target', async () => {
    const { workspace } = vscode;
    const folders = workspace.workspaceFolders ?? [];
    const root = folders[0]?.uri.fsPath;
    assert.ok(root !== undefined);
    const property = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders');
    assert.ok(property !== undefined);
    const link = join(root, 'linkToPasswords');
    await symlink('/etc/passwd', link);
    try {
      const virtual = { uri: vscode.Uri.from({ scheme: 'memory', path: '/etc' }), name: 'etc', index: 1 };
      Object.defineProperty(workspace, 'workspaceFolders', { value: [...folders, virtual], configurable: true });
      assert.equal(await leadsOutside(vscode.Uri.file(link)), true);
    } finally {
      Object.defineProperty(workspace, 'workspaceFolders', property);
      await rm(link);
    }
  });

  it('are not read as attachments if they are devices', async () => {
    assert.equal(await readFileAttachment(vscode.Uri.file('/dev/null')), 'null isn’t a text file and wasn’t added.');
  });

  it('yield no attachment for a symbol of more than 1 MB', async () => {
    const document = await vscode.workspace.openTextDocument({
      content: `function a() {\n${'a();\n'.repeat(300_000)}}\n`,
    });
    const location = (end: number) => new vscode.Location(document.uri, new vscode.Range(0, 0, end, 0));
    const symbol = (end: number) => new vscode.SymbolInformation('a', vscode.SymbolKind.Function, '', location(end));
    const refusal = await symbolAttachment(symbol(300_001));
    assert.ok(typeof refusal === 'string');
    assert.match(refusal, /is larger than 1 MB and wasn’t added/);
    assert.equal(typeof (await symbolAttachment(symbol(100))), 'object');
  });
});
