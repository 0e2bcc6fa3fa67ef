import * as l10n from '@vscode/l10n';
import { instructionsId } from '../common/protocol/draftProtocol.ts';
import type { DidChangeEditEstimate } from '../common/protocol/estimateProtocol.ts';
import type { AttachmentDetails, createAttachmentDetails } from './attachmentDetails.ts';
import { replaceText } from './composer/replaceText.ts';
import { element, textButton } from './dom.ts';
import type { PanelContext } from './panelContext.ts';

/** See QuestionEditorOptions. */
interface EditedQuestion {
  readonly question: { readonly text: string };
  readonly attachments: () => readonly AttachmentDetails[];
  readonly text: string;
}

/**
 * Adds to the footer of a question's editor: a line if the editor starts with an unsent edit, and the instructions that
 * the edit sends. Returns a function that shows the instructions of an estimate. Without an estimate, the function does
 * nothing.
 */
export function createEditLines(
  context: PanelContext,
  { question: { text: sent }, attachments, text }: EditedQuestion,
  field: HTMLTextAreaElement,
  footer: HTMLElement,
  createDetails: typeof createAttachmentDetails,
): (estimate: DidChangeEditEstimate | undefined) => void {
  if (text !== sent) footer.prepend(createUnsentLine(context.announce, field, sent));
  let shown: AttachmentDetails | undefined;

  return (estimate) => {
    if (estimate === undefined) return;
    const { instructions } = estimate;
    const own = attachments().find(({ id }) => id === instructionsId);
    // The instructions of the question stay where they are if the edit sends the same.
    const isSame = own?.code === instructions?.code;
    own?.element.classList.toggle('unsent', !isSame);
    const next = isSame ? undefined : instructions;
    if (shown?.code === next?.code) return;
    shown?.element.remove();
    shown = next && createDetails(context, next);
    if (shown !== undefined) footer.prepend(shown.element);
  };
}

/**
 * Returns a line that says that the editor contains an unsent edit. Its button restores the sent text, and the undo of
 * the text field restores the edit. The line is hidden while the field contains the sent text.
 */
function createUnsentLine(announce: PanelContext['announce'], field: HTMLTextAreaElement, sent: string): HTMLElement {
  const restore = textButton(l10n.t('Restore original message'), 'link-button', () => {
    replaceText(field, 0, field.value.length, sent);
    announce(l10n.t('The original message was restored.'));
  });
  const line = element('p', { class: 'unsent-edit' }, `${l10n.t('Unsent edit.')} `, restore);
  const update = () => {
    line.hidden = field.value === sent;
  };
  field.addEventListener('input', update);
  update();
  return line;
}
