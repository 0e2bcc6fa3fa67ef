import type { ChatEnd, StreamChat } from '../api/client.ts';
import type { Meter, RequestToMeter } from '../meter/meter.ts';
import type { Attachment } from './attachment.ts';
import { composeContent, composeContinuation } from './composeContent.ts';
import type { Message, Question, Reply, ReplyEnding, ReplyError } from './message.ts';
import { createTextSaver } from './textSaver.ts';
import { endReply, type Transcript, type TranscriptRecord } from './transcript.ts';

/** What happened in a session, in order. */
export type ChatSessionEvent =
  | { readonly type: 'messagesAdded'; readonly messages: readonly Message[] }
  | { readonly type: 'replyChanged'; readonly reply: Reply }
  | { readonly type: 'textAppended'; readonly replyId: string; readonly text: string };

/** Where a request goes, and with what. */
export interface Connection {
  readonly baseUrl: string;
  readonly origin: string;
  readonly apiKey: string;
}

export interface ChatSessionDependencies {
  readonly streamChat: StreamChat;
  readonly meter: Meter;
  /** Adds to the session's file. `flush` resolves only when the record is on disk. */
  readonly append: (record: TranscriptRecord, options?: { readonly flush: boolean }) => Promise<void>;
  readonly notify: (event: ChatSessionEvent) => void;
  /** A part of a reply could not be saved; it is still in memory and shown. */
  readonly reportSaveError: (error: unknown) => void;
  readonly createId: () => string;
  readonly now: () => number;
}

/** Why a reply was aborted that nobody stopped. */
const closedReason = 'closed';

/** One conversation: its messages, and at most one reply that runs. */
export class ChatSession {
  readonly id: string;
  readonly #dependencies: ChatSessionDependencies;
  #messages: readonly Message[];
  #historyTokens: number;
  #running: AbortController | undefined;
  /** The last reply, until it is booked: the next one waits for that. */
  #current: Promise<void> = Promise.resolve();

  constructor(id: string, transcript: Transcript, dependencies: ChatSessionDependencies) {
    this.id = id;
    this.#dependencies = dependencies;
    this.#messages = transcript.messages;
    this.#historyTokens = transcript.historyTokens;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** What the service reads again with the next message: tokens. */
  get historyTokens(): number {
    return this.#historyTokens;
  }

  /**
   * Sends a message and resolves when its reply has ended, however it ended. `onSaved` is called when the
   * message is on disk, before the request leaves. Rejects, with nothing sent, when it cannot be saved.
   * Does nothing and returns false while a reply runs.
   */
  async submit(
    text: string,
    attachments: readonly Attachment[],
    connection: Connection,
    onSaved?: () => void,
  ): Promise<boolean> {
    const { createId, now } = this.#dependencies;
    const content = composeContent(text, attachments);
    const question: Question = { kind: 'question', id: createId(), at: now(), text, attachments, content };
    return this.#run(question, [question], connection, onSaved);
  }

  /** Sends the question of a reply once more: a new request, which is charged again. */
  async retry(replyId: string, connection: Connection): Promise<boolean> {
    const reply = this.#reply(replyId);
    const question = this.#messages.find(({ id }) => id === reply?.questionId);
    if (question?.kind !== 'question') return false;
    if (this.#messages.at(-1) === reply) return this.#run(question, [], connection);
    return this.submit(question.text, question.attachments, connection);
  }

  /** Asks the service to go on where a reply broke off, shown under `text`. */
  async continue(replyId: string, text: string, connection: Connection): Promise<boolean> {
    const reply = this.#reply(replyId);
    if (reply === undefined) return false;
    const { createId, now } = this.#dependencies;
    const content = composeContinuation(reply.text);
    const question: Question = { kind: 'question', id: createId(), at: now(), text, attachments: [], content };
    return this.#run(question, [question], connection);
  }

  /** Closes the socket of the reply that runs, if one does; its text is kept. */
  stop(): void {
    this.#running?.abort();
  }

  /** Marks replies that a crash cut off as incomplete and books them. They are never sent again by themselves. */
  async recover(origin: string): Promise<void> {
    for (const message of this.#messages) {
      if (message.kind !== 'reply' || message.cost !== undefined) continue;
      const request = this.#requestToMeter(message, origin);
      const charged = message.text === '' ? 'maybe' : 'yes';
      if (message.ending === undefined) await this.#end(request, message, { end: 'incomplete', charged });
      else await this.#book(request, message, message.ending);
    }
  }

  /** Closes the socket of a reply that runs, which then is incomplete; resolves when all is on disk and booked. */
  async close(): Promise<void> {
    this.#running?.abort(closedReason);
    await this.#current.catch(() => undefined);
  }

  async #run(
    question: Question,
    added: readonly Question[],
    connection: Connection,
    onSaved?: () => void,
  ): Promise<boolean> {
    if (this.#running !== undefined) return false;
    const controller = new AbortController();
    this.#running = controller;
    this.#current = this.#current
      .catch(() => undefined)
      .then(async () => this.#request(question, added, connection, controller.signal, onSaved))
      .finally(() => {
        if (this.#running === controller) this.#running = undefined;
      });
    await this.#current;
    return true;
  }

  async #request(
    question: Question,
    added: readonly Question[],
    connection: Connection,
    signal: AbortSignal,
    onSaved?: () => void,
  ): Promise<void> {
    const reply = await this.#add(question, added);
    onSaved?.();
    const metered = this.#requestToMeter(reply, connection.origin);
    await this.#dependencies.meter.begin(metered);
    const ended = await this.#stream(reply, question.content, connection, signal);
    this.#running = undefined;
    // The person did not stop it: the window or the session was closed.
    const isClosed = ended.end === 'stopped' && signal.reason === closedReason;
    await this.#end(metered, this.#reply(reply.id) ?? reply, isClosed ? { ...ended, end: 'incomplete' } : ended);
  }

  /** Saves the messages before anything is sent. */
  async #add(question: Question, added: readonly Question[]): Promise<Reply> {
    const { append, createId, now, notify } = this.#dependencies;
    const start = { id: createId(), questionId: question.id, at: now() };
    for (const { kind, ...record } of added) await append({ type: 'question', ...record }, { flush: true });
    await append({ type: 'reply', ...start }, { flush: true });
    const reply: Reply = { kind: 'reply', ...start, text: '', state: 'pending' };
    this.#messages = [...this.#messages, ...added, reply];
    notify({ type: 'messagesAdded', messages: [...added, reply] });
    return reply;
  }

  async #stream(reply: Reply, content: string, connection: Connection, signal: AbortSignal): Promise<ChatEnd> {
    const { streamChat, notify } = this.#dependencies;
    this.#update({ ...reply, state: 'connecting' });
    const unsaved = createTextSaver(async (text) => this.#save({ type: 'text', replyId: reply.id, text }));
    const request = {
      baseUrl: connection.baseUrl,
      apiKey: connection.apiKey,
      sessionId: this.id,
      messages: [{ role: 'user', content }],
    } as const;
    let text = '';
    try {
      for await (const event of streamChat(request, signal)) {
        switch (event.type) {
          case 'connected':
            break;
          case 'text':
            if (text === '') this.#update({ ...reply, state: 'streaming' });
            text += event.text;
            this.#replace({ ...reply, state: 'streaming', text });
            unsaved.add(event.text);
            notify({ type: 'textAppended', replyId: reply.id, text: event.text });
            break;
          case 'end':
            return event;
        }
      }
    } finally {
      await unsaved.save();
    }
    return { end: 'incomplete', charged: 'yes' };
  }

  async #end(request: RequestToMeter, reply: Reply, ended: ChatEnd): Promise<void> {
    const { end, charged, finishReason, usage, error } = ended;
    const kept = error === undefined ? {} : { error: replyError(error) };
    const ending: ReplyEnding = { end, charged, finishReason, usage, ...kept };
    const endedReply = endReply(reply, ending);
    this.#update(endedReply);
    await this.#save({ type: 'end', replyId: reply.id, ...ending });
    await this.#book(request, endedReply, ending);
  }

  async #book(request: RequestToMeter, reply: Reply, { end, charged, usage }: ReplyEnding): Promise<void> {
    const metered = await this.#dependencies.meter.end(request, { end, charged, usage, text: reply.text });
    this.#historyTokens = metered.historyTokens;
    await this.#save({ type: 'booked', replyId: reply.id, ...metered });
    this.#update({ ...reply, cost: metered.cost });
  }

  async #save(record: TranscriptRecord): Promise<void> {
    try {
      await this.#dependencies.append(record);
    } catch (error) {
      this.#dependencies.reportSaveError(error);
    }
  }

  #requestToMeter(reply: Reply, origin: string): RequestToMeter {
    const question = this.#messages.find(({ id }) => id === reply.questionId);
    const content = question?.kind === 'question' ? question.content : '';
    return { id: reply.id, at: reply.at, sessionId: this.id, origin, historyTokens: this.#historyTokens, content };
  }

  #update(reply: Reply): void {
    this.#replace(reply);
    this.#dependencies.notify({ type: 'replyChanged', reply });
  }

  #replace(reply: Reply): void {
    this.#messages = this.#messages.map((message) => (message.id === reply.id ? reply : message));
  }

  #reply(id: string): Reply | undefined {
    const message = this.#messages.find((each) => each.id === id);
    return message?.kind === 'reply' ? message : undefined;
  }
}

function replyError({ name, status, code, detail, requestId }: ReplyError): ReplyError {
  return { name, status, code, detail, requestId };
}
