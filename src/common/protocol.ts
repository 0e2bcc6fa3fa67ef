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
  | DidAppendText
  | DidChangeDraft
  | DidChangeSetup
  | DidChangeEstimate
  | DidChangePreferences
  | DidRequestFocus;

/** What the person asked for. Untrusted on arrival: see parseFromWebviewMessage. */
export type FromWebviewMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'submit'; readonly text: string }
  | { readonly type: 'stop'; readonly responseId: string }
  | { readonly type: 'newSession' }
  | { readonly type: 'showSessions' }
  | { readonly type: 'setDraft'; readonly text: string }
  | { readonly type: 'removeAttachment'; readonly id: string }
  | { readonly type: 'copyText'; readonly text: string }
  | { readonly type: 'openLink'; readonly url: string }
  | { readonly type: 'runAction'; readonly action: ActionId; readonly responseId?: string }
  | { readonly type: 'returnFocus' };

/** The whole of what the panel shows; replaces everything it had. */
export interface DidLoadSession {
  readonly type: 'didLoadSession';
  readonly sessionId: string;
  readonly messages: readonly MessageView[];
  readonly draft: DraftView;
  readonly setup: SetupView;
  readonly estimate: string;
  readonly preferences: Preferences;
}

/** New messages at the end of the conversation: a question and its reply, in order. */
export interface DidAddMessages {
  readonly type: 'didAddMessages';
  readonly messages: readonly MessageView[];
}

/** A reply changed its state, footer or notice; its text is changed only by DidAppendText. */
export interface DidChangeReply {
  readonly type: 'didChangeReply';
  readonly responseId: string;
  readonly state: ReplyState;
  readonly footer: string;
  readonly notice?: NoticeView;
}

/** Text to append to a reply: what arrived since the last batch, at most one batch per frame. */
export interface DidAppendText {
  readonly type: 'didAppendText';
  readonly responseId: string;
  readonly text: string;
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

/** The line `Estimated cost` under the message box; empty when there is nothing to say. */
export interface DidChangeEstimate {
  readonly type: 'didChangeEstimate';
  readonly text: string;
}

export interface DidChangePreferences {
  readonly type: 'didChangePreferences';
  readonly preferences: Preferences;
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
}

/** What came back, named `Reply` in the panel. `id` is the responseId of every message about it. */
export interface ReplyView {
  readonly kind: 'reply';
  readonly id: string;
  readonly text: string;
  readonly state: ReplyState;
  /** The quiet line under a reply, such as `$0.0050 · 500 tokens`; may be empty. */
  readonly footer: string;
  readonly notice?: NoticeView;
}

/** A sentence about how a reply ended, with what can be done about it. */
export interface NoticeView {
  readonly severity: 'info' | 'error';
  readonly text: string;
  /** In order of preference; the first is the primary one. */
  readonly actions: readonly ActionView[];
}

export interface ActionView {
  readonly id: ActionId;
  readonly label: string;
}

export const actionIds = [
  'retry',
  'continue',
  'setApiKey',
  'checkConnection',
  'openSettings',
  'openAccount',
  'showLog',
] as const;
export type ActionId = (typeof actionIds)[number];

/** What the message box holds. */
export interface DraftView {
  readonly text: string;
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
}

/**
 * Whether a message can be sent. `sentence` says what is missing, in the person's language;
 * while not ready the panel shows its first-run screen when the conversation is empty.
 */
export interface SetupView {
  readonly ready: boolean;
  readonly sentence: string;
}

export interface Preferences {
  /** What Enter does in the message box; the other way round for a new line. */
  readonly sendKey: 'enter' | 'ctrlEnter';
}
