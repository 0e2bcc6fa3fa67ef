import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { PlanRunner } from '../../src/node/workerPlanner.ts';
import { createAppliedChanges, type AppliedChange } from '../../src/vscode/apply/appliedChanges.ts';
import { createApplyProposals } from '../../src/vscode/apply/applyProposals.ts';
import type { Change } from '../../src/vscode/apply/change.ts';
import type { Proposal } from '../../src/vscode/apply/proposal.ts';
import { createPlanView } from '../../src/vscode/apply/planView.ts';
import { createProposedChanges } from '../../src/vscode/apply/proposedChanges.ts';
import { createProposedFiles } from '../../src/vscode/apply/proposedFiles.ts';
import { createReviewChanges } from '../../src/vscode/apply/reviewChanges.ts';
import { createUndoApplied } from '../../src/vscode/apply/undoApplied.ts';
import { insertAtStart, writeNewFile } from './files.ts';
import { recordMessages } from './recordMessages.ts';
import { directPlanner } from '../unit/apply/directPlanner.ts';

/** Changes of files that someone else changes while they are applied, undone or planned. */
describe('Code that is applied', () => {
  const before = 'const a = 1;\nconst b = 2;\n';
  const after = 'const a = 1;\nconst b = 3;\n';
  const created: vscode.Uri[] = [];

  const inTurn = async <T>(operation: () => Promise<T>) => operation();

  const uriOf = (name: string) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name);

  const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();

  const addFirstLine = async (uri: vscode.Uri) => insertAtStart(uri, '// Changed meanwhile\n');

  async function createFile(text: string): Promise<vscode.Uri> {
    const uri = await writeNewFile(text);
    created.push(uri);
    return uri;
  }

  afterEach(async () => {
    await vscode.workspace.saveAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const uri of created.splice(0)) await rm(uri.fsPath);
  });

  it('with others is proposed again, and changes nothing, if its file changes while another file is checked', async () => {
    const [first, second] = [await createFile(before), await createFile(before)];
    const change = (uri: vscode.Uri): Change => ({
      ...{ uri, isNew: false, before, after, blocks: [], undone: [] },
      planAgain: async (text) => Promise.resolve(text.replace('2', '3')),
    });
    const proposal = async (uri: vscode.Uri): Promise<Proposal> => ({
      ...{ change: change(uri), left: uri, hasEarlierEdits: false },
      document: await vscode.workspace.openTextDocument({ content: after }),
    });
    const proposed: Change[] = [];
    const applied = createAppliedChanges();
    const { applyAll } = createApplyProposals(
      directPlanner,
      {
        confirmApply: async (uri) => {
          if (uri.toString() === second.toString()) await addFirstLine(first);
          return true;
        },
      },
      applied,
      {
        proposeInstead: async (again) => {
          proposed.push(again);
          return Promise.resolve(false);
        },
        close: async () => Promise.resolve(),
      },
    );
    await applyAll([await proposal(first), await proposal(second)]);
    applied.dispose();
    const now = await textOf(first);
    assert.equal(now, `// Changed meanwhile\n${before}`);
    assert.deepEqual(
      proposed.map((again) => [again.uri.toString(), again.before, again.after]),
      [[first.toString(), now, `// Changed meanwhile\n${after}`]],
    );
    assert.equal(await textOf(second), after);
  });

  it('is not undone at once if its file changes while VS Code shows the file, but its undoing is proposed', async () => {
    const uri = await createFile(after);
    const change: AppliedChange = { uri, isCreated: false, before, after, blocks: ['block'] };
    const proposed: Change[] = [];
    const undo = createUndoApplied(
      directPlanner,
      { find: () => undefined, inTurn, propose: async (added) => Promise.resolve(void proposed.push(added)) },
      { changesOf: () => [change], appliedWith: () => [change], remove: () => assert.fail('The change was undone.') },
    );
    const { showTextDocument } = vscode.window;
    try {
      const showAndChange = async (...parameters: Parameters<typeof showTextDocument>) => {
        const editor = await showTextDocument(...parameters);
        await addFirstLine(uri);
        return editor;
      };
      Object.assign(vscode.window, { showTextDocument: showAndChange });
      await undo('block');
    } finally {
      Object.assign(vscode.window, { showTextDocument });
    }
    const text = `// Changed meanwhile\n${after}`;
    assert.equal(await textOf(uri), text);
    assert.deepEqual(
      proposed.map((added) => [added.before, added.after, added.undone]),
      [[text, `// Changed meanwhile\n${before}`, [change]]],
    );
  });

  it('is not undone by deleting its new file if the file has newer text on disk', async () => {
    const uri = await createFile(after);
    const change: AppliedChange = { uri, isCreated: true, before: '', after, blocks: ['block'] };
    const messages: string[] = [];
    const undo = createUndoApplied(
      directPlanner,
      { find: () => undefined, inTurn, propose: async () => Promise.reject(new Error('An undo was proposed.')) },
      { changesOf: () => [change], appliedWith: () => [change], remove: () => assert.fail('The change was undone.') },
    );
    const { showWarningMessage } = vscode.window;
    try {
      const showMessage = async (message: string) => Promise.resolve(void messages.push(message));
      Object.assign(vscode.window, { showWarningMessage: showMessage });
      await addFirstLine(uri);
      const { document } = await vscode.window.showTextDocument(uri);
      await document.save();
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), after);
      await undo('block');
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    assert.equal(await readFile(uri.fsPath, 'utf8'), `// Changed meanwhile\n${after}`);
    assert.equal(messages.length, 1);
    assert.match(messages[0]!, /has changed since the code was applied/);
  });

  it('is shown for the first 50 files if a reply names more', async () => {
    const block = (index: number) => `In \`made/file${index}.ts\`:\n\n\`\`\`ts\nexport const a = ${index};\n\`\`\`\n\n`;
    const found: (string | undefined)[] = [];
    const shown: Change[] = [];
    const messages: string[] = [];
    const review = createReviewChanges({
      planner: { ...directPlanner, forClick: () => directPlanner },
      proposals: {
        find: () => undefined,
        inTurn,
        propose: async () => Promise.reject(new Error('Only one file was proposed.')),
        proposeAll: async (changes) => Promise.resolve(void shown.push(...changes)),
      },
      hostileFiles: { needsQuestion: async () => Promise.resolve(false) },
      files: {
        unnamedFile: () => undefined,
        find: async ([path = '']) => {
          found.push(path);
          return Promise.resolve({ uri: uriOf(path), path, isNew: true });
        },
      },
    });
    const { showWarningMessage } = vscode.window;
    try {
      const showMessage = async (message: string) => Promise.resolve(void messages.push(message));
      Object.assign(vscode.window, { showWarningMessage: showMessage });
      await review({
        id: 'reply',
        text: Array.from({ length: 60 }, (_, index) => block(index)).join(''),
        attachedFiles: [],
      });
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    assert.equal(found.length, 50);
    assert.deepEqual(
      shown.map(({ uri }) => uri.toString()),
      found.map((path) => uriOf(path!).toString()),
    );
    assert.deepEqual(messages, [
      'Not everything is included. The reply names 60 files. Only the first 50 are shown. Use “Apply to editor” on the block instead.',
    ]);
  });
});

/** The user types in the proposal of a file while another change of the file is planned. */
describe('A proposed text in which the user types meanwhile', () => {
  const method = (name: string, value: number) => `export function ${name}(): number {\n  return ${value};\n}\n`;
  const before = `${method('f', 1)}\n${method('g', 1)}`;
  const typed = '// Typed meanwhile\n';
  const scheme = 'test-typed';
  const messages = recordMessages();
  const files = createProposedFiles(scheme);
  const confirmApply = async () => Promise.resolve(true);
  /** Runs after the next plan was made, before it is used. */
  let afterPlan: (() => Promise<void>) | undefined;
  const planner: PlanRunner = {
    run: async (operation, ...parameters) => {
      const planned = await directPlanner.run(operation, ...parameters);
      const after = operation === 'divideAll' ? undefined : afterPlan;
      if (after !== undefined) afterPlan = undefined;
      await after?.();
      return planned;
    },
  };
  const proposals = createProposedChanges(planner, { confirmApply }, createAppliedChanges(), files);
  const view = createPlanView(
    planner,
    proposals,
    { current: () => undefined, withSelection: () => undefined },
    (sentence) => assert.fail(sentence),
  );
  let uri: vscode.Uri;

  const applyToEditor = async (name: string) =>
    view({ uri, path: 'a.ts', isNew: false }, { code: method(name, 2), info: 'ts', before: '' }, name, planner);

  /** The document of the proposal. */
  const proposedDocument = () =>
    vscode.workspace.textDocuments.find(
      (document) => document.uri.scheme === scheme && document.uri.path === uri.path,
    )!;

  const typeMeanwhile = async () => insertAtStart(proposedDocument().uri, typed);

  beforeEach(async () => {
    uri = await writeNewFile(before);
    await applyToEditor('f');
  });

  afterEach(async () => {
    await vscode.workspace.saveAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(uri.fsPath);
  });

  after(() => {
    proposals.dispose();
  });

  it('keeps the typed text, and gets the change of another block', async () => {
    afterPlan = typeMeanwhile;
    await applyToEditor('g');
    assert.equal(proposedDocument().getText(), `${typed}${method('f', 2)}\n${method('g', 2)}`);
    assert.deepEqual(proposals.find(uri)?.blocks, ['f', 'g']);
  });

  it('keeps the typed text, and gets the changes of a review', async () => {
    const review = createReviewChanges({
      planner: { ...planner, forClick: () => planner },
      proposals,
      hostileFiles: { needsQuestion: async () => Promise.resolve(false) },
      files: { unnamedFile: () => undefined, find: async () => Promise.resolve({ uri, path: 'a.ts', isNew: false }) },
    });
    afterPlan = typeMeanwhile;
    await review({ id: 'reply', text: `In \`a.ts\`:\n\n\`\`\`ts\n${method('g', 2)}\`\`\`\n`, attachedFiles: [] });
    assert.equal(proposedDocument().getText(), `${typed}${method('f', 2)}\n${method('g', 2)}`);
  });

  it('keeps the typed text, and says so, while a change of it is undone', async () => {
    const editor = vscode.window.activeTextEditor!;
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    afterPlan = typeMeanwhile;
    await proposals.undoHunk();
    assert.equal(proposedDocument().getText(), `${typed}${method('f', 2)}\n${method('g', 1)}`);
    assert.deepEqual(messages(), [
      'The change wasn’t undone, because you have edited the text meanwhile. Undo it again.',
    ]);
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    await proposals.undoHunk();
    assert.equal(proposedDocument().getText(), typed + before);
  });

  it('keeps the typed text, and gets the change that undoes an applied one', async () => {
    await insertAtStart(uri, '// Changed\n');
    const old = before.replace(method('g', 1), method('g', 0));
    const change: AppliedChange = { uri, isCreated: false, before: old, after: before, blocks: ['block'] };
    const undo = createUndoApplied(planner, proposals, {
      changesOf: () => [change],
      appliedWith: () => [change],
      remove: () => undefined,
    });
    afterPlan = typeMeanwhile;
    await undo('block');
    assert.equal(proposedDocument().getText(), `${typed}${method('f', 2)}\n${method('g', 0)}`);
  });

  it('is not replaced if the place of the other block is no longer certain', async () => {
    const document = proposedDocument();
    afterPlan = async () => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), typed);
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    await applyToEditor('g');
    assert.equal(document.getText(), typed);
    assert.deepEqual(proposals.find(uri)?.blocks, ['f']);
    assert.equal(messages().length, 1);
    assert.match(messages()[0]!, /has changed. Apply the code again/);
  });
});
