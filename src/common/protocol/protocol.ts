import type {
  ActionId,
  DeletedView,
  DidAddMessages,
  DidAppendText,
  DidChangeReply,
  DidDeleteExchange,
  DidRestoreExchange,
  MessageView,
} from './conversationProtocol.ts';
import type { DidChangeCostSoFar, DidExplainCost } from './costProtocol.ts';
import type {
  CompletionKind,
  DidChangeDraft,
  DidChangeQueue,
  DidComplete,
  DidListPrompts,
  DidReadAttachment,
  DraftView,
  QueuedMessageView,
} from './draftProtocol.ts';
import type { DidChangeEditor, DidChangeTokenColors } from './editorProtocol.ts';
import type { DidChangeEditEstimate, DidChangeEstimate, EstimateView } from './estimateProtocol.ts';
import type {
  DidChangeAccess,
  DidChangeSession,
  DidDeleteSession,
  DidFindSessions,
  DidListSessions,
  DidRequestSessions,
  SessionAccessView,
} from './sessionProtocol.ts';

/**
 * The messages between the panel and the extension.
 *
 * The extension owns all state. The panel says `ready`, gets the whole session in one
 * `didLoadSession`, then only changes. Messages to the panel say what happened (`did…`);
 * messages from it say what the person asked for.
 */

/** What happened, for the panel to show. */
export type ToWebviewMessage =
  | DidLoadSession
  | DidAddMessages
  | DidChangeReply
  | DidDeleteExchange
  | DidRestoreExchange
  | DidChangeEditEstimate
  | DidAppendText
  | DidChangeCostSoFar
  | DidExplainCost
  | DidChangeQueue
  | DidChangeDraft
  | DidChangeSetup
  | DidChangeEstimate
  | DidChangePreferences
  | DidListPrompts
  | DidChangeTokenColors
  | DidReadAttachment
  | DidComplete
  | DidChangeEditor
  | DidRequestFocus
  | DidRequestSessions
  | DidListSessions
  | DidChangeSession
  | DidDeleteSession
  | DidFindSessions
  | DidChangeAccess;

/** What the person asked for. Untrusted on arrival: see parseFromWebviewMessage. */
export type FromWebviewMessage =
  | { readonly type: 'ready' }
  /** Sends what is in the message box, or queues it while a reply runs. */
  | { readonly type: 'submit'; readonly text: string }
  | { readonly type: 'sendQueued'; readonly id: string }
  | { readonly type: 'takeBackQueued'; readonly id: string }
  | { readonly type: 'stop'; readonly responseId: string }
  | { readonly type: 'newSession' }
  | { readonly type: 'takeOver' }
  /** The list of sessions is shown, and wants to know them. */
  | { readonly type: 'listSessions' }
  /** Looks for words in the texts of all sessions, and no longer for those before; nothing to look for ends it. */
  | { readonly type: 'searchSessions'; readonly query: string }
  | { readonly type: 'openSession'; readonly id: string }
  | { readonly type: 'renameSession'; readonly id: string; readonly title: string }
  | { readonly type: 'pinSession'; readonly id: string; readonly isPinned: boolean }
  | { readonly type: 'exportSession'; readonly id: string }
  | { readonly type: 'deleteSession'; readonly id: string }
  | { readonly type: 'restoreSession'; readonly id: string }
  | { readonly type: 'setDraft'; readonly text: string }
  /** What the message box held before an earlier prompt was put there; empty when it holds that again. */
  | { readonly type: 'setAside'; readonly text: string }
  | { readonly type: 'listPrompts' }
  | { readonly type: 'removeAttachment'; readonly id: string }
  | { readonly type: 'toggleAttachment'; readonly id: string }
  | { readonly type: 'openAttachment'; readonly id: string }
  /** Asks for the text of an attachment, to put it into the box in its place. */
  | { readonly type: 'readAttachment'; readonly id: string }
  /** Long text was pasted. `languageId` is empty when it is not known. */
  | { readonly type: 'attachPasted'; readonly text: string; readonly languageId: string }
  /** Asks for suggestions; a later request takes the place of this one. */
  | { readonly type: 'complete'; readonly requestId: string; readonly kind: CompletionKind; readonly query: string }
  | { readonly type: 'endCompletion' }
  | { readonly type: 'pickCompletion'; readonly requestId: string; readonly index: number }
  /** Files were dropped, by the addresses that the window has for them. */
  | { readonly type: 'addFiles'; readonly uris: readonly string[] }
  | { readonly type: 'copyText'; readonly text: string }
  | { readonly type: 'insertCode'; readonly code: string }
  /** Shows what the code would make of the editor's document; nothing is written yet. */
  | { readonly type: 'applyCode'; readonly code: string }
  | { readonly type: 'newFile'; readonly code: string; readonly language: string }
  | { readonly type: 'openLink'; readonly url: string }
  | { readonly type: 'runAction'; readonly action: ActionId; readonly responseId?: string }
  /** Asks what it would cost to send a question, written anew, to a new session. */
  | { readonly type: 'estimateEdited'; readonly questionId: string; readonly text: string }
  | { readonly type: 'sendEdited'; readonly questionId: string; readonly text: string }
  /** Asks what it costs to send the question of a reply once more. */
  | { readonly type: 'priceRetry'; readonly responseId: string }
  /** Asks what the cost of a reply is made of. */
  | { readonly type: 'explainCost'; readonly responseId: string }
  /** `id` is of any message of the exchange. */
  | { readonly type: 'deleteExchange'; readonly id: string }
  | { readonly type: 'restoreDeleted' }
  /** Opens the session from which the one that is shown was carried over. */
  | { readonly type: 'openEarlierSession' }
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
 * Whether a message can be sent. `sentence` says what is missing, in the person's language;
 * while not ready the panel shows its first-run screen when the conversation is empty.
 */
export interface SetupView {
  readonly ready: boolean;
  readonly sentence: string;
}

export const scrollModes = ['follow', 'stopAtTop', 'never'] as const;

export interface Preferences {
  /** What Enter does in the message box; the other way round for a new line. */
  readonly sendKey: 'enter' | 'ctrlEnter';
  /** What the conversation does while a reply comes: see the setting's descriptions. */
  readonly scroll: (typeof scrollModes)[number];
}
