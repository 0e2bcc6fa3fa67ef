import type { ChatMessage } from '../api/client.ts';
import type { Message, Question } from './message.ts';

/**
 * `session`: only the new message is sent, and the service keeps the conversation under our session id.
 * `messages`: the whole conversation is sent, as any OpenAI-compatible server takes it.
 */
export type ConversationMode = 'session' | 'messages';

/** The messages of the request for a question; `messages` is the session's conversation, with or without it. */
export function requestMessages(
  mode: ConversationMode,
  messages: readonly Message[],
  question: Question,
): readonly ChatMessage[] {
  const asked: ChatMessage = { role: 'user', content: question.content };
  if (mode === 'session') return [asked];
  const index = messages.findIndex(({ id }) => id === question.id);
  const earlier = index < 0 ? messages : messages.slice(0, index);
  const turns = earlier.flatMap((message) => (message.kind === 'question' && !isRefused(message, earlier) ? turn(message, earlier) : []));
  return joinSameRoles([...turns, asked]);
}

/**
 * Whether the service took none of the requests for a question: then it is no part of the conversation, as where the
 * service keeps it. What was too long, for one, would have every later message refused as well.
 */
function isRefused({ id }: Question, messages: readonly Message[]): boolean {
  const replies = messages.filter((message) => message.kind === 'reply' && message.questionId === id);
  return replies.length > 0 && replies.every((reply) => reply.kind === 'reply' && reply.ending?.charged === 'no');
}

/** A question with the last of its replies that has a text. */
function turn(question: Question, messages: readonly Message[]): readonly ChatMessage[] {
  const asked: ChatMessage = { role: 'user', content: question.content };
  const reply = messages.findLast((each) => each.kind === 'reply' && each.questionId === question.id && each.text !== '');
  return reply === undefined ? [asked] : [asked, { role: 'assistant', content: reply.text }];
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
