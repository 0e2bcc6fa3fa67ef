import type { AttachmentView } from './draftProtocol.ts';

/** A message from the panel about the questions and replies of the session. */
export type ConversationMessage =
  | { readonly type: 'stop'; readonly responseId: string }
  /**
   * The user pressed Escape while the reply was running. Stops the reply. While a queued message is edited in the message
   * box, the first Escape puts this message back instead. `responseId` is empty if a reply has ended a moment ago. No
   * reply is then stopped.
   */
  | { readonly type: 'escape'; readonly responseId: string }
  /**
   * Runs the action of a button. Answered when the action has ended. An action that sends a request ends after the
   * reply has ended and its cost is recorded.
   */
  | { readonly type: 'runAction'; readonly requestId: string; readonly action: ActionId; readonly responseId?: string }
  /** Asks for the cost of sending an edited question in a new session. Leads to `didChangeEditEstimate`. */
  | { readonly type: 'estimateEdited'; readonly questionId: string; readonly text: string }
  | { readonly type: 'sendEdited'; readonly requestId: string; readonly questionId: string; readonly text: string }
  /**
   * Asks for the cost of a retry, which sends a reply's question again. Leads to a `didChangeReply` with `retryPrice`.
   */
  | { readonly type: 'priceRetry'; readonly responseId: string }
  /** Asks for the parts of a reply's cost. */
  | { readonly type: 'explainCost'; readonly requestId: string; readonly responseId: string }
  /** Deletes a question and its replies. `id` is the id of the question or of one of its replies. */
  | { readonly type: 'deleteExchange'; readonly id: string }
  | { readonly type: 'restoreDeleted'; readonly id: string }
  | { readonly type: 'openLink'; readonly url: string };

export type ReplyState = 'pending' | 'connecting' | 'streaming' | 'complete' | 'stopped' | 'incomplete' | 'failed';

export type MessageView = QuestionView | ReplyView;

/** A message of the user, named `You` in the panel. */
export interface QuestionView {
  readonly kind: 'question';
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
  /** True if the question was copied from an earlier session. */
  readonly isCarried?: boolean;
}

/** A reply of the model, named `Reply` in the panel. Protocol messages refer to its `id` as `responseId`. */
export interface ReplyView extends ReplyRemarks {
  readonly kind: 'reply';
  readonly id: string;
  readonly text: string;
  /** The model's reasoning; may be empty. */
  readonly reasoning: string;
  readonly state: ReplyState;
  /** True if the reply was copied from an earlier session. */
  readonly isCarried?: boolean;
}

export type ReplyPart = 'text' | 'reasoning';

/** The information that the panel shows around the text of a reply. */
export interface ReplyRemarks {
  /** The current activity, such as `Connecting…`, shown until there is text. Empty after the end of the reply. */
  readonly activity: string;
  /** The line below a reply, such as `$0.0050 · 500 tokens in · 320 out · 12 s`; may be empty. */
  readonly footer: string;
  /** The final cost, such as `$0.0050`, of which `explainCost` returns the parts. Undefined if there is none yet. */
  readonly cost?: string;
  /**
   * The cost of sending the question again, such as `≈$0.0004–0.0012 + reply`. Undefined until the cost has been
   * computed, for example in response to `priceRetry`.
   */
  readonly retryPrice?: string;
  /** True if another reply to the same question follows. Only that reply can be retried. */
  readonly isResent?: boolean;
  readonly notice?: NoticeView;
}

/** A text about the end of a reply or about a wait. May have buttons. */
export interface NoticeView {
  readonly severity: 'info' | 'error';
  /** One or more sentences. If `clock` is set, the panel replaces `{0}` in the text with the seconds of the clock. */
  readonly text: string;
  readonly clock?: ClockView;
  /** The buttons in order of preference. The first button is the primary button. */
  readonly actions: readonly ActionView[];
  /** The plain text, of one or more lines, that the action `showDetails` shows. */
  readonly details?: string;
}

/** A clock that the panel updates every second. A clock that counts down stops at 0. */
export interface ClockView {
  readonly counts: 'up' | 'down';
  /** The seconds on the clock when the extension posted the notice to the panel. */
  readonly seconds: number;
}

export interface ActionView {
  readonly id: ActionId;
  readonly label: string;
  /**
   * The cost of the action, such as `≈$0.0004–0.0012 + reply`. Undefined if the action sends no request that may be
   * charged, or if the cost is not known.
   */
  readonly price?: string;
}

export const actionIds = [
  'retry',
  'resend',
  'continue',
  'copyToNewSession',
  'sendNow',
  'keepWaiting',
  'stop',
  'setApiKey',
  'changeBaseUrl',
  'useService',
  'checkConnection',
  'openSettings',
  'openProxySettings',
  'openAccount',
  'showDetails',
] as const;
/** The action of a button. The panel handles `showDetails` itself. The extension handles all other actions. */
export type ActionId = (typeof actionIds)[number];

/** Messages were added at the end of the conversation. A question that is already shown replaces the shown question. */
export interface DidAddMessages {
  readonly type: 'didAddMessages';
  readonly messages: readonly MessageView[];
}

/**
 * A question and its replies were deleted. `restoreDeleted` can undo the deletion until a message is added, or
 * until the window is closed.
 */
export interface DidDeleteExchange extends DeletedView {
  readonly type: 'didDeleteExchange';
}

/** A deletion was undone, so that the deleted question and its replies are shown again. */
export interface DidRestoreExchange {
  readonly type: 'didRestoreExchange';
  /** The ids of the deleted messages, in the same order as in `didDeleteExchange`. */
  readonly ids: readonly string[];
}

/** A deletion that can be undone. */
export interface DeletedView {
  /** The ids of the deleted messages. */
  readonly ids: readonly string[];
  /** A sentence that says that the messages were deleted, and whether the service still uses them. */
  readonly sentence: string;
}

/** The user asked to copy a whole reply. The panel, which has the Markdown parser, answers with a `copyText`. */
export interface DidRequestCopy {
  readonly type: 'didRequestCopy';
  /** The Markdown of the reply. */
  readonly text: string;
  readonly asPlainText: boolean;
}

/** The state or the remarks of a reply changed. New text is posted as DidAppendText instead. */
export interface DidChangeReply extends ReplyRemarks {
  readonly type: 'didChangeReply';
  readonly responseId: string;
  readonly state: ReplyState;
}

/** A batch of text to append to a reply. The batch contains all text of this `part` since the previous batch. */
export interface DidAppendText {
  readonly type: 'didAppendText';
  readonly responseId: string;
  readonly part: ReplyPart;
  readonly text: string;
}
