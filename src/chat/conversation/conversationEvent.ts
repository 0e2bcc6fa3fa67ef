import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import type { Cost } from '../../meter/cost.ts';
import type { DraftEvent } from '../draft/draftEvent.ts';
import type { Message, Reply } from '../messages/message.ts';

/** A change of one session. Events are sent in the order of the changes. */
export type ChatSessionEvent =
  | { readonly type: 'messagesAdded'; readonly messages: readonly Message[] }
  | { readonly type: 'replyChanged'; readonly reply: Reply }
  | { readonly type: 'textAppended'; readonly replyId: string; readonly part: ReplyPart; readonly text: string }
  /** The estimated cost so far of a running reply has changed. Sent at most twice a second. */
  | { readonly type: 'costSoFarChanged'; readonly replyId: string; readonly cost: Cost }
  /** A question and its replies were deleted. The deletion can be undone until the next message or reload. */
  | { readonly type: 'exchangeDeleted'; readonly ids: readonly string[] }
  | { readonly type: 'exchangeRestored'; readonly ids: readonly string[] }
  /** The user gave the session another title. */
  | { readonly type: 'sessionRenamed' }
  /** The user switched the instructions of the session off or on. */
  | { readonly type: 'instructionsSwitched' };

/** A change of the workspace's chat. A change of a session is reported only while that session is shown. */
export type WorkspaceChatEvent =
  | ChatSessionEvent
  | DraftEvent
  /**
   * A session with a running reply is no longer shown, or is shown again, or its reply has ended, or the progress of a
   * reply has changed.
   */
  | { readonly type: 'backgroundChanged' }
  /** Like `costSoFarChanged`, for the running reply of a session that is not shown. */
  | { readonly type: 'backgroundCostChanged'; readonly replyId: string; readonly cost: Cost }
  /** The reply of a session that is not shown has ended and is booked. `backgroundChanged` follows. */
  | { readonly type: 'backgroundEnded'; readonly sessionId: string; readonly reply: Reply }
  /** The data of all sessions was deleted. `sessionChanged` follows. */
  | { readonly type: 'dataDeleted' }
  /** Another session is shown, or the shown session was reloaded. */
  | { readonly type: 'sessionChanged' }
  /** Another window has deleted the shown session, so a new session is shown. Follows `sessionChanged`. */
  | { readonly type: 'deletedElsewhere' }
  /**
   * The `isReadOnly` or `isBusyElsewhere` of WorkspaceChat may have changed, or another window may have written to the
   * shown session.
   */
  | { readonly type: 'accessChanged' };
