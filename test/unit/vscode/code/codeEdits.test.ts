import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { maxEditsLength } from '../../../../src/vscode/code/codeEdits.ts';

describe('maxEditsLength', () => {
  it('reads no further lines when the edits are longer than the limit', () => {
    let linesRead = 0;
    const document = {
      lineAt: () => {
        linesRead += 1;
        return { text: ' '.repeat(1_000_000) };
      },
    };
    const selections = Array.from({ length: 2_000 }, () => ({ start: { line: 0 } }));
    const editor = { document, selections, options: {} } as unknown as vscode.TextEditor;
    assert.ok(maxEditsLength(editor, 'a', 2_000_000) > 2_000_000);
    assert.ok(linesRead <= 3, `${linesRead} lines read`);
  });
});
