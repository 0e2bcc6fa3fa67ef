import type { Attachment } from '../messages/attachment.ts';
import type { QueuedMessage } from './draftStore.ts';

/** A queued message that was moved to an empty message box. */
export interface EditedMessage {
  readonly message: QueuedMessage;
  /** False if the message must be held when it is put back. */
  readonly isAutomatic: boolean;
  /** True if the user has changed the message. */
  readonly isChanged: boolean;
}

type OnlyMessage = Omit<EditedMessage, 'isChanged'>;

/** The queued messages that the user edits in the message box. */
export class EditedMessages {
  /** The ids of the messages that followed an edited message in the queue. */
  #followers: ReadonlySet<string> = new Set();
  #only: OnlyMessage | undefined;
  #areAny = false;

  /** True if the message box contains an edited message. */
  get areAny(): boolean {
    return this.#areAny;
  }

  /**
   * Must be called when `messages` are moved from `queue` to the message box. `only` must be given if the message box
   * was empty and gets only this message.
   */
  add(messages: readonly QueuedMessage[], queue: readonly QueuedMessage[], only: OnlyMessage | undefined): void {
    const first = queue.findIndex((each) => messages.includes(each));
    this.#followers = new Set([...this.#followers, ...queue.slice(first + 1).map(({ id }) => id)]);
    this.#only = only;
    this.#areAny = true;
  }

  /**
   * Must be called when the message box no longer contains an edited message. Returns true if messages may have waited
   * for it (see `precede`).
   */
  clear(): boolean {
    const haveFollowers = this.#followers.size > 0;
    this.#followers = new Set();
    this.#only = undefined;
    this.#areAny = false;
    return haveFollowers;
  }

  /** Must be called when the queued messages of this session are held. */
  hold(sessionId: string | undefined): void {
    if (this.#only !== undefined && this.#only.message.sessionId === sessionId)
      this.#only = { ...this.#only, isAutomatic: false };
  }

  /** Returns the index in `queue` of the first message that followed an edited message, or the length of `queue`. */
  placeIn(queue: readonly QueuedMessage[]): number {
    const index = queue.findIndex(({ id }) => this.#followers.has(id));
    return index < 0 ? queue.length : index;
  }

  /** True if the message must not be sent before an edited message, whose place in `queue` is in front of it. */
  precede({ id }: QueuedMessage, queue: readonly QueuedMessage[]): boolean {
    return queue.findIndex((each) => each.id === id) >= this.placeIn(queue);
  }

  /**
   * Returns the message that was moved to the empty message box, with the text and the attachments that the message box
   * has now. If they differ from those of the queued message, `isAutomatic` is false. Returns undefined if there is no
   * such message, or if the message box is empty.
   */
  putBack(text: string, attachments: readonly Attachment[]): EditedMessage | undefined {
    const isEmpty = text.trim() === '' && attachments.length === 0;
    if (this.#only === undefined || isEmpty) return undefined;
    const { message, isAutomatic } = this.#only;
    const isChanged = text !== message.text || idsOf(attachments) !== idsOf(message.attachments);
    return { message: { ...message, text, attachments }, isAutomatic: isAutomatic && !isChanged, isChanged };
  }
}

function idsOf(attachments: readonly Attachment[]): string {
  return attachments.map(({ id }) => id).join(' ');
}
