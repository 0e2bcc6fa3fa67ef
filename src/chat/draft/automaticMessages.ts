import type { QueuedMessage } from './draftStore.ts';
import type { EditedMessages } from './editedMessages.ts';

/** The queued messages that may be sent automatically in their session. A loaded queue has none. */
export class AutomaticMessages {
  /** The ids of the messages. The value is true if the message still waited when the last reply of its session ended. */
  readonly #outlived = new Map<string, boolean>();
  readonly #edited: EditedMessages;
  readonly #isSending: (sessionId: string | undefined) => boolean;

  constructor(edited: EditedMessages, isSending: (sessionId: string | undefined) => boolean) {
    this.#edited = edited;
    this.#isSending = isSending;
  }

  has({ id }: QueuedMessage): boolean {
    return this.#outlived.has(id);
  }

  /** True if the message is held only until the message box no longer contains an edited message that precedes it. */
  isWaiting(message: QueuedMessage, queue: readonly QueuedMessage[]): boolean {
    return this.has(message) && this.#edited.precede(message, queue);
  }

  add({ id }: QueuedMessage): void {
    this.#outlived.set(id, false);
  }

  /** Must be called when the queue is loaded. */
  clear(): void {
    this.#outlived.clear();
    this.#edited.clear();
  }

  /** Returns true if at least one of the messages was automatic. */
  hold(messages: readonly QueuedMessage[]): boolean {
    return messages.filter(({ id }) => this.#outlived.delete(id)).length > 0;
  }

  /** Must be called when the last reply of a session has ended. Like `hold`, except for messages that wait in `queue`. */
  holdRest(messages: readonly QueuedMessage[], queue: readonly QueuedMessage[]): boolean {
    const waiting = messages.filter((each) => this.isWaiting(each, queue));
    for (const { id } of waiting) this.#outlived.set(id, true);
    return this.hold(messages.filter((each) => !waiting.includes(each)));
  }

  /**
   * Must be called when the message box no longer contains an edited message. `sentTo` is the session in which the edited
   * message was sent or queued, if any. Holds the messages of sessions that send nothing now, because nothing would send
   * them later. Also holds the messages that still waited when the last reply of their session ended, unless the edited
   * message was sent in their session. Returns true if messages of `queue` may have waited.
   */
  endEdit(queue: readonly QueuedMessage[], sentTo?: string): boolean {
    if (!this.#edited.clear()) return false;
    const isLeft = ({ id, sessionId }: QueuedMessage) =>
      !this.#isSending(sessionId) || (this.#outlived.get(id) === true && sessionId !== sentTo);
    this.hold(queue.filter(isLeft));
    for (const id of this.#outlived.keys()) this.#outlived.set(id, false);
    return true;
  }
}
