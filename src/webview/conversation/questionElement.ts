import * as l10n from '@vscode/l10n';
import type { QuestionView } from '../../common/protocol/conversationProtocol.ts';
import type { Preferences } from '../../common/protocol/protocol.ts';
import { createAttachmentDetails } from '../attachmentDetails.ts';
import { isComposing } from '../composer/messageKey.ts';
import { copyText } from '../copyText.ts';
import { consume, element } from '../dom.ts';
import { createQuestionText } from '../markdown/questionText.ts';
import type { PanelContext } from '../panelContext.ts';
import { createActionRow, createMessageAction, runningReason } from './messageActions.ts';
import { createMessageArticle, firstWords } from './messageArticle.ts';
import { createQuestionEditor, type QuestionEditor } from './questionEditor.ts';

/**
 * Shows a question, that is, a message from the user, as plain text with attachments and actions. While the question's
 * editor is open, the editor replaces the text and the actions.
 */
export interface QuestionElement {
  readonly element: HTMLElement;
  /** `isAny` must be true while any reply runs. `isOwn` must be true while the reply to this question runs. */
  readonly setRunning: (isAny: boolean, isOwn: boolean) => void;
  /** Shows an unsent edited text in the editor. Closes the editor if `text` is undefined. Does not call `onEdit`. */
  readonly showEdit: (text: string | undefined) => void;
  /** The text field of the editor; undefined if the editor is not open. */
  readonly editField: () => HTMLTextAreaElement | undefined;
  readonly setEstimate: QuestionEditor['setEstimate'];
  readonly setSendKey: (sendKey: Preferences['sendKey']) => void;
  /** For the find bar: renders the code of each collapsed attachment if `hasText` returns true for that code. */
  readonly renderClosed: (hasText: (source: string) => boolean) => void;
}

/**
 * Called with the editor's text after each change and before the edit is sent. Called with undefined when the user
 * cancels the edit, and instead of the text if it equals the question's text. `isUrgent` is true before the edit is
 * sent.
 */
type OnEdit = (text: string | undefined, isUrgent?: boolean) => void;

/**
 * @param closedEdits Texts of edits that the user closed, by question id. The next edit of a question starts with its
 * text.
 */
export function createQuestionElement(
  context: PanelContext,
  question: QuestionView,
  onEdit: OnEdit,
  closedEdits: Map<string, string>,
): QuestionElement {
  const { post } = context;
  let isAnyRunning = false;
  let sendKey: Preferences['sendKey'] = 'enter';
  let editor: QuestionEditor | undefined;
  const textElement = createQuestionText(question.text);
  const attachments = question.attachments.map((attachment) => createAttachmentDetails(context, attachment));
  const bubble = element('div', { class: 'bubble' }, textElement, ...attachments.map((each) => each.element));
  const editAction = createMessageAction('edit', l10n.t('Edit message'), () => {
    const text = closedEdits.get(question.id) ?? question.text;
    open(text);
    editor?.field.focus();
    if (text !== question.text) onEdit(text);
  });
  const copyAction = createMessageAction(
    'copy',
    l10n.t('Copy message'),
    () => void copyText(context, copyAction.button, question.text, 'prose'),
  );
  const removeAction = createMessageAction('trash', l10n.t('Delete exchange'), () =>
    post({ type: 'deleteExchange', id: question.id }),
  );
  copyAction.button.hidden = question.text === '';
  for (const { button } of [editAction, removeAction]) button.classList.add('changes-session');
  const row = createActionRow(l10n.t('Message actions'), editAction.button, copyAction.button, removeAction.button);
  const article = createMessageArticle('question', question.id, l10n.t('You'), bubble, row);
  article.ariaDescription = firstWords(question.text);

  bubble.addEventListener('keydown', (event) => {
    if (editor === undefined || event.key !== 'Escape' || isComposing(event)) return;
    consume(event);
    cancel();
  });

  function cancel(): void {
    if (editor !== undefined) closedEdits.set(question.id, editor.field.value);
    close();
    editAction.button.focus();
    onEdit(undefined);
  }

  function open(text: string): void {
    editor = createQuestionEditor(context, {
      question,
      text,
      // A text without changes is no edit, so that the extension does not keep it.
      onText: (edited, isUrgent) => onEdit(edited === question.text ? undefined : edited, isUrgent),
      onCancel: cancel,
    });
    editor.setSendKey(sendKey);
    editor.setRunning(isAnyRunning);
    textElement.hidden = true;
    row.hidden = true;
    bubble.prepend(editor.field);
    bubble.append(editor.footer);
    article.classList.add('editing');
  }

  function close(): void {
    editor?.field.remove();
    editor?.footer.remove();
    editor = undefined;
    textElement.hidden = question.text === '';
    row.hidden = false;
    article.classList.remove('editing');
  }

  return {
    element: article,
    setRunning: (isAny, isOwn) => {
      isAnyRunning = isAny;
      editAction.setState({ isDisabled: isAny, remarks: [runningReason(isAny)] });
      removeAction.setState({ isDisabled: isOwn, remarks: [runningReason(isOwn)] });
      editor?.setRunning(isAny);
    },
    showEdit: (text) => {
      if (text === undefined) {
        closedEdits.delete(question.id);
        close();
      } else if (editor === undefined) open(text);
      else editor.setText(text);
    },
    editField: () => editor?.field,
    setEstimate: (estimate) => editor?.setEstimate(estimate),
    setSendKey: (value) => {
      sendKey = value;
      editor?.setSendKey(value);
    },
    renderClosed: (hasText) => {
      for (const attachment of attachments) if (hasText(attachment.code)) attachment.renderAll();
    },
  };
}
