import type { Transcript } from '../messages/transcript.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import type { AccessChange, SessionAccess, Windows } from '../windows/windows.ts';
import type { ChatSession } from './chatSession.ts';
import type { WorkspaceChatEvent } from './conversationEvent.ts';

/** Keeps the id of the session that is shown. It is the one value that is not in a file. */
export interface SessionIdStore {
  get(): string | undefined;
  set(id: string): Promise<void>;
}

export interface ShownSessionDependencies {
  readonly sessions: Pick<SessionStore, 'load'>;
  readonly windows: Pick<Windows, 'openSession'>;
  readonly sessionId: SessionIdStore;
  readonly createSession: (id: string, transcript: Transcript) => ChatSession;
  /** Queued messages must not go to another session automatically, nor be sent from two windows. */
  readonly takeBackQueue: () => void;
  readonly notify: (event: WorkspaceChatEvent) => void;
  readonly reportError: (error: unknown) => void;
  readonly reportSaveError: (error: unknown) => void;
  /** A random UUID. */
  readonly createId: () => string;
}

interface OpenOptions {
  /** The session was kept before. If it is empty now, it was deleted. */
  readonly isKept?: boolean;
}

/** The session that is shown, and this window's right to write it. Changes run one after another. */
export class ShownSession {
  readonly #dependencies: ShownSessionDependencies;
  #current: ChatSession;
  #access: SessionAccess | undefined;
  /** The last change. Requests wait for it, so that they go to the session that was opened before them. */
  #changing: Promise<unknown> = Promise.resolve();

  /** `session` is empty until `open` has loaded it. */
  constructor(dependencies: ShownSessionDependencies, session: ChatSession) {
    this.#dependencies = dependencies;
    this.#current = session;
  }

  get current(): ChatSession {
    return this.#current;
  }

  /** Another window has the session: it is shown, and nothing is sent or written. */
  get isReadOnly(): boolean {
    return this.#access?.isReadOnly === true;
  }

  /** A reply runs in the window that has the session. */
  get isBusyElsewhere(): boolean {
    return this.#access?.isBusyElsewhere === true;
  }

  /** Loads the session with which this was constructed. */
  async load(): Promise<void> {
    await this.inTurn(async () => this.#open(this.#current.id));
  }

  /** Shows a new session. The running reply of the old one is stopped and kept. */
  async openNew(): Promise<void> {
    await this.inTurn(async () => this.#switchTo(this.#dependencies.createId()));
  }

  /** Shows another session of this workspace. */
  async open(id: string): Promise<void> {
    await this.inTurn(async () => this.#switchTo(id, { isKept: true }));
  }

  /** Makes this the window that may write the session. False while a reply runs in the window that has it. */
  async takeOver(): Promise<boolean> {
    return this.inTurn(async () => {
      if (!this.isReadOnly) return true;
      const isTaken = (await this.#access?.takeOver()) === true;
      if (isTaken) await this.#reload();
      return isTaken;
    });
  }

  /** Has this session shown again after a reload, even if another window has shown a different one since. */
  async remember(): Promise<void> {
    const { sessionId } = this.#dependencies;
    if (sessionId.get() !== this.#current.id) await sessionId.set(this.#current.id);
  }

  /** Runs an action that sends requests, after all pending changes. Undefined, and nothing done, if another window has the session. */
  async use<T>(action: (session: ChatSession) => Promise<T>): Promise<T | undefined> {
    const changing = this.#changing;
    await changing;
    const session = this.#current;
    const access = this.#access;
    if (access === undefined) return undefined;
    const isBegun = await access.begin();
    try {
      if (changing === this.#changing) return isBegun ? await action(session) : undefined;
    } finally {
      if (isBegun) await access.end().catch(this.#dependencies.reportSaveError);
    }
    // Another session was opened meanwhile.
    return this.use(action);
  }

  /** Runs a change when those before it have ended. */
  async inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changing = this.#changing.then(change);
    this.#changing = changing.catch(() => undefined);
    return changing;
  }

  /** Stops the running reply, keeps and books it, and releases the session. */
  async close(): Promise<void> {
    await this.#current.close();
    await this.#access?.close();
  }

  async #switchTo(id: string, options?: OpenOptions): Promise<void> {
    if (id === this.#current.id) return;
    this.#dependencies.takeBackQueue();
    await this.#open(id, options);
  }

  /** Closes the session that is shown, once the other one is loaded: a session that cannot be read must not end a running reply. */
  async #open(id: string, { isKept = false }: OpenOptions = {}): Promise<void> {
    const { windows, reportError, reportSaveError, sessions, sessionId } = this.#dependencies;
    const access: SessionAccess = await windows.openSession(id, (change) => {
      if (access === this.#access) this.#handleAccessChange(change).catch(reportError);
    });
    try {
      const transcript = await sessions.load(id);
      if (isKept && isEmpty(transcript)) {
        await access.close();
        await this.#openEmpty();
        return;
      }
      if (sessionId.get() !== id) await sessionId.set(id);
      await this.#current.close();
      // Not awaited: the access is released when the caller of its last request has seen the end of the reply.
      this.#access?.close().catch(reportSaveError);
      this.#access = access;
      await this.#show(id, transcript);
    } catch (error) {
      if (access !== this.#access) await access.close();
      throw error;
    }
  }

  /** Replaces a deleted session by a new one: the service would continue with all that it keeps of the old one, at an unknown price. */
  async #openEmpty(): Promise<void> {
    await this.#open(this.#dependencies.createId());
  }

  async #show(id: string, transcript: Transcript): Promise<void> {
    this.#current = this.#dependencies.createSession(id, transcript);
    if (!this.isReadOnly) await this.#current.recover();
    this.#dependencies.notify({ type: 'sessionChanged' });
  }

  /** Shows what is on disk. Another window may have written it. */
  async #reload(): Promise<void> {
    const { id } = this.#current;
    const transcript = await this.#dependencies.sessions.load(id);
    if (isEmpty(transcript)) await this.#openEmpty();
    else await this.#show(id, transcript);
  }

  async #handleAccessChange(change: AccessChange): Promise<void> {
    if (change === 'written') await this.#update();
    else if (change === 'gained') await this.inTurn(async () => this.#reload());
    else if (change === 'lost') this.#dependencies.takeBackQueue();
    this.#dependencies.notify({ type: 'accessChanged' });
  }

  /** Shows what the other window has written since the last update. */
  async #update(): Promise<void> {
    const { createSession, notify } = this.#dependencies;
    const access = this.#access;
    const { id, messages } = this.#current;
    const update = await access?.readUpdate(messages);
    if (update === undefined || !this.isReadOnly || access !== this.#access) return;
    this.#current = createSession(id, update.transcript);
    for (const event of update.events ?? [{ type: 'sessionChanged' } as const]) notify(event);
  }
}

function isEmpty({ allMessages }: Transcript): boolean {
  return allMessages.length === 0;
}
