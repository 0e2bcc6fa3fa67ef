import { countTokens } from './tokens.ts';

/** One turn as it goes over the wire. */
export interface Message {
  readonly role: string;
  readonly content: string;
}

/**
 * The conversations the service remembers, by the value of `x-session-id`.
 * A request without that header is a conversation of its own that nobody remembers.
 */
export class Conversations {
  readonly #bySession = new Map<string, Message[]>();

  /** The turns of a session, oldest first; the array grows as the session goes on. */
  open(sessionId: string | undefined): Message[] {
    if (sessionId === undefined) return [];
    const known = this.#bySession.get(sessionId);
    if (known !== undefined) return known;
    const started: Message[] = [];
    this.#bySession.set(sessionId, started);
    return started;
  }

  /** What is remembered of a session, without starting one. */
  read(sessionId: string): readonly Message[] {
    return this.#bySession.get(sessionId) ?? [];
  }
}

/**
 * Tokens of messages as OpenAI counts them: 3 around each message, its role and its content.
 * The 3 that open the reply are not in it: see {@link replyOverhead}.
 */
export function countMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, { role, content }) => sum + 3 + countTokens(role) + countTokens(content), 0);
}

/** Tokens that open the reply; part of the input of every call. */
export const replyOverhead = 3;
