import type { CodeMessage, DidChangeEditor, DidChangeTokenColors } from './editorProtocol.ts';
import type {
  ConversationMessage,
  DeletedView,
  DidAddMessages,
  DidAppendText,
  DidChangeReply,
  DidDeleteExchange,
  DidRestoreExchange,
  MessageView,
} from './conversationProtocol.ts';
import type { DidChangeCostSoFar } from './costProtocol.ts';
import type {
  DidChangeDraft,
  DidChangeQueue,
  DidComplete,
  DraftMessage,
  DraftView,
  QueuedMessageView,
} from './draftProtocol.ts';
import type { DidChangeEditEstimate, DidChangeEstimate, EstimateView } from './estimateProtocol.ts';
import type { DidAnswer } from './panelRequests.ts';
import type {
  DidChangeAccess,
  DidChangeSession,
  DidDeleteSession,
  DidFindSessions,
  DidListSessions,
  DidRequestSessions,
  SessionAccessView,
  SessionMessage,
} from './sessionProtocol.ts';

/**
 * The messages between a panel and the extension.
 *
 * The extension owns all state; a panel is a view of it. There may be several panels on one chat. A panel posts
 * `ready`, gets the whole session in one `didLoadSession`, then only changes. Messages to a panel say what happened
 * (`did…`); messages from it say what the person asked for.
 *
 * A message from the panel that has a `requestId` is a request: the extension answers it once with a `didAnswer`, and
 * only to the panel that asked (panelRequests.ts).
 */

/** A message to the panel: it tells what happened. */
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
  | DidChangeSetup
  | DidChangeEstimate
  | DidChangePreferences
  | DidChangeTokenColors
  | DidComplete
  | DidChangeEditor
  | DidRequestFocus
  | DidRequestSessions
  | DidListSessions
  | DidChangeSession
  | DidDeleteSession
  | DidFindSessions
  | DidChangeAccess;

/** A message from the panel: it tells what the person asked for. Untrusted on arrival: see parseFromWebviewMessage. */
export type FromWebviewMessage = PanelMessage | ConversationMessage | DraftMessage | CodeMessage | SessionMessage;

/** About the panel itself. */
export type PanelMessage =
  /** The panel has loaded and listens. */
  | { readonly type: 'ready' }
  /** Moves the focus back to the editor. */
  | { readonly type: 'returnFocus' };

/** The whole of what the panel shows; replaces everything it had. */
export interface DidLoadSession {
  readonly type: 'didLoadSession';
  readonly sessionId: string;
  /** With what was deleted last, while it can be had back. */
  readonly messages: readonly MessageView[];
  readonly deleted?: DeletedView;
  /** Says where the first messages come from, when they were carried over from an earlier session. */
  readonly carriedOver?: string;
  readonly draft: DraftView;
  readonly queue: readonly QueuedMessageView[];
  readonly setup: SetupView;
  readonly estimate: EstimateView;
  readonly preferences: Preferences;
  /** This window's own, unless it says otherwise. */
  readonly access?: SessionAccessView;
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
}

/**
 * Tells if a message can be sent. `sentence` says what is missing, in the person's language;
 * while not ready the panel shows its first-run screen when the conversation is empty.
 */
export interface SetupView {
  readonly ready: boolean;
  readonly sentence: string;
}

export const scrollModes = ['follow', 'stopAtTop', 'never'] as const;

export interface Preferences {
  /** The key that sends a message; Enter with Shift, or without Ctrl, makes a new line. */
  readonly sendKey: 'enter' | 'ctrlEnter';
  /** The scrolling of the conversation while a reply streams: see the setting's descriptions. */
  readonly scroll: (typeof scrollModes)[number];
}
