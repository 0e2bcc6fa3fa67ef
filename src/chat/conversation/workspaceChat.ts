import { noHistory, type Cost } from '../../meter/cost.ts';
import { switchedOn, type Attachment } from '../messages/attachment.ts';
import { editMessage, type EditedMessage } from '../messages/carryOver.ts';
import { ChatDraft } from '../draft/chatDraft.ts';
import { ChatSession } from './chatSession.ts';
import type { Connection, SendOutcome } from './chatSessionDependencies.ts';
import { emptyDraft, type Draft } from '../draft/draftStore.ts';
import { listPrompts } from '../sessions/promptHistory.ts';
import { requestText } from '../messages/requestMessages.ts';
import { openSessionAccess, type AccessChange, type SessionAccess } from '../windows/sessionAccess.ts';
import { sessionChanges } from '../windows/sessionChanges.ts';
import { emptyTranscript, type Transcript } from '../messages/transcript.ts';
import type { WorkspaceChatDependencies } from './workspaceChatDependencies.ts';

interface OpenOptions {
  /** It has messages, unless it was deleted. */
  readonly isKept?: boolean;
}

/**
 * The chat of one workspace: the session that is shown, the draft, and the way to other sessions.
 *
 * What sends a message resolves with true when its reply and those of the queue behind it have ended; with false, and
 * nothing done, while there is no connection, or another window has the session, or it would cost more than the person allows. It rejects, with nothing sent, when the message cannot be saved.
 */
export class WorkspaceChat {
  readonly draft: ChatDraft;
  readonly #dependencies: WorkspaceChatDependencies;
  #session: ChatSession;
  #access: SessionAccess | undefined;
  /** What is sent after `openSession` was called goes to that session, however fast. */
  #opening: Promise<void> = Promise.resolve();
  /** Requests with what is queued behind them. */
  #runs = 0;

  /** Loads what the last window of this workspace left. `origin` books replies that a crash cut off. */
  static async load(dependencies: WorkspaceChatDependencies, origin: string): Promise<WorkspaceChat> {
    const { sessionId, createId, drafts, reportError } = dependencies;
    const draft = await drafts.load().catch((error: unknown) => {
      reportError(error);
      return emptyDraft;
    });
    const chat = new WorkspaceChat(dependencies, draft, sessionId.get() ?? createId());
    try {
      await chat.#open(chat.session.id, origin);
      chat.#unqueueSent();
    } catch (error) {
      // A file that cannot be read is left as it is, and must not keep the person from asking.
      reportError(error);
      await chat.newSession(origin).catch(reportError);
    }
    return chat;
  }

  private constructor(dependencies: WorkspaceChatDependencies, draft: Draft, id: string) {
    this.#dependencies = dependencies;
    this.draft = new ChatDraft(dependencies, draft);
    this.#session = this.#createSession(id, emptyTranscript);
  }

  get session(): ChatSession {
    return this.#session;
  }

  /**
   * Sends the draft, or queues it while a reply runs. The message leaves the draft, and `onAccepted` is called, when it is
   * on disk or queued.
   */
  async submitDraft(text: string, onAccepted: () => void = () => undefined): Promise<boolean> {
    return this.#connected(async (connection) => {
      const attachments = switchedOn(this.draft.attachments);
      return this.#submitOrQueue(text, attachments, connection, () => {
        this.draft.removeSent(text, attachments);
        onAccepted();
      });
    });
  }

  /** Sends a question beside the draft, which stays as it is, or queues it while a reply runs. */
  async ask(text: string, attachments: readonly Attachment[]): Promise<boolean> {
    return this.#connected(async (connection) => this.#submitOrQueue(text, attachments, connection));
  }

  /** Sends the question of a reply once more. Does nothing while a reply runs. */
  async retry(replyId: string): Promise<boolean> {
    return this.#connected(async (connection) => this.#run(async (session) => session.retry(replyId, connection)));
  }

  /** Asks the service to go on where a reply broke off, shown under `text`. Does nothing while a reply runs. */
  async continue(replyId: string, text: string): Promise<boolean> {
    return this.#connected(async (connection) => this.#run(async (session) => session.continue(replyId, text, connection)));
  }

  /**
   * Sends an edited message, with what was said before it, to a new session; the one that is shown stays as it is.
   * Does nothing while a reply runs.
   */
  async sendEdited(questionId: string, text: string): Promise<boolean> {
    return this.#connected(async (connection) => {
      const { sessions, createId, now, guard } = this.#dependencies;
      const session = this.#session;
      const edited = editMessage(session.messages, questionId, { text, id: createId(), at: now() });
      if (edited === undefined || session.isRunning) return 'notSent';
      const { carried: messages, question } = edited;
      const id = createId();
      const permit = await guard({ sessionId: id, estimate: async () => this.#priceOf(edited), isAutomatic: false });
      if (permit === undefined) return 'refused';
      const { kind, ...record } = question;
      const carried = { type: 'carried', from: session.id, messages } as const;
      await sessions.append(id, [carried, { type: 'question', ...record }], { flush: true });
      await this.openSession(id, connection.origin);
      const isSent = await this.#connected(async () => this.#run(async (opened) => opened.send(question.id, connection, permit)));
      return isSent ? 'sent' : 'refused';
    });
  }

  /** What that would cost without its reply, and how many messages it carries; undefined when there is no such question. */
  async estimateEdited(questionId: string, text: string): Promise<{ readonly cost: Cost; readonly carried: number } | undefined> {
    const edited = editMessage(this.#session.messages, questionId, { text, id: '', at: 0 });
    if (edited === undefined) return undefined;
    return { cost: await this.#priceOf(edited), carried: edited.carried.length };
  }

  /** Sends a queued message now. It leaves the queue when it is on disk; nothing happens while a reply runs. */
  async sendQueued(id: string): Promise<boolean> {
    return this.#sendQueued(id, false);
  }

  async #sendQueued(id: string, isAutomatic: boolean): Promise<boolean> {
    return this.#connected(async (connection) => {
      const message = this.draft.queue.find((each) => each.id === id);
      if (message === undefined) return 'notSent';
      const { text, attachments } = message;
      const onSaved = () => this.draft.unqueue([message]);
      return this.#run(async (session) => session.submit(text, attachments, connection, { id, onSaved, isAutomatic }));
    });
  }

  /** Starts a session with another id. A reply that runs is stopped and kept; so is the draft. */
  async newSession(origin: string): Promise<void> {
    await this.#inTurn(async () => this.#switchTo(this.#dependencies.createId(), origin));
  }

  /** Shows another session of this workspace; the next message continues it. */
  async openSession(id: string, origin: string): Promise<void> {
    await this.#inTurn(async () => this.#switchTo(id, origin, { isKept: true }));
  }

  /** Shows the session from which the one that is shown was carried over. */
  async openEarlierSession(): Promise<void> {
    const { carriedFrom } = this.#session;
    const connection = await this.#dependencies.connection();
    if (carriedFrom !== undefined) await this.openSession(carriedFrom, connection?.origin ?? '');
  }

  /** Another window has the session: it is shown, and nothing is sent or written. */
  get isReadOnly(): boolean {
    return this.#access?.isReadOnly === true;
  }

  get isBusyElsewhere(): boolean {
    return this.#access?.isBusyElsewhere === true;
  }

  /** Makes this the window that may write the session; false while a reply runs in the one that may. */
  async takeOver(origin: string): Promise<boolean> {
    return this.#inTurn(async () => {
      if (!this.isReadOnly) return true;
      const isTaken = (await this.#access?.takeOver()) === true;
      if (isTaken) await this.#reload(origin);
      return isTaken;
    });
  }

  /** Has the session that is shown come back after a reload, though another window may have opened another since. */
  async rememberSession(): Promise<void> {
    const { sessionId } = this.#dependencies;
    if (sessionId.get() !== this.#session.id) await sessionId.set(this.#session.id);
  }

  /** Books the replies that a killed window left in these sessions, those apart that are shown here or in another window. */
  async recover(ids: Iterable<string>, origin: string): Promise<void> {
    const { leases, sessions } = this.#dependencies;
    for (const id of ids) {
      await this.#inTurn(async () => {
        if (id === this.#session.id || !(await leases.acquire(id))) return;
        try {
          // Empty where it is a session of another workspace, or was deleted.
          await this.#createSession(id, await sessions.load(id)).recover(origin);
        } finally {
          await leases.release(id);
        }
      });
    }
  }

  /** Ends what runs, which is kept, and lets other windows have the session. */
  async close(): Promise<void> {
    await this.#session.close();
    await this.#access?.close();
  }

  /** What was asked in this workspace, each prompt once: those of this session first, and of each the latest first. */
  async listPrompts(): Promise<readonly string[]> {
    return listPrompts(this.#session, this.#dependencies.sessions);
  }

  async #priceOf({ carried, question }: EditedMessage): Promise<Cost> {
    const { meter, options } = this.#dependencies;
    return meter.estimate(requestText(options().mode, carried, question, noHistory));
  }

  async #connected(send: (connection: Connection) => Promise<SendOutcome>): Promise<boolean> {
    const connection = await this.#dependencies.connection();
    await this.#opening;
    const access = this.#access;
    if (connection === undefined || access === undefined || !(await access.begin())) return false;
    try {
      return (await send(connection)) !== 'refused';
    } finally {
      await access.end().catch(this.#dependencies.reportSaveError);
    }
  }

  async #submitOrQueue(
    text: string,
    attachments: readonly Attachment[],
    connection: Connection,
    onSaved: () => void = () => undefined,
  ): Promise<SendOutcome> {
    const submit = async (session: ChatSession) => session.submit(text, attachments, connection, { onSaved });
    const outcome = this.#isQueueMoving ? 'notSent' : await this.#run(submit);
    if (outcome !== 'notSent') return outcome;
    this.draft.enqueue({ id: this.#dependencies.createId(), text, attachments });
    onSaved();
    return 'sent';
  }

  /** Whether what is queued is about to be sent, though no reply runs at the moment: what comes now is behind it. */
  get #isQueueMoving(): boolean {
    return this.#runs > 0 && this.draft.queue.length > 0 && endsComplete(this.#session);
  }

  /** Runs a request, then what is queued behind it. */
  async #run(request: (session: ChatSession) => Promise<SendOutcome>): Promise<SendOutcome> {
    const session = this.#session;
    this.#runs += 1;
    try {
      const outcome = await request(session);
      if (outcome !== 'sent') return outcome;
      const [next] = this.draft.queue;
      // After anything but a complete reply the person looks first: the next message might fail, and cost, as well.
      if (next === undefined || session !== this.#session || !endsComplete(session)) return outcome;
      // That the next one cannot be sent says nothing of this one.
      await this.#sendQueued(next.id, true).catch(this.#dependencies.reportError);
      return outcome;
    } finally {
      this.#runs -= 1;
    }
  }

  /** A crash may come after a message has left, and before it has left the queue on disk: it must not leave again. */
  #unqueueSent(): void {
    this.draft.unqueue(this.draft.queue.filter(({ id }) => this.#session.messages.some((message) => message.id === id)));
  }

  /** One change of what is shown at a time; what is sent meanwhile waits for it. */
  async #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changing = this.#opening.then(change);
    this.#opening = changing.then(() => undefined, () => undefined);
    return changing;
  }

  async #switchTo(id: string, origin: string, options?: OpenOptions): Promise<void> {
    if (id === this.#session.id) return;
    // What was meant for this session must not go to another by itself.
    this.draft.takeBackQueue();
    await this.#open(id, origin, options);
  }

  /** Shows a session; the one that was shown is closed and given back. */
  async #open(id: string, origin: string, { isKept = false }: OpenOptions = {}): Promise<void> {
    const { leases, reportError, sessions, sessionId } = this.#dependencies;
    const access: SessionAccess = await openSessionAccess(id, leases, (change) => {
      if (access === this.#access) this.#changeAccess(change, origin).catch(reportError);
    });
    try {
      // What may fail comes first: a session that cannot be opened must not end the reply of the one that is shown.
      const transcript = await sessions.load(id);
      if (isKept && isEmpty(transcript)) {
        await access.close();
        await this.#openNew(origin);
        return;
      }
      if (sessionId.get() !== id) await sessionId.set(id);
      await this.close();
      this.#access = access;
      await this.#show(id, transcript, origin);
    } catch (error) {
      if (access !== this.#access) await access.close();
      throw error;
    }
  }

  /** Instead of one that was deleted: the service would go on with all that it keeps of that, at a price that nobody knows. */
  async #openNew(origin: string): Promise<void> {
    await this.#open(this.#dependencies.createId(), origin);
  }

  async #show(id: string, transcript: Transcript, origin: string): Promise<void> {
    this.#session = this.#createSession(id, transcript);
    if (!this.isReadOnly) await this.#session.recover(origin);
    this.#dependencies.notify({ type: 'sessionChanged' });
  }

  /** Shows what is on disk, which another window may have written. */
  async #reload(origin: string): Promise<void> {
    const { id } = this.#session;
    const transcript = await this.#dependencies.sessions.load(id);
    if (isEmpty(transcript)) await this.#openNew(origin);
    else await this.#show(id, transcript, origin);
  }

  async #changeAccess(change: AccessChange, origin: string): Promise<void> {
    if (change === 'written') await this.#follow();
    else if (change === 'gained') await this.#inTurn(async () => this.#reload(origin));
    // What waited here must not be sent from two windows.
    else if (change === 'lost') this.draft.takeBackQueue();
    this.#dependencies.notify({ type: 'accessChanged' });
  }

  /** Shows what the other window has written since. */
  async #follow(): Promise<void> {
    const { sessions, notify } = this.#dependencies;
    const { id } = this.#session;
    const transcript = await sessions.load(id);
    if (!this.isReadOnly || id !== this.#session.id) return;
    const events = sessionChanges(this.#session.messages, transcript.messages) ?? [{ type: 'sessionChanged' }];
    this.#session = this.#createSession(id, transcript);
    for (const event of events) notify(event);
  }

  #createSession(id: string, transcript: Transcript): ChatSession {
    const { streamChat, options, meter, guard, sessions, notify, reportSaveError, createId, now } = this.#dependencies;
    const session: ChatSession = new ChatSession(id, transcript, {
      streamChat,
      options,
      meter,
      guard,
      append: async (records, options) => sessions.append(id, records, options),
      notify: (event) => {
        if (session === this.#session) notify(event);
      },
      reportSaveError,
      createId,
      now,
    });
    return session;
  }
}

function isEmpty({ allMessages }: Transcript): boolean {
  return allMessages.length === 0;
}

function endsComplete({ messages }: ChatSession): boolean {
  const last = messages.at(-1);
  return last?.kind === 'reply' && last.state === 'complete';
}
