import type { ChatEnd } from '../../api/chatEvent.ts';
import type { Cost, History } from '../../meter/cost.ts';
import type { RequestToMeter } from '../../meter/meter.ts';
import type { SpendPermit } from '../../meter/spendGuard.ts';
import type { Attachment } from '../messages/attachment.ts';
import type { ChatSessionDependencies, Connection, RequestOptions, SendOutcome, SubmitOptions } from './chatSessionDependencies.ts';
import { composeContent, composeContinuation } from '../messages/composeContent.ts';
import type { ConversationMode, Message, Question, Reply, ReplyEnding } from '../messages/message.ts';
import { receiveReply, replyEnding, type ReceivedReply } from './receiveReply.ts';
import { requestMessages, requestText, unasked } from '../messages/requestMessages.ts';
import { endReply, type Transcript, type TranscriptRecord } from '../messages/transcript.ts';

/** Why a reply was aborted that nobody stopped. */
const closedReason = 'closed';

interface RunOptions {
  readonly permit?: SpendPermit;
  readonly onSaved?: (() => void) | undefined;
  readonly isAutomatic?: boolean;
}

/** One conversation: its messages, and at most one reply that runs. */
export class ChatSession {
  readonly id: string;
  readonly #dependencies: ChatSessionDependencies;
  /** Where its first messages come from: the id of another session. */
  readonly carriedFrom: string | undefined;
  /** With what was deleted. */
  #messages: readonly Message[];
  /** What was deleted last, while nothing else was done since. */
  #deleted: readonly string[] = [];
  #history: History;
  #isClosed = false;
  #running: AbortController | undefined;
  #receiving: ReceivedReply | undefined;
  /** The last reply, until it is booked: the next one waits for that. */
  #current: Promise<void> = Promise.resolve();

  constructor(id: string, transcript: Transcript, dependencies: ChatSessionDependencies) {
    this.id = id;
    this.#dependencies = dependencies;
    this.carriedFrom = transcript.carriedFrom;
    this.#messages = transcript.allMessages;
    this.#history = transcript.history;
  }

  get messages(): readonly Message[] {
    return this.#messages.filter(({ isDeleted }) => isDeleted !== true);
  }

  /** What was deleted last and can be had back, in its place among the messages. */
  get messagesWithDeleted(): readonly Message[] {
    return this.#messages.filter(({ id, isDeleted }) => isDeleted !== true || this.#deleted.includes(id));
  }

  /** The ids of what was deleted last and can be had back. */
  get deleted(): readonly string[] {
    return this.#deleted;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** What the service keeps of the session, where it does, and reads again with the next message. */
  get history(): History {
    return this.#history;
  }

  /** What a message would cost now, without its reply. */
  async estimate(content: string): Promise<Cost> {
    return this.#estimate(unasked(content));
  }

  /**
   * Sends a message and resolves when its reply has ended. Rejects, with nothing sent, when it cannot be saved.
   */
  async submit(
    text: string,
    attachments: readonly Attachment[],
    connection: Connection,
    { id = this.#dependencies.createId(), onSaved, isAutomatic = false }: SubmitOptions = {},
  ): Promise<SendOutcome> {
    const content = composeContent(text, attachments);
    const question: Question = { kind: 'question', id, at: this.#dependencies.now(), text, attachments, content };
    return this.#run(question, [question], connection, { onSaved, isAutomatic });
  }

  /** Sends the question of a reply once more: a new request, which is charged again. */
  async retry(replyId: string, connection: Connection): Promise<SendOutcome> {
    const reply = this.#reply(replyId);
    const question = reply === undefined ? undefined : this.#question(reply);
    if (question === undefined) return 'notSent';
    if (this.messages.at(-1) === reply) return this.#run(question, [], connection);
    const { createId, now } = this.#dependencies;
    const { isCarried, isDeleted, ...asked } = question;
    const again: Question = { ...asked, id: createId(), at: now() };
    return this.#run(again, [again], connection);
  }

  /** Sends a question that is on disk already, and has no reply. It was permitted before it was written. */
  async send(questionId: string, connection: Connection, permit: SpendPermit): Promise<SendOutcome> {
    const question = this.messages.at(-1);
    if (question?.kind !== 'question' || question.id !== questionId) return 'notSent';
    return this.#run(question, [], connection, { permit });
  }

  /** Asks the service to go on where a reply broke off, shown under `text`. */
  async continue(replyId: string, text: string, connection: Connection): Promise<SendOutcome> {
    const reply = this.#reply(replyId);
    if (reply === undefined) return 'notSent';
    const { createId, now } = this.#dependencies;
    const content = composeContinuation(reply.text);
    const question: Question = { kind: 'question', id: createId(), at: now(), text, attachments: [], content, isContinuation: true };
    return this.#run(question, [question], connection);
  }

  /**
   * Takes a question and its replies out of the conversation; what they cost stays booked. `id` is of any of them.
   * Does nothing until all of them are booked. Rejects when it cannot be saved.
   */
  async deleteExchange(id: string): Promise<void> {
    const message = this.messages.find((each) => each.id === id);
    if (message === undefined) return;
    const questionId = message.kind === 'question' ? message.id : message.questionId;
    const exchange = this.messages.filter((each) => each.id === questionId || (each.kind === 'reply' && each.questionId === questionId));
    if (exchange.some((each) => each.kind === 'reply' && each.cost === undefined && each.isCarried !== true)) return;
    await this.#mark('deleted', exchange);
  }

  /** Brings back what was deleted last. */
  async restoreDeleted(): Promise<void> {
    const exchange = this.#messages.filter(({ id }) => this.#deleted.includes(id));
    if (exchange.length > 0) await this.#mark('restored', exchange);
  }

  /** Closes the socket of the reply that runs, if one does; its text is kept. */
  stop(): void {
    this.#running?.abort();
  }

  /** Sends at once what waits to be sent once more. */
  sendNow(): void {
    this.#receiving?.sendNow();
  }

  /** The person knows that nothing comes, and waits. */
  keepWaiting(): void {
    this.#receiving?.keepWaiting();
  }

  /** Marks replies that a crash cut off as incomplete and books them. They are never sent again by themselves. */
  async recover(origin: string): Promise<void> {
    for (const message of this.#messages) {
      if (message.kind !== 'reply' || message.cost !== undefined || message.isCarried === true) continue;
      const request = this.#requestToMeter(message, origin);
      const charged = message.text + message.reasoning === '' ? 'maybe' : 'yes';
      const exchange = { bytes: 0, endedAfter: 0 };
      if (message.ending === undefined) await this.#end(request, message, { end: 'incomplete', charged, exchange });
      else await this.#book(request, message, message.ending);
    }
  }

  /** Counts what it costs to go on from each reply that did not end as it should, and anew where it was asked for. */
  async priceNext(): Promise<void> {
    for (const message of this.messages) {
      if (message.kind !== 'reply' || (isWhole(message) && message.nextCosts === undefined)) continue;
      if (message.cost !== undefined || message.isCarried === true) await this.#price(message);
    }
  }

  /** Counts what it costs to go on from a reply. */
  async priceReply(replyId: string): Promise<void> {
    const reply = this.#reply(replyId);
    if (reply?.ending !== undefined) await this.#price(reply);
  }

  /**
   * Closes the socket of a reply that runs, which then is incomplete; resolves when all is on disk and booked.
   * Nothing is sent any more, whatever waits for that reply.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#running?.abort(closedReason);
    await this.#current.catch(() => undefined);
  }

  async #price(reply: Reply): Promise<void> {
    const question = this.#question(reply);
    // Another one was asked since: this one is asked anew, behind it.
    const again = this.messages.at(-1)?.id === reply.id ? question : question && unasked(question.content);
    const [resend, goOn] = await Promise.all([this.#estimate(again ?? unasked('')), this.estimate(composeContinuation(reply.text))]);
    // It may have been booked meanwhile.
    const latest = this.#reply(reply.id);
    if (latest !== undefined) this.#update({ ...latest, nextCosts: { resend, continue: goOn } });
  }

  async #estimate(question: Question): Promise<Cost> {
    const { meter, options } = this.#dependencies;
    return meter.estimate(requestText(options().mode, this.#messages, question, this.#history));
  }

  async #mark(type: 'deleted' | 'restored', exchange: readonly Message[]): Promise<void> {
    const { append, notify } = this.#dependencies;
    const ids = exchange.map(({ id }) => id);
    await append([{ type, ids }]);
    this.#deleted = type === 'deleted' ? ids : [];
    this.#messages = this.#messages.map((message) => (ids.includes(message.id) ? { ...message, isDeleted: type === 'deleted' } : message));
    notify({ type: type === 'deleted' ? 'exchangeDeleted' : 'exchangeRestored', ids });
  }

  async #run(question: Question, added: readonly Question[], connection: Connection, options: RunOptions = {}): Promise<SendOutcome> {
    if (this.#running !== undefined || this.#isClosed) return 'notSent';
    const controller = new AbortController();
    this.#running = controller;
    const requesting = this.#current
      .catch(() => undefined)
      .then(async () => this.#request(question, added, connection, controller.signal, options))
      .finally(() => {
        if (this.#running === controller) this.#running = undefined;
      });
    this.#current = requesting.then(() => undefined, () => undefined);
    const outcome = await requesting;
    if (outcome === 'sent') await this.priceNext();
    return outcome;
  }

  async #request(
    question: Question,
    added: readonly Question[],
    connection: Connection,
    signal: AbortSignal,
    { permit: given, onSaved, isAutomatic = false }: RunOptions,
  ): Promise<SendOutcome> {
    const { guard, meter, options } = this.#dependencies;
    const permit = given ?? (await guard({ sessionId: this.id, estimate: async () => this.#estimate(question), isAutomatic }));
    if (permit === undefined) return 'refused';
    // Settings may change meanwhile: a request leaves as it is booked.
    const inForce = options();
    const reply = await this.#add(question, added, inForce.mode);
    onSaved?.();
    const metered = this.#requestToMeter(reply, connection.origin);
    await meter.begin(metered, permit);
    const ended = await this.#receive(reply, question, connection, inForce, signal, metered);
    this.#running = undefined;
    // The person did not stop it: the window or the session was closed.
    const isClosed = ended.end === 'stopped' && signal.reason === closedReason;
    await this.#end(metered, this.#reply(reply.id) ?? reply, isClosed ? { ...ended, end: 'incomplete' } : ended);
    return 'sent';
  }

  /** Saves the messages before anything is sent. */
  async #add(question: Question, added: readonly Question[], mode: ConversationMode): Promise<Reply> {
    const { append, createId, now, notify } = this.#dependencies;
    const start = { id: createId(), questionId: question.id, at: now(), mode };
    const questions = added.map(({ kind, ...record }) => ({ type: 'question', ...record }) as const);
    await append([...questions, { type: 'reply', ...start }], { flush: true });
    const reply: Reply = { kind: 'reply', ...start, text: '', reasoning: '', state: 'pending' };
    this.#deleted = [];
    this.#messages = [...this.#messages, ...added, reply];
    notify({ type: 'messagesAdded', messages: [...added, reply] });
    return reply;
  }

  async #receive(
    reply: Reply,
    question: Question,
    connection: Connection,
    { mode, extraBody, ...timeouts }: RequestOptions,
    signal: AbortSignal,
    metered: RequestToMeter,
  ): Promise<ChatEnd> {
    const { streamChat, meter, notify, now } = this.#dependencies;
    const messages = requestMessages(mode, this.#messages, question);
    const sessionId = mode === 'session' ? this.id : undefined;
    const { baseUrl, apiKey } = connection;
    let current = reply;
    const cost = meter.follow(metered, (costSoFar) => {
      current = { ...current, costSoFar };
      this.#replace(current);
      notify({ type: 'costSoFarChanged', replyId: reply.id, cost: costSoFar });
    });
    const receiving = receiveReply(streamChat({ baseUrl, apiKey, sessionId, messages, extraBody }, signal), {
      ...timeouts,
      now,
      save: async (part, text) => this.#save({ type: part, replyId: reply.id, text }),
      onProgress: (state, progress) => {
        current = { ...current, state, progress };
        this.#update(current);
      },
      onText: (part, text) => {
        current = { ...current, [part]: current[part] + text };
        this.#replace(current);
        notify({ type: 'textAppended', replyId: reply.id, part, text });
        cost.add(part, text);
      },
    });
    this.#receiving = receiving;
    try {
      return await receiving.ended;
    } finally {
      cost.end();
      this.#receiving = undefined;
    }
  }

  async #end(request: RequestToMeter, reply: Reply, ended: ChatEnd): Promise<void> {
    const ending = replyEnding(ended);
    const endedReply = endReply(reply, ending);
    this.#update(endedReply);
    // Not waited for before its cost is known, which the person does wait for.
    const saved = this.#save({ type: 'end', replyId: reply.id, ...ending });
    await this.#book(request, endedReply, ending, saved);
  }

  /** `saved` is when the record of the reply's end is written. */
  async #book(request: RequestToMeter, reply: Reply, { end, charged, usage }: ReplyEnding, saved?: Promise<void>): Promise<void> {
    const { text, reasoning } = reply;
    const metered = await this.#dependencies.meter.end(request, { end, charged, usage, text, reasoning });
    const { history, ...booked } = metered;
    this.#history = history;
    const { costSoFar, ...ended } = reply;
    this.#update({ ...ended, ...booked });
    await saved;
    await this.#save({ type: 'booked', replyId: reply.id, ...metered });
  }

  async #save(record: TranscriptRecord): Promise<void> {
    try {
      await this.#dependencies.append([record]);
    } catch (error) {
      this.#dependencies.reportSaveError(error);
    }
  }

  #requestToMeter(reply: Reply, origin: string): RequestToMeter {
    const { id, at, mode = this.#dependencies.options().mode } = reply;
    // A reply that a crash cut off may have others behind it.
    const messages = this.#messages.slice(0, this.#messages.findIndex((each) => each.id === id));
    const text = requestText(mode, messages, this.#question(reply) ?? unasked(''), this.#history);
    return { id, at, sessionId: this.id, origin, ...text };
  }

  #update(reply: Reply): void {
    this.#replace(reply);
    this.#dependencies.notify({ type: 'replyChanged', reply });
  }

  #replace(reply: Reply): void {
    const index = this.#messages.findLastIndex(({ id }) => id === reply.id);
    if (index !== -1) this.#messages = this.#messages.with(index, reply);
  }

  #question(reply: Reply): Question | undefined {
    const message = this.#messages.find(({ id }) => id === reply.questionId);
    return message?.kind === 'question' ? message : undefined;
  }

  #reply(id: string): Reply | undefined {
    const message = this.#messages.find((each) => each.id === id);
    return message?.kind === 'reply' ? message : undefined;
  }
}

function isWhole({ state, ending, text }: Reply): boolean {
  return state === 'complete' && ending?.finishReason !== 'length' && text !== '';
}
