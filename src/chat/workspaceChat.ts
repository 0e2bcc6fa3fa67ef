import type { StreamChat } from '../api/client.ts';
import type { Meter } from '../meter/meter.ts';
import type { Attachment } from './attachment.ts';
import { ChatSession, type ChatSessionEvent, type Connection } from './chatSession.ts';
import { emptyDraft, type Draft, type DraftStore } from './draftStore.ts';
import type { SessionStore, SessionSummary } from './sessionStore.ts';
import type { Transcript } from './transcript.ts';

/** What happened in this workspace's chat. Events of a session that is no longer shown are not passed on. */
export type WorkspaceChatEvent =
  | ChatSessionEvent
  /** Another session is shown now, or the same one was loaded. */
  | { readonly type: 'sessionChanged' }
  /** `isTextChanged` is false when the person's typing is not to be touched. */
  | { readonly type: 'draftChanged'; readonly isTextChanged: boolean };

/** The one small value that is kept apart from the files: which session is shown. */
export interface SessionIdStore {
  get(): string | undefined;
  set(id: string): Promise<void>;
}

export interface WorkspaceChatDependencies {
  readonly streamChat: StreamChat;
  readonly meter: Meter;
  readonly sessions: SessionStore;
  readonly drafts: DraftStore;
  readonly sessionId: SessionIdStore;
  readonly notify: (event: WorkspaceChatEvent) => void;
  readonly reportError: (error: unknown) => void;
  readonly reportSaveError: (error: unknown) => void;
  /** A random UUID. */
  readonly createId: () => string;
  readonly now: () => number;
}

/** The chat of one workspace: the session that is shown, the draft, and the way to other sessions. */
export class WorkspaceChat {
  readonly #dependencies: WorkspaceChatDependencies;
  #session: ChatSession;
  #draft: Draft = emptyDraft;
  /** What is sent after `openSession` was called goes to that session, however fast. */
  #opening: Promise<void> = Promise.resolve();

  /** Loads what the last window of this workspace left. `origin` books replies that a crash cut off. */
  static async load(dependencies: WorkspaceChatDependencies, origin: string): Promise<WorkspaceChat> {
    const { sessionId, createId, drafts, reportError } = dependencies;
    const draft = await drafts.load().catch((error: unknown) => {
      reportError(error);
      return emptyDraft;
    });
    const chat = new WorkspaceChat(dependencies, draft, sessionId.get() ?? createId());
    try {
      if (sessionId.get() !== chat.session.id) await sessionId.set(chat.session.id);
      await chat.#show(chat.session.id, origin);
    } catch (error) {
      // A file that cannot be read is left as it is, and must not keep the person from asking.
      reportError(error);
      await chat.newSession(origin).catch(reportError);
    }
    return chat;
  }

  private constructor(dependencies: WorkspaceChatDependencies, draft: Draft, id: string) {
    this.#dependencies = dependencies;
    this.#draft = draft;
    this.#session = this.#createSession(id, { messages: [], historyTokens: 0 });
  }

  get session(): ChatSession {
    return this.#session;
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** Sends the draft. It is cleared when the message is on disk. */
  async submitDraft(text: string, connection: Connection): Promise<void> {
    await this.#opening;
    const { attachments } = this.#draft;
    await this.#session.submit(text, attachments, connection, () => {
      const addedMeanwhile = this.#draft.attachments.filter((attachment) => !attachments.includes(attachment));
      this.#changeDraft({ text: '', attachments: addedMeanwhile }, true);
    });
  }

  /** Sends a question beside the draft, which stays as it is. False, with nothing sent, while a reply runs. */
  async ask(text: string, attachments: readonly Attachment[], connection: Connection): Promise<boolean> {
    await this.#opening;
    return this.#session.submit(text, attachments, connection);
  }

  /** The person typed: kept, and not told back. */
  setDraftText(text: string): void {
    this.#draft = { ...this.#draft, text };
    this.#saveDraft();
  }

  /** Puts a text into the message box, below what stands there. */
  addDraftText(text: string): void {
    const joined = this.#draft.text === '' ? text : `${this.#draft.text}\n\n${text}`;
    this.#changeDraft({ ...this.#draft, text: joined }, true);
  }

  addAttachment(attachment: Attachment): void {
    const attachments = [...this.#draft.attachments, attachment];
    this.#changeDraft({ ...this.#draft, attachments }, false);
  }

  removeAttachment(id: string): void {
    const attachments = this.#draft.attachments.filter((attachment) => attachment.id !== id);
    this.#changeDraft({ ...this.#draft, attachments }, false);
  }

  /** Starts a session with another id. A reply that runs is stopped and kept; so is the draft. */
  async newSession(origin: string): Promise<void> {
    await this.openSession(this.#dependencies.createId(), origin);
  }

  /** Shows another session of this workspace; the next message continues it. */
  async openSession(id: string, origin: string): Promise<void> {
    const switching = this.#opening.then(async () => this.#switchTo(id, origin));
    this.#opening = switching.catch(() => undefined);
    await switching;
  }

  async listSessions(): Promise<readonly SessionSummary[]> {
    return this.#dependencies.sessions.list();
  }

  async #switchTo(id: string, origin: string): Promise<void> {
    if (id === this.#session.id) return;
    await this.#session.close();
    await this.#dependencies.sessionId.set(id);
    await this.#show(id, origin);
  }

  async #show(id: string, origin: string): Promise<void> {
    this.#session = this.#createSession(id, await this.#dependencies.sessions.load(id));
    await this.#session.recover(origin);
    this.#dependencies.notify({ type: 'sessionChanged' });
  }

  #createSession(id: string, transcript: Transcript): ChatSession {
    const { streamChat, meter, sessions, notify, reportSaveError, createId, now } = this.#dependencies;
    const session: ChatSession = new ChatSession(id, transcript, {
      streamChat,
      meter,
      append: async (record, options) => sessions.append(id, record, options),
      notify: (event) => {
        if (session === this.#session) notify(event);
      },
      reportSaveError,
      createId,
      now,
    });
    return session;
  }

  #changeDraft(draft: Draft, isTextChanged: boolean): void {
    this.#draft = draft;
    this.#saveDraft();
    this.#dependencies.notify({ type: 'draftChanged', isTextChanged });
  }

  #saveDraft(): void {
    this.#dependencies.drafts.save(this.#draft).catch(this.#dependencies.reportSaveError);
  }
}
