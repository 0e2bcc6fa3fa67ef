import type { ChatMessage } from '../../api/client.ts';
import { redactJson } from '../../api/redact.ts';
import type { Connection } from '../../api/serviceAddress.ts';
import type { Message, Question, Reply, SentFacts } from './message.ts';
import { requestMessages } from './requestMessages.ts';

/** Returns the facts to save about a request, without the API key. */
export function toSentFacts(
  { baseUrl, apiKey }: Pick<Connection, 'baseUrl' | 'apiKey'>,
  extraBody: Readonly<Record<string, unknown>>,
): SentFacts {
  return redactJson(Object.keys(extraBody).length === 0 ? { baseUrl } : { baseUrl, extraBody }, apiKey);
}

/** A request that was sent earlier, rebuilt from the messages of its session. */
export interface SentRequest {
  readonly reply: Reply;
  /** The base URL and the additional fields. Undefined if an earlier version of the extension sent the request. */
  readonly facts: SentFacts | undefined;
  /** Undefined in mode `messages`. */
  readonly sessionId: string | undefined;
  readonly messages: readonly ChatMessage[];
  /** The reasons why the request may have been different. Empty if the request is exact. */
  readonly doubts: readonly RequestDoubt[];
}

export type RequestDoubt =
  /** An earlier version of the extension saved the session without the request's address or additional fields. */
  | 'noFacts'
  /** The message was copied from another session, which may have had other earlier messages. */
  | 'carried'
  /** Earlier messages were deleted, before or after the request. */
  | 'deleted'
  /** The request was not charged, so that the service may not have got it. */
  | 'notCharged';

/**
 * Rebuilds the request of a reply, or the last request of a question. `allMessages` are the messages of the session,
 * including deleted ones. Returns undefined if there is no such request.
 */
export function rebuildRequest(
  session: { readonly id: string; readonly carriedFrom: string | undefined },
  allMessages: readonly Message[],
  messageId: string,
): SentRequest | undefined {
  const reply = allMessages.findLast(
    (each): each is Reply => each.kind === 'reply' && (each.id === messageId || each.questionId === messageId),
  );
  const question = allMessages.find(
    (each): each is Question => each.kind === 'question' && each.id === reply?.questionId,
  );
  if (reply === undefined || question === undefined) return undefined;
  const { mode = 'session', origin = '', instructions, sent, isCarried = false, ending } = reply;
  const before = allMessages.slice(0, allMessages.indexOf(reply));
  const earlier = isCarried ? before.map(asOwn) : before;
  const isQuoting = mode === 'messages' || earlier.some((each) => each.isCarried === true || isFromOther(each, origin));
  const doubts: readonly (RequestDoubt | false)[] = [
    sent === undefined && 'noFacts',
    isCarried && 'carried',
    isQuoting && earlier.some(({ isDeleted }) => isDeleted === true) && 'deleted',
    ending?.charged === 'no' && 'notCharged',
  ];
  return {
    reply,
    facts: sent,
    sessionId: mode === 'messages' ? undefined : isCarried ? session.carriedFrom : session.id,
    messages: requestMessages({ mode, origin, instructions }, earlier, question),
    doubts: doubts.filter((doubt) => doubt !== false),
  };
}

/** Returns a copied message as it was in the session where it was sent. */
function asOwn({ isCarried, ...message }: Message): Message {
  return message;
}

function isFromOther(message: Message, origin: string): boolean {
  return message.kind === 'reply' && message.origin !== undefined && message.origin !== origin;
}
