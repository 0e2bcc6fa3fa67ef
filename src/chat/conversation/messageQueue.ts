import type { Connection } from '../../api/serviceAddress.ts';
import type { ChatDraft } from '../draft/chatDraft.ts';
import type { QueuedMessage } from '../draft/draftStore.ts';
import type { ChatSession, SendOptions } from './chatSession.ts';
import type { SendOutcome } from './sendOutcome.ts';

export interface MessageQueueDependencies {
  readonly draft: Pick<ChatDraft, 'queue' | 'enqueue' | 'automate' | 'unqueue' | 'reserve' | 'isHeld' | 'holdQueue'>;
  readonly connection: () => Promise<Connection | undefined>;
  readonly isShown: (session: ChatSession) => boolean;
  readonly reportError: (error: unknown) => void;
}

/**
 * Sends the queued messages of the draft. A message is sent automatically only after the reply during which the user
 * queued it, or sent it from the queue. All replies before it must be complete, its session must be shown, and the service
 * must still be the one for which it was queued. The messages of the session that are then left in the queue are held:
 * only the user sends them.
 */
export class MessageQueue {
  readonly #dependencies: MessageQueueDependencies;
  /** The number of unfinished calls of `run` for each session with at least one such call. */
  readonly #runs = new Map<ChatSession, number>();
  /** The number of calls of `hold` for each session with at least one such call. */
  readonly #holds = new Map<string, number>();
  /** The prices at which the user queued messages, by the ids of the messages. See RequestToPermit. */
  readonly #shownPrices = new Map<string, number>();

  constructor(dependencies: MessageQueueDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns true if the queue is being sent in the session and the last message is a complete reply. A message that the
   * user submits at this moment must be queued, so that the order is kept.
   */
  isDraining(session: ChatSession): boolean {
    return this.#runs.has(session) && this.#next(session) !== undefined && endsComplete(session);
  }

  /** Adds a message to the queue. The message is sent after the running reply of the session, or held if there is none. */
  add(session: ChatSession, message: QueuedMessage, { shownPrice }: SendOptions): void {
    if (shownPrice !== undefined) this.#shownPrices.set(message.id, shownPrice);
    this.#dependencies.draft.enqueue(message, this.#runs.has(session));
  }

  /** Holds the queued messages of a session. Must be called when the user stops the session. */
  hold(sessionId: string): void {
    this.#holds.set(sessionId, this.holdsOf(sessionId) + 1);
    this.#dependencies.draft.holdQueue(sessionId);
  }

  /** Returns a number that changes with each call of `hold` for the session. */
  holdsOf(sessionId: string): number {
    return this.#holds.get(sessionId) ?? 0;
  }

  /**
   * Calls `request`. If the outcome is `sent`, also sends the queued messages that are not held, each after a complete
   * reply. Stops early if a message is not sent, a reply is not complete, or another session is shown. When the last
   * call for the session ends, holds the messages of the session that are left. Returns the outcome of `request`, not of
   * the queued messages.
   */
  async run(session: ChatSession, request: () => Promise<SendOutcome>): Promise<SendOutcome> {
    // The earlier call of `run` would hold the messages too late: after the reply to this request.
    if (this.#runs.has(session) && isBookingIncomplete(session)) this.#dependencies.draft.holdQueue(session.id);
    this.#runs.set(session, (this.#runs.get(session) ?? 0) + 1);
    try {
      const outcome = await request();
      // Report errors of queued messages here, because the caller's own request was sent.
      if (outcome === 'sent') await this.#drain(session).catch(this.#dependencies.reportError);
      return outcome;
    } finally {
      const left = (this.#runs.get(session) ?? 1) - 1;
      if (left > 0) this.#runs.set(session, left);
      else this.#end(session);
    }
  }

  /**
   * Sends one queued message for the user. If a reply of the session is running, or is complete and being booked, the
   * message is instead sent automatically afterwards, and the outcome is `sent` at once. Otherwise, see `#send`.
   */
  async sendNext(
    session: ChatSession,
    message: QueuedMessage,
    connection: Connection,
    options: SendOptions,
  ): Promise<SendOutcome> {
    if (!this.#runs.has(session) || isBookingIncomplete(session))
      return this.run(session, async () => this.#send(session, message, connection, options));
    if (!this.#dependencies.isShown(session)) return 'refused';
    if (options.shownPrice !== undefined) this.#shownPrices.set(message.id, options.shownPrice);
    this.#dependencies.draft.automate({ ...message, sessionId: session.id, origin: connection.origin });
    return 'sent';
  }

  /**
   * Sends one queued message. `options` are undefined if the message is sent automatically. Removes the message from the
   * queue when the message is on disk or the user agreed to send it unsaved. Returns `refused` if, before the message was
   * saved, it left the queue in another way, another session was shown, or an automatic message was held.
   */
  async #send(
    session: ChatSession,
    message: QueuedMessage,
    connection: Connection,
    options: SendOptions | undefined,
  ): Promise<SendOutcome> {
    const { id, text, attachments } = message;
    const { draft } = this.#dependencies;
    const isAutomatic = options === undefined;
    const { shownPrice } = options ?? { shownPrice: this.#shownPrices.get(id) };
    let endReservation: (() => void) | undefined;
    const beforeSave = () => {
      if (!this.#dependencies.isShown(session) || (isAutomatic && draft.isHeld(message, session.id))) return false;
      endReservation = draft.reserve(message);
      return endReservation !== undefined;
    };
    const onSaved = () => {
      this.#shownPrices.delete(id);
      draft.unqueue([message]);
    };
    try {
      return await session.submit(text, attachments, connection, { id, beforeSave, onSaved, isAutomatic, shownPrice });
    } finally {
      endReservation?.();
    }
  }

  #end(session: ChatSession): void {
    this.#runs.delete(session);
    this.#dependencies.draft.holdQueue(session.id);
  }

  async #drain(session: ChatSession): Promise<void> {
    const { connection: connect } = this.#dependencies;
    while (this.#next(session) !== undefined && this.#maySend(session)) {
      const connection = await connect();
      const next = this.#next(session);
      if (connection === undefined || next === undefined || !this.#maySend(session)) return;
      if (next.origin !== connection.origin) return;
      if ((await this.#send(session, next, connection, undefined)) !== 'sent') return;
    }
  }

  /** Returns the first queued message of the session that is not held. */
  #next({ id }: ChatSession): QueuedMessage | undefined {
    const { draft } = this.#dependencies;
    return draft.queue.find((message) => !draft.isHeld(message, id));
  }

  /**
   * Returns true if the session is shown and its last message is a complete reply. After a failed or interrupted reply,
   * the next message might fail too, but the service might charge for it.
   */
  #maySend(session: ChatSession): boolean {
    return this.#dependencies.isShown(session) && endsComplete(session);
  }
}

/** Must be called only during a call of `run`. Returns true if its reply has ended, but is not complete. */
function isBookingIncomplete(session: ChatSession): boolean {
  return !session.isRunning && !endsComplete(session);
}

function endsComplete({ messages }: ChatSession): boolean {
  const last = messages.at(-1);
  return last?.kind === 'reply' && last.state === 'complete';
}
