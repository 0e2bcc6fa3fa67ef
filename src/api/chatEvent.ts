import type { Charged, ReplyEnd } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import type { APIError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { ReplyNotice } from './stream/chatStreamPart.ts';

/** An event of one request. Within an attempt, `connected` comes before `alive`, `text` and `reasoning`. */
export type ChatEvent =
  /** The connection is established: from now on the request may be charged. */
  | { readonly type: 'connected' }
  /** The service sent bytes without text: headers, a keep-alive comment, or a part of an event. */
  | { readonly type: 'alive' }
  /** A piece of the answer; never empty. All text of one read from the socket is one event. */
  | { readonly type: 'text'; readonly text: string }
  /** A piece of the model's reasoning before its answer; never empty. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** Only from repeatRequests: the attempt failed and was not charged; the retry starts at `at`. */
  | ({ readonly type: 'repeating' } & Repetition)
  /** Only from repeatRequests: the wait before the retry is over. */
  | { readonly type: 'connecting' }
  /** The last event. Every request has exactly one. */
  | ({ readonly type: 'end' } & ChatEnd);

/** An announced retry. */
export interface Repetition {
  /** The error of the failed attempt. */
  readonly error: APIError;
  /** The time of the retry: milliseconds since the epoch. */
  readonly at: number;
  /** Retries at once. */
  readonly sendNow: () => void;
}

/** The end of a request. */
export interface ChatEnd {
  readonly end: ReplyEnd;
  readonly charged: Charged;
  /** The service's reason for stopping, such as `stop` or `length`; redacted. */
  readonly finishReason?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly notices?: readonly ReplyNotice[];
  /** Present when `end` is `failed`. */
  readonly error?: APIError;
  readonly exchange: Exchange;
}
