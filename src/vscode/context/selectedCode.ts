import type * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { documentAttachment } from './documentAttachment.ts';

/** Returns one attachment for each selection that is not empty, with exactly the selected text. */
export function selectedCode(editor: vscode.TextEditor | undefined): readonly Attachment[] {
  if (editor === undefined) return [];
  const { document, selections } = editor;
  return selections
    .filter((selection) => !selection.isEmpty)
    .map((selection) => {
      const { start, end } = selection;
      // A selection of whole lines ends at the start of the following line. `endLine` must not include that line.
      const endsBeforeLine = end.character === 0 && end.line > start.line;
      const endLine = end.line + (endsBeforeLine ? 0 : 1);
      return documentAttachment(document, { startLine: start.line + 1, endLine, code: document.getText(selection) });
    });
}
