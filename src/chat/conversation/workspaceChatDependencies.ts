import type { StreamChat } from '../../api/client.ts';
import type { Meter } from '../../meter/meter.ts';
import type { SpendGuard } from '../../meter/spendGuard.ts';
import type { ChatSessionEvent, Connection, RequestOptions } from './chatSessionDependencies.ts';
import type { DraftEvent } from '../draft/chatDraft.ts';
import type { DraftStore } from '../draft/draftStore.ts';
import type { SessionLeases } from '../windows/sessionLease.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';

/** What happened in this workspace's chat. Events of a session that is no longer shown are not passed on. */
export type WorkspaceChatEvent =
  | ChatSessionEvent
  | DraftEvent
  /** Another session is shown now, or the same one was loaded. */
  | { readonly type: 'sessionChanged' }
  /** This window may write the session now, or no longer; or a reply runs in the window that may. */
  | { readonly type: 'accessChanged' };

/** The one small value that is kept apart from the files: which session is shown. */
export interface SessionIdStore {
  get(): string | undefined;
  set(id: string): Promise<void>;
}

export interface WorkspaceChatDependencies {
  readonly streamChat: StreamChat;
  readonly options: () => RequestOptions;
  /** Where requests go, asked anew for each; undefined while something is missing. */
  readonly connection: () => Promise<Connection | undefined>;
  readonly meter: Meter;
  /** Asked before anything is kept or sent. */
  readonly guard: SpendGuard;
  readonly sessions: SessionStore;
  readonly leases: SessionLeases;
  readonly drafts: DraftStore;
  readonly sessionId: SessionIdStore;
  readonly notify: (event: WorkspaceChatEvent) => void;
  readonly reportError: (error: unknown) => void;
  readonly reportSaveError: (error: unknown) => void;
  /** A random UUID. */
  readonly createId: () => string;
  readonly now: () => number;
}
