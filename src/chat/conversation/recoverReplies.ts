import type { Meter } from '../../meter/meter.ts';
import type { Reply } from '../messages/message.ts';
import type { RequestTarget } from '../messages/requestMessages.ts';
import { isBooked } from './nextCosts.ts';
import { crashEnding } from './receiveReply.ts';
import type { SessionState } from './sessionState.ts';

/**
 * Books the replies that a crash left without a cost: the replies whose request is pending in the ledger, and the last
 * reply of the session. A crash can leave only the last reply without a cost, because a session sends its next request
 * after the last reply is booked. The last reply is booked even if the ledger was lost, but not if it was imported.
 *
 * Only ends the other replies without a cost, for example those of an imported session: their requests were sent from
 * another computer, or by nobody. If a reply has no end, saves the end `incomplete`. The time is linear in the length of
 * the session.
 *
 * @param target replaces the mode and the origin of replies from earlier versions of the extension, which did not save
 *   these
 */
export async function recoverReplies(
  state: SessionState,
  meter: Pick<Meter, 'end' | 'pendingIds'>,
  target: RequestTarget,
): Promise<void> {
  const replies = state.allMessages.filter((message): message is Reply => message.kind === 'reply');
  const unbooked = replies.filter((reply) => !isBooked(reply));
  if (unbooked.length === 0) return;
  const pending = await meter.pendingIds();
  const [last] = replies.slice(-1);
  const isInterrupted = (reply: Reply) => pending.has(reply.id) || (reply === last && reply.isImported !== true);
  await state.endWithoutCost(unbooked.filter((reply) => !isInterrupted(reply)));
  for (const reply of unbooked.filter(isInterrupted)) {
    const { text, reasoning, ending = crashEnding(reply) } = reply;
    const { end, charged, usage, unreadBytes } = ending;
    const request = state.requestOf(reply, target);
    const endSaved = reply.ending === undefined ? state.endReply(reply, ending) : undefined;
    const metered = await meter.end(request, { end, charged, usage, unreadBytes, text, reasoning });
    await state.bookReply(reply.id, metered, endSaved);
  }
}
