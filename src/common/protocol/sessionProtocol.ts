/** The part of the protocol that is about the list of sessions, and about sessions that several windows have open. */

/** From the panel, about sessions. */
export type SessionMessage =
  | { readonly type: 'newSession' }
  /** Makes this window the one that may write the shown session. */
  | { readonly type: 'takeOver' }
  /** The list of sessions is shown and asks for its rows. */
  | { readonly type: 'listSessions' }
  /** Searches the texts of all sessions; ends the search before it. An empty query only ends that. */
  | { readonly type: 'searchSessions'; readonly query: string }
  | { readonly type: 'openSession'; readonly id: string }
  | { readonly type: 'renameSession'; readonly id: string; readonly title: string }
  | { readonly type: 'pinSession'; readonly id: string; readonly isPinned: boolean }
  | { readonly type: 'exportSession'; readonly id: string }
  | { readonly type: 'deleteSession'; readonly id: string }
  | { readonly type: 'restoreSession'; readonly id: string };

/** Shows the list of sessions in place of the conversation. */
export interface DidRequestSessions {
  readonly type: 'didRequestSessions';
}

/** The sessions of this workspace, the latest first: the answer to `listSessions`. */
export interface DidListSessions {
  readonly type: 'didListSessions';
  readonly sessions: readonly SessionView[];
  /** False while more may follow, which then come all together again. */
  readonly isComplete: boolean;
}

/** A session has another title or pin, or is back in the list. */
export interface DidChangeSession {
  readonly type: 'didChangeSession';
  readonly session: SessionView;
}

/** A session is gone from the list, from where `restoreSession` brings it back. */
export interface DidDeleteSession {
  readonly type: 'didDeleteSession';
  readonly id: string;
}

/** Sessions in whose texts a query was found, in addition to those that came before. */
export interface DidFindSessions {
  readonly type: 'didFindSessions';
  readonly query: string;
  readonly matches: readonly SessionMatchView[];
  readonly isComplete: boolean;
}

/** Whether this window may write the session that is shown has changed. */
export interface DidChangeAccess {
  readonly type: 'didChangeAccess';
  readonly access: SessionAccessView;
}

/** Who may write the session that is shown. */
export interface SessionAccessView {
  /** Another window has it. */
  readonly isReadOnly: boolean;
  /** A reply runs in that window: the session cannot be taken over. */
  readonly isBusy: boolean;
}

/** A session in the list. */
export interface SessionView {
  readonly id: string;
  /** One line. */
  readonly title: string;
  /** When its last message was added: milliseconds since the epoch. */
  readonly at: number;
  readonly isPinned: boolean;
  /** It goes on from another session, in which a message was written anew. */
  readonly isEdited?: boolean;
  /** Such as `$0.0050`; may be empty. */
  readonly cost: string;
  /** Another window has it, and a reply may run there. */
  readonly elsewhere?: 'open' | 'running';
}

/** One line of a session's text around what was found. */
export interface SessionMatchView {
  readonly id: string;
  /** The words stand there as they were typed, one after the other. */
  readonly isPhrase: boolean;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}
