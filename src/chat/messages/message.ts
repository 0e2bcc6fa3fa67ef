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
  /** Typed by the person. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Sent to the service: the text with its attachments. */
  readonly content: string;
  /** Asks to continue an interrupted reply. Not typed by the person. */
  readonly isContinuation?: boolean;
  /** Carried over from another session. */
  readonly isCarried?: boolean;
  /** Deleted by the person: it stays in the file, and is neither shown nor sent. */
  readonly isDeleted?: boolean;
}

export interface Reply {
  readonly kind: 'reply';
  readonly id: string;
  readonly questionId: string;
  readonly at: number;
  /** The mode of its request. Missing in replies of earlier versions. */
  readonly mode?: ConversationMode | undefined;
  /** Where its request went, as scheme, host and port. Missing in replies of earlier versions. */
  readonly origin?: string | undefined;
  readonly text: string;
  /** The model's reasoning before its answer; usually empty. */
  readonly reasoning: string;
  readonly state: ReplyState;
  /** Present while it runs. Never saved. */
  readonly progress?: ReplyProgress | undefined;
  /** Present once it has ended. */
  readonly ending?: ReplyEnding;
  /** Counted while it runs. Never saved. */
  readonly costSoFar?: Cost;
  /** Present once it is booked. */
  readonly cost?: Cost;
  /** In force when its request left. Missing in replies of earlier versions. */
  readonly prices?: Prices;
  /** Its tokens were counted here, and corrected by factors learned from reported usage or bills. */
  readonly isCorrected?: boolean;
  /** Carried over from another session, where it was booked. */
  readonly isCarried?: boolean;
  readonly isDeleted?: boolean;
  /** The prices of the follow-up requests, once they are counted. Never saved. */
  readonly nextCosts?: NextCosts;
}

/**
 * `session`: only the new message is sent, and the service keeps the conversation under our session id.
 * `messages`: the whole conversation is sent, as any OpenAI-compatible server takes it.
 */
export type ConversationMode = 'session' | 'messages';

/** The thing that a running reply waits for. */
export type ReplyProgress =
  | { readonly kind: 'connecting' }
  /** The request was sent. */
  | { readonly kind: 'waiting' }
  /** Nothing was received for the time of `tally.timeout.*`. */
  | { readonly kind: 'quiet'; /** Milliseconds since the epoch. */ readonly since: number }
  /** Nothing was charged, and the request is repeated at `at`, in milliseconds since the epoch. */
  | { readonly kind: 'repeating'; readonly error: ReplyError; readonly at: number };

/** The prices of the follow-up requests of a reply, without their replies. */
export interface NextCosts {
  /** The same question again. */
  readonly resend: Cost;
  /** A request to continue the reply. */
  readonly continue: Cost;
}

/** The end of a reply, with everything that is needed to book and describe it. */
export interface ReplyEnding extends Pick<ChatEnd, 'end' | 'charged' | 'finishReason' | 'usage' | 'notices'> {
  readonly error?: ReplyError;
  /** Milliseconds from the request to the end. */
  readonly elapsed?: number;
  /** Milliseconds from the request to the first text. */
  readonly textAfter?: number;
}

/** The part of an error that is saved: enough to describe it again after a reload. Never the key. */
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
  /** Milliseconds from the request to its failure. */
  readonly elapsed?: number | undefined;
  /** The request was sent: it may have been charged although nothing came back. */
  readonly mayBeCharged?: boolean | undefined;
}
