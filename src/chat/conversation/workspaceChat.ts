import type { Connection } from '../../api/serviceAddress.ts';
import { noCost, type Estimate } from '../../meter/cost.ts';
import { ChatDraft } from '../draft/chatDraft.ts';
import { createPutBackQueued, type PutBackOutcome } from '../draft/putBackQueued.ts';
import { emptyDraft, type Draft, type DraftStore } from '../draft/draftStore.ts';
import type { Attachment } from '../messages/attachment.ts';
import { composeContent } from '../messages/composeContent.ts';
import { emptyTranscript, type Transcript } from '../messages/transcript.ts';
import { listAskedPrompts } from '../sessions/askedPrompts.ts';
import type { SessionIdStore } from '../sessions/sessionIdStore.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import { UndoableDeletions } from '../sessions/undoableDeletions.ts';
import type { Windows } from '../windows/windows.ts';
import { inBackground } from './backgroundSessions.ts';
import { ChatSession, type ChatSessionDependencies, type SendOptions, type SubmitOptions } from './chatSession.ts';
import type { WorkspaceChatEvent } from './conversationEvent.ts';
import { createMessageEdits, type EditEstimate, type MessageEdits, type SavedEdit } from './messageEdits.ts';
import { MessageQueue } from './messageQueue.ts';
import type { SendOutcome } from './sendOutcome.ts';
import { recoverSessions } from './sessionRecovery.ts';
import { ShownSession } from './shownSession.ts';

export interface WorkspaceChatDependencies extends Omit<ChatSessionDependencies, 'append' | 'purgeDeleted' | 'notify'> {
  /** Returns the service's address and the API key, or undefined if either is missing. Called for each request. */
  readonly connection: () => Promise<Connection | undefined>;
  /**
   * If the text may contain secrets, asks the user whether to send it. Resolves with false if the text must not be sent.
   * Called once for each new or edited message, before the message is sent or queued.
   */
  readonly confirmText: (text: string) => Promise<boolean>;
  readonly sessions: SessionStore;
  readonly windows: Windows;
  readonly drafts: DraftStore;
  readonly sessionId: SessionIdStore;
  /** Returns true if the ledger has a request of the session. */
  readonly hasSpend: (sessionId: string) => Promise<boolean>;
  readonly notify: (event: WorkspaceChatEvent) => void;
  /** Tells the user that a message was not queued, because the queue is full. */
  readonly tellQueueFull: () => void;
  readonly reportError: (error: unknown) => void;
}

/** The queue has a limit, because each change of the draft's text saves the draft together with the whole queue. */
const maxQueuedMessages = 50;

/**
 * The chat of one workspace in one window: the draft, the shown session, and switching between sessions. To book a
 * reply means to record its cost in the ledger.
 *
 * Methods that send return false, and send nothing, in these cases:
 * - No connection is configured.
 * - Another window holds the session.
 * - The user declines to send a secret.
 * - The spend guard gives no permit (see SpendGuard).
 * - The queue is full.
 * - Another session is shown before the message can be sent or queued, so that the user has not chosen this session.
 * - The disk refuses to save the message, and the user declines to send it unsaved.
 * - The user stops the session before a queued message can be sent.
 *
 * They return true in these cases:
 * - The reply, and the replies to queued messages, have ended.
 * - The message was added to the queue.
 * - Nothing could be sent, because the message does not exist or a reply is running.
 *
 * They reject, and send nothing, if the message cannot be saved for another reason.
 */
export class WorkspaceChat {
  readonly draft: ChatDraft;
  /** See createPutBackQueued. */
  readonly putBackQueued: () => Promise<PutBackOutcome>;
  readonly deletions = new UndoableDeletions();
  readonly #dependencies: WorkspaceChatDependencies;
  readonly #shown: ShownSession;
  readonly #queue: MessageQueue;
  readonly #edits: MessageEdits;
  /** True while `sendEdited` saves and shows a session. */
  #isSavingEdit = false;

  /**
   * Loads the draft and the session that was shown last, or shows a new session if that session was deleted. Books the
   * replies that a crash interrupted in that session, unless another window holds the session.
   */
  static async load(dependencies: WorkspaceChatDependencies): Promise<WorkspaceChat> {
    const { sessionId, createId, drafts, reportError } = dependencies;
    const draft = await drafts.load().catch((error: unknown) => {
      reportError(error);
      return emptyDraft;
    });
    const chat = new WorkspaceChat(dependencies, draft, sessionId.get() ?? createId());
    try {
      await chat.#shown.load();
    } catch (error) {
      // Do not change an unreadable session file. Start a new session, so that the user can still send messages.
      reportError(error);
      await chat.newSession().catch(reportError);
    }
    return chat;
  }

  private constructor(dependencies: WorkspaceChatDependencies, draft: Draft, id: string) {
    this.#dependencies = dependencies;
    this.draft = new ChatDraft(dependencies, draft);
    this.putBackQueued = createPutBackQueued(this.draft, dependencies.confirmText);
    const shown = {
      ...dependencies,
      createSession: (sessionId: string, transcript: Transcript) => this.#createSession(sessionId, transcript),
      holdQueue: () => this.#queue.hold(this.session.id),
      unqueueSent: () => this.#unqueueSent(),
    };
    this.#shown = new ShownSession(shown, this.#createSession(id, emptyTranscript));
    this.#queue = new MessageQueue({
      ...dependencies,
      draft: this.draft,
      isShown: (session) => session === this.session,
    });
    this.#edits = createMessageEdits(dependencies);
  }

  get session(): ChatSession {
    return this.#shown.current;
  }

  /** The sessions that are not shown, and whose replies are running. */
  get background(): readonly ChatSession[] {
    return this.#shown.background;
  }

  /** True if another window holds the session, so that this window can only read the session. */
  get isReadOnly(): boolean {
    return this.#shown.isReadOnly;
  }

  /** True while a reply runs in another window that holds the session. */
  get isBusyElsewhere(): boolean {
    return this.#shown.isBusyElsewhere;
  }

  /**
   * Sends the text with the draft's present attachments, or queues it while a reply runs. Removes the message from the
   * draft and calls `onAccepted` when the message is on disk or queued, or when the user has agreed to send it unsaved.
   * Returns false, and sends nothing, if an earlier call is not yet accepted or refused. Otherwise, a panel that was
   * created meanwhile could send the same draft a second time.
   */
  async submitDraft(text: string, onAccepted: () => void = () => undefined, options?: SendOptions): Promise<boolean> {
    const submission = this.draft.beginSubmission(text);
    if (submission === undefined) return false;
    try {
      return await this.#send(async (session, connection) => {
        const onSaved = () => {
          submission.accept();
          onAccepted();
        };
        return this.#submitOrQueue(session, connection, text, submission.attachments, { ...options, onSaved });
      });
    } finally {
      submission.end();
    }
  }

  /** Sends a question, or queues it while a reply runs. The draft's text and attachments do not change. */
  async ask(text: string, attachments: readonly Attachment[], options: SendOptions = {}): Promise<boolean> {
    return this.#send(async (session, connection) =>
      this.#submitOrQueue(session, connection, text, attachments, options),
    );
  }

  /** Estimates the cost of `ask` without the reply. The queued messages that are not held are sent before the question. */
  async estimateAsk(text: string, attachments: readonly Attachment[]): Promise<Estimate> {
    const before = this.draft.queue.filter((each) => !this.draft.isHeld(each, this.session.id));
    const contents = [...before, { text, attachments }].map((each) => composeContent(each.text, each.attachments));
    return (await this.session.estimateNext(contents)).at(-1) ?? noCost;
  }

  /** Sends the question of a reply again. Does nothing while a reply runs. */
  async retry(replyId: string, options: SendOptions = {}): Promise<boolean> {
    return this.#send(async (session, connection) =>
      this.#queue.run(session, async () => session.retry(replyId, connection, options)),
    );
  }

  /** Asks the service to continue a reply. The panel shows `text` as the question. Does nothing while a reply runs. */
  async continue(replyId: string, text: string, options: SendOptions = {}): Promise<boolean> {
    return this.#send(async (session, connection) =>
      this.#queue.run(session, async () => session.continue(replyId, text, connection, options)),
    );
  }

  /**
   * Sends an edited message in a new session and shows that session. The new session starts with copies of earlier
   * questions and replies (see MessageEdits). The old session does not change. When the new session is shown, removes
   * the edit from the draft. Does nothing while a reply runs. Returns false, and sends nothing, while an earlier call
   * saves its session. Otherwise, the second session would stay unsent.
   */
  async sendEdited(questionId: string, text: string, options: SendOptions = {}): Promise<boolean> {
    if (this.#isSavingEdit) return false;
    this.#isSavingEdit = true;
    let saved: SavedEdit | 'notSent' | 'refused' | undefined;
    try {
      saved = await this.#connected(async (session) =>
        (await this.#dependencies.confirmText(text)) ? this.#edits.save(session, questionId, text, options) : 'refused',
      );
      if (typeof saved === 'object') await this.openSession(saved.sessionId);
    } finally {
      this.#isSavingEdit = false;
    }
    if (typeof saved !== 'object') return saved === 'notSent';
    this.draft.removeEdit({ sessionId: saved.from, questionId, text });
    return this.#send(async (session, connection) =>
      this.#queue.run(session, async () => session.send(saved.questionId, connection, saved.permit)),
    );
  }

  /** Estimates the cost of sending an edited message. Returns undefined if no question has the id `questionId`. */
  async estimateEdited(questionId: string, text: string): Promise<EditEstimate | undefined> {
    return this.#edits.estimate(this.session, questionId, text);
  }

  /**
   * Sends a queued message now, or after the running reply. Removes it from the queue when it is on disk, or when the user
   * has agreed to send it unsaved.
   */
  async sendQueued(id: string, options: SendOptions = {}): Promise<boolean> {
    const { id: sessionId } = this.session;
    const holds = this.#queue.holdsOf(sessionId);
    return this.#send(async (session, connection) => {
      if (this.#queue.holdsOf(sessionId) !== holds) return 'refused';
      const message = this.draft.queue.find((each) => each.id === id);
      if (message === undefined) return 'notSent';
      return this.#queue.sendNext(session, message, connection, options);
    });
  }

  /** Switches the instructions off or on for the shown session. Does nothing if another window holds the session. */
  async switchInstructions(): Promise<void> {
    await this.#shown.use(async (session) => session.instructions.switchOff(!session.instructions.isOff()));
  }

  /**
   * Shows a new session. A running reply goes on in the background. The queued messages are not sent automatically while
   * their session is not shown.
   */
  async newSession(): Promise<void> {
    await this.#shown.openNew();
  }

  /** Like `newSession`, but shows another session of this workspace, if that session was not deleted. */
  async openSession(id: string): Promise<void> {
    await this.#shown.open(id);
  }

  /**
   * Stops the running reply of the shown session, if any, and keeps its text. Also holds the session's queued messages,
   * because a reply that was whole when the user stopped it counts as complete.
   */
  stop(): void {
    this.#queue.hold(this.session.id);
    this.session.stop();
  }

  /** Like `stop`, but for a session in the background. */
  stopBackground(id: string): void {
    this.#queue.hold(id);
    this.background.find((session) => session.id === id)?.stop();
  }

  /**
   * Closes a session, then calls `action`, and resolves or rejects as `action` does. If the session is shown, first shows
   * a new session. Stops and books a running reply of the session, but reports no end of the reply. The session is not
   * opened again before `action` has ended. Resolves with undefined, and does not call `action`, if another window holds
   * the session.
   */
  async whileClosed<T>(id: string, action: () => Promise<T>): Promise<T | undefined> {
    return this.#shown.whileClosed(id, action);
  }

  /** Takes the right to write from the window that holds the session. Returns false while that window runs a reply. */
  async takeOver(): Promise<boolean> {
    return this.#shown.takeOver();
  }

  /**
   * Books the replies that crashed windows left without a cost, except replies of the shown session, and removes the
   * content of deleted messages (see recoverSessions). Also removes the leases of crashed windows. Does this for the
   * sessions that crashed windows held, and for the sessions of `others`, such as the ledger's pending requests.
   */
  async recover(others: Iterable<{ readonly sessionId: string }>): Promise<void> {
    const abandoned = await this.#dependencies.windows.abandonedSessions();
    const sessionIds = new Set([...abandoned, ...Array.from(others, ({ sessionId }) => sessionId)]);
    await recoverSessions(sessionIds, {
      ...this.#dependencies,
      createSession: (id, transcript) => this.#createSession(id, transcript),
      shown: this.#shown,
    });
  }

  /**
   * Stops and books the running replies, and releases the sessions. Moves queued messages back to the message box, and
   * saves the draft, but not if `isOver` is true: the stored data was already removed. Then calls `remove`, which may
   * remove the stored data, and loads the draft again. If `remove` resolves with true, shows a new session, and drops the
   * changes of the draft since. Otherwise, keeps and saves them. Requests wait meanwhile.
   */
  async release(remove: () => Promise<boolean>, isOver = false): Promise<void> {
    await this.#shown.release(async () => {
      if (!isOver) this.draft.editQueue();
      await this.draft.release(isOver);
      let isRemoved = false;
      try {
        isRemoved = await remove();
        if (isRemoved) {
          this.draft.endUndo();
          this.deletions.clear();
        }
        return isRemoved;
      } finally {
        await this.draft.reopen(isRemoved).catch(this.#dependencies.reportError);
      }
    });
  }

  /**
   * Stops and books the running reply, releases the session, and waits until the draft is saved. The caller may then
   * release the draft. Deletions can no longer be undone.
   */
  async close(): Promise<void> {
    try {
      await this.#shown.close();
    } finally {
      await this.deletions.purge(this.#dependencies);
      await this.draft.settle();
    }
  }

  /** Returns the prompts of this workspace, beginning with the prompts of the shown session. See listAskedPrompts. */
  async listAskedPrompts(): Promise<readonly string[]> {
    return listAskedPrompts(this.session, this.#dependencies.sessions);
  }

  async #send(send: (session: ChatSession, connection: Connection) => Promise<SendOutcome>): Promise<boolean> {
    const outcome = await this.#connected(send);
    return outcome !== undefined && outcome !== 'refused';
  }

  /**
   * Returns undefined, and does nothing, if no connection is configured, if this window may not write the session, or if
   * another session is shown when the earlier changes of the session have ended.
   */
  async #connected<T>(action: (session: ChatSession, connection: Connection) => Promise<T>): Promise<T | undefined> {
    const { openId } = this.#shown;
    const connection = await this.#dependencies.connection();
    if (connection === undefined) return undefined;
    return this.#shown.use(async (session) =>
      openId === undefined || this.#shown.isShown(openId) ? action(session, connection) : undefined,
    );
  }

  async #submitOrQueue(
    session: ChatSession,
    connection: Connection,
    text: string,
    attachments: readonly Attachment[],
    options: Pick<SubmitOptions, 'onSaved' | 'shownPrice'>,
  ): Promise<SendOutcome> {
    if (!(await this.#dependencies.confirmText(text))) return 'refused';
    const submit = async () => session.submit(text, attachments, connection, options);
    const outcome = this.#queue.isDraining(session) ? 'notSent' : await this.#queue.run(session, submit);
    if (outcome !== 'notSent') return outcome;
    // The queue belongs to the session that is shown now.
    if (session !== this.session) return 'refused';
    if (this.draft.queue.length >= maxQueuedMessages) {
      this.#dependencies.tellQueueFull();
      return 'refused';
    }
    const source = { sessionId: session.id, origin: connection.origin };
    this.#queue.add(session, { id: this.#dependencies.createId(), text, attachments, ...source }, options);
    options.onSaved?.();
    return 'sent';
  }

  /**
   * Removes queued messages that were already sent in the session, even if they were then deleted. A crash can leave a
   * sent message in the saved queue.
   */
  #unqueueSent(): void {
    this.draft.unqueue(this.draft.queue.filter(({ id }) => this.session.hasAdded(id)));
  }

  #createSession(id: string, transcript: Transcript): ChatSession {
    const { sessions, notify } = this.#dependencies;
    const session: ChatSession = new ChatSession(id, transcript, this.deletions, {
      ...this.#dependencies,
      append: async (records, options) => sessions.append(id, records, options),
      purgeDeleted: async (undoable) => sessions.purgeDeleted(id, undoable),
      notify: (event) => {
        const reported = session === this.session ? event : inBackground(event);
        if (reported !== undefined) notify(reported);
      },
    });
    return session;
  }
}
