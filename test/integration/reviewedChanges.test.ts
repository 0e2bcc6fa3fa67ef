import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Change } from '../../src/vscode/apply/change.ts';
import type { FileFinder } from '../../src/vscode/apply/fileFinder.ts';
import { createPlanView } from '../../src/vscode/apply/planView.ts';
import { createProposedChanges } from '../../src/vscode/apply/proposedChanges.ts';
import { createProposedFiles } from '../../src/vscode/apply/proposedFiles.ts';
import { createReviewChanges } from '../../src/vscode/apply/reviewChanges.ts';
import { recordMessages } from './recordMessages.ts';
import { directPlanner } from '../unit/apply/directPlanner.ts';

describe('Review All Changes', () => {
  const method = (name: string, value: number) => `export function ${name}(): number {\n  return ${value};\n}\n`;
  const fence = (file: string, code: string) => `In \`${file}\`:\n\n\`\`\`ts\n${code}\`\`\`\n\n`;
  const messages = recordMessages();
  let folder: vscode.Uri;
  let shown: Change[] = [];

  const uriOf = (path: string) => vscode.Uri.joinPath(folder, path);

  const write = async (path: string, text: string) => writeFile(uriOf(path).fsPath, text);

  /** Finds each file at its name. */
  const findByName: FileFinder['find'] = async ([path = '']) => {
    const uri = uriOf(path);
    const isNew = await vscode.workspace.fs.stat(uri).then(
      () => false,
      () => true,
    );
    return { uri, path, isNew };
  };

  const createReview = (find: FileFinder['find'], runner = directPlanner, earlier?: Change) =>
    createReviewChanges({
      planner: { ...runner, forClick: () => runner },
      proposals: {
        find: (file) => (file.toString() === earlier?.uri.toString() ? earlier : undefined),
        inTurn: async (operation) => operation(),
        propose: async (change) => Promise.resolve(void shown.push(change)),
        proposeAll: async (changes) => Promise.resolve(void shown.push(...changes)),
      },
      hostileFiles: { needsQuestion: async () => Promise.resolve(false) },
      files: { unnamedFile: () => undefined, find },
    });

  const review = async (text: string, find = findByName, runner = directPlanner) =>
    createReview(find, runner)({ id: 'reply', text, attachedFiles: [] });

  const shownTexts = () => shown.map(({ uri, after }) => [uri.toString(), after]);

  beforeEach(async () => {
    folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, randomUUID());
    await mkdir(folder.fsPath);
    shown = [];
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder.fsPath, { recursive: true });
  });

  it('shows one change of a file that the reply names by its path and by the path of a link to it', async () => {
    await write('real.ts', `${method('f', 1)}\n${method('g', 1)}`);
    await symlink('real.ts', uriOf('link.ts').fsPath);
    await review(fence('real.ts', method('f', 2)) + fence('link.ts', method('g', 2)));
    assert.deepEqual(shownTexts(), [[uriOf('real.ts').toString(), `${method('f', 2)}\n${method('g', 2)}`]]);
  });

  it('leaves out a file below another file', async () => {
    await write('a.ts', method('f', 1));
    await review(
      fence('a.ts', method('f', 2)) +
        fence('a.ts/below.ts', 'export {};\n') +
        fence('made.ts', 'export {};\n') +
        fence('made.ts/inner/below.ts', 'export {};\n'),
    );
    assert.deepEqual(shownTexts(), [
      [uriOf('a.ts').toString(), method('f', 2)],
      [uriOf('made.ts').toString(), 'export {};\n'],
    ]);
    assert.deepEqual(messages(), [
      'Not everything is included. below.ts can’t be created, because a.ts isn’t a folder. below.ts can’t be created, because made.ts isn’t a folder. Use “Apply to editor” on the block instead.',
    ]);
  });

  it('ignores a second click while the changes are planned', async () => {
    await write('a.ts', method('f', 1));
    const twice = createReview(findByName);
    const reply = { id: 'reply', text: fence('a.ts', method('f', 2)), attachedFiles: [] };
    await Promise.all([twice(reply), twice({ ...reply })]);
    assert.equal(shown.length, 1);
  });

  it('stops, and says nothing, when the user cancels the question about a file', async () => {
    let asked = 0;
    await review(fence('a.ts', 'export {};\n') + fence('b.ts', 'export {};\n'), async () => {
      asked += 1;
      return Promise.resolve('cancelled');
    });
    assert.equal(asked, 1);
    assert.deepEqual([shown, messages()], [[], []]);
  });

  it('says why nothing is shown', async () => {
    await write('a.ts', method('f', 1));
    await review(fence('a.ts', method('f', 1)));
    await review('```sh\nnpm test\n```\n');
    await review(fence('a.ts', method('f', 2)), findByName, { run: async () => Promise.resolve(undefined) });
    await review(`\`\`\`ts\n${method('f', 2)}\`\`\`\n`, async () => Promise.resolve(undefined));
    assert.deepEqual(messages(), [
      'All files already contain this code.',
      'The reply contains no code that belongs in a file.',
      'The reply is too large to find the place of the code.',
      'Open a file in an editor first.',
    ]);
  });

  it('leaves out a file that already contains the code, even if its proposal is still open', async () => {
    await write('a.ts', method('f', 2));
    await write('b.ts', method('g', 1));
    const planAgain = async (text: string) => Promise.resolve(text);
    const reply = { id: 'reply', text: fence('a.ts', method('f', 2)), attachedFiles: [] };
    const both = { ...reply, text: reply.text + fence('b.ts', method('g', 2)) };
    for (const value of [1, 2]) {
      const texts = { before: method('f', 1), after: method('f', value) };
      const earlier = { uri: uriOf('a.ts'), isNew: false, ...texts, planAgain, blocks: ['f'], undone: [] };
      await createReview(findByName, directPlanner, earlier)(both);
      assert.deepEqual(shownTexts(), [[uriOf('b.ts').toString(), method('g', 2)]]);
      await createReview(findByName, directPlanner, earlier)(reply);
      assert.equal(shown.splice(0).length, 1);
    }
    const alreadyApplied = 'All files already contain this code.';
    assert.deepEqual(messages(), [alreadyApplied, alreadyApplied]);
  });

  it('and two clicks on blocks of one file at once show one change with all of them', async () => {
    await write('a.ts', `${method('f', 1)}\n${method('g', 1)}`);
    const files = createProposedFiles('test-clicked');
    const applied = { add: () => undefined, remove: () => undefined };
    const confirmApply = async () => Promise.resolve(true);
    const proposals = createProposedChanges(directPlanner, { confirmApply }, applied, files);
    const refuse = (sentence: string) => assert.fail(sentence);
    const view = createPlanView(
      directPlanner,
      proposals,
      { current: () => undefined, withSelection: () => undefined },
      refuse,
    );
    const file = { uri: uriOf('a.ts'), path: 'a.ts', isNew: false };
    const apply = async (name: string) =>
      view(file, { code: method(name, 2), info: 'ts', before: '' }, name, directPlanner);
    await Promise.all([apply('f'), apply('g')]);
    const change = proposals.find(file.uri);
    proposals.dispose();
    assert.equal(change?.after, `${method('f', 2)}\n${method('g', 2)}`);
    assert.deepEqual(change.blocks, ['f', 'g']);
    assert.equal(vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'test-clicked').length, 1);
  });
});
