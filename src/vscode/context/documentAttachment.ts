import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';

/** Lines of a document as an attachment. Line numbers begin with 1, `endLine` is the last line. */
export function documentAttachment(
  { uri, languageId }: vscode.TextDocument,
  part: Pick<Attachment, 'startLine' | 'endLine' | 'code'>,
): Attachment {
  return { id: randomUUID(), path: attachmentPath(uri), ...part, languageId, uri: uri.toString() };
}

/** Relative to the workspace. Outside of it only the file's name: its folders may be private. */
export function attachmentPath(uri: vscode.Uri): string {
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isInWorkspace ? vscode.workspace.asRelativePath(uri).replaceAll('\\', '/') : path.posix.basename(uri.path);
}
