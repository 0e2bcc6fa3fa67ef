import type { ConversationMessage } from './conversationProtocol.ts';
import type { CostBreakdownView } from './costProtocol.ts';
import type { DraftMessage } from './draftProtocol.ts';

/** A message from a panel to the extension. The extension answers with exactly one `didAnswer` to the same panel. */
export type PanelRequest = Extract<ConversationMessage | DraftMessage, { readonly requestId: string }>;

/** The answer to a request that sends a message. */
export type SendAnswer =
  /** The message is stored on disk and is sent now or later from the queue. */
  | 'accepted'
  /** Nothing was sent or queued, for example because of a missing API key, a limit, or another window's lease. */
  | 'refused';

/** The types of the answers, by the type of the request. */
export interface PanelAnswers {
  readonly submit: SendAnswer;
  readonly sendQueued: SendAnswer;
  readonly takeBackQueued: undefined;
  readonly sendEdited: SendAnswer;
  readonly runAction: undefined;
  /** The prompts, sorted by time, newest first. */
  readonly listPrompts: readonly string[];
  /** Undefined if the attachment was removed. */
  readonly readAttachment: string | undefined;
  /** Undefined until the cost is final. */
  readonly explainCost: CostBreakdownView | undefined;
}

/** Answers the request with this `requestId`. */
export interface DidAnswer {
  readonly type: 'didAnswer';
  readonly requestId: string;
  /**
   * Undefined if the request failed, or if PanelAnswers allows `undefined` for its type. If the request failed, the
   * extension has shown the error.
   */
  readonly answer?: PanelAnswers[PanelRequest['type']];
}
