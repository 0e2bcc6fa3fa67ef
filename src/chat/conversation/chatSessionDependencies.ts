import type { StreamChat } from '../../api/client.ts';
import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import type { Cost } from '../../meter/cost.ts';
import type { Meter } from '../../meter/meter.ts';
import type { SpendGuard } from '../../meter/spendGuard.ts';
import type { Message, Reply } from '../messages/message.ts';
import type { ConversationMode } from '../messages/message.ts';
import type { TranscriptRecord } from '../messages/transcript.ts';

/** What happened in a session, in order. */
export type ChatSessionEvent =
  | { readonly type: 'messagesAdded'; readonly messages: readonly Message[] }
  | { readonly type: 'replyChanged'; readonly reply: Reply }
  | { readonly type: 'textAppended'; readonly replyId: string; readonly part: ReplyPart; readonly text: string }
  /** What a reply that comes has cost so far: at most twice a second. */
  | { readonly type: 'costSoFarChanged'; readonly replyId: string; readonly cost: Cost }
  /** A question and its replies, which can be had back until something else is done. */
  | { readonly type: 'exchangeDeleted'; readonly ids: readonly string[] }
  | { readonly type: 'exchangeRestored'; readonly ids: readonly string[] };

/** Where a request goes, and with what. */
export interface Connection {
  readonly baseUrl: string;
  readonly origin: string;
  readonly apiKey: string;
}

/** How requests are made, read anew for each. */
export interface RequestOptions {
  readonly mode: ConversationMode;
  /** More fields for the body of a request. */
  readonly extraBody: Readonly<Record<string, unknown>>;
  /** How long nothing may come without the person being asked: milliseconds; 0 is as long as it takes. */
  readonly firstByteTimeout: number;
  readonly idleTimeout: number;
}

export interface ChatSessionDependencies {
  readonly streamChat: StreamChat;
  readonly options: () => RequestOptions;
  readonly meter: Meter;
  /** Asked before anything is kept or sent. */
  readonly guard: SpendGuard;
  /** Adds to the session's file, in one go. `flush` resolves only when the records are on disk. */
  readonly append: (records: readonly TranscriptRecord[], options?: { readonly flush: boolean }) => Promise<void>;
  readonly notify: (event: ChatSessionEvent) => void;
  /** A part of a reply could not be saved; it is still in memory and shown. */
  readonly reportSaveError: (error: unknown) => void;
  readonly createId: () => string;
  readonly now: () => number;
}

export interface SubmitOptions {
  /** The question's id, where it has one already, as what was queued does. */
  readonly id?: string;
  /** Called when the message is on disk, before the request leaves. */
  readonly onSaved?: () => void;
  /** Nobody asked for it just now: it comes from the queue. */
  readonly isAutomatic?: boolean;
}

/** What became of a message that was to be sent. */
export type SendOutcome =
  /** Its reply has ended, however it ended. */
  | 'sent'
  /** Nothing was done: a reply runs, or there is nothing to send, or the session is closed. */
  | 'notSent'
  /** Nothing was done: it would have cost more than the person allows. */
  | 'refused';
