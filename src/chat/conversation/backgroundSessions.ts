import type { Reply } from '../messages/message.ts';
import type { SessionAccess } from '../windows/windows.ts';
import type { ChatSession } from './chatSession.ts';
import type { ChatSessionEvent, WorkspaceChatEvent } from './conversationEvent.ts';

/** A session that is open in this window, and this window's right to write to it. */
export interface OpenSession {
  readonly session: ChatSession;
  readonly access: SessionAccess;
}

interface BackgroundSession extends OpenSession {
  /** The id of the reply that had ended last when the session was left. */
  readonly lastEnded: string | undefined;
}

/**
 * The open sessions that are no longer shown, because the user has opened another session while their reply was
 * running. Each of these sessions stays open until its reply has ended and is booked.
 */
export class BackgroundSessions {
  readonly #onDidChange: () => void;
  readonly #open = new Map<string, BackgroundSession>();

  constructor(onDidChange: () => void) {
    this.#onDidChange = onDidChange;
  }

  get all(): readonly OpenSession[] {
    return [...this.#open.values()];
  }

  get(id: string): BackgroundSession | undefined {
    return this.#open.get(id);
  }

  add(open: OpenSession): void {
    this.#open.set(open.session.id, { ...open, lastEnded: endedReply(open.session)?.id });
    this.#onDidChange();
  }

  /** Removes the session with this id, and returns it. Returns undefined if there is none. */
  take(id: string): OpenSession | undefined {
    const open = this.#open.get(id);
    if (this.#open.delete(id)) this.#onDidChange();
    return open;
  }
}

/** Returns the event that reports `event` of a session that is not shown. Returns undefined if nothing is reported. */
export function inBackground(event: ChatSessionEvent): WorkspaceChatEvent | undefined {
  if (event.type === 'costSoFarChanged') return { ...event, type: 'backgroundCostChanged' };
  // The end of a reply in the background is reported after its booking.
  const isProgress = event.type === 'replyChanged' && event.reply.ending === undefined;
  return isProgress ? { type: 'backgroundChanged' } : undefined;
}

/** Returns the reply that has ended in the background, or undefined if no request was sent. */
export function replyInBackground({ session, lastEnded }: BackgroundSession): Reply | undefined {
  const reply = endedReply(session);
  return reply?.id === lastEnded ? undefined : reply;
}

function endedReply({ messages }: ChatSession): Reply | undefined {
  return messages.findLast((message) => message.kind === 'reply' && message.ending !== undefined) as Reply | undefined;
}

/** Stops and books the running reply of a session, and removes the content of deleted messages. */
export async function endSession({ session, access }: OpenSession): Promise<void> {
  await session.close();
  if (!access.isReadOnly) await session.purgeDeleted();
}

/** Ends a session (see endSession), and releases the session when its requests have ended. */
export async function closeSession(open: OpenSession): Promise<void> {
  await endSession(open);
  await open.access.close();
}
