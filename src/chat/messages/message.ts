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
  /** The text that the panel shows, without the attachments. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The text for the service: `text` followed by the attachments, or the request to continue a reply. */
  readonly content: string;
  /** True if the question asks the service to continue a reply. */
  readonly isContinuation?: boolean;
  /**
   * The id of the reply that the reply to this question continues. If that reply is itself a continuation, the id of the
   * reply that it continues. Absent if the question is no continuation, and in questions saved by earlier versions of
   * the extension, whose continuations are shown as separate replies.
   */
  readonly continues?: string;
  /**
   * True if the question was copied from an earlier session. Sending an edited message starts a new session with copies
   * of the messages before it.
   */
  readonly isCarried?: boolean;
  /**
   * True if the user deleted the question. Later requests omit the question. The session's file keeps the question's
   * content only while the deletion can be undone.
   */
  readonly isDeleted?: boolean;
}

/**
 * A reply to a question. Each request that sends the question has its own reply, which may be empty or still running.
 * To book a reply means to record its cost in the ledger.
 */
export interface Reply {
  readonly kind: 'reply';
  readonly id: string;
  readonly questionId: string;
  /** The time just before the request was saved and sent, in milliseconds since the epoch. */
  readonly at: number;
  /** The mode of the request. Missing in replies saved by earlier versions of the extension. */
  readonly mode?: ConversationMode | undefined;
  /** The scheme, host and port of the service. Missing in replies saved by earlier versions of the extension. */
  readonly origin?: string | undefined;
  /** The user's standing instructions, if the request sent them. See dueInstructions. */
  readonly instructions?: string | undefined;
  /** Missing in replies saved by earlier versions of the extension. */
  readonly sent?: SentFacts | undefined;
  readonly text: string;
  /** The model's reasoning before the text. Empty if the service sent no reasoning. */
  readonly reasoning: string;
  readonly state: ReplyState;
  /**
   * The reason why the running reply has no text yet, or gets no new text at the moment. Absent in the
   * state `pending`, while text or reasoning arrives, and after the end of the reply. Never saved.
   */
  readonly progress?: ReplyProgress | undefined;
  /** Present once the reply has ended. */
  readonly ending?: ReplyEnding;
  /** The estimated cost so far of the running reply. Absent after the reply is booked. Never saved. */
  readonly costSoFar?: Cost;
  /** Present once the reply is booked. */
  readonly cost?: Cost;
  /**
   * The prices in force when the request was sent. Present once the reply is booked, unless an earlier version of the
   * extension booked it.
   */
  readonly prices?: Prices;
  /** True if the reply is the join of a reply with its continuations. Its cost is then the sum of theirs. Never saved. */
  readonly isJoined?: true;
  /** True if the last continuation of a joined reply has ended without text. Never saved. */
  readonly isEndMissing?: true;
  /** True if the requests of a joined reply had different prices. Never saved. */
  readonly havePricesChanged?: true;
  /**
   * True if our own token counts were multiplied by at least one learned factor to compute the cost. A factor is the
   * ratio of the service's count to ours. Factors are learned from reported usage or bills.
   */
  readonly isCorrected?: boolean;
  /** True if the reply was imported from an archive. If it has no cost, the ledger of this computer need not have one. */
  readonly isImported?: boolean;
  /** True if the reply has ended without a cost, for example in an imported session. Never saved. */
  readonly hasNoCost?: boolean;
  /** True if the reply was copied from another session. Its cost is booked in the session that sent the request. */
  readonly isCarried?: boolean;
  /**
   * True if the user deleted the reply. Later requests omit the reply. The session's file keeps the reply's content
   * only while the deletion can be undone.
   */
  readonly isDeleted?: boolean;
  /**
   * The estimated costs of the two requests that can follow the reply. Only the last part of a reply with continuations
   * has these costs. Absent until estimated. Never saved.
   */
  readonly nextCosts?: NextCosts;
}

/** The facts about a request that neither the messages nor the other fields of its reply contain. Without the API key. */
export interface SentFacts {
  readonly baseUrl: string;
  /** The additional fields of the request's body, if there are any. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
}

/**
 * `session`: each request has only the new message, and the service keeps the conversation under the session's id.
 * `messages`: each request has the whole conversation so far, as OpenAI-compatible servers expect.
 */
export type ConversationMode = 'session' | 'messages';

/** The reason why a running reply has no text yet, or gets no new text at the moment. */
export type ReplyProgress =
  | { readonly kind: 'connecting' }
  /** The service has accepted the connection, but no text or reasoning has arrived. */
  | { readonly kind: 'waiting' }
  /**
   * No byte has arrived for the time set in `tally.timeout.*`. `since` is the time of the last byte, or the time of
   * connecting if no byte has arrived, in milliseconds since the epoch.
   */
  | { readonly kind: 'quiet'; readonly since: number }
  /** The last attempt failed and was not charged. The next attempt starts at `at`, in milliseconds since the epoch. */
  | { readonly kind: 'repeating'; readonly error: ReplyError; readonly at: number };

/** The estimated costs of the two requests that can follow a reply. The tokens of the new reply are not included. */
export interface NextCosts {
  /** The cost of sending the question again. See partToSendAgain for the question of a reply with continuations. */
  readonly resend: Cost;
  /** The cost of asking the service to continue the reply. Absent if the reply is not the last message. */
  readonly continue?: Cost;
}

/** The facts about the end of a reply that are needed to book and describe the reply. All times are in milliseconds. */
export interface ReplyEnding extends Pick<
  ChatEnd,
  'end' | 'charged' | 'finishReason' | 'usage' | 'notices' | 'unreadBytes'
> {
  readonly error?: ReplyError;
  /**
   * True if the window was closed or reloaded, or crashed, while the reply was running, or if a window deleted all data,
   * or asked about this. Absent in replies that earlier versions of the extension ended.
   */
  readonly isInterrupted?: boolean;
  /** The time from the start of the last attempt to the end of the reply. */
  readonly elapsed?: number;
  /** The time from the start of the last attempt to the first text or reasoning. */
  readonly textAfter?: number;
}

/** The saved fields of an error, which describe the error after a reload. The fields never contain the API key. */
export interface ReplyError {
  readonly name: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly detail: string;
  /** True if the detail is the title of a web page. */
  readonly isTitle?: true | undefined;
  readonly requestId?: string | undefined;
  /** The body of the service's response, with secrets redacted. */
  readonly body?: string | undefined;
  /** The time until which the service asked to wait, in milliseconds since the epoch. Absent while a retry is scheduled. */
  readonly retryAt?: number | undefined;
  /** Milliseconds from the start of the last attempt to its failure. Absent while a retry is scheduled. */
  readonly elapsed?: number | undefined;
  /** True if the service charged the request or may have charged it. Absent while a retry is scheduled. */
  readonly mayBeCharged?: boolean | undefined;
}
