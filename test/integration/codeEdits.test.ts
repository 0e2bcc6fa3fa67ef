import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { codeEdits, editedText, movedEdits } from '../../src/vscode/code/codeEdits.ts';

describe('movedEdits', () => {
  const before = 'a();\nfoo();\nb();\n';
  const edit = { range: new vscode.Range(1, 0, 1, 6), text: 'bar();' };
  /**
   * Moves the edit of `foo();` to a document with the text `now`, and returns the edited text. Returns undefined if the
   * edit cannot be moved.
   */
  const textAfterMove = async (now: string) => {
    const document = await vscode.workspace.openTextDocument({ content: now });
    const edits = movedEdits([edit], before, document);
    return edits && editedText(document, '', edits);
  };

  it('moves an edit to the new place of its lines', async () => {
    assert.equal(await textAfterMove(`new();\n${before}`), 'new();\na();\nbar();\nb();\n');
  });

  it('does not move an edit if text was added to its line, or if its line occurs twice', async () => {
    for (const now of ['a();\n  foo();\n', 'a();\nfoo();\nfoo();\n', 'a();\nfoo(); b();\n'])
      assert.equal(await textAfterMove(now), undefined, now);
  });

  it('does not move an edit to a copy of its lines that was in the document before', async () => {
    const copies = 'a();\nfoo();\nb();\nfoo();\n';
    const document = await vscode.workspace.openTextDocument({ content: 'a();\nchanged();\nb();\nfoo();\n' });
    assert.equal(movedEdits([edit], copies, document), undefined);
  });

  it('moves an edit of the last line only if the line has not become longer', async () => {
    const last = { range: new vscode.Range(1, 0, 1, 3), text: 'bar' };
    for (const [now, expected] of [
      ['x\na\nfoo', 2],
      ['a\nfoolish', undefined],
      ['foo\na', 0],
    ] as const) {
      const document = await vscode.workspace.openTextDocument({ content: now });
      assert.equal(movedEdits([last], 'a\nfoo', document)?.[0]?.range.start.line, expected, now);
    }
  });
});

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
    assert.equal(editedText(document, '', edits), ' a();  a(); \n  a();\n');
  });
});
