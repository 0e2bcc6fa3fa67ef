import type { AttachmentView } from './draftProtocol.ts';

/** From the panel, about the messages of the session. */
export type ConversationMessage =
  | { readonly type: 'stop'; readonly responseId: string }
  /** Answered when it has ended: for what sends a request, when its reply has. */
  | { readonly type: 'runAction'; readonly requestId: string; readonly action: ActionId; readonly responseId?: string }
  /** Asks for the price of a question that is being edited, sent to a new session. */
  | { readonly type: 'estimateEdited'; readonly questionId: string; readonly text: string }
  | { readonly type: 'sendEdited'; readonly requestId: string; readonly questionId: string; readonly text: string }
  /** Asks for the price of sending the question of a reply once more. */
  | { readonly type: 'priceRetry'; readonly responseId: string }
  /** Asks for the parts of a reply's cost. */
  | { readonly type: 'explainCost'; readonly requestId: string; readonly responseId: string }
  /** `id` is of any message of the exchange. */
  | { readonly type: 'deleteExchange'; readonly id: string }
  | { readonly type: 'restoreDeleted' }
  /** Opens the session from which the shown one was carried over. */
  | { readonly type: 'openEarlierSession' }
  | { readonly type: 'openLink'; readonly url: string };

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
