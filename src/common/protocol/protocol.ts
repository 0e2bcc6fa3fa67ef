import type { CodeMessage, DidChangeEditor, DidChangeTokenColors } from './editorProtocol.ts';
import type {
  ConversationMessage,
  DeletedView,
  DidAddMessages,
  DidAppendText,
  DidChangeReply,
  DidDeleteExchange,
  DidRequestCopy,
  DidRestoreExchange,
  MessageView,
} from './conversationProtocol.ts';
import type { DidChangeCostSoFar } from './costProtocol.ts';
import type {
  DidChangeDraft,
  DidChangeEdit,
  DidChangeQueue,
  DidComplete,
  DraftMessage,
  DraftView,
  EditView,
  QueuedMessageView,
} from './draftProtocol.ts';
import type { DidChangeEditEstimate, DidChangeEstimate, EstimateView } from './estimateProtocol.ts';
import type { DidChangeNotices, DidChangeOfferedFile, NoticeMessage } from './noticeProtocol.ts';
import type { DidAnswer } from './panelRequests.ts';
import type {
  DidChangeAccess,
  DidChangeBackgroundReplies,
  DidChangeSession,
  DidChooseSessionAction,
  DidDeleteSession,
  DidFindSessions,
  DidListSessions,
  DidChangeHeading,
  DidRequestSessions,
  SessionAccessView,
  SessionMessage,
} from './sessionProtocol.ts';

// The messages between a panel and the extension.
//
// The extension owns all state. A panel is a view of that state, and several panels may show the same chat. A panel
// posts `ready` and receives the whole session in a `didLoadSession`. Afterwards the panel receives changes, or another
// `didLoadSession` that replaces everything. Messages to a panel report events (`did…`). Messages from a panel are
// commands.
//
// If a message from a panel has a `requestId`, the message is a request. The extension answers each request with
// exactly one `didAnswer`, which only the requesting panel receives. See panelRequests.ts.

/** A message from the extension to a panel. */
export type ToWebviewMessage =
  | DidAnswer
  | DidLoadSession
  | DidAddMessages
  | DidChangeReply
  | DidDeleteExchange
  | DidRestoreExchange
  | DidChangeEditEstimate
  | DidAppendText
  | DidChangeCostSoFar
  | DidChangeQueue
  | DidChangeDraft
  | DidChangeEdit
  | DidChangeSetup
  | DidChangeSaving
  | DidChangeEstimate
  | DidChangePreferences
  | DidChangeTokenColors
  | DidComplete
  | DidChangeEditor
  | DidRequestFocus
  | DidChangeHeading
  | DidRequestSessions
  | DidRequestCopy
  | DidListSessions
  | DidChangeSession
  | DidDeleteSession
  | DidFindSessions
  | DidChooseSessionAction
  | DidChangeNotices
  | DidChangeOfferedFile
  | DidChangeAccess
  | DidChangeBackgroundReplies;

/** A message from a panel to the extension. Untrusted until parseFromWebviewMessage has validated it. */
export type FromWebviewMessage =
  PanelMessage | NoticeMessage | ConversationMessage | DraftMessage | CodeMessage | SessionMessage;

/** A message from the panel about the panel itself. */
export type PanelMessage =
  /** The panel has loaded and can receive messages. */
  | { readonly type: 'ready' }
  /** The panel has got the focus, for example because the user clicked into it. */
  | { readonly type: 'takeFocus' }
  /**
   * The user pressed Escape to leave the panel. Moves the focus back to the editor. While a queued message is edited in the
   * message box, the first Escape puts this message back instead.
   */
  | { readonly type: 'returnFocus' }
  /** Tries to save everything that the disk has refused. */
  | { readonly type: 'retrySaving' };

/** Replaces the shown session, the draft and the other state in the fields below. */
export interface DidLoadSession {
  readonly type: 'didLoadSession';
  readonly sessionId: string;
  /** Includes the messages of `deleted`. */
  readonly messages: readonly MessageView[];
  /** The deletions of a question and its replies that can be undone. */
  readonly deleted?: readonly DeletedView[];
  /**
   * A sentence that says that the session began with an edited message of an earlier session. Undefined for other
   * sessions.
   */
  readonly carriedOver?: string;
  readonly draft: DraftView;
  readonly queue: readonly QueuedMessageView[];
  /** Absent if no question of the session has an unsent edit. */
  readonly edits?: readonly EditView[];
  readonly setup: SetupView;
  readonly estimate: EstimateView;
  readonly preferences: Preferences;
  /** If this field is missing, this window may write the session. */
  readonly access?: SessionAccessView;
  /**
   * The id of the last deletion of all data. If this id differs from the id in the previous `didLoadSession`, the panel
   * forgets what it has stored.
   */
  readonly deletionId?: string;
}

/** Posted after `ready` if there is a sentence to show, and when the sentence changes. */
export interface DidChangeSaving {
  readonly type: 'didChangeSaving';
  /** A sentence that says why the disk refuses to save. Undefined if everything is saved. */
  readonly sentence?: string;
}

export interface DidChangeSetup {
  readonly type: 'didChangeSetup';
  readonly setup: SetupView;
}

export interface DidChangePreferences {
  readonly type: 'didChangePreferences';
  readonly preferences: Preferences;
}

export interface DidRequestFocus {
  readonly type: 'didRequestFocus';
  /** True if the user may still be pressing Enter for a dialog or an input box. */
  readonly isAfterDialog?: boolean;
}

/** The state of the setup, such as a missing API key. */
export interface SetupView {
  /** True if messages can be sent. Otherwise the panel shows `sentence`, with buttons for the next step. */
  readonly ready: boolean;
  /** A sentence that tells the user what is missing or invalid. Empty if `ready` is true. */
  readonly sentence: string;
  /** True if the user must first agree to use the service and the API key that the environment of VS Code sets. */
  readonly isUnconfirmed?: boolean;
  /** True if the base URL is valid and only the API key is missing. The base URL may still be the wrong one. */
  readonly hasAddress?: boolean;
  /** True if a base URL is set, but is not valid. */
  readonly isAddressInvalid?: boolean;
}

export const scrollModes = ['follow', 'stopAtTop', 'never'] as const;

export interface Preferences {
  /** The key that sends a message. Shift+Enter (for `enter`) or Enter (for `ctrlEnter`) inserts a line break. */
  readonly sendKey: 'enter' | 'ctrlEnter';
  /** The scrolling while a reply streams. See the setting `tally.chat.scroll` in package.json. */
  readonly scroll: (typeof scrollModes)[number];
}
