import * as vscode from 'vscode';
import { fitCode } from '../../common/code/fitCode.ts';

/** A part of a document, and what comes in its place. */
export interface CodeEdit {
  readonly range: vscode.Range;
  /** Lines end with `\n`. */
  readonly text: string;
}

/** Puts the code at each cursor and in place of each selection, indented as it is there. */
export function codeEdits({ document, selections, options }: vscode.TextEditor, code: string): readonly CodeEdit[] {
  const indentation = { insertSpaces: options.insertSpaces !== false, tabSize: typeof options.tabSize === 'number' ? options.tabSize : 4 };
  return selections.map((selection) => {
    const { start, end, isEmpty } = selection;
    const isLines = end.character === 0 && end.line > start.line;
    const place = {
      startLine: document.lineAt(start.line).text,
      startCharacter: start.character,
      endLine: document.lineAt(end.line).text,
      endCharacter: end.character,
      kind: isEmpty ? 'cursor' : isLines ? 'selectedLines' : 'selection',
    } as const;
    const fitted = fitCode(code, place, indentation);
    const wide = new vscode.Range(start.line, fitted.startCharacter, end.line, fitted.endCharacter);
    // Beyond the selection there may be another one, which must not be overlapped.
    const isFree = selections.every((other) => other === selection || wide.intersection(other) === undefined);
    return isFree ? { range: wide, text: fitted.text } : { range: selection, text: code };
  });
}
