import type { Charged, ReplyEnd } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import type { APIError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { ReplyNotice } from './stream/chatStreamPart.ts';

/**
 * An event of one request. If repeatRequests retries a request, the request has several attempts. Within an attempt,
 * `connected` comes before `alive`, `text` and `reasoning`, and after `sending`.
 */
export type ChatEvent =
  /**
   * VS Code's `fetch` has begun the request. It does not report when it has connected, so `connected` comes only with
   * the response. Over our own connection (see NetworkSettings), this event does not occur.
   */
  | { readonly type: 'sending' }
  /** From now on, the service may have received the request, so the request may be charged. */
  | { readonly type: 'connected' }
  /**
   * The service sent headers, or bytes that yield no text or reasoning yet, such as a keep-alive comment. Also comes
   * after a change of `unreadBytes`, which is the value of ChatEnd until now. `isEmpty` is true if the bytes are only
   * parts of a reply that contain nothing, such as empty deltas, which some services send for ever.
   */
  | { readonly type: 'alive'; readonly unreadBytes?: number; readonly isEmpty?: true }
  /**
   * A piece of the answer; never empty. Adjacent pieces of text from one chunk of the body are joined into one event. The
   * API key is masked, as in `reasoning`.
   */
  | { readonly type: 'text'; readonly text: string }
  /** A piece of the model's reasoning; never empty. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** The attempt failed and was not charged. A retry is scheduled. Only repeatRequests yields this event. */
  | ({ readonly type: 'repeating' } & Repetition)
  /** The wait is over and the retry starts. Only repeatRequests yields this event. */
  | { readonly type: 'connecting' }
  /** The last event. Every request has exactly one `end` event, unless the consumer stops iterating earlier. */
  | ({ readonly type: 'end' } & ChatEnd);

/** A scheduled retry. */
export interface Repetition {
  /** The error of the failed attempt. */
  readonly error: APIError;
  /** The scheduled time of the retry, in milliseconds since the epoch. */
  readonly at: number;
  /** Skips the rest of the wait. */
  readonly sendNow: () => void;
}

/** The outcome of a request. */
export interface ChatEnd {
  readonly end: ReplyEnd;
  readonly charged: Charged;
  /** The service's reason for ending the reply, such as `stop` or `length`. An API key in the reason is removed. */
  readonly finishReason?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly notices?: readonly ReplyNotice[];
  /** The number of bytes of the reply that arrived but could not be read. Absent if there were none. */
  readonly unreadBytes?: number;
  /** Present if and only if `end` is `failed`. */
  readonly error?: APIError;
  /** Facts about the last attempt. */
  readonly exchange: Exchange;
}
