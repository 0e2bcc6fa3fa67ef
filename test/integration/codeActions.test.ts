import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createCodeActions } from '../../src/vscode/code/codeActions.ts';
import { createTargetEditor } from '../../src/vscode/code/targetEditor.ts';

describe('CodeActions.insert', () => {
  /** Inserts code at the cursors of a document, and returns the document's new text with `|` at each cursor. */
  const insert = async (content: string, cursors: readonly (readonly [number, number])[], code: string) => {
    const document = await vscode.workspace.openTextDocument({ content });
    const editor = await vscode.window.showTextDocument(document);
    editor.selections = cursors.map(([line, character]) => new vscode.Selection(line, character, line, character));
    const target = createTargetEditor();
    const actions = createCodeActions(target, async () => Promise.resolve());
    await actions.insert(code);
    for (const each of [target, actions]) each.dispose();
    const ends = editor.selections.map(({ active }) => document.offsetAt(active)).toSorted((a, b) => b - a);
    let text = document.getText();
    for (const end of ends) text = `${text.slice(0, end)}|${text.slice(end)}`;
    return text;
  };

  it('moves the cursor to the end of code that it inserts into a line of white space', async () => {
    for (const character of [0, 2, 4])
      assert.equal(await insert('a();\n    \nb();', [[1, character]], 'foo()'), 'a();\n    foo()|\nb();');
  });

  it('moves each of several cursors to the end of the code that it inserts there', async () => {
    const cursors = [
      [2, 0],
      [0, 1],
    ] as const;
    assert.equal(await insert('  \r\na();\r\n  \r\n', cursors, 'b(\n);'), '  b(\r\n  );|\r\na();\r\n  b(\r\n  );|\r\n');
  });

  it('inserts nothing if the code would have more than 2 MB at all cursors together', async () => {
    const cursors = Array.from({ length: 1_000 }, (_, line) => [line, 0] as const);
    const content = '\n'.repeat(1_000);
    const inserted = await insert(content, cursors, 'x'.repeat(2_200));
    assert.equal(inserted.replaceAll('|', ''), content);
  });

  it('inserts nothing if the indentation of the line would add more than 2 MB to the code', async () => {
    const content = ' '.repeat(500);
    assert.equal(await insert(content, [[0, 500]], '}\n'.repeat(5_000)), `${content}|`);
  });

  it('inserts code of more than 2 MB at a single cursor', async () => {
    const code = 'x'.repeat(2_100_000);
    assert.equal(await insert('', [[0, 0]], code), `${code}|`);
  });
});
