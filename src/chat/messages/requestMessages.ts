import type { ChatMessage } from '../../api/client.ts';
import type { History } from '../../meter/cost.ts';
import type { RequestText } from '../../meter/textCounter.ts';
import { composeCarryOver } from './composeContent.ts';
import type { ConversationMode, Message, Question, Reply } from './message.ts';

/** A question that the service took, with the last of its replies that has a text. */
export interface SaidTurn {
  readonly asked: Question;
  readonly reply: Reply | undefined;
}

/** The messages of the request for a question; `messages` is all of the session, with or without that question. */
export function requestMessages(
  mode: ConversationMode,
  messages: readonly Message[],
  question: Question,
): readonly ChatMessage[] {
  const asked: ChatMessage = { role: 'user', content: addedContent(mode, messages, question) };
  if (mode === 'session') return [asked];
  return joinSameRoles([...turnMessages(before(messages, question)), asked]);
}

/**
 * What the request for a question adds to what the service has read before. A session that was carried over has to
 * be told what was said, until the service has written something in it.
 */
export function addedContent(mode: ConversationMode, messages: readonly Message[], question: Question): string {
  const isKnown = messages.some((message) => message.kind === 'reply' && message.isCarried !== true && message.text !== '');
  if (mode === 'messages' || isKnown) return question.content;
  const carried = before(messages, question).filter(({ isCarried }) => isCarried === true);
  return carried.length === 0 ? question.content : composeCarryOver(turnMessages(carried), question.content);
}

/** What the service reads with the request for a question; `history` is what it keeps of the session, where it does. */
export function requestText(mode: ConversationMode, messages: readonly Message[], question: Question, history: History): RequestText {
  const content = addedContent(mode, messages, question);
  if (mode === 'session') return { history, content };
  const earlier = turnMessages(before(messages, question)).map((message) => message.content);
  const wasSent = messages.some((each) => each.kind === 'reply' && each.questionId === question.id && each.ending?.charged !== 'no');
  // What the service has read before, it may have cached, the question itself included.
  return wasSent ? { history, earlier: [...earlier, content], content: '' } : { history, earlier, content };
}

/** A question that is not asked yet. */
export function unasked(content: string): Question {
  return { kind: 'question', id: '', at: 0, text: '', attachments: [], content };
}

/** What was said, as the service knows it: what it refused is no part of that. */
export function saidTurns(messages: readonly Message[]): readonly SaidTurn[] {
  return messages.flatMap((message) =>
    message.kind === 'question' && !isRefused(message, messages) ? [{ asked: message, reply: lastReply(message, messages) }] : [],
  );
}

export function turnMessages(messages: readonly Message[]): readonly ChatMessage[] {
  return saidTurns(messages).flatMap(({ asked, reply }) => {
    const turn: ChatMessage = { role: 'user', content: asked.content };
    return reply === undefined ? [turn] : [turn, { role: 'assistant', content: reply.text }];
  });
}

/** What came before a question, without what the person deleted. */
function before(messages: readonly Message[], question: Question): readonly Message[] {
  const index = messages.findIndex(({ id }) => id === question.id);
  return (index < 0 ? messages : messages.slice(0, index)).filter(({ isDeleted }) => isDeleted !== true);
}

/**
 * Whether the service took none of the requests for a question: then it is no part of the conversation, as where the
 * service keeps it. What was too long, for one, would have every later message refused as well.
 */
function isRefused({ id }: Question, messages: readonly Message[]): boolean {
  const replies = messages.filter((message) => message.kind === 'reply' && message.questionId === id);
  return replies.length > 0 && replies.every((reply) => reply.kind === 'reply' && reply.ending?.charged === 'no');
}

function lastReply({ id }: Question, messages: readonly Message[]): Reply | undefined {
  return messages.findLast((each): each is Reply => each.kind === 'reply' && each.questionId === id && each.text !== '');
}

/** Many models insist on roles that take turns, and a question may have got no reply. */
function joinSameRoles(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role !== message.role) joined.push(message);
    else joined[joined.length - 1] = { role: message.role, content: `${last.content}\n\n${message.content}` };
  }
  return joined;
}
