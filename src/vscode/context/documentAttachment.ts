import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';

/** Creates an attachment from text of a document. Line numbers start at 1, and `endLine` is inclusive. */
export function documentAttachment(
  { uri, languageId }: vscode.TextDocument,
  part: Pick<Attachment, 'startLine' | 'endLine' | 'code' | 'isWholeFile'>,
): Attachment {
  return { id: randomUUID(), path: attachmentPath(uri), ...part, languageId, uri: uri.toString() };
}

/**
 * Returns the path in the workspace. For a file outside the workspace, returns only the file name, because folder names
 * may be private.
 */
export function attachmentPath(uri: vscode.Uri): string {
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isInWorkspace ? vscode.workspace.asRelativePath(uri).replaceAll('\\', '/') : path.posix.basename(uri.path);
}

/** Returns the number of characters of a document. Does not copy the document's text, which may be large. */
export function documentLength(document: vscode.TextDocument): number {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
}
