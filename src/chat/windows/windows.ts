import type { ChatSessionEvent } from '../conversation/conversationEvent.ts';
import type { Message } from '../messages/message.ts';
import type { Transcript } from '../messages/transcript.ts';
import type { SessionLeases } from './sessionLease.ts';
import type { WindowDrafts } from './windowDrafts.ts';

/**
 * Coordinates the windows of one workspace. Only one window may write a session: the window that holds the session's
 * lease, a small file (see SessionLeases). Each window has its own draft.
 */
export interface Windows {
  /**
   * Returns this window's access to a session. Acquires the session's lease if no other window holds it. Otherwise, the
   * access is read-only. Reports changes to `onDidChange` until the access is closed. Rejects if `id` is not the id of a
   * session, for example because it is the id of a draft's lease.
   */
  openSession(id: string, onDidChange: (change: AccessChange) => void): Promise<SessionAccess>;
  /**
   * Holds the session's lease while `action` runs, then releases the lease. Returns false, and does not run `action`,
   * if another window holds the session. Do not call this method for a session that is open in this window, because the
   * open session would lose its lease.
   */
  withSession(id: string, action: () => Promise<void>): Promise<boolean>;
  /**
   * Returns the leases that other windows hold, as a map. The keys are the ids of the leases. A value is true if a
   * reply is running in the window that holds the lease.
   */
  heldElsewhere(): Promise<ReadonlyMap<string, boolean>>;
  isHeldElsewhere(id: string): Promise<boolean>;
  /**
   * Returns the ids of the leases that crashed windows left behind. Most of the ids belong to sessions. The others
   * belong to drafts. `withSession` removes an abandoned lease.
   */
  abandonedSessions(): Promise<readonly string[]>;
  /** Returns the store of this window's draft. After `close`, call `reopen` of the store before you use it again. */
  openDrafts(): Promise<WindowDrafts>;
  /**
   * The leases of detached requests, which need no panel (see DetachedRequests). All workspaces share these leases, as
   * they share the ledger.
   */
  readonly detachedLeases: Pick<SessionLeases, 'acquire' | 'release' | 'abandoned'>;
  /** Releases this window's sessions and draft. Releases a session only when the session's requests have ended. */
  close(): Promise<void>;
}

/** The access of this window to one session. Only the window that holds the session may write it. */
export interface SessionAccess {
  readonly isReadOnly: boolean;
  /** True while a reply runs in another window that holds the session. */
  readonly isBusyElsewhere: boolean;
  /**
   * Call before sending a request. Returns false if no request may be sent, because another window holds the session or
   * the access is closed.
   */
  begin(): Promise<boolean>;
  /** Call once for each successful `begin`, when the request has ended and the ledger has its cost. */
  end(): Promise<void>;
  /**
   * Acquires the session, even from another window. Returns false while a reply runs in that window, or if that window
   * has a newer version of the extension.
   */
  takeOver(): Promise<boolean>;
  /**
   * Reads the session again, after another window has written to it. `shown` are the messages that this window shows.
   */
  readUpdate(shown: readonly Message[]): Promise<SessionUpdate>;
  /** Waits until `end` was called for every successful `begin`, then releases the session. */
  close(): Promise<void>;
}

/** A change of this window's access to a session, or of the session itself. */
export type AccessChange =
  /** Another window took over the session. */
  | 'lost'
  /** The window that held the session closed the session or crashed. This window now holds the session. */
  | 'gained'
  /** `isBusyElsewhere` changed: a reply began or ended in the window that holds the session. */
  | 'busy'
  /** The window that holds the session may have written to it. */
  | 'written';

/** The changes that another window has written to a session. */
export interface SessionUpdate {
  /** The whole session, with the changes. */
  readonly transcript: Transcript;
  /** The changes as events. Undefined if no events can express the changes. The session must then be reloaded. */
  readonly events: readonly ChatSessionEvent[] | undefined;
}
