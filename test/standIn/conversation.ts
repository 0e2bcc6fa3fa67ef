import { countTokens } from './tokens.ts';

/** A message in the body of a request. */
export interface Message {
  readonly role: string;
  readonly content: string;
}

/**
 * The conversations that the service keeps, by the value of `x-session-id`. The service does not keep the messages of a
 * request without that header.
 */
export class Conversations {
  readonly #bySession = new Map<string, Message[]>();

  /**
   * Returns the messages of a session, oldest first, and creates a missing session. Callers append new messages to the
   * array.
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
 * Counts the tokens of messages like OpenAI's API. Each message has the tokens of its role, the tokens of its content,
 * and 3 more tokens. Does not include {@link replyOverhead}.
 */
export function countMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, { role, content }) => sum + 3 + countTokens(role) + countTokens(content), 0);
}

/** The tokens that start the reply. The input of every request includes these tokens. */
export const replyOverhead = 3;
