import { strict as assert } from 'node:assert';
import { mkdir, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { confirmHostileFile } from '../../../../src/vscode/apply/hostileFile.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';

describe('confirmHostileFile', () => {
  const cleanUp = cleanUpAfterEach();
  let folder = '';
  let questions: string[] = [];

  beforeEach(async () => {
    folder = await realpath(await temporaryFolder(cleanUp));
    questions = [];
    const { showWarningMessage } = vscode.window;
    const ask = async (question: string) => {
      questions.push(question);
      return Promise.resolve('Show Change');
    };
    Object.assign(vscode.window, { showWarningMessage: ask });
    Object.assign(vscode.workspace, { workspaceFolders: [{ uri: vscode.Uri.file(folder), name: 'a', index: 0 }] });
    cleanUp(() => {
      Object.assign(vscode.window, { showWarningMessage });
      Object.assign(vscode.workspace, { workspaceFolders: undefined });
    });
  });

  const file = (name: string) => ({ uri: vscode.Uri.file(path.join(folder, name)), path: name });

  it('asks for a new file in a folder that is a link to a dangerous folder', async () => {
    await mkdir(path.join(folder, '.git/hooks'), { recursive: true });
    await symlink('.git/hooks', path.join(folder, 'hooks'));
    assert.equal(await confirmHostileFile(file('hooks/pre-commit')), true);
    assert.deepEqual(questions, ['Show a change of hooks/pre-commit? This file can make programs run commands.']);
  });

  it('does not ask for a new file in another folder', async () => {
    await mkdir(path.join(folder, 'src'));
    await symlink('src', path.join(folder, 'source'));
    assert.equal(await confirmHostileFile(file('source/made/a.ts')), true);
    assert.deepEqual(questions, []);
  });
});
