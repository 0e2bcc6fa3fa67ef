import type { DidChangeCostSoFar, DidExplainCost } from './costProtocol.ts';
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

/** New messages at the end of the conversation: a question and its reply, in order. */
export interface DidAddMessages {
  readonly type: 'didAddMessages';
  readonly messages: readonly MessageView[];
}

/** A question and its replies were deleted; they can be had back until something else is done. */
export interface DidDeleteExchange extends DeletedView {
  readonly type: 'didDeleteExchange';
}

/** What was deleted last is back. */
export interface DidRestoreExchange {
  readonly type: 'didRestoreExchange';
}

export interface DeletedView {
  readonly ids: readonly string[];
  /** Says that it was deleted, and what the service remembers of it. */
  readonly sentence: string;
}

/** A reply changed its state or what stands around its text; the text is changed only by DidAppendText. */
export interface DidChangeReply extends ReplyRemarks {
  readonly type: 'didChangeReply';
  readonly responseId: string;
  readonly state: ReplyState;
}

/** Text to append to a reply: what arrived since the last batch, at most one batch per frame. */
export interface DidAppendText {
  readonly type: 'didAppendText';
  readonly responseId: string;
  /** The answer, or what the model thought before it. */
  readonly part: ReplyPart;
  readonly text: string;
}

/** The messages that wait for the running reply to end, in the order in which they will be sent. */
export interface DidChangeQueue {
  readonly type: 'didChangeQueue';
  readonly queue: readonly QueuedMessageView[];
}

/**
 * The draft changed outside the message box (a command added a selection, or the message left).
 * `text` is absent when the person's own typing in the box is not to be touched.
 */
export interface DidChangeDraft {
  readonly type: 'didChangeDraft';
  readonly text?: string;
  readonly attachments: readonly AttachmentView[];
}

export interface DidChangeSetup {
  readonly type: 'didChangeSetup';
  readonly setup: SetupView;
}

export interface DidChangePreferences {
  readonly type: 'didChangePreferences';
  readonly preferences: Preferences;
}

/** The earlier prompts of this workspace, the latest first: the answer to `listPrompts`. */
export interface DidListPrompts {
  readonly type: 'didListPrompts';
  readonly prompts: readonly string[];
}

/** The colours of code in the person's theme; without `rules` the panel has colours of its own. */
export interface DidChangeTokenColors {
  readonly type: 'didChangeTokenColors';
  /** Later ones go over earlier ones of the same kind. */
  readonly rules?: readonly TokenRule[];
}

/** How a theme wants tokens with certain TextMate scopes to look. */
export interface TokenRule {
  readonly scope: readonly string[];
  /** Such as `#a1260d` or `#a1260dcc`. */
  readonly foreground?: string;
  /** `italic`, `bold`, `underline` and `strikethrough`, with spaces between them; empty for none of them. */
  readonly fontStyle?: string;
}

/** Suggestions for a request `complete`: what was found so far, the best first. */
export interface DidComplete {
  readonly type: 'didComplete';
  readonly requestId: string;
  readonly items: readonly CompletionView[];
}

export interface CompletionView {
  readonly label: string;
  /** Where it is, or what it says; may be empty. */
  readonly detail: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** What takes the place of the word that was typed; without it something is attached instead. */
  readonly text?: string;
}

export const completionKinds = ['context', 'prompt'] as const;
/** Files and symbols of the workspace, or prompts by their names. */
export type CompletionKind = (typeof completionKinds)[number];

/** The answer to `readAttachment`. */
export interface DidReadAttachment {
  readonly type: 'didReadAttachment';
  readonly id: string;
  readonly text: string;
}

/** What can be done with code in the editor that the person used last. */
export interface EditorView {
  readonly insert: CodeActionView;
  readonly apply: CodeActionView;
}

export interface CodeActionView {
  readonly isPossible: boolean;
  /** What it would do, or why it cannot be done: a sentence. */
  readonly hint: string;
}

/** Posted when another editor is used, or something is selected in it: not for each move of the cursor. */
export interface DidChangeEditor extends EditorView {
  readonly type: 'didChangeEditor';
}

export interface DidRequestFocus {
  readonly type: 'didRequestFocus';
}

export type ReplyState = 'pending' | 'connecting' | 'streaming' | 'complete' | 'stopped' | 'incomplete' | 'failed';

export type MessageView = QuestionView | ReplyView;

/** What the person asked, named `You` in the panel. */
export interface QuestionView {
  readonly kind: 'question';
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
  /** It was said in an earlier session, from which this one was carried over. */
  readonly isCarried?: boolean;
}

/** What came back, named `Reply` in the panel. `id` is the responseId of every message about it. */
export interface ReplyView extends ReplyRemarks {
  readonly kind: 'reply';
  readonly id: string;
  readonly text: string;
  /** What the model thought before its answer; mostly empty. */
  readonly reasoning: string;
  readonly state: ReplyState;
  /** It came in an earlier session, from which this one was carried over. */
  readonly isCarried?: boolean;
}

export type ReplyPart = 'text' | 'reasoning';

/** What stands around the text of a reply. */
export interface ReplyRemarks {
  /** What is awaited, such as `Connecting…`, shown while there is no text; empty once the reply has ended. */
  readonly activity: string;
  /** The quiet line under a reply, such as `$0.0050 · 500 tokens in · 320 out · 12 s`; may be empty. */
  readonly footer: string;
  /** The cost in it is final, and `explainCost` says what it is made of. */
  readonly canExplainCost?: boolean;
  /** What it costs to send its question once more, such as `≈$0.0012 + reply`, once that is counted. */
  readonly retryPrice?: string;
  readonly notice?: NoticeView;
}

/** A sentence about a reply that has ended or makes the person wait, with what can be done about it. */
export interface NoticeView {
  readonly severity: 'info' | 'error';
  /** With a clock, `{0}` in it is where the seconds stand. */
  readonly text: string;
  readonly clock?: ClockView;
  /** In order of preference; the first is the primary one. */
  readonly actions: readonly ActionView[];
  /** What `showDetails` shows and copies: several lines of plain text. */
  readonly details?: string;
}

/** Seconds that go on by themselves in the panel; a countdown stops at 0. */
export interface ClockView {
  readonly counts: 'up' | 'down';
  /** When the message was posted. */
  readonly seconds: number;
}

export interface ActionView {
  readonly id: ActionId;
  readonly label: string;
  /** What it costs, such as `≈$0.0012`, where it sends a request that is charged. */
  readonly price?: string;
}

export const actionIds = [
  'retry',
  'resend',
  'continue',
  'sendNow',
  'keepWaiting',
  'stop',
  'setApiKey',
  'checkConnection',
  'openSettings',
  'openProxySettings',
  'openAccount',
  'showDetails',
] as const;
/** `showDetails` is done by the panel itself. */
export type ActionId = (typeof actionIds)[number];

/** A message that will be sent when the running reply is complete. */
export interface QueuedMessageView {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
}

/** What the message box holds. */
export interface DraftView {
  readonly text: string;
  /** What it held before an earlier prompt was put there. */
  readonly aside?: string;
  readonly attachments: readonly AttachmentView[];
}

/** A piece of code that goes with a message, shown as a chip. */
export interface AttachmentView {
  readonly id: string;
  /** Such as `src/main.ts:10-24`. */
  readonly label: string;
  /** The code itself, shown on demand in a sent question; absent in the draft. */
  readonly code?: string;
  readonly languageId?: string;
  /** Such as `≈ 230 tokens`; empty while it is being counted. */
  readonly size: string;
  /** It is shown struck out, and is not sent. */
  readonly isOff?: boolean;
  /** What `openAttachment` opens. */
  readonly canOpen?: boolean;
  /** It was pasted, and `readAttachment` brings its text. */
  readonly isPasted?: boolean;
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
