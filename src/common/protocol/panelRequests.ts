import type { ConversationMessage } from './conversationProtocol.ts';
import type { CostBreakdownView } from './costProtocol.ts';
import type { DraftMessage } from './draftProtocol.ts';

/** A message from a panel that the extension answers with exactly one `didAnswer`, to the same panel. */
export type PanelRequest = Extract<ConversationMessage | DraftMessage, { readonly requestId: string }>;

/** The answer to a request that sends a message. */
export type SendAnswer =
  /** The message is stored on disk, to be sent now or from the queue. */
  | 'accepted'
  /** Nothing was sent: no connection, session locked by another window, over a limit, or an error that was reported. */
  | 'refused';

/** The type of the answer, by the type of the request. */
export interface PanelAnswers {
  readonly submit: SendAnswer;
  readonly sendQueued: SendAnswer;
  readonly takeBackQueued: undefined;
  readonly sendEdited: SendAnswer;
  readonly runAction: undefined;
  /** The latest prompt first. */
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
  /** Undefined if the answer is, or if the request failed. The extension has then shown the error. */
  readonly answer?: PanelAnswers[PanelRequest['type']];
}
