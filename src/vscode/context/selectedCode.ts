import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import { showWarning } from '../dialogs/messages.ts';
import { documentAttachment } from './documentAttachment.ts';
import { maxCodeLength } from './fileAttachment.ts';

/** The maximum number of selections. More selections probably come from a command that selects all occurrences. */
const maxSelections = 20;

/**
 * Returns one attachment for each selection that is not empty, with exactly the selected text. If there are more than
 * 20 such selections, or if they have more than `maxCodeLength` characters together, shows a warning and returns
 * undefined.
 */
export function selectedCode(editor: vscode.TextEditor | undefined): readonly Attachment[] | undefined {
  if (editor === undefined) return [];
  const { document, selections } = editor;
  const selected = selections.filter((selection) => !selection.isEmpty);
  if (selected.length > maxSelections) {
    void showWarning(
      vscode.l10n.t('The selection has too many parts: {0}. The maximum is {1}.', selected.length, maxSelections),
    );
    return undefined;
  }
  const attachments = selected.map((selection) => {
    const { start, end } = selection;
    // A selection of whole lines ends at the start of the following line. `endLine` must not include that line.
    const endsBeforeLine = end.character === 0 && end.line > start.line;
    const endLine = end.line + (endsBeforeLine ? 0 : 1);
    return documentAttachment(document, { startLine: start.line + 1, endLine, code: document.getText(selection) });
  });
  if (attachments.reduce((length, { code }) => length + code.length, 0) <= maxCodeLength) return attachments;
  void showWarning(vscode.l10n.t('The selection is larger than 1 MB. Select only the part that you need.'));
  return undefined;
}
