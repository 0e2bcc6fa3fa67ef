import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { isInNotebook, isProposed, proposedAuthority } from '../code/targetEditor.ts';

/** The URI schemes of files whose provider may not be known yet, and of documents that are not versions of a file. */
const plainSchemes: ReadonlySet<string> = new Set([
  'file',
  'untitled',
  'vscode-notebook-cell',
  'vscode-remote',
  'vscode-vfs',
  'vscode-userdata',
  'output',
  'tally-request',
]);

/** Creates an attachment from text of a document. Line numbers start at 1, and `endLine` is inclusive. */
export function documentAttachment(
  { uri, languageId }: vscode.TextDocument,
  part: Pick<Attachment, 'startLine' | 'endLine' | 'code' | 'isWholeFile'>,
): Attachment {
  return { id: randomUUID(), path: attachmentPath(uri), ...part, languageId, uri: uri.toString() };
}

/**
 * Returns the path in the workspace. For a file outside the workspace, returns only the file name, because folder names
 * may be private. For another version of a file, the name ends with the URI scheme, such as `main.ts (git)`. For a cell of
 * a notebook, the name ends with the number of the cell, because its lines are not those of the notebook.
 */
export function attachmentPath(uri: vscode.Uri): string {
  const notebook = notebookOf(uri);
  if (notebook === undefined) return filePath(uri);
  // The URI of a cell has the path of the notebook, but not its scheme.
  const name = filePath(isOtherVersion(notebook.uri) ? notebook.uri : uri);
  return vscode.l10n.t('{0}, cell {1}', name, notebook.getCells().findIndex((cell) => isOf(uri, cell)) + 1);
}

/** Returns the notebook of a cell. Undefined if the document is not a cell of an open notebook. */
function notebookOf(uri: vscode.Uri): vscode.NotebookDocument | undefined {
  if (!isInNotebook({ uri })) return undefined;
  return vscode.workspace.notebookDocuments.find((notebook) => notebook.getCells().some((cell) => isOf(uri, cell)));
}

function isOf(uri: vscode.Uri, { document }: vscode.NotebookCell): boolean {
  return document.uri.toString() === uri.toString();
}

function filePath(uri: vscode.Uri): string {
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  if (isInWorkspace) return vscode.workspace.asRelativePath(uri).replaceAll('\\', '/');
  const name = path.posix.basename(uri.path);
  if (isProposed(uri)) return `${name} (${proposedAuthority})`;
  // VS Code numbers the schemes of comparisons with the clipboard.
  return isOtherVersion(uri) ? `${name} (${uri.scheme.replace(/\d+$/, '')})` : name;
}

/**
 * Returns true if the document shows another version of a file than the file has now. Examples are the old side of a diff
 * editor and a proposed change. Such documents come from an extension or VS Code, and the user cannot save them.
 */
export function isOtherVersion(uri: vscode.Uri): boolean {
  if (isProposed(uri)) return true;
  const { scheme } = uri;
  return !plainSchemes.has(scheme) && vscode.workspace.fs.isWritableFileSystem(scheme) !== true;
}

/** Returns the number of characters of a document. Does not copy the document's text, which may be large. */
export function documentLength(document: vscode.TextDocument): number {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
}
