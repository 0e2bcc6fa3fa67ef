import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createAppliedChanges } from '../../src/vscode/apply/appliedChanges.ts';
import { createPlanView } from '../../src/vscode/apply/planView.ts';
import { createProposedChanges } from '../../src/vscode/apply/proposedChanges.ts';
import { createProposedFiles } from '../../src/vscode/apply/proposedFiles.ts';
import { createTargetEditor } from '../../src/vscode/code/targetEditor.ts';
import { directPlanner } from '../unit/apply/directPlanner.ts';
import { writeNewFile } from './files.ts';

describe('A selection while the file has a proposal', () => {
  const before = 'start(1);\n\nfirst(1);\nsecond(1);\n';
  const proposed = before.replace('start(1);', 'start(1);\nstart(2);');
  const code = 'other(1);';
  const refused: string[] = [];
  const confirmApply = async () => Promise.resolve(true);
  // Only one registration of a scheme is possible, and the extension has one.
  const files = createProposedFiles('test-selected');
  const proposals = createProposedChanges(directPlanner, { confirmApply }, createAppliedChanges(), files);
  const targetEditor = createTargetEditor();
  const view = createPlanView(directPlanner, proposals, targetEditor, (sentence) => void refused.push(sentence));
  let uri: vscode.Uri;

  const apply = async () =>
    view({ uri, path: 'a.ts', isNew: false }, { code, info: 'ts', before: '' }, 'block', directPlanner);

  const proposedText = () => proposals.documentOf(uri)?.getText();

  beforeEach(async () => {
    refused.length = 0;
    uri = await writeNewFile(before);
    const planAgain = async () => Promise.resolve(undefined);
    await proposals.propose({ uri, isNew: false, before, after: proposed, planAgain, blocks: ['a'], undone: [] });
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(uri.fsPath);
  });

  after(() => {
    targetEditor.dispose();
    proposals.dispose();
  });

  it('is the place of code if it is in the proposed text', async () => {
    const editor = await proposals.show(uri);
    editor!.selection = new vscode.Selection(3, 0, 4, 0);
    await apply();
    assert.deepEqual(refused, []);
    assert.equal(proposedText(), proposed.replace('first(1);', code));
  });

  it('is the place of code if it is in lines of the file that the proposal keeps', async () => {
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(2, 0, 2, 9);
    await apply();
    assert.deepEqual(refused, []);
    assert.equal(proposedText(), proposed.replace('first(1);', code));
  });

  it('is not the place of code if the proposal changes a selected line', async () => {
    const document = proposals.documentOf(uri)!;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, document.lineAt(3).range, 'first(2);');
    await vscode.workspace.applyEdit(edit);
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(2, 0, 3, 0);
    await apply();
    assert.equal(refused.length, 1);
    assert.match(refused[0]!, /changes the selected lines/);
    assert.equal(proposedText(), proposed.replace('first(1)', 'first(2)'));
  });
});
