import type { Meter } from '../../meter/meter.ts';
import { composeContinuation } from '../messages/composeContent.ts';
import type { ConversationMode, NextCosts, Question, Reply } from '../messages/message.ts';
import { toRequestText, hypotheticalQuestion } from '../messages/requestMessages.ts';
import type { SessionState } from './sessionState.ts';

/** Prices the requests that can follow a reply: the same question again, and "continue". */
export async function priceNextRequests(
  reply: Reply,
  state: SessionState,
  meter: Pick<Meter, 'estimate'>,
  mode: ConversationMode,
): Promise<NextCosts> {
  const estimate = async (question: Question) =>
    meter.estimate(toRequestText(mode, state.allMessages, question, state.history));
  const question = state.questionOf(reply);
  // If another question was asked since, this one is repeated behind it.
  const again = state.messages.at(-1)?.id === reply.id ? question : question && hypotheticalQuestion(question.content);
  const [resend, goOn] = await Promise.all([
    estimate(again ?? hypotheticalQuestion('')),
    estimate(hypotheticalQuestion(composeContinuation(reply.text))),
  ]);
  return { resend, continue: goOn };
}

/** Complete replies that were not cut at a length limit need no follow-up. */
export function mayNeedFollowUp({ state, ending, text, nextCosts }: Reply): boolean {
  const isWhole = state === 'complete' && ending?.finishReason !== 'length' && text !== '';
  return !isWhole || nextCosts !== undefined;
}
