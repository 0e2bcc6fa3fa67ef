import { countTokens } from './tokens.ts';

/** A message from the body of a request, or a reply with the role `assistant`. */
export interface Message {
  readonly role: string;
  readonly content: string;
}

/**
 * The conversations that the service keeps, one for each value of the request header `x-session-id`. The service does
 * not keep the messages of a request without a session id.
 */
export class Conversations {
  readonly #bySession = new Map<string, Message[]>();

  /**
   * Returns the messages of a session, oldest first. Creates the session if it does not exist. To add messages to the
   * session, the caller appends them to the returned array. Without a session id, returns an array that is not kept.
   */
  open(sessionId: string | undefined): Message[] {
    if (sessionId === undefined) return [];
    const known = this.#bySession.get(sessionId);
    if (known !== undefined) return known;
    const started: Message[] = [];
    this.#bySession.set(sessionId, started);
    return started;
  }

  /** Returns the messages of a session. Does not create the session. */
  read(sessionId: string): readonly Message[] {
    return this.#bySession.get(sessionId) ?? [];
  }
}

/**
 * Counts the tokens of messages in the same way as OpenAI's API. Adds up the tokens of each role, the tokens of each
 * content, and 3 more tokens per message. The sum does not include {@link replyOverhead}.
 */
export function countMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, { role, content }) => sum + 3 + countTokens(role) + countTokens(content), 0);
}

/** The number of tokens that start a reply. They count as input, once per request. */
export const replyOverhead = 3;
