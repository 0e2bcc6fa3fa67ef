import * as vscode from 'vscode';
import { changedLines } from '../../common/code/changedLines.ts';
import { fitCode, maxFittedLength, type Indentation } from '../../common/code/fitCode.ts';

/** The replacement of a range in a document. */
export interface CodeEdit {
  readonly range: vscode.Range;
  /** The new text. Its line endings may differ from the document's. */
  readonly text: string;
}

/** The document of an editor, what is selected in it, and how it is indented. */
export type EditorSelections = Pick<vscode.TextEditor, 'document' | 'selections' | 'options'>;

/** A workspace can set any tab size. Spaces instead of one tab could otherwise take gigabytes. */
const maxTabSize = 64;

/**
 * Returns edits that insert the code at each cursor and replace each selection with the code. The code is indented like
 * its target line (see `fitCode`), and the edit's range can be larger than the selection. If this range would overlap
 * or touch another selection, the edit replaces only its own selection, and the code is not indented.
 */
export function codeEdits({ document, selections, options }: EditorSelections, code: string): readonly CodeEdit[] {
  const indentation = indentationOf(options);
  // The selections are disjoint. So if a fitted range meets any other selection, the range also meets the selection
  // directly before or after its own selection.
  const ordered = selections.toSorted((one, other) => one.start.compareTo(other.start) || one.end.compareTo(other.end));
  const positions = new Map(ordered.map((selection, position) => [selection, position]));
  return selections.map((selection) => {
    const { start, end, isEmpty } = selection;
    const hasWholeLines = end.character === 0 && end.line > start.line;
    const place = {
      startLine: document.lineAt(start.line).text,
      startCharacter: start.character,
      endLine: document.lineAt(end.line).text,
      endCharacter: end.character,
      kind: isEmpty ? 'cursor' : hasWholeLines ? 'selectedLines' : 'selection',
    } as const;
    const fitted = fitCode(code, place, indentation);
    const fittedRange = new vscode.Range(start.line, fitted.startCharacter, end.line, fitted.endCharacter);
    // `fittedRange` can be larger than its selection. The range must not overlap another selection, because VS Code
    // rejects overlapping edits.
    const position = positions.get(selection) ?? 0;
    const isDisjoint = [ordered[position - 1], ordered[position + 1]].every(
      (neighbour) => neighbour === undefined || fittedRange.intersection(neighbour) === undefined,
    );
    return isDisjoint ? { range: fittedRange, text: fitted.text } : { range: selection, text: code };
  });
}

/**
 * Returns an upper bound of the number of characters that the edits of `codeEdits` have together. If they may have more
 * than `limit` characters, returns any number over `limit`, without reading the lines of the other selections.
 */
export function maxEditsLength(
  { document, selections, options }: EditorSelections,
  code: string,
  limit: number,
): number {
  const size = {
    length: code.length,
    lines: code.split(/\r\n?|\n/).length,
    tabs: code.split('\t').length - 1,
  };
  const indentation = indentationOf(options);
  let length = 0;
  for (const { start } of selections) {
    length += maxFittedLength(size, document.lineAt(start.line).text, indentation);
    if (length > limit) break;
  }
  return length;
}

function indentationOf({ insertSpaces, tabSize }: vscode.TextEditorOptions): Indentation {
  return {
    insertSpaces: insertSpaces !== false,
    tabSize: typeof tabSize === 'number' ? Math.min(tabSize, maxTabSize) : 4,
  };
}

function withLineEndings(text: string, eol: vscode.EndOfLine): string {
  return text.replace(/\r\n?|\n/g, eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
}

/** Returns the document's text after the edits, with the document's line endings. */
export function editedText(document: vscode.TextDocument, edits: readonly CodeEdit[]): string {
  const before = document.getText();
  let [text, end] = ['', 0];
  for (const edit of ascending(edits)) {
    text += before.slice(end, document.offsetAt(edit.range.start)) + edit.text;
    end = document.offsetAt(edit.range.end);
  }
  return withLineEndings(text + before.slice(end), document.eol);
}

/** Returns, for each of the edits, the offset of the end of its text in the document after all edits. */
export function endsAfterEdits(document: vscode.TextDocument, edits: readonly CodeEdit[]): readonly number[] {
  const ends = new Map<CodeEdit, number>();
  let growth = 0;
  for (const edit of ascending(edits)) {
    const [start, end] = [document.offsetAt(edit.range.start), document.offsetAt(edit.range.end)];
    const { length } = withLineEndings(edit.text, document.eol);
    ends.set(edit, start + growth + length);
    growth += length - (end - start);
  }
  return edits.map((edit) => ends.get(edit) ?? 0);
}

function ascending(edits: readonly CodeEdit[]): readonly CodeEdit[] {
  return edits.toSorted((one, other) => one.range.start.compareTo(other.range.start));
}

/** Returns the edit of the lines in which the document's text differs from `after`, or undefined if the texts are equal. */
export function changeTo(document: vscode.TextDocument, after: string): CodeEdit | undefined {
  const change = changedLines(document.getText(), after);
  if (change === undefined) return undefined;
  const range = new vscode.Range(document.positionAt(change.start), document.positionAt(change.end));
  return { range, text: change.text };
}

/** Adds the edit of `changeTo` to a workspace edit. Returns false if the document has the text already. */
export function addChangeTo(edit: vscode.WorkspaceEdit, document: vscode.TextDocument, after: string): boolean {
  const change = changeTo(document, after);
  if (change !== undefined) edit.replace(document.uri, change.range, change.text);
  return change !== undefined;
}
