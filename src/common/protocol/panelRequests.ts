import type { ConversationMessage } from './conversationProtocol.ts';
import type { CostBreakdownView } from './costProtocol.ts';
import type { DraftMessage } from './draftProtocol.ts';

/** A message from the panel that is answered once, to the panel that asked. */
export type PanelRequest = Extract<ConversationMessage | DraftMessage, { readonly requestId: string }>;

/** The answer to a request that would send a message. */
export type SendAnswer =
  /** The message is on disk, sent or queued. */
  | 'accepted'
  /** Nothing was sent: no connection, another window has the session, over a limit, or an error that was reported. */
  | 'refused';

/** The answer to each request, by its type. */
export interface PanelAnswers {
  readonly submit: SendAnswer;
  readonly sendQueued: SendAnswer;
  readonly takeBackQueued: undefined;
  readonly sendEdited: SendAnswer;
  readonly runAction: undefined;
  /** The latest first. */
  readonly listPrompts: readonly string[];
  /** Undefined when it is no longer attached. */
  readonly readAttachment: string | undefined;
  /** Undefined while the cost is not final. */
  readonly explainCost: CostBreakdownView | undefined;
}

/** The answer to a request. */
export interface DidAnswer {
  readonly type: 'didAnswer';
  readonly requestId: string;
  /** Absent when there is nothing to say, or when the request failed, which the extension has reported. */
  readonly answer?: PanelAnswers[PanelRequest['type']];
}
