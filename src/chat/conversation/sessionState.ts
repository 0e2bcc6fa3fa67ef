import type { WriteOptions } from '../../common/fileStore.ts';
import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import type { Cost, History } from '../../meter/cost.ts';
import type { RequestToMeter } from '../../meter/meter.ts';
import type { MeteredReply } from '../../meter/replyCost.ts';
import type { ConversationMode, Message, Question, Reply, ReplyEnding } from '../messages/message.ts';
import { toRequestText, hypotheticalQuestion } from '../messages/requestMessages.ts';
import { historyAt, withHistory, type ServiceHistories } from '../messages/serviceHistories.ts';
import { isPurgeable, purgeMessage } from '../messages/purgeDeleted.ts';
import type { Deletion, UndoableDeletions } from '../sessions/undoableDeletions.ts';
import { endReply, type Transcript, type TranscriptRecord } from '../messages/transcript.ts';
import type { ChatSessionEvent } from './conversationEvent.ts';
import { crashEnding } from './receiveReply.ts';

export interface SessionStateDependencies {
  /**
   * Appends records to the session's file in one write. With `flush`, resolves only when the records are on disk, or
   * are kept in memory because the disk refuses them.
   */
  readonly append: (records: readonly TranscriptRecord[], options?: WriteOptions) => Promise<void>;
  /** Removes the content of deleted messages from the session's file, but not of messages with ids in `undoable`. */
  readonly purgeDeleted: (undoable: readonly string[]) => Promise<void>;
  readonly notify: (event: ChatSessionEvent) => void;
  /** Called if the text, end or cost of a reply could not be saved. The change stays in memory and on screen. */
  readonly reportSaveError: (error: unknown) => void;
}

/**
 * The messages of one session. Each change that the panel shows is made in memory and reported as an event. Changes
 * that must survive a reload are also appended to the session's file.
 */
export class SessionState {
  readonly #sessionId: string;
  readonly #undoable: UndoableDeletions;
  readonly #dependencies: SessionStateDependencies;
  /** All messages, including deleted ones. */
  #messages: readonly Message[];
  #histories: ServiceHistories;
  #isInstructionsOff: boolean;

  constructor(
    sessionId: string,
    { allMessages, histories, isInstructionsOff = false }: Transcript,
    undoable: UndoableDeletions,
    dependencies: SessionStateDependencies,
  ) {
    this.#sessionId = sessionId;
    this.#undoable = undoable;
    this.#dependencies = dependencies;
    this.#messages = allMessages;
    this.#histories = histories;
    this.#isInstructionsOff = isInstructionsOff;
    // Another window may have removed the content of the messages meanwhile.
    const withContent = allMessages.filter((each) => each.isDeleted !== true || isPurgeable(each));
    this.#setDeletions(withAnyOf(this.#registered, withContent));
  }

  get messages(): readonly Message[] {
    return this.#messages.filter(({ isDeleted }) => isDeleted !== true);
  }

  /** The messages in order, including deleted ones. */
  get allMessages(): readonly Message[] {
    return this.#messages;
  }

  /** The messages in order, including deleted ones whose deletion can still be undone. */
  get messagesWithUndo(): readonly Message[] {
    const undoable = new Set(this.deletions.flat());
    return this.#messages.filter(({ id, isDeleted }) => isDeleted !== true || undoable.has(id));
  }

  /** The deletions that can still be undone. */
  get deletions(): readonly Deletion[] {
    const deleted = this.#messages.filter(({ isDeleted }) => isDeleted === true);
    return withAnyOf(this.#registered, deleted);
  }

  /** The deletions that can still be undone, and those that are being saved. */
  get #registered(): readonly Deletion[] {
    return this.#undoable.of(this.#sessionId);
  }

  /** Returns the bounds of the token count of the copy of the conversation at a service. See ServiceHistories. */
  historyAt(origin: string): History {
    return historyAt(this.#histories, origin);
  }

  /** True if the user switched the instructions (see dueInstructions) off for this session. */
  get isInstructionsOff(): boolean {
    return this.#isInstructionsOff;
  }

  reply(id: string): Reply | undefined {
    return this.#messages.findLast((each): each is Reply => each.kind === 'reply' && each.id === id);
  }

  questionOf(reply: Reply): Question | undefined {
    return this.#messages.find((each): each is Question => each.kind === 'question' && each.id === reply.questionId);
  }

  /**
   * Returns the request of a reply, so that the caller can count the tokens of the request. `defaults` are used for a
   * reply saved by an earlier version of the extension, which did not save the mode or the origin (scheme, host and
   * port of the service).
   */
  requestOf(reply: Reply, defaults: { readonly mode: ConversationMode; readonly origin: string }): RequestToMeter {
    const { id, at, mode = defaults.mode, origin = defaults.origin, instructions } = reply;
    // Use only the messages before the reply, because the request had no later messages. The session may have later
    // messages when the reply is booked after a crash.
    const messages = this.#messages.slice(
      0,
      this.#messages.findIndex((each) => each.id === id),
    );
    return {
      id,
      at,
      sessionId: this.#sessionId,
      origin,
      ...toRequestText(
        { mode, origin, instructions },
        messages,
        this.questionOf(reply) ?? hypotheticalQuestion(''),
        this.historyAt(origin),
      ),
    };
  }

  /**
   * Adds new questions and a pending reply. Call this method before sending the request. Resolves when the messages are
   * on disk. If the disk refuses them, asks the user whether to keep them in memory, and resolves if the user agrees.
   * Rejects, and adds nothing, if the user declines or the messages cannot be saved for another reason.
   */
  async add(questions: readonly Question[], reply: Reply): Promise<void> {
    const records = questions.map(({ kind, ...record }) => ({ type: 'question', ...record }) as const);
    const { id, questionId, at, mode, origin, instructions, sent } = reply;
    const start = { type: 'reply', id, questionId, at, mode, origin, instructions, sent } as const;
    await this.#dependencies.append([...records, start], { flush: true, ifRefused: 'ask' });
    const undoable = this.deletions;
    this.#setDeletions(this.#registered.filter((each) => !undoable.includes(each)));
    const messages = [...questions, reply];
    this.#messages = [...this.#messages, ...messages];
    this.#dependencies.notify({ type: 'messagesAdded', messages });
  }

  changeReply(reply: Reply): void {
    this.#replace(reply);
    this.#dependencies.notify({ type: 'replyChanged', reply });
  }

  /** Adds received text in memory. `saveText` writes the text to disk later. */
  addText(replyId: string, part: ReplyPart, text: string): void {
    const reply = this.reply(replyId);
    if (reply !== undefined) this.#replace({ ...reply, [part]: reply[part] + text });
    this.#dependencies.notify({ type: 'textAppended', replyId, part, text });
  }

  /**
   * Writes received text to disk. `start` is the length of the part's earlier text, in UTF-16 code units. Reports a
   * write error instead of rejecting.
   */
  async saveText(replyId: string, part: ReplyPart, text: string, start: number): Promise<void> {
    await this.#save([{ type: part, replyId, text, start }]);
  }

  setCostSoFar(replyId: string, costSoFar: Cost): void {
    const reply = this.reply(replyId);
    if (reply !== undefined) this.#replace({ ...reply, costSoFar });
    this.#dependencies.notify({ type: 'costSoFarChanged', replyId, cost: costSoFar });
  }

  /**
   * Ends a reply in memory at once. Resolves when the whole reply is on disk, when it is kept in memory because the
   * disk refuses it, or when a write error was reported.
   */
  async endReply(reply: Reply, ending: ReplyEnding): Promise<void> {
    this.changeReply(endReply(reply, ending));
    await this.#save([{ type: 'end', replyId: reply.id, ...ending }], { flush: true });
  }

  /**
   * Marks replies as replies without a cost, in memory. Ends those that have no end, and saves these ends in one write.
   * Reports no event.
   */
  async endWithoutCost(replies: readonly Reply[]): Promise<void> {
    const ended = new Map<string, Reply>();
    const records: TranscriptRecord[] = [];
    for (const reply of replies) {
      const { id, ending = crashEnding(reply) } = reply;
      if (reply.ending === undefined) records.push({ type: 'end', replyId: id, ...ending });
      ended.set(id, { ...endReply(reply, ending), hasNoCost: true });
    }
    this.#messages = this.#messages.map((message) => ended.get(message.id) ?? message);
    if (records.length > 0) await this.#save(records, { flush: true });
  }

  /** Sets the cost of an ended reply in memory at once. Writes the cost to disk after `endSaved` has resolved. */
  async bookReply(replyId: string, metered: MeteredReply, endSaved?: Promise<void>): Promise<void> {
    const { history, ...booked } = metered;
    const reply = this.reply(replyId);
    this.#histories = withHistory(this.#histories, reply?.origin, history);
    if (reply !== undefined) {
      const { costSoFar, ...ended } = reply;
      this.changeReply({ ...ended, ...booked });
    }
    await endSaved;
    await this.#save([{ type: 'booked', replyId, ...metered }]);
  }

  /**
   * Marks messages as deleted. The file keeps them until `purgeDeleted`. Ignores messages that are already deleted.
   * Rejects, and changes nothing, if saving fails.
   */
  async delete(ids: readonly string[]): Promise<void> {
    const registered = this.#registered.flat();
    const pending: Deletion = ids.filter((id) => !registered.includes(id));
    // Otherwise, a purge that begins before the deletion is saved would remove the content.
    if (pending.length > 0) this.#setDeletions([...this.#registered, pending]);
    let deleted: Deletion = [];
    try {
      deleted = await this.#mark('deleted', ids);
    } finally {
      const others = this.#registered.filter((each) => each !== pending);
      this.#setDeletions(deleted.length === 0 ? others : [...others, deleted]);
    }
    if (deleted.length > 0) this.#dependencies.notify({ type: 'exchangeDeleted', ids: deleted });
  }

  /**
   * Undoes the deletion of the message `id`. Does nothing if a message was added after the deletion. Rejects, and changes
   * nothing, if the undo cannot be saved.
   */
  async restoreDeleted(id: string): Promise<void> {
    const ids = this.deletions.find((each) => each.includes(id));
    if (ids === undefined) return;
    const restored = await this.#mark('restored', ids);
    if (restored.length === 0) return;
    this.#setDeletions(this.#registered.filter((each) => !each.includes(id)));
    this.#dependencies.notify({ type: 'exchangeRestored', ids: restored });
  }

  /**
   * Removes the content of deleted messages, unless their deletion can still be undone. Never rejects. If the disk
   * refuses to write, a later call removes the content.
   */
  async purgeDeleted(): Promise<void> {
    const undoable = this.#registered.flat();
    const isDue = (message: Message) => isPurgeable(message) && !undoable.includes(message.id);
    if (!this.#messages.some(isDue)) return;
    try {
      await this.#dependencies.purgeDeleted(undoable);
      this.#messages = this.#messages.map((message) => (isDue(message) ? purgeMessage(message) : message));
    } catch {
      // Nothing is lost. The content is removed after the next reply or deletion, or when the session is closed or
      // loaded.
    }
  }

  /** Switches the instructions off or on. Rejects, and changes nothing, if the switch cannot be saved. */
  async switchInstructions(isOff: boolean): Promise<void> {
    await this.#dependencies.append([{ type: 'instructions', isOff }], { flush: true });
    this.#isInstructionsOff = isOff;
    this.#dependencies.notify({ type: 'instructionsSwitched' });
  }

  #setDeletions(deletions: readonly Deletion[]): void {
    this.#undoable.set(this.#sessionId, deletions);
  }

  /** Returns the ids of the messages that have changed. There are none if an earlier call did the same. */
  async #mark(type: 'deleted' | 'restored', ids: readonly string[]): Promise<readonly string[]> {
    await this.#dependencies.append([{ type, ids }], { flush: true });
    const isDeleted = type === 'deleted';
    const unmarked = this.#messages.filter((message) => (message.isDeleted === true) !== isDeleted).map(({ id }) => id);
    this.#messages = this.#messages.map((message) => (ids.includes(message.id) ? { ...message, isDeleted } : message));
    return ids.filter((id) => unmarked.includes(id));
  }

  #replace(reply: Reply): void {
    const index = this.#messages.findLastIndex(({ id }) => id === reply.id);
    if (index !== -1) this.#messages = this.#messages.with(index, reply);
  }

  async #save(records: readonly TranscriptRecord[], options: Pick<WriteOptions, 'flush'> = {}): Promise<void> {
    try {
      await this.#dependencies.append(records, { ...options, ifRefused: 'keep' });
    } catch (error) {
      this.#dependencies.reportSaveError(error);
    }
  }
}

/** Returns the deletions of which at least one message is in `messages`. */
function withAnyOf(deletions: readonly Deletion[], messages: readonly Message[]): readonly Deletion[] {
  const known = new Set(messages.map(({ id }) => id));
  return deletions.filter((ids) => ids.some((id) => known.has(id)));
}
