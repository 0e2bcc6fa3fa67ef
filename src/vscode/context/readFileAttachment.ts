import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { shownPath } from './selectedCode.ts';

/** More text than a message has use for, and than anyone means to pay for by a slip of the mouse. */
const maxFileBytes = 1024 * 1024;

/** A whole file as it stands in its editor, saved or not; a sentence when it cannot be added. */
export async function readFileAttachment(uri: vscode.Uri): Promise<Attachment | string> {
  const { l10n, workspace } = vscode;
  const path = shownPath(uri);
  try {
    const refusal = isOpen(uri) ? undefined : await refuseFile(uri, path);
    if (refusal !== undefined) return refusal;
    const document = await workspace.openTextDocument(uri);
    const code = document.getText();
    if (code.trim() === '') return l10n.t('{0} is empty and was not added.', path);
    if (code.length > maxFileBytes) return tooLarge(path);
    // The line after the last line feed is not part of the text.
    const endLine = Math.max(1, document.lineCount - (code.endsWith('\n') ? 1 : 0));
    return { id: randomUUID(), path, startLine: 1, endLine, languageId: document.languageId, code, uri: uri.toString() };
  } catch {
    return l10n.t('{0} could not be read as text and was not added.', path);
  }
}

/** Why a file on disk cannot be added. */
async function refuseFile(uri: vscode.Uri, path: string): Promise<string | undefined> {
  const { l10n, workspace } = vscode;
  const { type, size } = await workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) !== 0) return l10n.t('{0} is a folder. Add the files in it that matter.', path);
  if (size > maxFileBytes) return tooLarge(path);
  const bytes = await workspace.fs.readFile(uri);
  return bytes.includes(0) ? l10n.t('{0} is not a text file and was not added.', path) : undefined;
}

function tooLarge(path: string): string {
  return vscode.l10n.t('{0} is larger than 1 MB and was not added. Open it and add the part that matters.', path);
}

export function isOpen(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}
