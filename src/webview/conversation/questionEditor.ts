import * as l10n from '@vscode/l10n';
import type { QuestionView } from '../../common/protocol/conversationProtocol.ts';
import type { DidChangeEditEstimate } from '../../common/protocol/estimateProtocol.ts';
import type { Preferences } from '../../common/protocol/protocol.ts';
import { createAttachmentDetails, type AttachmentDetails } from '../attachmentDetails.ts';
import { isBlank } from '../composer/isBlank.ts';
import { readMessageKey } from '../composer/messageKey.ts';
import { consume, element, onFirstClick, textButton } from '../dom.ts';
import { ignoreEnter } from '../focus/pageFocus.ts';
import { onDemand } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';

/** The editor of a question. It can send only if a price is shown, no reply runs, and there is something to send. */
export interface QuestionEditor {
  readonly field: HTMLTextAreaElement;
  /** The footer with the price and the buttons. */
  readonly footer: HTMLElement;
  /** Replaces the text, for example with the text that the user typed in another panel. */
  readonly setText: (text: string) => void;
  /** Shows the price and the instructions of the edit. */
  readonly setEstimate: (estimate: DidChangeEditEstimate) => void;
  /** Must be called when the attachments of the question have changed. */
  readonly refreshLines: () => void;
  readonly setSendKey: (sendKey: Preferences['sendKey']) => void;
  /** `isRunning` must be true while any reply runs. Sending is then disabled. */
  readonly setRunning: (isRunning: boolean) => void;
}

export interface QuestionEditorOptions {
  /** The sent question. If `text` differs from its text, the editor says so, and can restore the sent text. */
  readonly question: Pick<QuestionView, 'id' | 'text'>;
  /** Returns the attachments of the question, which may change. */
  readonly attachments: () => readonly AttachmentDetails[];
  readonly text: string;
  /** Called with the text after each change. `isUrgent` is true before the text is sent. */
  readonly onText: (text: string, isUrgent?: boolean) => void;
  readonly onCancel: () => void;
}

export function createQuestionEditor(context: PanelContext, options: QuestionEditorOptions): QuestionEditor {
  const { post, ask, announce, focusMessage } = context;
  const { question, attachments, text, onText, onCancel } = options;
  const questionId = question.id;
  let sendKey: Preferences['sendKey'] = 'enter';
  let isRunning = false;
  let isSent = false;
  let estimate: DidChangeEditEstimate | undefined;
  const price = element('p', { id: `price-${questionId}`, class: 'edit-price' });
  const field = element('textarea', {
    rows: '1',
    dir: 'auto',
    'aria-label': l10n.t('Edited text'),
    'aria-describedby': price.id,
    spellcheck: 'false',
  });
  const send = createSendButton(price.id);
  const cancel = textButton(l10n.t('Cancel'), 'button secondary', onCancel);
  field.value = text;

  field.addEventListener('input', () => {
    onText(field.value);
    requestEstimate();
  });
  field.addEventListener('keydown', (event) => {
    const action = readMessageKey(event, sendKey);
    if (action === undefined) return;
    consume(event);
    if (action === 'send') submit();
    // `execCommand` is deprecated, but no other API uses the text field's undo history.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    else if (action !== 'ignore') document.execCommand(action);
  });
  send.addEventListener('click', onFirstClick(submit));

  function requestEstimate(): void {
    post({ type: 'estimateEdited', questionId, text: field.value });
    show();
  }

  function canSend(): boolean {
    return !isRunning && !isSent && estimate !== undefined && !isBlank(field.value, attachments());
  }

  function submit(): void {
    // In a read-only session, the style sheet hides the button, but the field still receives the send key.
    if (field.closest('.read-only') !== null) return;
    if (isRunning) announce(waitSentence());
    if (!canSend()) return;
    isSent = true;
    show();
    // The user may type the next message at once. Its first letters must not become a part of the edit. A second Enter
    // must not send it.
    ignoreEnter();
    focusMessage();
    // The extension removes the text that it keeps when it has sent the text.
    onText(field.value, true);
    void ask({ type: 'sendEdited', questionId, text: field.value }).then(() => {
      isSent = false;
      show();
      // If the message was sent, the field is no longer shown. The user may have typed in the message box since.
      if (!isFilledField(document.activeElement)) field.focus();
    });
  }

  function show(): void {
    send.ariaDisabled = canSend() ? null : 'true';
    price.textContent = (estimate?.text ?? '') + (isRunning ? ` ${waitSentence()}` : '');
  }

  const footer = element('div', { class: 'edit-footer' }, price, element('div', { class: 'actions' }, send, cancel));
  const showLines = onDemand<DidChangeEditEstimate | undefined>(async () => {
    const { createEditLines } = await import('../editLines.ts');
    return createEditLines(context, options, field, footer, createAttachmentDetails);
  });
  requestEstimate();
  showLines(undefined);
  return {
    field,
    footer,
    setText: (value) => {
      if (field.value === value) return;
      field.value = value;
      requestEstimate();
    },
    setEstimate: (value) => {
      estimate = value;
      show();
      showLines(estimate);
    },
    refreshLines: () => showLines(estimate),
    setSendKey: (value) => {
      sendKey = value;
    },
    setRunning: (value) => {
      isRunning = value;
      show();
    },
  };
}

function createSendButton(priceId: string): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: 'button changes-session', 'aria-describedby': priceId },
    l10n.t('Send in new session'),
  );
}

function isFilledField(focused: Element | null): boolean {
  return focused instanceof HTMLTextAreaElement && focused.value !== '';
}

function waitSentence(): string {
  return l10n.t('Can be sent when the running reply has ended.');
}
