import type { Meter } from '../../meter/meter.ts';
import { composeContinuation } from '../messages/composeContent.ts';
import type { NextCosts, Question, Reply } from '../messages/message.ts';
import { toRequestText, hypotheticalQuestion, type RequestTarget } from '../messages/requestMessages.ts';
import type { SessionState } from './sessionState.ts';

/** Estimates the costs of the two possible follow-up requests: sending the question again, and continuing the reply. */
export async function priceNextRequests(
  reply: Reply,
  state: SessionState,
  meter: Pick<Meter, 'estimate'>,
  targetOf: (question: Question) => RequestTarget,
): Promise<NextCosts> {
  const estimate = async (question: Question) => {
    const target = targetOf(question);
    return meter.estimate(toRequestText(target, state.allMessages, question, state.historyAt(target.origin)));
  };
  const question = state.questionOf(reply);
  // If the reply is not the last message, ChatSession.retry sends a copy of the question at the end. The input of
  // that request includes the whole conversation before the copy.
  const resent = state.messages.at(-1)?.id === reply.id ? question : question && hypotheticalQuestion(question.content);
  const [resendCost, continueCost] = await Promise.all([
    estimate(resent ?? hypotheticalQuestion('')),
    estimate(hypotheticalQuestion(composeContinuation(reply.text))),
  ]);
  return { resend: resendCost, continue: continueCost };
}

/**
 * Returns true for a reply with a cost, and for a reply that will get none: a copied reply, whose original is booked, or
 * a reply with `hasNoCost`.
 */
export function isBooked({ cost, isCarried, hasNoCost }: Reply): boolean {
  return cost !== undefined || isCarried === true || hasNoCost === true;
}

/**
 * Returns true for a reply that has no text, is not complete, or was cut at a length limit. Also returns true for a
 * reply that already has `nextCosts`, because these estimates must stay up to date.
 */
export function mayNeedFollowUp({ state, ending, text, nextCosts }: Reply): boolean {
  const isWhole = state === 'complete' && ending?.finishReason !== 'length' && text !== '';
  return !isWhole || nextCosts !== undefined;
}
