import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';

/** Shows the lines of an attachment in an editor; nothing happens for what is no longer attached or has no file. */
export async function openAttachment(attachment: Attachment | undefined): Promise<void> {
  if (attachment?.uri === undefined) return;
  const { uri, startLine, endLine } = attachment;
  const selection = new vscode.Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri, true), { selection });
}
