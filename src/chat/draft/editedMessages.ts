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

/** Queued messages that were moved to the message box together. */
export interface Move {
  /** The ids of the messages, and of the messages that have taken their place in the queue since. */
  readonly ids: Set<string>;
  /** The ids of the messages that followed the first of them in the queue. */
  readonly followers: ReadonlySet<string>;
  /** The message, if it was moved alone to an empty message box. */
  only: OnlyMessage | undefined;
}

/** The queued messages that the user edits in the message box. */
export class EditedMessages {
  #moves: readonly Move[] = [];

  /** The moves since the message box contained no edited message. Empty if it contains none. */
  get moves(): readonly Move[] {
    return this.#moves;
  }

  /**
   * Must be called when `messages` are moved from `queue` to the message box. `only` must be given if the message box
   * was empty and gets only this message.
   */
  add(messages: readonly QueuedMessage[], queue: readonly QueuedMessage[], only: OnlyMessage | undefined): void {
    const first = queue.findIndex((each) => messages.includes(each));
    const followers = idSet(queue.slice(first + 1));
    this.#moves = [...this.#moves, { ids: idSet(messages), followers, only }];
  }

  /**
   * Must be called when the message box no longer contains the messages of these moves. Returns true if messages may
   * have waited for them (see `precede`).
   */
  remove(moves: readonly Move[]): boolean {
    const haveFollowers = this.#moves.some((each) => moves.includes(each) && each.followers.size > 0);
    this.#moves = this.#moves.filter((each) => !moves.includes(each));
    return haveFollowers;
  }

  /** Must be called when the queued messages of this session are held. */
  hold(sessionId: string | undefined): void {
    const move = this.#moves.at(-1);
    if (move?.only !== undefined && move.only.message.sessionId === sessionId)
      move.only = { ...move.only, isAutomatic: false };
  }

  /** Returns the index in `queue` of the first message that followed an edited message, or the length of `queue`. */
  placeIn(queue: readonly QueuedMessage[]): number {
    const index = queue.findIndex(({ id }) => this.#moves.some(({ followers }) => followers.has(id)));
    return index < 0 ? queue.length : index;
  }

  /** Returns the place of the edited messages (see `placeIn`), which the message with this id takes. */
  takePlace(id: string, queue: readonly QueuedMessage[]): number {
    for (const { ids } of this.#moves) ids.add(id);
    return this.placeIn(queue);
  }

  /**
   * Must be called before `message` is removed from `queue`. Returns a function that returns the place of the message in
   * a later queue: behind all messages that preceded it, also behind the edited messages that did.
   */
  placeOf(message: QueuedMessage, queue: readonly QueuedMessage[]): (later: readonly QueuedMessage[]) => number {
    const before = idSet(queue.slice(0, queue.indexOf(message)));
    const moves = this.#moves.filter(({ followers }) => followers.has(message.id));
    return (later) => later.findLastIndex(({ id }) => before.has(id) || moves.some(({ ids }) => ids.has(id))) + 1;
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
    const only = this.#moves.at(-1)?.only;
    if (only === undefined || isEmpty) return undefined;
    const { message, isAutomatic } = only;
    const isChanged = text !== message.text || idsOf(attachments) !== idsOf(message.attachments);
    return { message: { ...message, text, attachments }, isAutomatic: isAutomatic && !isChanged, isChanged };
  }
}

function idSet(messages: readonly QueuedMessage[]): Set<string> {
  return new Set(messages.map(({ id }) => id));
}

function idsOf(attachments: readonly Attachment[]): string {
  return attachments.map(({ id }) => id).join(' ');
}
