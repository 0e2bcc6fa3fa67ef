import { strict as assert } from 'node:assert';
import { mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { leadsOutside } from '../../../../src/vscode/context/linkedFiles.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { linkTooLongToResolve } from '../linkTooLongToResolve.ts';

describe('leadsOutside', () => {
  const cleanUp = cleanUpAfterEach();
  let folder = '';

  function setWorkspaceFolder(folderPath: string): void {
    const workspaceFolder = { uri: vscode.Uri.file(folderPath), name: 'a', index: 0 };
    const { getWorkspaceFolder } = vscode.workspace;
    Object.assign(vscode.workspace, {
      workspaceFolders: [workspaceFolder],
      getWorkspaceFolder: (uri: vscode.Uri) => (uri.path.startsWith(folderPath) ? workspaceFolder : undefined),
    });
    cleanUp(() => Object.assign(vscode.workspace, { workspaceFolders: undefined, getWorkspaceFolder }));
  }

  const leads = async (name: string) => leadsOutside(vscode.Uri.file(path.join(folder, name)));

  beforeEach(async () => {
    folder = await realpath(await temporaryFolder(cleanUp));
    setWorkspaceFolder(folder);
  });

  it('is false for files and links in the workspace, and true for links out of it', async () => {
    await mkdir(path.join(folder, 'src'));
    await symlink('src', path.join(folder, 'source'));
    await symlink('..', path.join(folder, 'outside'));
    assert.equal(await leads('src/a.ts'), false);
    assert.equal(await leads('source/a.ts'), false);
    assert.equal(await leads('outside/a.ts'), true);
  });

  it('is true for a link that the system follows, but whose target is too long for its path to be found', async () => {
    const outside = await temporaryFolder(cleanUp);
    await writeFile(path.join(outside, 'secret.txt'), 'a');
    await linkTooLongToResolve(cleanUp, folder, 'out', outside);
    assert.equal(await readFile(path.join(folder, 'out/secret.txt'), 'utf8'), 'a');
    assert.equal(await leads('out/secret.txt'), true);
    assert.equal(await leads('out/new.txt'), true);
  });

  it('is true for links that form a circle', async () => {
    await symlink('b', path.join(folder, 'a'));
    await symlink('a', path.join(folder, 'b'));
    assert.equal(await leads('a'), true);
  });

  it('is true if the links of the workspace folder itself cannot be followed', async () => {
    await symlink('b', path.join(folder, 'a'));
    await symlink('a', path.join(folder, 'b'));
    setWorkspaceFolder(path.join(folder, 'a'));
    assert.equal(await leads('a/src/a.ts'), true);
  });
});
