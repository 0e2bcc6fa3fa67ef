import * as l10n from '@vscode/l10n';
import type { ReplyRemarks } from '../../common/protocol/conversationProtocol.ts';
import { copyText, hasMarks } from '../copyText.ts';
import type { PanelContext } from '../panelContext.ts';
import { createActionRow, createMessageAction } from './messageActions.ts';
import { createRetryButton } from './retryButton.ts';

/** The buttons under a reply. */
export interface ReplyActions {
  readonly element: HTMLElement;
  /** Shows the buttons that apply to the reply, or no buttons while the reply runs. Updates the price of a retry. */
  readonly show: (remarks: ReplyRemarks, hasEnded: boolean) => void;
  /**
   * Requests the price of a retry if Retry is shown and the price was not requested before. Must be called only while
   * the reply is hovered or focused. Requests for all replies would waste time on counting tokens, because most replies
   * are never retried.
   */
  readonly requestPrice: () => void;
  /** `isRunning` must be true while any reply of the session runs. Retry is then disabled. */
  readonly setAnyRunning: (isRunning: boolean) => void;
}

const fence = /^[ \t]*(?:```|~~~)/gm;
/** The fences of two blocks of code. */
const minFences = 4;

export function createReplyActions(context: PanelContext, replyId: string, currentText: () => string): ReplyActions {
  const { post } = context;
  let isPriceRequested = false;
  const copy = createMessageAction('copy', l10n.t('Copy reply'), () => {
    const reply = copy.button.closest('.message');
    void copyText(context, copy.button, currentText(), reply !== null && hasMarks(reply) ? 'code' : 'prose');
  });
  const retry = createRetryButton(context, replyId);
  const remove = createMessageAction('trash', l10n.t('Delete exchange'), () =>
    post({ type: 'deleteExchange', id: replyId }),
  );
  const review = createMessageAction('diff-multiple', l10n.t('Review All Changes'), () =>
    post({ type: 'reviewChanges', replyId }),
  );
  for (const each of [retry.element, remove.button]) each.classList.add('changes-session');

  return {
    // Retry is last, so that its price moves no other button.
    element: createActionRow(l10n.t('Message actions'), review.button, copy.button, remove.button, retry.element),
    show: ({ notice, retryPrice, isResent }, hasEnded) => {
      review.button.hidden = !hasEnded || (currentText().match(fence)?.length ?? 0) < minFences;
      copy.button.hidden = !hasEnded || currentText() === '';
      // Hide Retry if the notice already has a button to retry or resend.
      const isOffered = notice?.actions.some(({ id }) => id === 'retry' || id === 'resend') === true;
      retry.element.hidden = !hasEnded || isResent === true || isOffered;
      retry.setPrice(retryPrice);
      remove.button.hidden = !hasEnded;
    },
    requestPrice: () => {
      if (isPriceRequested || retry.element.hidden) return;
      isPriceRequested = true;
      post({ type: 'priceRetry', responseId: replyId });
    },
    setAnyRunning: retry.setRunning,
  };
}
