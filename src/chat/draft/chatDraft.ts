import { joinParagraphs } from '../../common/text/joinParagraphs.ts';
import { mergeAttachments, switchedOn, type Attachment } from '../messages/attachment.ts';
import type { ChatDraftDependencies } from './chatDraftDependencies.ts';
import { draftChanged, editChanged } from './draftEvent.ts';
import { editsOf, isEmptyBox, withAside, withEdits, withoutSent, withUnsentText } from './draftStore.ts';
import type { Draft, QueuedMessage } from './draftStore.ts';
import { EditedMessages, type EditedMessage } from './editedMessages.ts';
import { Reservations } from './reservations.ts';
import { SavedDraft } from './savedDraft.ts';
import { Submissions, type Submission } from './submissions.ts';
import { withoutParagraphs } from './textSearch.ts';
import { changedEdits, isSameQuestion, splitEdits, withEdit, type UnsentEdit } from './unsentEdits.ts';

/**
 * Owns the draft: the text and attachments of the message box, the queue, and the unsent edits of sent questions. Saves
 * each change at once.
 *
 * Several panels may show the draft, and their texts may differ for a moment:
 * - A panel posts its text to ChatDraft shortly after the user edits it.
 * - If the text of the draft changes in another way, ChatDraft reports the change. The panel then rebases its own text,
 *   which may be newer, onto this change (rebaseText).
 * - ChatPanel drops an edit that is based on a stale text. The panel then rebases the edit and posts the result.
 * - The panel keeps a copy of the text in its own storage. When the panel is loaded again, the copy restores text that
 *   the panel had not posted, for example before a crash (restoredText).
 */
export class ChatDraft {
  readonly #dependencies: ChatDraftDependencies;
  readonly #saved: SavedDraft;
  readonly #reserved = new Reservations();
  readonly #edited = new EditedMessages();
  /** The ids of the queued messages that may be sent automatically in their session. A loaded queue has none. */
  readonly #automatic = new Set<string>();
  readonly #submissions = new Submissions();
  /** The earlier prompt that was shown last in place of the unsent text. */
  #prompt: string | undefined;
  /** Counts the deletions of all data. */
  #deletions = 0;

  constructor(dependencies: ChatDraftDependencies, value: Draft) {
    this.#dependencies = dependencies;
    this.#saved = new SavedDraft(dependencies.drafts, dependencies.reportSaveError, value);
  }

  get text(): string {
    return this.#value.text;
  }

  /** The unsent text that the message box had before the user recalled an earlier prompt. */
  get aside(): string | undefined {
    return this.#value.aside;
  }

  /** The number of messages that the user has sent or queued from the message box. */
  get submissionCount(): number {
    return this.#submissions.count;
  }

  /** The texts that last left the message box: they were sent, queued, or put back into the queue. */
  get sentTexts(): readonly string[] {
    return this.#submissions.sentTexts;
  }

  get attachments(): readonly Attachment[] {
    return this.#value.attachments;
  }

  get queue(): readonly QueuedMessage[] {
    return this.#value.queue;
  }

  /** The unsent edits of sent questions. The edit that changed last is the last one. */
  get edits(): readonly UnsentEdit[] {
    return editsOf(this.#value);
  }

  /** Resolves when the last change is saved, or when its write error was reported. Writes nothing itself. */
  async settle(): Promise<void> {
    await this.#saved.settle();
  }

  /**
   * Saves the draft, and saves no later change until `reopen`, because the file may be removed meanwhile. If `isOver` is
   * true, the file was already removed, and nothing is saved. Resolves when the draft is saved, or when a write error was
   * reported.
   */
  async release(isOver = false): Promise<void> {
    await this.#saved.release(isOver);
  }

  /**
   * Must be called after `release`. Loads the draft, including the queue, from its file again, and reports the changes.
   * The changes since `release` are kept and saved, but dropped if `isRemoved` is true (see SavedDraft). Rejects if the
   * file cannot be read. The draft is then empty if `isRemoved` is true, and stays as it is otherwise.
   */
  async reopen(isRemoved: boolean): Promise<void> {
    const loading = this.#saved.load();
    const loaded = await loading.catch(() => undefined);
    const before = this.#value;
    this.#saved.reopen(loaded, isRemoved);
    this.#automatic.clear();
    this.#edited.remove(this.#edited.moves);
    this.#dependencies.notify({ type: 'queueChanged' });
    this.#dependencies.notify(draftChanged(before.text, this.text));
    for (const edit of editsOf(before)) {
      if (!this.edits.some((each) => isSameQuestion(each, edit)))
        this.#dependencies.notify(editChanged(edit, undefined));
    }
    for (const edit of changedEdits(editsOf(before), this.edits)) {
      this.#dependencies.notify(editChanged(edit, edit.text));
    }
    await loading;
  }

  /**
   * Replaces the draft with the result of `change`, and reports the changes when they are on disk. If the draft changes
   * meanwhile, calls `change` once more, for the new draft. `leaving` are the ids of the attachments that are being sent
   * from the message box. `change` must keep the queue. Returns false, and changes nothing, if the draft changes again,
   * if the disk refuses to write, or if the draft is released before or meanwhile.
   */
  async replace(change: (draft: Draft, leaving?: ReadonlySet<string>) => Draft): Promise<boolean> {
    const { notify } = this.#dependencies;
    return this.#saved.replace(
      () => change(this.#unsent(), this.#submissions.leaving),
      (before) => {
        const restoresUnsent = before.aside !== undefined && this.aside === undefined;
        notify(draftChanged(before.text, this.text, restoresUnsent));
        for (const edit of changedEdits(editsOf(before), this.edits)) notify(editChanged(edit, edit.text));
      },
    );
  }

  /** Must be called when all data was deleted. Forgets the sent texts, and ends the undo of removed messages. */
  endUndo(): void {
    this.#deletions += 1;
    this.#submissions.forgetSent();
  }

  /** Replaces the text. `source` is the panel in which the user typed. */
  setText(text: string, source?: object): void {
    this.#changeText({ ...this.#value, text }, source);
  }

  /**
   * Keeps the unsent `text` in `aside` until `removeSent` restores it. If `text` is empty, removes `aside`. `prompt` is the
   * earlier prompt that the message box shows instead.
   */
  setAside(text: string, prompt: string): void {
    this.#prompt = prompt;
    this.#saved.change(withAside(this.#value, text));
  }

  /**
   * Begins to submit the message box, whose text is `text`. Returns undefined if another submission runs. The submission
   * may remove its text and attachments at any moment, so `addText`, `addAttachments` and `editQueued` meanwhile add
   * also what the message box already contains.
   */
  beginSubmission(text: string): Submission | undefined {
    const attachments = switchedOn(this.attachments);
    const { moves } = this.#edited;
    return this.#submissions.begin(attachments, () => this.removeSent(text, attachments, moves));
  }

  /**
   * Appends paragraphs to the text of the message box, unless the text already contains them. In this case, reports the
   * paragraphs as if they were new, because the user may have deleted them from the message box a moment ago.
   */
  addText(text: string): void {
    const isMoving = this.aside !== undefined || this.#submissions.leaving !== undefined;
    const others = isMoving ? undefined : withoutParagraphs(this.text, text);
    if (others === undefined) this.#append([text]);
    else this.#dependencies.notify(draftChanged(others, this.text));
  }

  /**
   * Removes the attachments in `outdated`, adds those that the draft does not contain yet, and switches on those that it
   * contains (see mergeAttachments). Saves and reports this as one change, because each change saves all attachments.
   */
  addAttachments(attachments: readonly Attachment[], outdated: readonly Attachment[] = []): void {
    const kept = outdated.length === 0 ? this.attachments : this.attachments.filter((each) => !outdated.includes(each));
    const merged = mergeAttachments(kept, attachments, this.#submissions.leaving);
    if (merged !== this.attachments) this.#changeAttachments(merged);
  }

  /** Switches an attachment off, or on again. An attachment that is off stays in the draft but is not sent. */
  toggleAttachment(id: string): void {
    this.#changeAttachments(
      this.attachments.map((each) => (each.id === id ? { ...each, isOff: each.isOff !== true } : each)),
    );
  }

  removeAttachment(id: string): void {
    this.#changeAttachments(this.attachments.filter((attachment) => attachment.id !== id));
  }

  /**
   * Removes a message that was sent or queued. Restores the unsent text, and keeps what was added since. `moves` are the
   * moves of queued messages to the message box before the message was submitted.
   */
  removeSent(text: string, sent: readonly Attachment[], moves = this.#edited.moves): void {
    this.#submissions.noteSent(text);
    if (this.aside === undefined) this.#endEdit(moves);
    this.#changeText(withoutSent(this.#value, text, sent));
  }

  /**
   * Keeps the unsent text of an edited question; undefined removes the text. `source` is the panel in which the user
   * typed. If there are too many edits, moves the texts of the oldest to the end of the message box.
   */
  setEdit(question: Omit<UnsentEdit, 'text'>, text: string | undefined, source?: object): void {
    if (this.edits.find((each) => isSameQuestion(each, question))?.text === text) return;
    const { kept, moved } = splitEdits(withEdit(this.edits, question, text));
    this.#saved.change(withEdits(this.#value, kept));
    if (moved.length > 0) this.#append(moved.map((each) => each.text));
    for (const each of moved) this.#dependencies.notify(editChanged(each, undefined));
    this.#dependencies.notify(editChanged(question, text, source));
  }

  /** Removes an edit, for example because it was sent. Keeps the edit if the user has changed its text since. */
  removeEdit(edit: UnsentEdit): void {
    const current = this.edits.find((each) => isSameQuestion(each, edit));
    if (current?.text === edit.text) this.setEdit(edit, undefined);
  }

  /**
   * Adds a message to the queue. A message that the user edits in the message box returns to its place, before the
   * messages that followed it. Any other message, or a message whose place is gone, is appended. If `isAutomatic` is true,
   * the message may be sent automatically until `holdQueue` is called.
   */
  enqueue(message: QueuedMessage, isAutomatic: boolean): void {
    if (isAutomatic) this.#automatic.add(message.id);
    const isEdited = message.text === this.text && this.aside === undefined;
    const index = isEdited ? this.#edited.takePlace(message.id, this.queue) : this.queue.length;
    this.#changeQueue(this.queue.toSpliced(index, 0, message));
  }

  /** Replaces a queued message with the same id. The message may then be sent automatically (see `enqueue`). */
  automate(message: QueuedMessage): void {
    this.#automatic.add(message.id);
    this.#changeQueue(this.queue.map((each) => (each.id === message.id ? message : each)));
  }

  unqueue(messages: readonly QueuedMessage[]): void {
    if (messages.length === 0) return;
    for (const { id } of messages) this.#automatic.delete(id);
    this.#changeQueue(this.queue.filter(({ id }) => messages.every((each) => each.id !== id)));
  }

  /**
   * True if only the user may send this queued message while the session `shownId` is shown. Waiting messages, and messages
   * of a loaded queue, of other sessions and of other services are held.
   */
  isHeld(message: QueuedMessage, shownId: string): boolean {
    if (message.sessionId !== shownId || this.isOfOtherService(message)) return true;
    return !this.#automatic.has(message.id) || this.isWaiting(message);
  }

  /** True if a service is configured that is not the one for which the user queued the message. */
  isOfOtherService({ origin }: QueuedMessage): boolean {
    return origin !== undefined && (this.#dependencies.origin() || origin) !== origin;
  }

  /** True if the message is held only until the message box no longer contains an edited message that precedes it. */
  isWaiting(message: QueuedMessage): boolean {
    return this.#automatic.has(message.id) && this.#edited.precede(message, this.queue);
  }

  /**
   * Holds the messages of a session that are in the queue now, at the index `from` or behind it. They are never sent
   * automatically again, even if the session is not shown.
   */
  holdQueue(sessionId: string | undefined, from = 0): void {
    this.#edited.hold(sessionId);
    const left = this.queue.slice(from).filter((each) => each.sessionId === sessionId);
    const held = left.filter(({ id }) => this.#automatic.delete(id));
    if (held.length > 0) this.#dependencies.notify({ type: 'queueChanged' });
  }

  /**
   * Reserves a queued message immediately before it is saved in its session. Until the reservation ends, `editQueued`
   * and `editQueue` leave the message in the queue, so that it is never both sent and in the message box. Returns a
   * function that ends the reservation. If the message was to be edited meanwhile, and is still in the queue because it
   * was not saved, this function moves the message to the message box. Returns undefined if the message is no longer in
   * the queue, or is already reserved.
   */
  reserve({ id }: QueuedMessage): (() => void) | undefined {
    if (this.#reserved.has(id) || this.queue.every((each) => each.id !== id)) return undefined;
    const end = this.#reserved.begin(id);
    return () => {
      if (end()) this.editQueued(id);
    };
  }

  /**
   * Moves a queued message to the end of the message box. Does nothing if no queued message has this id. See `reserve`
   * for a reserved message.
   */
  editQueued(id: string): void {
    this.#takeBack(this.queue.filter((each) => each.id === id));
  }

  /** True if the message box shows an edited queued message, alone or with other text, and is not being submitted. */
  get isEditingQueued(): boolean {
    return this.aside === undefined && this.#submissions.leaving === undefined && this.#edited.moves.length > 0;
  }

  /**
   * Returns the message that `putBackQueued` puts back. Returns undefined if `isEditingQueued` is false, if the message box
   * was not empty before the message was moved there, or if there is nothing to send in it now.
   */
  editedMessage(): EditedMessage | undefined {
    return this.isEditingQueued ? this.#edited.putBack(this.text, switchedOn(this.attachments)) : undefined;
  }

  /**
   * Puts a queued message that is edited in the message box back to its place, and empties the message box. If the user
   * has changed the message, it keeps the change, and is held with the messages of its session that follow it.
   */
  putBackQueued(): void {
    const edited = this.editedMessage();
    if (edited === undefined) return;
    if (edited.isChanged) this.holdQueue(edited.message.sessionId, this.#edited.placeIn(this.queue));
    const origin = edited.isChanged ? this.#dependencies.origin() : edited.message.origin;
    this.enqueue({ ...edited.message, ...(origin && { origin }) }, edited.isAutomatic);
    this.removeSent(edited.message.text, edited.message.attachments);
  }

  /**
   * Removes a queued message. Returns a function that puts it back to its place in the queue, where it is held, unless
   * all data was deleted meanwhile. Returns undefined, and does nothing, if no queued message has this id, or if the
   * message is reserved.
   */
  removeQueued(id: string): (() => void) | undefined {
    const message = this.queue.find((each) => each.id === id);
    if (message === undefined || this.#reserved.has(id)) return undefined;
    const placeIn = this.#edited.placeOf(message, this.queue);
    this.unqueue([message]);
    const deletions = this.#deletions;
    return () => {
      if (this.#deletions !== deletions || this.queue.some((each) => each.id === id)) return;
      this.#changeQueue(this.queue.toSpliced(placeIn(this.queue), 0, message));
    };
  }

  /** Moves all queued messages, except a reserved message, to the end of the message box. */
  editQueue(): void {
    this.#takeBack(this.queue);
  }

  #takeBack(messages: readonly QueuedMessage[]): void {
    const free = messages.filter(({ id }) => !this.#reserved.want(id));
    const [first] = free;
    if (first === undefined) return;
    const only = { message: first, isAutomatic: this.#automatic.has(first.id) };
    this.#edited.add(free, this.queue, free.length === 1 && isEmptyBox(this.#value) ? only : undefined);
    this.unqueue(free);
    const [texts, added] = [free.map(({ text }) => text), free.flatMap(({ attachments }) => attachments)];
    this.#append(texts, mergeAttachments(this.attachments, added, this.#submissions.leaving));
  }

  /**
   * Appends paragraphs to the text of the message box. If the box shows an earlier prompt, appends them to the unsent
   * text, and shows that text again. While a message is submitted, `removeSent` shows it again.
   */
  #append(texts: readonly string[], attachments = this.attachments): void {
    const value = this.#unsent();
    const text = joinParagraphs([value.text, ...texts]);
    this.#changeText({ ...value, text, attachments }, undefined, value !== this.#value);
  }

  get #value(): Draft {
    return this.#saved.value;
  }

  /** Returns the draft with the unsent text and, if the user has changed the shown prompt, with the changed prompt. */
  #unsent(): Draft {
    return this.#submissions.leaving === undefined ? withUnsentText(this.#value, this.#prompt) : this.#value;
  }

  #changeAttachments(attachments: readonly Attachment[]): void {
    this.#changeText({ ...this.#value, attachments });
  }

  #changeText(value: Draft, source?: object, restoresUnsent = false): void {
    const before = this.text;
    if (isEmptyBox(value)) this.#endEdit();
    this.#saved.change(value);
    this.#dependencies.notify(draftChanged(before, value.text, restoresUnsent, source));
  }

  /** Must be called when the message box no longer contains the messages of these moves. */
  #endEdit(moves = this.#edited.moves): void {
    if (this.#edited.remove(moves)) this.#dependencies.notify({ type: 'queueChanged' });
  }

  #changeQueue(queue: readonly QueuedMessage[]): void {
    this.#saved.change({ ...this.#value, queue });
    this.#dependencies.notify({ type: 'queueChanged' });
  }
}
