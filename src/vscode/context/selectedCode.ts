import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';

/** Exactly what is selected, one attachment for each selection; empty when nothing is. */
export function selectedCode(editor: vscode.TextEditor | undefined): readonly Attachment[] {
  if (editor === undefined) return [];
  return editor.selections.filter((selection) => !selection.isEmpty).map((selection) => attachment(editor.document, selection));
}

function attachment(document: vscode.TextDocument, selection: vscode.Selection): Attachment {
  // A selection of whole lines ends at the start of the next one, which is not part of it.
  const endsBeforeLine = selection.end.character === 0 && selection.end.line > selection.start.line;
  return {
    id: randomUUID(),
    path: shownPath(document.uri),
    startLine: selection.start.line + 1,
    endLine: selection.end.line + (endsBeforeLine ? 0 : 1),
    languageId: document.languageId,
    code: document.getText(selection),
    uri: document.uri.toString(),
  };
}

/** Relative to the workspace; outside of it the name alone, since folders tell more than was picked. */
export function shownPath(uri: vscode.Uri): string {
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isInWorkspace ? vscode.workspace.asRelativePath(uri).replaceAll('\\', '/') : path.posix.basename(uri.path);
}
