import type { ConversationMessage } from './conversationProtocol.ts';
import type { CostBreakdownView } from './costProtocol.ts';
import type { DraftMessage } from './draftProtocol.ts';
import type { CodeMessage } from './editorProtocol.ts';

/** A message from a panel to the extension. The extension answers with exactly one `didAnswer` to the same panel. */
export type PanelRequest = Extract<ConversationMessage | DraftMessage | CodeMessage, { readonly requestId: string }>;

/** The answer to a request that sends a message. */
export type SendAnswer =
  /**
   * For `submit`: the message is sent now, or the message is queued. A message that is sent now is on disk, or in
   * memory if the disk refused it and the user chose to send it anyway.
   *
   * For `sendQueued` and `sendEdited`: the message was sent, and its reply has ended. The answer is also `accepted` if
   * nothing was sent because a reply is running or the message does not exist.
   */
  | 'accepted'
  /**
   * Nothing was sent or queued. For example, the API key is missing, a spend limit is reached, or another window has
   * the right to write the session.
   */
  | 'refused';

/** The type of the answer to each type of request. */
export interface PanelAnswers {
  readonly submit: SendAnswer;
  readonly setDraft: undefined;
  readonly setEdit: undefined;
  readonly sendQueued: SendAnswer;
  readonly editQueued: undefined;
  readonly removeQueued: undefined;
  readonly sendEdited: SendAnswer;
  readonly runAction: undefined;
  /** The prompts of the shown session, then those of the other sessions. Within a session, the newest is first. */
  readonly listPrompts: readonly string[];
  /** Undefined if the attachment was removed. */
  readonly readAttachment: string | undefined;
  /** Undefined until the cost is final. */
  readonly explainCost: CostBreakdownView | undefined;
  /** True if the text was copied. False if it contains hidden characters and the user cancelled. */
  readonly copyText: boolean;
}

/** Answers the request with this `requestId`. */
export interface DidAnswer {
  readonly type: 'didAnswer';
  readonly requestId: string;
  /**
   * The answer; see PanelAnswers for its type. If the request failed, this field is undefined, and the extension shows
   * the error.
   */
  readonly answer?: PanelAnswers[PanelRequest['type']];
}
