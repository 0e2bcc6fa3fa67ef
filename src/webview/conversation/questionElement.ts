import * as l10n from '@vscode/l10n';
import type { QuestionView } from '../../common/protocol/conversationProtocol.ts';
import type { Preferences } from '../../common/protocol/protocol.ts';
import type { AttachmentView } from '../../common/protocol/draftProtocol.ts';
import { createAttachmentDetails, type AttachmentDetails } from '../attachmentDetails.ts';
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
  /** Returns undefined if the editor is not open. */
  readonly editor: () => Pick<QuestionEditor, 'field' | 'setEstimate'> | undefined;
  readonly setAttachments: (attachments: readonly AttachmentView[]) => void;
  readonly setSendKey: (sendKey: Preferences['sendKey']) => void;
  /** For the find bar: renders the code of each collapsed attachment if `hasText` returns true for that code. */
  readonly renderClosed: (hasText: (source: string) => boolean) => void;
}

/**
 * Called with the editor's text after each change and before the edit is sent. Called with undefined when the user
 * cancels the edit, and instead of the text if it equals the question's text. `isUrgent` is true before the edit is
 * sent.
 */
type OnEdit = (text?: string, isUrgent?: boolean) => void;

/**
 * @param closedEdits Texts of edits that the user closed, by question id. The next edit of a question starts with its
 * text.
 */
export function createQuestionElement(
  context: PanelContext,
  view: QuestionView,
  onEdit: OnEdit,
  closedEdits: Map<string, string>,
): QuestionElement {
  const { id, text: sent } = view;
  let isAnyRunning = false;
  let sendKey: Preferences['sendKey'] = 'enter';
  let editor: QuestionEditor | undefined;
  let attachments: readonly AttachmentDetails[] = [];
  const textElement = createQuestionText(sent);
  const bubble = element('div', { class: 'bubble' }, textElement);
  setAttachments(view.attachments);
  const [row, editAction, removeAction] = createActions(context, view, () => {
    const text = closedEdits.get(id) ?? sent;
    open(text);
    editor?.field.focus();
    if (text !== sent) onEdit(text);
  });
  const article = createMessageArticle('question', id, l10n.t('You'), bubble, row);
  article.ariaDescription = firstWords(sent);

  bubble.addEventListener('keydown', (event) => {
    if (editor === undefined || event.key !== 'Escape' || isComposing(event)) return;
    consume(event);
    cancel();
  });

  function setAttachments(views: readonly AttachmentView[]): void {
    for (const each of attachments) each.element.remove();
    attachments = views.map((each) => createAttachmentDetails(context, each));
    for (const each of attachments.toReversed()) textElement.after(each.element);
    editor?.refreshLines();
  }

  function cancel(): void {
    if (editor !== undefined) closedEdits.set(id, editor.field.value);
    close();
    editAction.button.focus();
    onEdit();
  }

  function open(text: string): void {
    editor = createQuestionEditor(context, {
      question: view,
      attachments: () => attachments,
      text,
      // A text without changes is no edit, so that the extension does not keep it.
      onText: (edited, isUrgent) => onEdit(edited === sent ? undefined : edited, isUrgent),
      onCancel: cancel,
    });
    editor.setSendKey(sendKey);
    editor.setRunning(isAnyRunning);
    article.classList.add('editing');
    bubble.prepend(editor.field);
    bubble.append(editor.footer);
  }

  function close(): void {
    editor?.field.remove();
    editor?.footer.remove();
    editor = undefined;
    article.classList.remove('editing');
  }

  return {
    element: article,
    setRunning: (isAny, isOwn) => {
      isAnyRunning = isAny;
      for (const [action, isDisabled] of [
        [editAction, isAny],
        [removeAction, isOwn],
      ] as const)
        action.setState({ isDisabled, remarks: [runningReason(isDisabled)] });
      editor?.setRunning(isAny);
    },
    showEdit: (text) => {
      if (text === undefined) {
        closedEdits.delete(id);
        close();
      } else if (editor === undefined) open(text);
      else editor.setText(text);
    },
    editor: () => editor,
    setAttachments,
    setSendKey: (value) => {
      sendKey = value;
      editor?.setSendKey(value);
    },
    renderClosed: (hasText) => {
      for (const attachment of attachments) if (hasText(attachment.code)) attachment.renderAll();
    },
  };
}

function createActions(context: PanelContext, { id, text }: QuestionView, edit: () => void) {
  const editAction = createMessageAction('edit', l10n.t('Edit message'), edit);
  const copyAction = createMessageAction(
    'copy',
    l10n.t('Copy message'),
    () => void copyText(context, copyAction.button, text, 'prose'),
  );
  const removeAction = createMessageAction('trash', l10n.t('Delete exchange'), () =>
    context.post({ type: 'deleteExchange', id }),
  );
  copyAction.button.hidden = text === '';
  for (const { button } of [editAction, removeAction]) button.classList.add('changes-session');
  const row = createActionRow(l10n.t('Message actions'), editAction.button, copyAction.button, removeAction.button);
  return [row, editAction, removeAction] as const;
}
