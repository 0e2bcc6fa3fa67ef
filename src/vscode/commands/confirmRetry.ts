import { l10n } from 'vscode';
import type { ChatSession, SendOptions } from '../../chat/conversation/chatSession.ts';
import { findParts, lastPart } from '../../chat/messages/joinedReplies.ts';
import { inTime } from '../../common/async/inTime.ts';
import { confirm } from '../dialogs/askModal.ts';
import { requestPrice } from '../panel/replyRemarks.ts';

/**
 * Asks whether to send the question of a reply again, and shows the price, unless the tokens cannot be counted in time.
 * Resolves with the shown price, or with undefined if the user declines. `answered` is called after the answer.
 */
export async function confirmRetry(
  session: Pick<ChatSession, 'messages' | 'priceReply'>,
  replyId: string,
  answered: () => Promise<void>,
): Promise<SendOptions | undefined> {
  // Ignore failures, because the message can be sent without an estimate.
  await inTime(
    session.priceReply(replyId).catch(() => undefined),
    undefined,
  );
  const parts = findParts(session.messages, replyId);
  const cost = parts && lastPart(parts).nextCosts?.resend;
  const question = cost === undefined ? l10n.t('Send again?') : l10n.t('Send again? {0}', requestPrice(cost));
  const buttons = { safe: l10n.t('Don’t Send'), acting: l10n.t('Send Again') };
  const isConfirmed = await confirm(question, '', buttons);
  await answered();
  return isConfirmed ? { shownPrice: cost?.high ?? 0 } : undefined;
}
