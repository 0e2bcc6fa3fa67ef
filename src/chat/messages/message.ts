import type { ChatEnd } from '../../api/chatEvent.ts';
import type { ReplyState } from '../../common/protocol/conversationProtocol.ts';
import type { Cost } from '../../meter/cost.ts';
import type { Prices } from '../../meter/prices.ts';
import type { Attachment } from './attachment.ts';

export type Message = Question | Reply;

export interface Question {
  readonly kind: 'question';
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What the person wrote. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** What is sent: the text with its attachments. */
  readonly content: string;
  /** It asks to go on where a reply broke off: nobody wrote it. */
  readonly isContinuation?: boolean;
  /** It was said in another session, from which this one goes on. */
  readonly isCarried?: boolean;
  /** The person deleted it: it stays in the file, and is neither shown nor sent. */
  readonly isDeleted?: boolean;
}

export interface Reply {
  readonly kind: 'reply';
  readonly id: string;
  readonly questionId: string;
  readonly at: number;
  /** How its request left. Not known of replies of earlier versions. */
  readonly mode?: ConversationMode | undefined;
  /** Where its request went, as scheme, host and port. Missing in replies of earlier versions. */
  readonly origin?: string | undefined;
  readonly text: string;
  /** What the model thought before its answer; mostly empty. */
  readonly reasoning: string;
  readonly state: ReplyState;
  /** While it runs; never kept. */
  readonly progress?: ReplyProgress | undefined;
  /** Once it has ended. */
  readonly ending?: ReplyEnding;
  /** Counted while it comes; never kept. */
  readonly costSoFar?: Cost;
  /** Once it is booked. */
  readonly cost?: Cost;
  /** In force when its request left. Not known of replies of earlier versions. */
  readonly prices?: Prices;
  /** Its cost was counted here, and corrected by what the service reported or billed earlier. */
  readonly isCorrected?: boolean;
  /** It came in another session, where it was booked. */
  readonly isCarried?: boolean;
  readonly isDeleted?: boolean;
  /** What it costs to go on from here, once that is counted; never kept. */
  readonly nextCosts?: NextCosts;
}

/**
 * `session`: only the new message is sent, and the service keeps the conversation under our session id.
 * `messages`: the whole conversation is sent, as any OpenAI-compatible server takes it.
 */
export type ConversationMode = 'session' | 'messages';

/** What a running reply waits for. */
export type ReplyProgress =
  | { readonly kind: 'connecting' }
  /** The request is out. */
  | { readonly kind: 'waiting' }
  /** Nothing came for as long as the person allows without being asked. */
  | { readonly kind: 'quiet'; /** Milliseconds since the epoch. */ readonly since: number }
  /** Nothing was charged, and the request is sent once more at that time: milliseconds since the epoch. */
  | { readonly kind: 'repeating'; readonly error: ReplyError; readonly at: number };

/** What the next request costs without its reply. */
export interface NextCosts {
  /** The same question once more. */
  readonly resend: Cost;
  /** Asking to go on where the reply ended. */
  readonly continue: Cost;
}

/** How a reply ended, with all that its booking and its words need. */
export interface ReplyEnding extends Pick<ChatEnd, 'end' | 'charged' | 'finishReason' | 'usage' | 'notices'> {
  readonly error?: ReplyError;
  /** How long it took from the request to its end: milliseconds. */
  readonly elapsed?: number;
  /** How long it took to its first text. */
  readonly textAfter?: number;
}

/** What is kept of an error: enough to put it into words again after a reload. Never the key. */
export interface ReplyError {
  readonly name: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly detail: string;
  readonly requestId?: string | undefined;
  /** The service's answer, redacted. */
  readonly body?: string | undefined;
  /** Milliseconds. */
  readonly retryAfter?: number | undefined;
  /** How long the request took until it failed: milliseconds. */
  readonly elapsed?: number | undefined;
  /** The request was written: it may have been charged although nothing came back. */
  readonly mayBeCharged?: boolean | undefined;
}
