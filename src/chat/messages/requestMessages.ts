import type { ChatMessage } from '../../api/client.ts';
import type { History } from '../../meter/cost.ts';
import type { RequestText } from '../../meter/textCounter.ts';
import { composeCarryOver, withInstructions } from './composeContent.ts';
import type { ConversationMode, Message, Question, Reply } from './message.ts';

/**
 * A question that was not rejected (see `isRejected`), and its last reply with text, if any. Requests that
 * repeat the earlier conversation include only accepted turns.
 */
export interface AcceptedTurn {
  readonly question: Question;
  readonly reply: Reply | undefined;
}

export interface RequestTarget {
  readonly mode: ConversationMode;
  /** The origin (scheme, host and port) of the service that gets the request. */
  readonly origin: string;
  /** The text that the request sends before its first message. See dueInstructions. */
  readonly instructions?: string | undefined;
}

/**
 * Returns `instructions` if a request for the question must send them, otherwise undefined. In mode `messages`, each
 * request sends them. In mode `session`, each message of the session sends them until the service has got one for
 * certain (see hasServiceGot). That message sends them again if it is sent again. `messages` are all messages of the
 * session, including deleted ones, because the service keeps them.
 */
export function dueInstructions(
  { mode, origin }: Pick<RequestTarget, 'mode' | 'origin'>,
  messages: readonly Message[],
  question: Question,
  instructions: string,
): string | undefined {
  if (instructions === '') return undefined;
  if (mode === 'messages') return instructions;
  const hasOther = messages.some(
    (message) =>
      isReply(message) &&
      message.questionId !== question.id &&
      message.isCarried !== true &&
      hasServiceGot(message) &&
      isKeptAt(message, origin),
  );
  return hasOther ? undefined : instructions;
}

/**
 * Returns true if the service has got the request of a reply for certain, because a part of the reply, usage or an end
 * mark has arrived. Until the reply ends, assumes so.
 */
export function hasServiceGot({ ending }: Reply): boolean {
  return ending === undefined || ending.charged === 'yes';
}

/**
 * Returns the messages to send for a question. `messages` are all messages of the session, with or without the
 * question.
 */
export function requestMessages(
  target: RequestTarget,
  messages: readonly Message[],
  question: Question,
): readonly ChatMessage[] {
  const newMessage: ChatMessage = { role: 'user', content: newContent(target, messages, question) };
  if (target.mode === 'session') return [newMessage];
  const [first, ...rest] = joinSameRoles([...turnMessages(before(messages, question)), newMessage]);
  return first === undefined
    ? []
    : [{ ...first, content: withInstructions(target.instructions, first.content) }, ...rest];
}

/**
 * Returns the text of the new message, without instructions in mode `messages`. In mode `session`, the text quotes the
 * earlier messages that the service does not have. Before the first reply with text in this session, these are the
 * carried messages: those that were copied from another session. If the last reply with text came from another service,
 * or was requested in mode `messages`, these are all earlier messages.
 */
function newContent(target: RequestTarget, messages: readonly Message[], question: Question): string {
  if (target.mode === 'messages') return question.content;
  return withInstructions(target.instructions, sessionContent(target.origin, messages, question));
}

/**
 * Returns true if the next message in mode `session` quotes the earlier conversation of this session, because the service
 * at `origin` does not have it.
 */
export function isKeptElsewhere(messages: readonly Message[], origin: string): boolean {
  const lastReply = lastReplyOf(messages);
  return lastReply !== undefined && !isKeptAt(lastReply, origin);
}

function lastReplyOf(messages: readonly Message[]): Reply | undefined {
  return messages.findLast(
    (message): message is Reply => isReply(message) && message.isCarried !== true && message.text !== '',
  );
}

function sessionContent(origin: string, messages: readonly Message[], question: Question): string {
  const lastReply = lastReplyOf(messages);
  if (lastReply !== undefined && isKeptAt(lastReply, origin)) return question.content;
  const quoted = before(messages, question).filter(({ isCarried }) => lastReply !== undefined || isCarried === true);
  return quoted.length === 0 ? question.content : composeCarryOver(turnMessages(quoted), question.content);
}

/**
 * Returns true if the service at `origin` keeps the reply, because the reply came from this service in mode `session`.
 * A reply that an earlier version of the extension saved without its origin or mode counts as a reply from this service
 * or in this mode.
 */
function isKeptAt(reply: Reply, origin: string): boolean {
  return (reply.origin === undefined || reply.origin === origin) && reply.mode !== 'messages';
}

/**
 * Returns the text that the service reads for a question, so that the caller can count the tokens. In mode `session`,
 * the service keeps the conversation. `history` has the bounds of the token count of the copy at the target's service.
 * In mode `messages`, the earlier messages are counted instead.
 */
export function toRequestText(
  target: RequestTarget,
  messages: readonly Message[],
  question: Question,
  history: History,
): RequestText {
  const content = newContent(target, messages, question);
  if (target.mode === 'session') return { history, content };
  const contents = [...turnMessages(before(messages, question)).map((message) => message.content), content];
  const [first = '', ...rest] = contents;
  const earlier = [withInstructions(target.instructions, first), ...rest];
  const last = earlier.pop() ?? '';
  const wasSent = messages.some(
    (each) => each.kind === 'reply' && each.questionId === question.id && each.ending?.charged !== 'no',
  );
  // The service may have cached a question that was sent before, so count it as part of the earlier messages.
  return wasSent ? { history, earlier: [...earlier, last], content: '' } : { history, earlier, content: last };
}

/** Returns a question that is in no session, for estimating the cost of sending `content`. */
export function hypotheticalQuestion(content: string): Question {
  return { kind: 'question', id: '', at: 0, text: '', attachments: [], content };
}

/** Returns the turns of a conversation, without rejected questions (see `isRejected`). */
export function acceptedTurns(messages: readonly Message[]): readonly AcceptedTurn[] {
  // Group the replies first, so that the time is linear in the number of messages.
  const replies = Map.groupBy(messages.filter(isReply), ({ questionId }) => questionId);
  return messages.flatMap((message) => {
    if (message.kind !== 'question') return [];
    const own = replies.get(message.id) ?? [];
    return isRejected(own) ? [] : [{ question: message, reply: lastReply(own) }];
  });
}

function isReply(message: Message): message is Reply {
  return message.kind === 'reply';
}

function turnMessages(messages: readonly Message[]): readonly ChatMessage[] {
  return acceptedTurns(messages).flatMap(({ question, reply }) => {
    const userMessage: ChatMessage = { role: 'user', content: question.content };
    return reply === undefined ? [userMessage] : [userMessage, { role: 'assistant', content: reply.text }];
  });
}

/**
 * Returns the messages before a question, or all messages if the question is not in the list. Omits deleted messages.
 */
function before(messages: readonly Message[], question: Question): readonly Message[] {
  const index = messages.findIndex(({ id }) => id === question.id);
  return (index < 0 ? messages : messages.slice(0, index)).filter(({ isDeleted }) => isDeleted !== true);
}

/**
 * Returns true if a question has at least one reply, and all its `replies` ended without a charge. Later requests omit
 * such a question. For example, a question that is too long would also make every later request too long.
 */
function isRejected(replies: readonly Reply[]): boolean {
  return replies.length > 0 && replies.every(({ ending }) => ending?.charged === 'no');
}

/** Returns the last reply with text. A question that was sent again may have several replies. */
function lastReply(replies: readonly Reply[]): Reply | undefined {
  return replies.findLast(({ text }) => text !== '');
}

/** Joins consecutive messages of one role. A question may have no reply, but many models require alternating roles. */
function joinSameRoles(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role !== message.role) joined.push(message);
    else joined[joined.length - 1] = { role: message.role, content: `${last.content}\n\n${message.content}` };
  }
  return joined;
}
