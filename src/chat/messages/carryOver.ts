import { composeContent } from './composeContent.ts';
import type { Message, Question } from './message.ts';
import { saidTurns, type SaidTurn } from './requestMessages.ts';

/** An edited message, and the messages that it carries over to a new session. */
export interface EditedMessage {
  /** The conversation before it, as the service knows it. */
  readonly carried: readonly Message[];
  readonly question: Question;
}

/** Undefined if there is no such question. `id` and `at` are those of the new question. */
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
  return { carried: saidTurns(messages.slice(0, index)).flatMap(carriedTurn), question };
}

/** Without costs: these stay in the session in which they were charged. */
function carriedTurn({ asked, reply }: SaidTurn): readonly Message[] {
  const question: Message = { ...asked, isCarried: true };
  if (reply === undefined) return [question];
  const { cost, costSoFar, prices, isCorrected, nextCosts, progress, ...kept } = reply;
  return [question, { ...kept, isCarried: true }];
}
