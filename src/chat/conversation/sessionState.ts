import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import type { Cost, History } from '../../meter/cost.ts';
import type { RequestToMeter } from '../../meter/meter.ts';
import type { MeteredReply } from '../../meter/replyCost.ts';
import type { ConversationMode, Message, Question, Reply, ReplyEnding } from '../messages/message.ts';
import { toRequestText, hypotheticalQuestion } from '../messages/requestMessages.ts';
import { endReply, type Transcript, type TranscriptRecord } from '../messages/transcript.ts';
import type { ChatSessionEvent } from './conversationEvent.ts';

export interface SessionStateDependencies {
  /** Appends to the session's file in one write. With `flush` it resolves only when the records are on disk. */
  readonly append: (records: readonly TranscriptRecord[], options?: { readonly flush: boolean }) => Promise<void>;
  readonly notify: (event: ChatSessionEvent) => void;
  /** A part of a reply could not be saved. It is still in memory and shown. */
  readonly reportSaveError: (error: unknown) => void;
}

/** The messages of one session: each change is made in memory, saved to the session's file and announced as an event. */
export class SessionState {
  readonly #sessionId: string;
  readonly #dependencies: SessionStateDependencies;
  /** Including deleted messages. */
  #messages: readonly Message[];
  /** The ids of the last deletion, while it can be undone. */
  #deleted: readonly string[] = [];
  #history: History;

  constructor(sessionId: string, { allMessages, history }: Transcript, dependencies: SessionStateDependencies) {
    this.#sessionId = sessionId;
    this.#dependencies = dependencies;
    this.#messages = allMessages;
    this.#history = history;
  }

  get messages(): readonly Message[] {
    return this.#messages.filter(({ isDeleted }) => isDeleted !== true);
  }

  /** Including deleted messages. */
  get allMessages(): readonly Message[] {
    return this.#messages;
  }

  /** Including messages whose deletion can be undone. */
  get messagesWithUndo(): readonly Message[] {
    return this.#messages.filter(({ id, isDeleted }) => isDeleted !== true || this.#deleted.includes(id));
  }

  get deleted(): readonly string[] {
    return this.#deleted;
  }

  /** The tokens that the service keeps of the session and reads again with the next message. */
  get history(): History {
    return this.#history;
  }

  reply(id: string): Reply | undefined {
    return this.#messages.findLast((each): each is Reply => each.kind === 'reply' && each.id === id);
  }

  questionOf(reply: Reply): Question | undefined {
    return this.#messages.find((each): each is Question => each.kind === 'question' && each.id === reply.questionId);
  }

  /** The text that the service reads with the request of a reply. `mode` and `origin` are used for replies that did not keep theirs. */
  requestOf(reply: Reply, inForce: { readonly mode: ConversationMode; readonly origin: string }): RequestToMeter {
    const { id, at, mode = inForce.mode, origin = inForce.origin } = reply;
    // After a crash, other replies may follow this one.
    const messages = this.#messages.slice(
      0,
      this.#messages.findIndex((each) => each.id === id),
    );
    return {
      id,
      at,
      sessionId: this.#sessionId,
      origin,
      ...toRequestText(mode, messages, this.questionOf(reply) ?? hypotheticalQuestion(''), this.#history),
    };
  }

  /** Adds a reply that is about to be requested, behind its question if that is new. Rejects, and adds nothing, if it cannot be saved. */
  async add(questions: readonly Question[], reply: Reply): Promise<void> {
    const asked = questions.map(({ kind, ...record }) => ({ type: 'question', ...record }) as const);
    const { id, questionId, at, mode, origin } = reply;
    await this.#dependencies.append([...asked, { type: 'reply', id, questionId, at, mode, origin }], { flush: true });
    this.#deleted = [];
    const messages = [...questions, reply];
    this.#messages = [...this.#messages, ...messages];
    this.#dependencies.notify({ type: 'messagesAdded', messages });
  }

  changeReply(reply: Reply): void {
    this.#replace(reply);
    this.#dependencies.notify({ type: 'replyChanged', reply });
  }

  /** Shows received text. `saveText` writes it. */
  addText(replyId: string, part: ReplyPart, text: string): void {
    const reply = this.reply(replyId);
    if (reply !== undefined) this.#replace({ ...reply, [part]: reply[part] + text });
    this.#dependencies.notify({ type: 'textAppended', replyId, part, text });
  }

  async saveText(replyId: string, part: ReplyPart, text: string): Promise<void> {
    await this.#save({ type: part, replyId, text });
  }

  setCostSoFar(replyId: string, costSoFar: Cost): void {
    const reply = this.reply(replyId);
    if (reply !== undefined) this.#replace({ ...reply, costSoFar });
    this.#dependencies.notify({ type: 'costSoFarChanged', replyId, cost: costSoFar });
  }

  /** Resolves when the end is written. The reply shows it at once. */
  async endReply(reply: Reply, ending: ReplyEnding): Promise<void> {
    this.changeReply(endReply(reply, ending));
    await this.#save({ type: 'end', replyId: reply.id, ...ending });
  }

  /** Shows the cost of a reply that has ended at once, and writes it when its end is written. */
  async bookReply(replyId: string, metered: MeteredReply, endSaved?: Promise<void>): Promise<void> {
    const { history, ...booked } = metered;
    this.#history = history;
    const reply = this.reply(replyId);
    if (reply !== undefined) {
      const { costSoFar, ...ended } = reply;
      this.changeReply({ ...ended, ...booked });
    }
    await endSaved;
    await this.#save({ type: 'booked', replyId, ...metered });
  }

  /** Hides messages, which stay in the file. Rejects, and changes nothing, if it cannot be saved. */
  async delete(ids: readonly string[]): Promise<void> {
    await this.#mark('deleted', ids);
    this.#dependencies.notify({ type: 'exchangeDeleted', ids });
  }

  /** Undoes the last deletion. Rejects, and changes nothing, if it cannot be saved. */
  async restoreDeleted(): Promise<void> {
    const ids = this.#messages.map(({ id }) => id).filter((id) => this.#deleted.includes(id));
    if (ids.length === 0) return;
    await this.#mark('restored', ids);
    this.#dependencies.notify({ type: 'exchangeRestored', ids });
  }

  async #mark(type: 'deleted' | 'restored', ids: readonly string[]): Promise<void> {
    await this.#dependencies.append([{ type, ids }]);
    const isDeleted = type === 'deleted';
    this.#deleted = isDeleted ? ids : [];
    this.#messages = this.#messages.map((message) => (ids.includes(message.id) ? { ...message, isDeleted } : message));
  }

  #replace(reply: Reply): void {
    const index = this.#messages.findLastIndex(({ id }) => id === reply.id);
    if (index !== -1) this.#messages = this.#messages.with(index, reply);
  }

  async #save(record: TranscriptRecord): Promise<void> {
    try {
      await this.#dependencies.append([record]);
    } catch (error) {
      this.#dependencies.reportSaveError(error);
    }
  }
}
