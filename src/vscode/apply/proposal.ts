import type * as vscode from 'vscode';
import type { Change } from './change.ts';

/** A change that is shown in a diff editor. */
export interface Proposal {
  readonly change: Change;
  readonly document: vscode.TextDocument;
  /** The URI of the left side: the file, or an empty file in memory. */
  readonly left: vscode.Uri;
  /** True if the user had edited an earlier text of the proposal, which the change contains. */
  readonly hasEarlierEdits: boolean;
}

/** Returns true if the text of a proposal contains edits of the user, which would be lost if it was planned again. */
export function isEdited({ change, document, hasEarlierEdits }: Proposal): boolean {
  const lines = (text: string) => text.replaceAll('\r\n', '\n');
  return hasEarlierEdits || lines(document.getText()) !== lines(change.after);
}
