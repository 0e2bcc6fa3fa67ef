import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import type { Cost } from '../../meter/cost.ts';
import type { DraftEvent } from '../draft/chatDraft.ts';
import type { Message, Reply } from '../messages/message.ts';

/** A change of one session, in the order in which the changes happen. */
export type ChatSessionEvent =
  | { readonly type: 'messagesAdded'; readonly messages: readonly Message[] }
  | { readonly type: 'replyChanged'; readonly reply: Reply }
  | { readonly type: 'textAppended'; readonly replyId: string; readonly part: ReplyPart; readonly text: string }
  /** The cost so far of a running reply: at most twice a second. */
  | { readonly type: 'costSoFarChanged'; readonly replyId: string; readonly cost: Cost }
  /** A question and its replies. The deletion can be undone until something else is done. */
  | { readonly type: 'exchangeDeleted'; readonly ids: readonly string[] }
  | { readonly type: 'exchangeRestored'; readonly ids: readonly string[] };

/** A change of the workspace's chat. Events of a session that is no longer shown are not passed on. */
export type WorkspaceChatEvent =
  | ChatSessionEvent
  | DraftEvent
  /** Another session is shown now, or the same one was loaded. */
  | { readonly type: 'sessionChanged' }
  /** This window gained or lost the right to write the session, or a reply began or ended in the window that has it. */
  | { readonly type: 'accessChanged' };
