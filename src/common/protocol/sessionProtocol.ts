/** A message from the panel about sessions. */
export type SessionMessage =
  | { readonly type: 'newSession' }
  /** Moves the right to write the shown session from another window to this window. */
  | { readonly type: 'takeOver' }
  /** Asks for the list of sessions. */
  | { readonly type: 'listSessions' }
  /**
   * Searches the text of all sessions and cancels the previous search. An empty query only cancels the previous search.
   */
  | { readonly type: 'searchSessions'; readonly query: string }
  | { readonly type: 'openSession'; readonly id: string }
  /** If the shown session began with an edited message, opens the session that contains the original message. */
  | { readonly type: 'openOriginalSession' }
  /** Stops the reply of a session that is not shown. `id` is the id of the session, as in the other messages. */
  | { readonly type: 'stopBackgroundReply'; readonly id: string }
  /** Removes the notice of an ended reply. */
  | { readonly type: 'dismissBackgroundReply'; readonly id: string }
  | { readonly type: 'renameSession'; readonly id: string; readonly title: string }
  | { readonly type: 'pinSession'; readonly id: string; readonly isPinned: boolean }
  | { readonly type: 'exportSession'; readonly id: string }
  | { readonly type: 'deleteSession'; readonly id: string }
  | { readonly type: 'restoreSession'; readonly id: string };

/**
 * The title or the cost of the shown session. Posted after each `didLoadSession`, and when they change. When another
 * session is shown, its heading is also posted before its `didLoadSession`.
 */
export interface DidChangeHeading {
  readonly type: 'didChangeHeading';
  readonly sessionId: string;
  /** A single line. Empty for a session without a question. */
  readonly title: string;
  /** The cost of all requests of the session, such as `≈$0.0044–0.0048`. Empty if nothing was spent. */
  readonly cost: string;
}

/** Asks the panel to show the list of sessions instead of the conversation. */
export interface DidRequestSessions {
  readonly type: 'didRequestSessions';
}

/** The user has chosen an action in the context menu of a session in the list. */
export interface DidChooseSessionAction {
  readonly type: 'didChooseSessionAction';
  /** The id of the session. */
  readonly id: string;
  readonly action: SessionAction;
}

export type SessionAction = 'open' | 'pin' | 'unpin' | 'rename' | 'export' | 'delete';

/**
 * The sessions of this workspace, sorted by the time of their last message, newest first. Posted in response to
 * `listSessions`.
 */
export interface DidListSessions {
  readonly type: 'didListSessions';
  readonly sessions: readonly SessionView[];
  /** False for a partial or outdated list, which a later DidListSessions replaces. */
  readonly isComplete: boolean;
  /** Present if the list is complete. */
  readonly deleted?: readonly DeletedSessionView[];
}

/**
 * A session that `restoreSession` can restore. In a list of these sessions, the session that was deleted last is the last
 * one.
 */
export interface DeletedSessionView {
  readonly id: string;
  readonly title: string;
}

/** A session was renamed, pinned, unpinned or restored. */
export interface DidChangeSession {
  readonly type: 'didChangeSession';
  readonly session: SessionView;
}

/** A session was deleted or no longer exists. */
export interface DidDeleteSession {
  readonly type: 'didDeleteSession';
  readonly id: string;
  /** True if the reply of the session was running in this window, and was stopped by the deletion. */
  readonly isReplyStopped?: boolean;
  /** Contains the session if it can be restored. */
  readonly deleted: readonly DeletedSessionView[];
}

/** Further results of a search. The panel adds these results to the earlier results for the same query. */
export interface DidFindSessions {
  readonly type: 'didFindSessions';
  readonly query: string;
  readonly matches: readonly SessionMatchView[];
  /** True in the last DidFindSessions of a search. */
  readonly isComplete: boolean;
}

/**
 * The replies of sessions that are not shown. Posted after `didLoadSession` if there are any, and when they change. An
 * ended reply stays until the user shows its session or dismisses the reply.
 */
export interface DidChangeBackgroundReplies {
  readonly type: 'didChangeBackgroundReplies';
  readonly replies: readonly BackgroundReplyView[];
}

export interface BackgroundReplyView {
  readonly sessionId: string;
  /** Names the session, and says that the reply is running or how it has ended. */
  readonly sentence: string;
  readonly isRunning: boolean;
}

/** This window's access to the shown session changed. */
export interface DidChangeAccess {
  readonly type: 'didChangeAccess';
  readonly access: SessionAccessView;
}

/**
 * Says whether this window may write the shown session. Each session has a lease, which is a file that names the only
 * window that may write the session.
 */
export interface SessionAccessView {
  /** True if another window holds the lease of the session. */
  readonly isReadOnly: boolean;
  /** True if a reply is running in the window that holds the lease, so that `takeOver` is refused. */
  readonly isBusy: boolean;
}

/** A session in the list. */
export interface SessionView {
  readonly id: string;
  /** A single line. */
  readonly title: string;
  /** The time of the last message, in milliseconds since the epoch. */
  readonly at: number;
  readonly isPinned: boolean;
  /** True if the session began with an edited message of an earlier session. */
  readonly isEdited?: boolean;
  /** The cost of the session, such as `$0.0050`; may be empty. */
  readonly cost: string;
  /** Set if another window has the session open (`open`) or is receiving a reply in the session (`running`). */
  readonly elsewhere?: 'open' | 'running';
  /** True if the session is not shown, and its reply is running in this window. */
  readonly isRunning?: boolean;
}

/** An excerpt of a session's text, as a single line. `before` and `after` are the text around the match. */
export interface SessionMatchView {
  /** The id of the session. */
  readonly id: string;
  /** True if the words of the query occur in the same order, separated only by white space. */
  readonly isPhrase: boolean;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}
