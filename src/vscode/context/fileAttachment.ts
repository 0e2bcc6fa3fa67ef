import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { plainName } from '../dialogs/plainText.ts';
import { attachmentPath, documentAttachment, isOtherVersion } from './documentAttachment.ts';

/**
 * The maximum number of characters of an attachment's code. For a file that is not open, also the maximum number of
 * bytes on disk. A larger file was probably added by mistake, and sending it would be expensive.
 */
export const maxCodeLength = 1024 * 1024;

/**
 * Resolves with an attachment that contains the whole text of a file, including unsaved changes. If the file cannot be
 * added, resolves with a sentence that tells the user why.
 */
export async function readFileAttachment(uri: vscode.Uri): Promise<Attachment | string> {
  const { l10n, workspace } = vscode;
  const name = plainName(attachmentPath(uri));
  try {
    const refusal = isOpen(uri) ? undefined : await refuseFile(uri, name);
    if (refusal !== undefined) return refusal;
    const document = await workspace.openTextDocument(uri);
    const code = document.getText();
    if (code.trim() === '') return l10n.t('{0} is empty and wasn’t added.', name);
    if (code.length > maxCodeLength) return tooLarge(uri);
    // If the text ends with a line feed, `lineCount` includes the empty line after this line feed.
    const endLine = Math.max(1, document.lineCount - (code.endsWith('\n') ? 1 : 0));
    return documentAttachment(document, { startLine: 1, endLine, code, isWholeFile: true });
  } catch {
    return l10n.t('{0} couldn’t be read as text and wasn’t added.', name);
  }
}

/**
 * If the file on disk cannot be added, resolves with a sentence that tells the user why. Otherwise, resolves with
 * undefined. Rejects if the file cannot be read.
 */
async function refuseFile(uri: vscode.Uri, name: string): Promise<string | undefined> {
  const { l10n, workspace } = vscode;
  const { type, size } = await workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) !== 0) return l10n.t('{0} is a folder. Add the files that you need.', name);
  if (size > maxCodeLength) return tooLarge(uri);
  // A device or a named pipe may never end. Its size is 0.
  if ((type & vscode.FileType.File) === 0) return l10n.t('{0} isn’t a text file and wasn’t added.', name);
  const bytes = await workspace.fs.readFile(uri);
  return bytes.includes(0) ? l10n.t('{0} isn’t a text file and wasn’t added.', name) : undefined;
}

/** Returns a sentence that tells the user that the code of a file is too long to be added. */
export function tooLarge(uri: vscode.Uri): string {
  const name = plainName(attachmentPath(uri));
  return vscode.l10n.t(
    '{0} is larger than 1 MB and wasn’t added. Open the file, and add only the part that you need.',
    name,
  );
}

/** Returns a sentence that tells the user that a file could not be read in time. */
export function tooSlow(uri: vscode.Uri): string {
  return vscode.l10n.t('{0} couldn’t be read in time and wasn’t added.', plainName(attachmentPath(uri)));
}

export function isOpen(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}

/**
 * Shows the attachment's lines in an editor. The tab of another version of a file has the attachment's name. Does nothing
 * if the attachment is undefined or has no URI.
 */
export async function openAttachment(attachment: Attachment | undefined): Promise<void> {
  if (attachment?.uri === undefined) return;
  const { startLine, endLine } = attachment;
  const uri = vscode.Uri.parse(attachment.uri, true);
  const selection = new vscode.Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER);
  if (isOtherVersion(uri))
    await vscode.commands.executeCommand('vscode.open', uri, { selection }, plainName(attachment.path));
  else await vscode.window.showTextDocument(uri, { selection });
}
