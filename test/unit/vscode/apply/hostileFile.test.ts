import { strict as assert } from 'node:assert';
import { mkdir, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { createHostileFileQuestions } from '../../../../src/vscode/apply/hostileFile.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { linkTooLongToResolve } from '../linkTooLongToResolve.ts';

describe('createHostileFileQuestions', () => {
  const cleanUp = cleanUpAfterEach();
  let folder = '';
  let questions: string[] = [];
  let answer: string | undefined;

  beforeEach(async () => {
    folder = await realpath(await temporaryFolder(cleanUp));
    questions = [];
    answer = 'Show Change';
    const { showWarningMessage } = vscode.window;
    const ask = async (question: string) => {
      questions.push(question);
      return Promise.resolve(answer);
    };
    Object.assign(vscode.window, { showWarningMessage: ask });
    const workspaceFolder = { uri: vscode.Uri.file(folder), name: 'a', index: 0 };
    const { getWorkspaceFolder } = vscode.workspace;
    Object.assign(vscode.workspace, {
      workspaceFolders: [workspaceFolder],
      getWorkspaceFolder: () => workspaceFolder,
      asRelativePath: ({ path: whole }: vscode.Uri) => path.relative(folder, whole),
    });
    cleanUp(() => {
      Object.assign(vscode.window, { showWarningMessage });
      Object.assign(vscode.workspace, { workspaceFolders: undefined, getWorkspaceFolder, asRelativePath: undefined });
    });
  });

  const file = (name: string) => ({ uri: vscode.Uri.file(path.join(folder, name)), path: name });

  it('asks for a new file in a folder that is a link to a dangerous folder', async () => {
    await mkdir(path.join(folder, '.git/hooks'), { recursive: true });
    await symlink('.git/hooks', path.join(folder, 'hooks'));
    assert.equal(await createHostileFileQuestions().confirmShow(file('hooks/pre-commit')), true);
    assert.deepEqual(questions, ['Show a change of hooks/pre-commit? This file can make programs run commands.']);
  });

  it('asks for a file whose links the system follows, but whose real path is too long to be found', async () => {
    await mkdir(path.join(folder, '.husky'));
    await linkTooLongToResolve(cleanUp, folder, 'scripts', '.husky');
    assert.equal(await createHostileFileQuestions().confirmShow(file('scripts/pre-commit')), true);
    assert.deepEqual(questions, ['Show a change of scripts/pre-commit? This file can make programs run commands.']);
  });

  it('does not ask for a new file in another folder', async () => {
    await mkdir(path.join(folder, 'src'));
    await symlink('src', path.join(folder, 'source'));
    assert.equal(await createHostileFileQuestions().confirmShow(file('source/made/a.ts')), true);
    assert.deepEqual(questions, []);
  });

  it('does not ask again before a change is applied', async () => {
    const { confirmShow, confirmApply } = createHostileFileQuestions();
    assert.equal(await confirmShow(file('.vscode/tasks.json')), true);
    assert.equal(await confirmApply(file('.vscode/tasks.json').uri), true);
    assert.equal(await confirmApply(file('src/a.ts').uri), true);
    assert.equal(questions.length, 1);
  });

  it('asks before a change is applied if a link was made after the change was shown', async () => {
    const { confirmShow, confirmApply } = createHostileFileQuestions();
    assert.equal(await confirmShow(file('config/run.json')), true);
    assert.deepEqual(questions, []);
    await mkdir(path.join(folder, '.vscode'));
    await symlink('.vscode', path.join(folder, 'config'));
    answer = 'Apply Change';
    assert.equal(await confirmApply(file('config/run.json').uri), true);
    answer = undefined;
    assert.equal(await confirmApply(file('config/run.json').uri), false);
    const question = 'Apply the change of config/run.json? This file can now make programs run commands.';
    assert.deepEqual(questions, [question, question]);
  });

  it('asks before a change is applied if a link leads elsewhere than when the change was shown', async () => {
    const { confirmShow, confirmApply } = createHostileFileQuestions();
    await symlink('.vscode', path.join(folder, 'config'));
    assert.equal(await confirmShow(file('config/run.json')), true);
    await rm(path.join(folder, 'config'));
    await symlink('.git', path.join(folder, 'config'));
    assert.equal(await confirmApply(file('config/run.json').uri), false);
    assert.equal(questions.length, 2);
  });
});
