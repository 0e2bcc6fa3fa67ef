import type { ChatEnd, ChatEvent } from '../../api/chatEvent.ts';
import type { Connection } from '../../api/serviceAddress.ts';
import type { SpendPermit } from '../../common/spendPermit.ts';
import type { Cost, History } from '../../meter/cost.ts';
import type { Meter } from '../../meter/meter.ts';
import type { Attachment } from '../messages/attachment.ts';
import { composeContent, composeContinuation } from '../messages/composeContent.ts';
import type { ConversationMode, Message, Question, Reply } from '../messages/message.ts';
import { requestMessages, toRequestText, hypotheticalQuestion } from '../messages/requestMessages.ts';
import type { Transcript } from '../messages/transcript.ts';
import type { MeteredSend, SavedRequest } from './meteredSend.ts';
import { mayNeedFollowUp, priceNextRequests } from './nextCosts.ts';
import { receiveReply, toReplyEnding, type ReceivedReply } from './receiveReply.ts';
import { SessionState, type SessionStateDependencies } from './sessionState.ts';

/** The settings of a request. They are read again for each one. */
export interface RequestOptions {
  readonly mode: ConversationMode;
  /** Additional fields for the body of a request. */
  readonly extraBody: Readonly<Record<string, unknown>>;
  /** Milliseconds from the connection without a byte, until the panel asks whether to keep waiting; 0 for never. */
  readonly firstByteTimeout: number;
  /** Milliseconds without a byte during the reply, until the panel asks whether to keep waiting; 0 for never. */
  readonly idleTimeout: number;
}

export interface ChatSessionDependencies extends SessionStateDependencies {
  readonly options: () => RequestOptions;
  /** Returns the current address. Used for replies of earlier versions, which did not save theirs. */
  readonly origin: () => string;
  readonly meter: Pick<Meter, 'estimate' | 'end'>;
  readonly requests: MeteredSend;
  readonly createId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface SubmitOptions {
  /** The id of the question. A queued message has one already; by default a new id is created. */
  readonly id?: string;
  /** Called when the message is on disk, before the request is sent. */
  readonly onSaved?: () => void;
  /** Sent automatically from the queue. */
  readonly isAutomatic?: boolean;
}

/** The result of trying to send a message. */
export type SendOutcome =
  /** The request was made and has ended, successfully or not. */
  | 'sent'
  /** Nothing was done: a reply is running, the session is closed, or the question or reply does not exist. */
  | 'notSent'
  /** Nothing was done: the spend guard refused, because of a spend limit or because the person declined. */
  | 'refused';

interface RunOptions {
  readonly permit?: SpendPermit;
  readonly onSaved?: (() => void) | undefined;
  readonly isAutomatic?: boolean;
}

interface Ask {
  readonly question: Question;
  /** True if the question must be added to the session. */
  readonly isNew: boolean;
  readonly connection: Connection;
}

/** Abort reason: the session or the window is closing. An abort without a reason means that the person stopped it. */
const closingReason = 'closing';

/** One conversation: its messages, and at most one running reply. */
export class ChatSession {
  readonly id: string;
  /** The id of the session from which the first messages were copied, if the session began with an edited message. */
  readonly carriedFrom: string | undefined;
  readonly #dependencies: ChatSessionDependencies;
  readonly #state: SessionState;
  #isClosed = false;
  /** Aborts the running reply. Undefined as soon as the reply has ended, even if it is not booked yet. */
  #running: AbortController | undefined;
  #receiving: ReceivedReply | undefined;
  /** Resolves when the end of the last reply is written. */
  #endSaved: Promise<void> = Promise.resolve();
  /** Resolves when the last reply is booked. The next request waits for it. */
  #lastRequest: Promise<void> = Promise.resolve();

  constructor(id: string, transcript: Transcript, dependencies: ChatSessionDependencies) {
    this.id = id;
    this.carriedFrom = transcript.carriedFrom;
    this.#dependencies = dependencies;
    this.#state = new SessionState(id, transcript, dependencies);
  }

  get messages(): readonly Message[] {
    return this.#state.messages;
  }

  /** The messages in order, including deleted ones whose deletion can still be undone. */
  get messagesWithDeleted(): readonly Message[] {
    return this.#state.messagesWithUndo;
  }

  /** The ids of the messages whose deletion can still be undone. */
  get deleted(): readonly string[] {
    return this.#state.deleted;
  }

  /** True while a reply runs. False while the last reply is being booked. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The tokens of the conversation that the service keeps, and reads again with the next message. */
  get history(): History {
    return this.#state.history;
  }

  /** Prices a message, without its reply, as if it were sent now. */
  async estimate(content: string): Promise<Cost> {
    return this.#estimate(hypotheticalQuestion(content));
  }

  /** Sends a message. Resolves when its reply is booked. Rejects, and sends nothing, if the message cannot be saved. */
  async submit(
    text: string,
    attachments: readonly Attachment[],
    connection: Connection,
    { id = this.#dependencies.createId(), onSaved, isAutomatic = false }: SubmitOptions = {},
  ): Promise<SendOutcome> {
    const content = composeContent(text, attachments);
    const question: Question = { kind: 'question', id, at: this.#dependencies.now(), text, attachments, content };
    return this.#run({ question, isNew: true, connection }, { onSaved, isAutomatic });
  }

  /**
   * Sends the question of a reply again. This is a new request, which is charged again. If the reply is not the last
   * message, a copy of the question is added at the end.
   */
  async retry(replyId: string, connection: Connection): Promise<SendOutcome> {
    const reply = this.#state.reply(replyId);
    const question = reply && this.#state.questionOf(reply);
    if (question === undefined) return 'notSent';
    if (this.messages.at(-1) === reply) return this.#run({ question, isNew: false, connection });
    const { createId, now } = this.#dependencies;
    const { isCarried, isDeleted, ...asked } = question;
    return this.#run({ question: { ...asked, id: createId(), at: now() }, isNew: true, connection });
  }

  /** Sends a question that is saved as the last message. The spend guard has given `permit` already. */
  async send(questionId: string, connection: Connection, permit: SpendPermit): Promise<SendOutcome> {
    const question = this.messages.at(-1);
    if (question?.kind !== 'question' || question.id !== questionId) return 'notSent';
    return this.#run({ question, isNew: false, connection }, { permit });
  }

  /** Asks the service to continue an interrupted reply. The panel shows the request as `text`. */
  async continue(replyId: string, text: string, connection: Connection): Promise<SendOutcome> {
    const reply = this.#state.reply(replyId);
    if (reply === undefined) return 'notSent';
    const { createId, now } = this.#dependencies;
    const content = composeContinuation(reply.text);
    const question: Question = {
      kind: 'question',
      id: createId(),
      at: now(),
      text,
      attachments: [],
      content,
      isContinuation: true,
    };
    return this.#run({ question, isNew: true, connection });
  }

  /**
   * Deletes a question and its replies, given the id of any of them. Their cost stays booked. Does nothing while one of
   * the replies is not booked. Rejects, and changes nothing, if the deletion cannot be saved.
   */
  async deleteExchange(id: string): Promise<void> {
    const message = this.messages.find((each) => each.id === id);
    if (message === undefined) return;
    const questionId = message.kind === 'question' ? message.id : message.questionId;
    const exchange = this.messages.filter(
      (each) => each.id === questionId || (each.kind === 'reply' && each.questionId === questionId),
    );
    if (exchange.some((each) => each.kind === 'reply' && !isBooked(each))) return;
    await this.#state.delete(exchange.map((each) => each.id));
  }

  /** Undoes the last deletion. */
  async restoreDeleted(): Promise<void> {
    await this.#state.restoreDeleted();
  }

  /** Stops the running reply, if any. Keeps the text received so far. */
  stop(): void {
    this.#running?.abort();
  }

  /** Skips the wait before an automatic retry. */
  sendNow(): void {
    this.#receiving?.sendNow();
  }

  /** Dismisses the notice that no byte has arrived for a while, and restarts its timeout. */
  keepWaiting(): void {
    this.#receiving?.keepWaiting();
  }

  /** Books the replies that a crash left without a cost. A reply without an end becomes incomplete. Sends nothing. */
  async recover(): Promise<void> {
    const { meter, options, origin } = this.#dependencies;
    for (const message of this.#state.allMessages) {
      if (message.kind !== 'reply' || isBooked(message)) continue;
      const { text, reasoning, ending = interrupted(message) } = message;
      const { end, charged, usage } = ending;
      const request = this.#state.requestOf(message, { mode: options().mode, origin: origin() });
      const endSaved = message.ending === undefined ? this.#state.endReply(message, ending) : undefined;
      const metered = await meter.end(request, { end, charged, usage, text, reasoning });
      await this.#state.bookReply(message.id, metered, endSaved);
    }
  }

  /** Prices the requests that can follow each reply, for replies that may need one (mayNeedFollowUp). */
  async priceNext(): Promise<void> {
    for (const message of this.messages) {
      if (message.kind === 'reply' && mayNeedFollowUp(message) && isBooked(message)) await this.#priceNextOf(message);
    }
  }

  /** Prices the requests that can follow one reply. Does nothing while the reply runs. */
  async priceReply(replyId: string): Promise<void> {
    const reply = this.#state.reply(replyId);
    if (reply?.ending !== undefined) await this.#priceNextOf(reply);
  }

  /**
   * Aborts the running reply, and saves and books it as incomplete. Resolves when that is done. Sends nothing
   * afterwards, not even a request that waits for the reply to be booked.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#running?.abort(closingReason);
    await this.#lastRequest.catch(() => undefined);
  }

  async #estimate(question: Question): Promise<Cost> {
    const { meter, options } = this.#dependencies;
    return meter.estimate(toRequestText(options().mode, this.#state.allMessages, question, this.history));
  }

  async #priceNextOf(reply: Reply): Promise<void> {
    const { meter, options } = this.#dependencies;
    const nextCosts = await priceNextRequests(reply, this.#state, meter, options().mode);
    // Pricing takes a moment, and the reply may have changed since.
    const latest = this.#state.reply(reply.id);
    if (latest !== undefined) this.#state.changeReply({ ...latest, nextCosts });
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
    this.#lastRequest = requesting.then(
      () => undefined,
      () => undefined,
    );
    const outcome = await requesting;
    if (outcome === 'sent') await this.priceNext();
    return outcome;
  }

  async #request(
    ask: Ask,
    signal: AbortSignal,
    { permit, onSaved, isAutomatic = false }: RunOptions,
  ): Promise<SendOutcome> {
    const replyId = this.#dependencies.createId();
    const metered = await this.#dependencies.requests.send({
      sessionId: this.id,
      estimate: async () => this.#estimate(ask.question),
      isAutomatic,
      permit,
      save: async () => {
        const saved = await this.#save(ask, replyId, signal);
        onSaved?.();
        return saved;
      },
    });
    if (metered === undefined) return 'refused';
    await this.#state.bookReply(replyId, metered, this.#endSaved);
    return 'sent';
  }

  /** Saves the messages and builds the request. Reads the settings only once, because they may change meanwhile. */
  async #save({ question, isNew, connection }: Ask, replyId: string, signal: AbortSignal): Promise<SavedRequest> {
    const options = this.#dependencies.options();
    const { mode, extraBody } = options;
    const { baseUrl, apiKey, origin } = connection;
    const start = { id: replyId, questionId: question.id, at: this.#dependencies.now(), mode, origin };
    const reply: Reply = { kind: 'reply', ...start, text: '', reasoning: '', state: 'pending' };
    await this.#state.add(isNew ? [question] : [], reply);
    const sessionId = mode === 'session' ? this.id : undefined;
    const messages = requestMessages(mode, this.#state.allMessages, question);
    return {
      metered: this.#state.requestOf(reply, start),
      chat: { baseUrl, apiKey, sessionId, messages, extraBody },
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
      save: async (part, text) => this.#state.saveText(replyId, part, text),
      onProgress: (state, progress) => {
        const reply = this.#state.reply(replyId);
        if (reply !== undefined) this.#state.changeReply({ ...reply, state, progress });
      },
      onText: (part, text) => this.#state.addText(replyId, part, text),
    });
    this.#receiving = receiving;
    try {
      const ended = await receiving.ended;
      const isClosing = ended.end === 'stopped' && signal.reason === closingReason;
      return this.#end(replyId, isClosing ? { ...ended, end: 'incomplete' } : ended);
    } finally {
      this.#receiving = undefined;
    }
  }

  #end(replyId: string, ended: ChatEnd): ChatEnd {
    this.#running = undefined;
    const reply = this.#state.reply(replyId);
    // Not awaited: the cost is counted next, and the person is waiting for it.
    if (reply !== undefined) this.#endSaved = this.#state.endReply(reply, toReplyEnding(ended));
    return ended;
  }
}

/** A reply that was copied from another session is booked there. */
function isBooked({ cost, isCarried }: Reply): boolean {
  return cost !== undefined || isCarried === true;
}

/** Returns the ending of a reply that a crash interrupted. Without any text, it is unknown whether it was charged. */
function interrupted({ text, reasoning }: Reply): ReturnType<typeof toReplyEnding> {
  const charged = text + reasoning === '' ? 'maybe' : 'yes';
  return toReplyEnding({ end: 'incomplete', charged, exchange: { bytes: 0, endedAfter: 0 } });
}
