import type { ChatMessage } from '../../api/client.ts';
import type { History } from '../../meter/cost.ts';
import type { RequestText } from '../../meter/textCounter.ts';
import { composeCarryOver } from './composeContent.ts';
import type { ConversationMode, Message, Question, Reply } from './message.ts';

/** A question that the service accepted, with the last of its replies that has text. */
export interface SaidTurn {
  readonly asked: Question;
  readonly reply: Reply | undefined;
}

/** The messages of the request for a question. `messages` are those of the session, with or without the question. */
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
 * The content that a question adds to what the service has read before. In a carried-over session it includes the
 * carried messages, until the service has replied in that session.
 */
function addedContent(mode: ConversationMode, messages: readonly Message[], question: Question): string {
  const isKnown = messages.some(
    (message) => message.kind === 'reply' && message.isCarried !== true && message.text !== '',
  );
  if (mode === 'messages' || isKnown) return question.content;
  const carried = before(messages, question).filter(({ isCarried }) => isCarried === true);
  return carried.length === 0 ? question.content : composeCarryOver(turnMessages(carried), question.content);
}

/** The text that the service reads with the request for a question. `history` counts what it keeps in mode `session`. */
export function toRequestText(
  mode: ConversationMode,
  messages: readonly Message[],
  question: Question,
  history: History,
): RequestText {
  const content = addedContent(mode, messages, question);
  if (mode === 'session') return { history, content };
  const earlier = turnMessages(before(messages, question)).map((message) => message.content);
  const wasSent = messages.some(
    (each) => each.kind === 'reply' && each.questionId === question.id && each.ending?.charged !== 'no',
  );
  // The service may have cached everything that it has read, including the question itself.
  return wasSent ? { history, earlier: [...earlier, content], content: '' } : { history, earlier, content };
}

/** A question that was not asked yet, for estimates. */
export function unasked(content: string): Question {
  return { kind: 'question', id: '', at: 0, text: '', attachments: [], content };
}

/** The conversation as the service knows it: without the questions that it rejected. */
export function saidTurns(messages: readonly Message[]): readonly SaidTurn[] {
  return messages.flatMap((message) =>
    message.kind === 'question' && !isRejected(message, messages)
      ? [{ asked: message, reply: lastReply(message, messages) }]
      : [],
  );
}

function turnMessages(messages: readonly Message[]): readonly ChatMessage[] {
  return saidTurns(messages).flatMap(({ asked, reply }) => {
    const turn: ChatMessage = { role: 'user', content: asked.content };
    return reply === undefined ? [turn] : [turn, { role: 'assistant', content: reply.text }];
  });
}

/** The messages before a question, without deleted ones. */
function before(messages: readonly Message[], question: Question): readonly Message[] {
  const index = messages.findIndex(({ id }) => id === question.id);
  return (index < 0 ? messages : messages.slice(0, index)).filter(({ isDeleted }) => isDeleted !== true);
}

/** Every attempt was rejected, so leave the question out of the history. A message that was too long would have all later ones rejected as well. */
function isRejected({ id }: Question, messages: readonly Message[]): boolean {
  const replies = messages.filter((message) => message.kind === 'reply' && message.questionId === id);
  return replies.length > 0 && replies.every((reply) => reply.kind === 'reply' && reply.ending?.charged === 'no');
}

function lastReply({ id }: Question, messages: readonly Message[]): Reply | undefined {
  return messages.findLast(
    (each): each is Reply => each.kind === 'reply' && each.questionId === id && each.text !== '',
  );
}

/** Joins consecutive messages of one role: many models require alternating roles, and a question may have no reply. */
function joinSameRoles(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role !== message.role) joined.push(message);
    else joined[joined.length - 1] = { role: message.role, content: `${last.content}\n\n${message.content}` };
  }
  return joined;
}
