import type { Charged, ReplyEnd } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import type { APIError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { ReplyNotice } from './stream/chatStreamPart.ts';

/** The events of one request, in order. */
export type ChatEvent =
  /** The connection is established: from now on the request may be charged. */
  | { readonly type: 'connected' }
  /** Bytes came without text: headers, a keep-alive comment, a part of an event. */
  | { readonly type: 'alive' }
  /** Text of the answer, at least one character. There is one event per read from the socket. */
  | { readonly type: 'text'; readonly text: string }
  /** The model's reasoning before its answer, at least one character. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** Only from repeatRequests: nothing was charged, and the same request is sent again at `at`. */
  | ({ readonly type: 'repeating' } & Repetition)
  /** Only from repeatRequests: the wait is over. */
  | { readonly type: 'connecting' }
  /** Always the last event, and there is always one. */
  | ({ readonly type: 'end' } & ChatEnd);

export interface Repetition {
  /** The error of the failed attempt. */
  readonly error: APIError;
  /** The time of the retry: milliseconds since the epoch. */
  readonly at: number;
  /** Skips the wait. */
  readonly sendNow: () => void;
}

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
