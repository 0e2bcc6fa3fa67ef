import type { QueuedMessage } from './draftStore.ts';
import type { EditedMessages } from './editedMessages.ts';

/** The queued messages that may be sent automatically in their session. A loaded queue has none. */
export class AutomaticMessages {
  readonly #ids = new Set<string>();
  readonly #edited: EditedMessages;
  readonly #isSending: (sessionId: string | undefined) => boolean;

  constructor(edited: EditedMessages, isSending: (sessionId: string | undefined) => boolean) {
    this.#edited = edited;
    this.#isSending = isSending;
  }

  has({ id }: QueuedMessage): boolean {
    return this.#ids.has(id);
  }

  add({ id }: QueuedMessage): void {
    this.#ids.add(id);
  }

  /** Must be called when the queue is loaded. */
  clear(): void {
    this.#ids.clear();
    this.#edited.clear();
  }

  /** Returns true if at least one of the messages was automatic. */
  hold(messages: readonly QueuedMessage[]): boolean {
    return messages.filter(({ id }) => this.#ids.delete(id)).length > 0;
  }

  /**
   * Must be called when the message box no longer contains an edited message. Holds the messages of sessions that send
   * nothing now, because nothing would send them later. Returns true if messages of `queue` may have waited.
   */
  endEdit(queue: readonly QueuedMessage[]): boolean {
    if (!this.#edited.clear()) return false;
    this.hold(queue.filter(({ sessionId }) => !this.#isSending(sessionId)));
    return true;
  }
}
