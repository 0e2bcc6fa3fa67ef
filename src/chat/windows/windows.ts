import type { ChatSessionEvent } from '../conversation/conversationEvent.ts';
import type { DraftStore } from '../draft/draftStore.ts';
import type { Message } from '../messages/message.ts';
import type { Transcript } from '../messages/transcript.ts';
import type { SessionLeases } from './sessionLease.ts';

/** Coordinates the windows that are open at the same time: which of them may write a session, and whose draft is whose. */
export interface Windows {
  /** Acquires a session unless another window has it, and reports changes of the right to write it until it is closed. */
  openSession(id: string, onDidChange: (change: AccessChange) => void): Promise<SessionAccess>;
  /** Runs `action` while this window has a session that no other window has. False, and nothing done, if one has it. */
  withSession(id: string, action: () => Promise<void>): Promise<boolean>;
  /** The sessions that other windows have, each with whether a reply runs there. */
  heldElsewhere(): Promise<ReadonlyMap<string, boolean>>;
  isHeldElsewhere(id: string): Promise<boolean>;
  openDrafts(): Promise<DraftStore>;
  /** Leases of requests that belong to no transcript. All workspaces share them, as they share the ledger. */
  readonly detachedLeases: Pick<SessionLeases, 'acquire' | 'release' | 'abandoned'>;
  /** Releases all that this window has. Waits for sessions whose last request is being booked. */
  close(): Promise<void>;
}

/** The right of this window to write one session. Without it the session is shown read-only. */
export interface SessionAccess {
  readonly isReadOnly: boolean;
  /** A reply runs in the other window. */
  readonly isBusyElsewhere: boolean;
  /** Call before a request leaves. False if another window has the session: nothing may be sent. */
  begin(): Promise<boolean>;
  /** Call when a request that has begun has ended, and its reply is booked. */
  end(): Promise<void>;
  /** Makes this the window that may write. False while a reply runs in the other window. */
  takeOver(): Promise<boolean>;
  /** Reads what the other window has written since `shown`. */
  readUpdate(shown: readonly Message[]): Promise<SessionUpdate>;
  /** Gives the session back as soon as every request that has begun has ended, and resolves then. */
  close(): Promise<void>;
}

/** A change of the right to write the session that is shown. */
export type AccessChange =
  /** Another window has taken the session over. */
  | 'lost'
  /** The other window is gone: this one may write. */
  | 'gained'
  /** In the other window a reply began or ended. */
  | 'busy'
  /** The other window has written to the session. */
  | 'written';

/** The changes that another window has written to a session. */
export interface SessionUpdate {
  readonly transcript: Transcript;
  /** The events that lead from the shown messages to the transcript. Undefined if they cannot, so the session has to be reloaded. */
  readonly events: readonly ChatSessionEvent[] | undefined;
}
