import * as vscode from 'vscode';
import type { TextKind } from '../../common/code/hiddenCharacters.ts';
import { confirmHiddenCharacters } from './confirmHiddenCharacters.ts';

/**
 * Copies text to the clipboard. If the text contains hidden characters, first asks the user whether to remove them.
 * Resolves with false, and copies nothing, if the user cancels.
 *
 * @param answered Called when the user has answered or closed the question.
 */
export async function copyText(text: string, kind: TextKind, answered?: () => Promise<void>): Promise<boolean> {
  const confirmed = await confirmHiddenCharacters(text, kind, answered);
  if (confirmed === undefined) return false;
  await vscode.env.clipboard.writeText(confirmed);
  return true;
}
