import { composeContent } from './composeContent.ts';
import type { Message, Question } from './message.ts';
import { acceptedTurns, type AcceptedTurn } from './requestMessages.ts';

/** An edited question, and the earlier messages to copy into its new session. */
export interface EditedMessage {
  /**
   * Copies of the accepted turns (see AcceptedTurn) before the question. Each copied question is followed by a copy of
   * its last reply with text, if it has one.
   */
  readonly carried: readonly Message[];
  readonly question: Question;
}

/**
 * Copies the accepted turns (see AcceptedTurn) before a question, and the question itself. The copy of the question gets
 * the new `text`, `id` and `at` (milliseconds since the epoch). The copied turns keep theirs. Returns undefined if
 * `questionId` is not the id of a question.
 */
export function editMessage(
  messages: readonly Message[],
  questionId: string,
  { text, id, at }: Pick<Question, 'text' | 'id' | 'at'>,
): EditedMessage | undefined {
  const index = messages.findIndex((message) => message.id === questionId);
  const edited = messages[index];
  if (edited?.kind !== 'question') return undefined;
  const { attachments } = edited;
  const question: Question = {
    kind: 'question',
    id,
    at,
    text,
    attachments,
    content: composeContent(text, attachments),
  };
  return { carried: acceptedTurns(messages.slice(0, index)).flatMap(carryOverTurn), question };
}

/**
 * Returns copies of the turn's messages, marked with `isCarried`. Removes the fields about progress, and about cost,
 * because the ledger already has the cost of the original reply.
 */
function carryOverTurn({ question, reply }: AcceptedTurn): readonly Message[] {
  const carriedQuestion: Message = { ...question, isCarried: true };
  if (reply === undefined) return [carriedQuestion];
  const { cost, costSoFar, hasNoCost, isImported, prices, isCorrected, nextCosts, progress, ...kept } = reply;
  return [carriedQuestion, { ...kept, isCarried: true }];
}
