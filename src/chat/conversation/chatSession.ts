import type { ChatEnd, ChatEvent } from '../../api/chatEvent.ts';
import type { Connection } from '../../api/serviceAddress.ts';
import type { SpendPermit } from '../../common/spendPermit.ts';
import type { Estimate, History } from '../../meter/cost.ts';
import type { Meter } from '../../meter/meter.ts';
import type { RequestToPermit } from '../../meter/spendGuard.ts';
import type { Attachment } from '../messages/attachment.ts';
import { composeContent } from '../messages/composeContent.ts';
import { composeContinuationQuestion, findExchange, findParts, partToSendAgain } from '../messages/joinedReplies.ts';
import type { Message, Question, Reply } from '../messages/message.ts';
import { requestMessages, toRequestText, type RequestTarget } from '../messages/requestMessages.ts';
import { toSentFacts } from '../messages/sentRequest.ts';
import type { Transcript } from '../messages/transcript.ts';
import type { MeteredSend, SavedRequest } from './meteredSend.ts';
import { isBooked, NextCostEstimator } from './nextCosts.ts';
import { receiveReply, toReplyEnding, type ReceivedReply } from './receiveReply.ts';
import { recoverReplies } from './recoverReplies.ts';
import type { RequestOptions } from './requestOptions.ts';
import { sessionTitle } from '../sessions/sessionSummary.ts';
import type { Deletion, UndoableDeletions } from '../sessions/undoableDeletions.ts';
import type { SendOutcome } from './sendOutcome.ts';
import { createSessionInstructions, type SessionInstructions } from './sessionInstructions.ts';
import { SessionState, type SessionStateDependencies } from './sessionState.ts';

export interface ChatSessionDependencies extends SessionStateDependencies {
  readonly options: () => RequestOptions;
  /**
   * Returns the origin (scheme, host and port) of the configured service, for estimates. `recover` also uses this origin
   * for replies that were saved by earlier versions of the extension, which did not save the origin.
   */
  readonly origin: () => string;
  readonly meter: Pick<Meter, 'estimate' | 'mostCost' | 'estimateNext' | 'end' | 'pendingIds'>;
  readonly requests: MeteredSend;
  readonly createId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type SendOptions = Pick<RequestToPermit, 'shownPrice'>;

export interface SubmitOptions extends SendOptions {
  /** The id of the question; by default a new id. MessageQueue passes the id of the queued message. */
  readonly id?: string;
  /**
   * Called immediately before the message is saved. If it returns false, the message is neither saved nor sent, and the
   * outcome is `refused`.
   */
  readonly beforeSave?: (() => boolean) | undefined;
  /** Called before the request is sent, when the message is on disk or the user agreed to send it unsaved. */
  readonly onSaved?: (() => void) | undefined;
  /** True if the message is sent from the queue without an action of the user. */
  readonly isAutomatic?: boolean;
}

type RunOptions = Omit<SubmitOptions, 'id'> & { readonly permit?: SpendPermit };

interface Ask {
  readonly question: Question;
  /** True if the question must be added to the session. */
  readonly isNew: boolean;
  readonly connection: Connection;
}

/** The abort reasons of a reply that the user has not stopped: its session or window closes, or all data is deleted. */
const [closingReason, deletionReason] = ['closing', 'deletion'] as const;

/**
 * One conversation: its messages, and at most one running reply.
 *
 * To book a reply means to record its cost in the ledger. A reply is booked shortly after its end, because counting its
 * tokens takes a moment. A permit is the spend guard's permission to send one request.
 */
export class ChatSession {
  readonly id: string;
  /** If this session began with an edited message: the id of the session in which the user edited the message. */
  readonly carriedFrom: string | undefined;
  readonly instructions: SessionInstructions;
  readonly #dependencies: ChatSessionDependencies;
  readonly #state: SessionState;
  readonly #followUps: NextCostEstimator;
  #givenTitle: string;
  #isClosed = false;
  /** Aborts the running reply. Undefined as soon as the reply has ended, even if the reply is not booked yet. */
  #running: AbortController | undefined;
  #receiving: ReceivedReply | undefined;
  /** Resolves when the last reply and its end are on disk or kept in memory, or a write error was reported. */
  #endSaved: Promise<void> = Promise.resolve();
  /** The last call of `#request`. The next call waits until this call has ended, even with an error. */
  #lastRequest: Promise<unknown> = Promise.resolve();

  constructor(id: string, transcript: Transcript, deletions: UndoableDeletions, dependencies: ChatSessionDependencies) {
    this.id = id;
    this.carriedFrom = transcript.carriedFrom;
    this.#givenTitle = transcript.title ?? '';
    this.#dependencies = dependencies;
    this.#state = new SessionState(id, transcript, deletions, dependencies);
    this.instructions = createSessionInstructions(this.#state, dependencies);
    this.#followUps = new NextCostEstimator(this.#state, dependencies.meter, (each) => this.#target(each));
  }

  get messages(): readonly Message[] {
    return this.#state.messages;
  }

  /** The title as in the list of sessions. Empty if the session has no question. */
  get title(): string {
    const { messages } = this;
    return messages.some(({ kind }) => kind === 'question') ? sessionTitle(messages, this.#givenTitle) : '';
  }

  /** Changes the title that the user gave. Does not save the title, see SessionLibrary. */
  setTitle(given: string): void {
    this.#givenTitle = given;
    this.#dependencies.notify({ type: 'sessionRenamed' });
  }

  /** The messages in order, including deleted ones whose deletion can still be undone. */
  get messagesWithDeleted(): readonly Message[] {
    return this.#state.messagesWithUndo;
  }

  /** Returns true if a message with this id was ever added, even if the message was deleted. */
  hasAdded(id: string): boolean {
    return this.#state.allMessages.some((message) => message.id === id);
  }

  /** All messages in order, including deleted ones, whose content may have been removed. */
  get allMessages(): readonly Message[] {
    return this.#state.allMessages;
  }

  /** The deletions that can still be undone. */
  get deletions(): readonly Deletion[] {
    return this.#state.deletions;
  }

  /**
   * True from the call of a method that sends a message until the reply has ended. If nothing is sent, or an error is
   * thrown before the reply has ended, true until the call ends. False while an ended reply is being booked.
   */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** True after `close` was called. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The bounds of the token count of the copy of the conversation at the configured service. See ServiceHistories. */
  get history(): History {
    return this.#state.historyAt(this.#dependencies.origin());
  }

  /** Estimates the costs of messages that are not sent yet. See NextCostEstimator.priceMessages. */
  async estimateNext(contents: readonly string[], alternatives?: readonly string[]): Promise<readonly Estimate[]> {
    return this.#followUps.priceMessages({ contents, alternatives });
  }

  /**
   * Sends a message. If the message is sent, resolves after its reply is booked. If the disk refuses the message, asks
   * the user whether to send it unsaved. Rejects, and sends nothing, if saving fails for another reason.
   */
  async submit(
    text: string,
    attachments: readonly Attachment[],
    connection: Connection,
    { id = this.#dependencies.createId(), ...options }: SubmitOptions = {},
  ): Promise<SendOutcome> {
    const content = composeContent(text, attachments);
    const question: Question = { kind: 'question', id, at: this.#dependencies.now(), text, attachments, content };
    return this.#run({ question, isNew: true, connection }, options);
  }

  /**
   * Sends the question of a reply again, or of the part that partToSendAgain returns if the reply was continued. The
   * service may charge for the earlier request and for the new one. If the reply is not the last message, adds a copy of
   * the question at the end of the conversation.
   */
  async retry(replyId: string, connection: Connection, options: SendOptions = {}): Promise<SendOutcome> {
    const { messages } = this;
    const parts = findParts(messages, replyId);
    const reply = parts?.[0].id === replyId ? partToSendAgain(parts, messages) : this.#state.reply(replyId);
    const question = reply && this.#state.questionOf(reply);
    if (question === undefined) return 'notSent';
    if (messages.at(-1) === reply) return this.#run({ question, isNew: false, connection }, options);
    const { createId, now } = this.#dependencies;
    const { isCarried, isDeleted, ...asked } = question;
    return this.#run({ question: { ...asked, id: createId(), at: now() }, isNew: true, connection }, options);
  }

  /** Sends the saved question `questionId` if it is the last message. The spend guard has already given `permit`. */
  async send(questionId: string, connection: Connection, permit: SpendPermit): Promise<SendOutcome> {
    const question = this.messages.at(-1);
    if (question?.kind !== 'question' || question.id !== questionId) return 'notSent';
    return this.#run({ question, isNew: false, connection }, { permit });
  }

  /**
   * Asks the service to continue the last reply. `replyId` is the id of the reply or of a continuation. `text` is the
   * text of the question in lists of messages.
   */
  async continue(replyId: string, text: string, connection: Connection, options?: SendOptions): Promise<SendOutcome> {
    const parts = findParts(this.messages, replyId);
    // The request says that the last reply was cut off.
    if (parts === undefined || parts.at(-1)?.id !== this.messages.at(-1)?.id) return 'notSent';
    const { createId, now } = this.#dependencies;
    const question = composeContinuationQuestion(parts, { id: createId(), at: now(), text });
    return this.#run({ question, isNew: true, connection }, options);
  }

  /**
   * Deletes a question, its replies and their continuations. `id` is the id of one of these messages. The cost of the
   * replies stays booked. Does nothing if one of the replies is not booked yet. Rejects, and changes nothing, if the
   * deletion cannot be saved.
   */
  async deleteExchange(id: string): Promise<void> {
    const exchange = findExchange(this.messages, id);
    if (exchange.length === 0 || exchange.some((each) => each.kind === 'reply' && !isBooked(each))) return;
    await this.#state.delete(exchange.map((each) => each.id));
    await this.priceNext();
  }

  /** Undoes the deletion of the message `id`, if no message was added after the deletion. */
  async restoreDeleted(id: string): Promise<void> {
    await this.#state.restoreDeleted(id);
    await this.priceNext();
  }

  /**
   * Removes the content of deleted messages from the session's file, unless their deletion can still be undone. Call this
   * method only while this window may write the session. Never rejects.
   */
  async purgeDeleted(): Promise<void> {
    await this.#state.purgeDeleted();
  }

  /** Stops the running reply, if any. Keeps the text received so far. `isByUser` is false before all data is deleted. */
  stop(isByUser = true): void {
    this.#running?.abort(isByUser ? undefined : deletionReason);
  }

  /** Skips the wait before an automatic retry. */
  sendNow(): void {
    this.#receiving?.sendNow();
  }

  /** Dismisses the panel's question whether to keep waiting. Restarts the timeout that caused the question. */
  keepWaiting(): void {
    this.#receiving?.keepWaiting();
  }

  /** Books or ends the replies that have no cost (see recoverReplies). Sends no request. */
  async recover(): Promise<void> {
    const { meter, options, origin } = this.#dependencies;
    await recoverReplies(this.#state, meter, { mode: options().mode, origin: origin() });
  }

  /**
   * Estimates the costs of the two possible follow-up requests of booked replies: sending the question again, and
   * continuing the reply. Skips replies for which mayNeedFollowUp returns false. A later call replaces a running one.
   */
  async priceNext(): Promise<void> {
    await this.#followUps.priceAll();
  }

  /**
   * Estimates the costs of the follow-up requests of one reply. `replyId` is the id of the reply or of a continuation.
   * Does nothing if the reply has not ended.
   */
  async priceReply(replyId: string): Promise<void> {
    const parts = findParts(this.messages, replyId);
    if (parts?.at(-1)?.ending !== undefined) await this.#followUps.price(parts);
  }

  /**
   * Aborts the running reply, and saves and books it as incomplete. Resolves when the reply is booked, or when saving or
   * booking it has failed. Sends no further request, not even one that waits for the booking of an earlier reply.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#followUps.stop();
    this.#running?.abort(closingReason);
    await this.#lastRequest.catch(() => undefined);
  }

  /** Returns the target of a request for the question that would be sent now. */
  #target(question: Question): RequestTarget {
    const { options, origin } = this.#dependencies;
    return this.instructions.addTo({ mode: options().mode, origin: origin() }, question);
  }

  #requestText(question: Question): ReturnType<typeof toRequestText> {
    return toRequestText(this.#target(question), this.#state.allMessages, question, this.history);
  }

  async #run(ask: Ask, options: RunOptions = {}): Promise<SendOutcome> {
    if (this.#running !== undefined || this.#isClosed) return 'notSent';
    const controller = new AbortController();
    this.#running = controller;
    const requesting = this.#lastRequest
      .catch(() => undefined)
      .then(async () => this.#request(ask, controller.signal, options))
      .finally(() => {
        if (this.#running === controller) this.#running = undefined;
      });
    this.#lastRequest = requesting;
    const outcome = await requesting;
    if (outcome === 'sent') await this.priceNext();
    return outcome;
  }

  async #request(
    ask: Ask,
    signal: AbortSignal,
    { permit, beforeSave, onSaved, isAutomatic = false, shownPrice }: RunOptions,
  ): Promise<SendOutcome> {
    const replyId = this.#dependencies.createId();
    const metered = await this.#dependencies.requests.send({
      sessionId: this.id,
      estimate: async () => this.#dependencies.meter.estimate(this.#requestText(ask.question)),
      mostCost: () => this.#dependencies.meter.mostCost(this.#requestText(ask.question)),
      isAutomatic,
      shownPrice,
      text: ask.question.text,
      permit,
      save: async () => {
        // `close` may have been called while the user was asked about a limit.
        if (this.#isClosed || beforeSave?.() === false) return undefined;
        const saved = await this.#save(ask, replyId, signal);
        onSaved?.();
        return saved;
      },
    });
    if (metered === undefined) return 'refused';
    await this.#state.bookReply(replyId, metered, this.#endSaved);
    // A deletion can be undone only until the next message, so remove the deleted content now.
    await this.#state.purgeDeleted();
    return 'sent';
  }

  /**
   * Saves the question, if it is new, and an empty reply. Then builds the request. Reads the settings only once,
   * because they may change while the reply runs.
   */
  async #save({ question, isNew, connection }: Ask, replyId: string, signal: AbortSignal): Promise<SavedRequest> {
    const options = this.#dependencies.options();
    const { mode, extraBody } = options;
    const { baseUrl, apiKey, origin } = connection;
    const target = this.instructions.addTo({ mode, origin }, question);
    const sent = toSentFacts(connection, extraBody);
    const start = { id: replyId, questionId: question.id, at: this.#dependencies.now(), ...target, sent };
    const reply: Reply = { kind: 'reply', ...start, text: '', reasoning: '', state: 'pending' };
    await this.#state.add(isNew ? [question] : [], reply);
    const messages = requestMessages(target, this.#state.allMessages, question);
    return {
      metered: this.#state.requestOf(reply, start),
      chat: { baseUrl, apiKey, sessionId: mode === 'session' ? this.id : undefined, messages, extraBody },
      signal,
      receive: async (events) => this.#receive(replyId, events, signal, options),
      onCost: (cost) => this.#state.setCostSoFar(replyId, cost),
    };
  }

  async #receive(
    replyId: string,
    events: AsyncIterable<ChatEvent>,
    signal: AbortSignal,
    timeouts: RequestOptions,
  ): Promise<ChatEnd> {
    const receiving = receiveReply(events, {
      ...timeouts,
      now: this.#dependencies.now,
      save: async (part, text, start) => this.#state.saveText(replyId, part, text, start),
      onProgress: (state, progress) => {
        const reply = this.#state.reply(replyId);
        if (reply !== undefined) this.#state.changeReply({ ...reply, state, progress });
      },
      onText: (part, text) => this.#state.addText(replyId, part, text),
    });
    this.#receiving = receiving;
    try {
      const ended = await receiving.ended;
      const reason: unknown = ended.end === 'stopped' ? signal.reason : undefined;
      const end = reason === closingReason ? 'incomplete' : ended.end;
      return this.#end(replyId, { ...ended, end }, reason === closingReason || reason === deletionReason);
    } finally {
      this.#receiving = undefined;
    }
  }

  #end(replyId: string, ended: ChatEnd, isInterrupted: boolean): ChatEnd {
    this.#running = undefined;
    const reply = this.#state.reply(replyId);
    // Do not await the write. Counting the cost comes next, and the user waits for the cost.
    const ending = { ...toReplyEnding(ended, this.#dependencies.now()), ...(isInterrupted && { isInterrupted }) };
    if (reply !== undefined) this.#endSaved = this.#state.endReply(reply, ending);
    return ended;
  }
}
