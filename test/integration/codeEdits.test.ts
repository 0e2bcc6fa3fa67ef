import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { codeEdits, editedText } from '../../src/vscode/code/codeEdits.ts';

describe('codeEdits', () => {
  it('replaces a tab with at most 64 spaces, whatever tab size the workspace sets', async () => {
    const document = await vscode.workspace.openTextDocument({ content: '' });
    const editor = await vscode.window.showTextDocument(document);
    editor.options = { insertSpaces: true, tabSize: 10_000 };
    const [edit] = codeEdits(editor, 'if (a)\n\tb();');
    assert.equal(edit?.text, `if (a)\n${' '.repeat(64)}b();`);
  });
  it('does not indent code at two cursors in the same line, whatever the order of the cursors', async () => {
    const document = await vscode.workspace.openTextDocument({ content: '    \n  \n' });
    const editor = await vscode.window.showTextDocument(document);
    const cursors = [
      [0, 3],
      [1, 1],
      [0, 1],
    ] as const;
    editor.selections = cursors.map(([line, character]) => new vscode.Selection(line, character, line, character));
    const edits = codeEdits(editor, 'a();');
    assert.equal(editedText(document, edits), ' a();  a(); \n  a();\n');
  });
});
