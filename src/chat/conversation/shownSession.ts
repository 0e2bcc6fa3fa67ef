import { createSharedRun } from '../../common/async/sharedRun.ts';
import { emptyTranscript, isEmptyTranscript, type Transcript } from '../messages/transcript.ts';
import type { SessionIdStore } from '../sessions/sessionIdStore.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import type { AccessChange, SessionAccess, Windows } from '../windows/windows.ts';
import {
  BackgroundSessions,
  closeSession,
  endSession,
  replyInBackground,
  type OpenSession,
} from './backgroundSessions.ts';
import type { ChatSession } from './chatSession.ts';
import type { WorkspaceChatEvent } from './conversationEvent.ts';

export interface ShownSessionDependencies {
  readonly sessions: Pick<SessionStore, 'load'>;
  readonly windows: Pick<Windows, 'openSession' | 'withSession'>;
  readonly sessionId: SessionIdStore;
  /** Returns true if the ledger has a request of the session. */
  readonly hasSpend: (sessionId: string) => Promise<boolean>;
  readonly createSession: (id: string, transcript: Transcript) => ChatSession;
  /** Holds the queued messages of the shown session, so that only the user sends them. */
  readonly holdQueue: () => void;
  /** Removes queued messages that were already sent in the shown session. */
  readonly unqueueSent: () => void;
  readonly notify: (event: WorkspaceChatEvent) => void;
  readonly reportError: (error: unknown) => void;
  readonly reportSaveError: (error: unknown) => void;
  /** A random UUID. */
  readonly createId: () => string;
}

interface OpenOptions {
  /** True if the session is known to have been saved. An empty transcript then means that the session was deleted. */
  readonly isSaved?: boolean;
  /**
   * True if the id may come from VS Code's storage. A stored id may belong to a deleted session, for example after a
   * crash or if another window stored the id. If the ledger has a request of the session, an empty transcript means that
   * the session was deleted.
   */
  readonly isStored?: boolean;
  /** True if the caller closes the session that was shown before. */
  readonly keepsOpen?: boolean;
}

/**
 * The session that the panels show, and this window's right to write to it. Only one switch of sessions runs at a time.
 */
export class ShownSession {
  readonly #dependencies: ShownSessionDependencies;
  #current: ChatSession;
  #access: SessionAccess | undefined;
  #wasOpened = false;
  /** The id of the session that the shown session replaced when `release` removed the data, if any. */
  #replacedId: string | undefined;
  readonly #background: BackgroundSessions;
  /** The number of running calls of `use` for each session with at least one such call. */
  readonly #uses = new Map<ChatSession, number>();
  /**
   * Resolves when the last change passed to `runExclusive` has ended. `use` waits for this promise, so that no request
   * goes to a session that the change closes.
   */
  #lastChange: Promise<unknown> = Promise.resolve();

  /**
   * Calls `#update`, but never twice at once. Two updates that start from the same messages would both add the new text
   * to the conversation.
   */
  readonly #updateOnce = createSharedRun(async () => this.#update());

  /** `session` is an empty session. `load` replaces it with the saved session that has the same id. */
  constructor(dependencies: ShownSessionDependencies, session: ChatSession) {
    this.#dependencies = dependencies;
    this.#current = session;
    this.#background = new BackgroundSessions(() => dependencies.notify({ type: 'backgroundChanged' }));
  }

  /** The sessions that are not shown, and whose replies are running. */
  get background(): readonly ChatSession[] {
    return this.#background.all.map(({ session }) => session);
  }

  get current(): ChatSession {
    return this.#current;
  }

  /** The id of the shown session. Undefined if no session could be opened yet. */
  get openId(): string | undefined {
    return this.#wasOpened ? this.#current.id : undefined;
  }

  /** True if the session `id` is shown, or the session that replaced it when `release` removed the data. */
  isShown(id: string): boolean {
    return id === this.#current.id || id === this.#replacedId;
  }

  /** True if another window holds the session, so that this window can only read the session. */
  get isReadOnly(): boolean {
    return this.#access?.isReadOnly === true;
  }

  /** True while a reply runs in another window that holds the session. */
  get isBusyElsewhere(): boolean {
    return this.#access?.isBusyElsewhere === true;
  }

  /** Loads and shows the session whose id the constructor got, or a new session if that session was deleted. */
  async load(): Promise<void> {
    await this.runExclusive(async () => this.#open(this.#current.id, { isStored: true }));
  }

  /** Shows a new session. The running reply of the old session goes on in the background. */
  async openNew(): Promise<void> {
    await this.runExclusive(async () => this.#switchTo(this.#dependencies.createId()));
  }

  /**
   * Shows another session of this workspace, or a new session if that session was deleted. The running reply of the old
   * session goes on in the background. Rejects, and keeps the shown session, if the other session cannot be read.
   */
  async open(id: string): Promise<void> {
    await this.runExclusive(async () => this.#switchTo(id, { isSaved: true }));
  }

  /** Takes the right to write from the window that holds the session. See SessionAccess for the result. */
  async takeOver(): Promise<boolean> {
    return this.runExclusive(async () => {
      if (!this.isReadOnly) return true;
      const isTaken = (await this.#access?.takeOver()) === true;
      if (isTaken) await this.#reload();
      return isTaken;
    });
  }

  /**
   * Waits for all changes passed to `runExclusive`, then runs an action that sends requests. Returns undefined, and
   * does not run the action, if another window holds the session. If the shown session could not be opened before, opens
   * and shows it first, and rejects if that fails again. Then also returns undefined if the session has messages, because
   * the user has not seen what the service would be sent and would charge for.
   */
  async use<T>(action: (session: ChatSession) => Promise<T>): Promise<T | undefined> {
    const lastChange = this.#lastChange;
    await lastChange;
    const session = this.#current;
    const access = this.#access;
    if (access === undefined) {
      await this.runExclusive(async () => (this.#access ? undefined : this.#open(session.id, { isStored: true })));
      return isEmptyTranscript(this.#current) ? this.use(action) : undefined;
    }
    this.#uses.set(session, (this.#uses.get(session) ?? 0) + 1);
    try {
      const isBegun = await access.begin();
      try {
        if (lastChange === this.#lastChange) return isBegun ? await action(session) : undefined;
      } finally {
        if (isBegun) await access.end().catch(this.#dependencies.reportSaveError);
      }
    } finally {
      this.#endUse(session);
    }
    // `runExclusive` was called before the action could start. Run it with the session that is shown after the change.
    return this.use(action);
  }

  /** Runs a change after all earlier changes, so that no two changes overlap. */
  async runExclusive<T>(change: () => Promise<T>): Promise<T> {
    const changing = this.#lastChange.then(change);
    this.#lastChange = changing.catch(() => undefined);
    return changing;
  }

  /**
   * Holds the queued messages, stops the running replies and records their cost, releases the sessions, and calls
   * `remove`. If `remove` resolves with true, shows a new session. Otherwise, or if `remove` rejects, loads and shows the
   * same session again. Calls of `use` and `runExclusive` wait meanwhile.
   */
  async release(remove: () => Promise<boolean>): Promise<void> {
    await this.runExclusive(async () => {
      this.#dependencies.holdQueue();
      // Otherwise, `close` ends the reply as if it had been cut off. The user sees it again if nothing is removed.
      for (const session of [this.#current, ...this.background]) session.stop(false);
      await this.close();
      // The access is closed. If it stayed, #storeId would reject instead of showing a session.
      this.#access = undefined;
      let isRemoved = false;
      try {
        isRemoved = await remove();
      } finally {
        if (isRemoved) await this.#replaceDeleted();
        await this.#open(this.#current.id).catch((error: unknown) => {
          // Without access, the user could change messages that another window may have changed.
          this.#showClosed(this.#current.id);
          throw error;
        });
      }
    });
  }

  /** Shows a new session, which is not open yet. Stores its id now, so that the deleted id is not used again. */
  async #replaceDeleted(): Promise<void> {
    const { createId, notify, sessionId } = this.#dependencies;
    notify({ type: 'dataDeleted' });
    this.#replacedId = this.#current.id;
    this.#showClosed(createId());
    await sessionId.set(this.#current.id).catch(() => undefined);
  }

  /** Shows a session without its messages, until `use` or `open` opens it. */
  #showClosed(id: string): void {
    this.#current = this.#dependencies.createSession(id, emptyTranscript);
    this.#dependencies.notify({ type: 'sessionChanged' });
  }

  /** Stops the running replies, also those in the background, and records their cost. Then releases the sessions. */
  async close(): Promise<void> {
    const background = this.#background.all.map(({ session }) => this.#background.take(session.id));
    const open = [this.#shownOpen(), ...background].filter((each) => each !== undefined);
    await Promise.all(open.map(closeSession));
  }

  /**
   * Closes a session, then calls `action`, and resolves or rejects as `action` does. If the session is shown, first shows
   * a new session. Stops a running reply of the session, and waits until the reply is booked. Calls of `use` and
   * `runExclusive` wait meanwhile, so that the session is not opened again before `action` has ended. Holds the right to
   * write until then, because another window that shows or opens the session would otherwise write to it. Resolves with
   * undefined, and does not call `action`, if another window holds the session.
   */
  async whileClosed<T>(id: string, action: () => Promise<T>): Promise<T | undefined> {
    return this.runExclusive(async () => {
      const shown = id === this.#current.id ? this.#shownOpen() : undefined;
      if (id === this.#current.id) await this.#switchTo(this.#dependencies.createId(), { keepsOpen: true });
      // Another window may have stored this id. A reload must show the shown session instead.
      else await this.#storeId(this.#current.id);
      const open = shown ?? this.#background.take(id);
      if (open !== undefined) {
        const { access, session } = open;
        try {
          // Otherwise, `endSession` ends the reply as if it had been cut off. The action may be undone.
          session.stop();
          await endSession(open);
          if (!access.isReadOnly) return await action();
        } finally {
          await access.close();
        }
      }
      let result: T | undefined;
      await this.#dependencies.windows.withSession(id, async () => {
        result = await action();
      });
      return result;
    });
  }

  #shownOpen(): OpenSession | undefined {
    return this.#access && { session: this.#current, access: this.#access };
  }

  /** Closes the shown session, or keeps it in the background while `use` runs for it. */
  async #leaveCurrent(): Promise<void> {
    const open = this.#shownOpen();
    if (open === undefined) return;
    if (this.#uses.has(open.session)) this.#background.add(open);
    else await closeSession(open).catch(this.#dependencies.reportSaveError);
  }

  #endUse(session: ChatSession): void {
    const left = (this.#uses.get(session) ?? 1) - 1;
    if (left > 0) this.#uses.set(session, left);
    else this.#uses.delete(session);
    if (left > 0 || this.#background.get(session.id) === undefined) return;
    this.runExclusive(async () => this.#closeIfUnused(session)).catch(this.#dependencies.reportSaveError);
  }

  /** Closes a session in the background, except if the user has shown it again meanwhile. */
  async #closeIfUnused(session: ChatSession): Promise<void> {
    const open = this.#background.get(session.id);
    if (open === undefined || this.#uses.has(session)) return;
    const reply = replyInBackground(open);
    if (reply !== undefined) this.#dependencies.notify({ type: 'backgroundEnded', sessionId: session.id, reply });
    this.#background.take(session.id);
    await closeSession(open);
  }

  async #switchTo(id: string, options?: OpenOptions): Promise<void> {
    if (id !== this.#current.id || this.#access === undefined) await this.#open(id, options);
  }

  /**
   * Loads a session, then leaves the shown session and shows the loaded session. Loads first, because loading may fail,
   * and because the user may use the shown session meanwhile. A session in the background is shown as it is.
   */
  async #open(id: string, { isSaved = false, isStored = false, keepsOpen = false }: OpenOptions = {}): Promise<void> {
    const known = this.#background.get(id);
    if (known !== undefined) {
      await this.#storeId(id);
      this.#background.take(id);
      await this.#leaveCurrent();
      this.#show(known.session, known.access);
      return;
    }
    const { windows, reportError, sessions, hasSpend } = this.#dependencies;
    const access: SessionAccess = await windows.openSession(id, (change) => {
      this.#handleAccessChange(access, change).catch(reportError);
    });
    try {
      const transcript = await sessions.load(id);
      if (isEmptyTranscript(transcript) && (isSaved || (isStored && (await hasSpend(id))))) {
        await access.close();
        await this.#openEmpty();
        return;
      }
      const session = await this.#createRecovered(id, transcript, access);
      await this.#storeId(id);
      if (!keepsOpen) await this.#leaveCurrent();
      this.#show(session, access);
    } catch (error) {
      if (access !== this.#access) await access.close();
      throw error;
    }
  }

  async #storeId(id: string): Promise<void> {
    const { sessionId, reportSaveError } = this.#dependencies;
    if (sessionId.get() === id) return;
    await sessionId.set(id).catch((error: unknown) => {
      // The first session is shown even if its id cannot be stored. Otherwise, nothing could be sent.
      if (this.#access !== undefined) throw error;
      reportSaveError(error);
    });
  }

  /**
   * Shows a new session in place of a deleted one, whose id must not be used again: the service may charge for its text.
   */
  async #openEmpty(): Promise<void> {
    await this.#open(this.#dependencies.createId());
  }

  /** Creates a session that is not shown yet. If this window may write it, books its replies that a crash interrupted. */
  async #createRecovered(id: string, transcript: Transcript, { isReadOnly }: SessionAccess): Promise<ChatSession> {
    const session = this.#dependencies.createSession(id, transcript);
    if (!isReadOnly) {
      await session.recover();
      await session.purgeDeleted();
    }
    return session;
  }

  /** There is no `await` here, so that the panels never show another session than `current`. */
  #show(session: ChatSession, access: SessionAccess): void {
    const isOther = session.id !== this.#current.id;
    const wasOpen = this.#access !== undefined;
    this.#current = session;
    this.#access = access;
    this.#wasOpened = true;
    if (isOther) this.#replacedId = undefined;
    if (isOther || !wasOpen) this.#dependencies.unqueueSent();
    this.#dependencies.notify({ type: 'sessionChanged' });
  }

  /**
   * Reads the shown session again, because another window may have written to the session or deleted it. A session that
   * never had messages is not deleted. It may have the switch that turns the instructions off.
   */
  async #reload(): Promise<void> {
    const { sessions, hasSpend, notify } = this.#dependencies;
    const { id, allMessages } = this.#current;
    const access = this.#access;
    const transcript = await sessions.load(id);
    const isDeleted = isEmptyTranscript(transcript) && (allMessages.length > 0 || (await hasSpend(id)));
    if (isDeleted || access === undefined) await this.#openEmpty();
    else this.#show(await this.#createRecovered(id, transcript, access), access);
    if (isDeleted) notify({ type: 'deletedElsewhere' });
  }

  /** Ignores changes of a session that is not shown. A session that is being opened is shown when the switch has ended. */
  async #handleAccessChange(access: SessionAccess, change: AccessChange): Promise<void> {
    const isShown = () => access === this.#access;
    // Another window may have written to the session after the first reading.
    if (change === 'gained') await this.runExclusive(async () => (isShown() ? this.#reload() : undefined));
    else if (change !== 'busy' && !isShown()) await this.#lastChange;
    if (change === 'written' && isShown()) await this.#updateOnce();
    else if (change === 'lost' && isShown()) this.#dependencies.holdQueue();
    this.#dependencies.notify({ type: 'accessChanged' });
  }

  /** Applies the changes that another window has written to the shown session. */
  async #update(): Promise<void> {
    const { createSession, notify } = this.#dependencies;
    const access = this.#access;
    const { id, messages, allMessages } = this.#current;
    const update = await access?.readUpdate(messages);
    if (update === undefined || !this.isReadOnly || access !== this.#access) return;
    // The other window has moved the session to the trash. When it releases the session, `#reload` needs the messages.
    if (isEmptyTranscript(update.transcript) && allMessages.length > 0) return;
    this.#current = createSession(id, update.transcript);
    for (const event of update.events ?? [{ type: 'sessionChanged' } as const]) notify(event);
  }
}
