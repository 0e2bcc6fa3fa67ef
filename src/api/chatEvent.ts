import type { Charged, ReplyEnd } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import type { APIError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { ReplyNotice } from './stream/chatStreamPart.ts';

/** What happens with a request, in the order in which it happens. */
export type ChatEvent =
  /** The connection stands: from now on the request may be charged. */
  | { readonly type: 'connected' }
  /** Something came that completed no text: the headers, a keep-alive comment, a part of an event. */
  | { readonly type: 'alive' }
  /** Text of the answer, at least one character: all that one read from the socket completed. */
  | { readonly type: 'text'; readonly text: string }
  /** What the model thought before its answer, at least one character. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** Only of repeatRequests: nothing was charged, and the same request is sent once more, in a moment. */
  | ({ readonly type: 'repeating' } & Repetition)
  /** Only of repeatRequests: that moment is over. */
  | { readonly type: 'connecting' }
  /** Always the last event, and there is always one. */
  | ({ readonly type: 'end' } & ChatEnd);

export interface Repetition {
  /** Why it has to be sent again. */
  readonly error: APIError;
  /** When it is sent: milliseconds since the epoch. */
  readonly at: number;
  /** Sends it at once. */
  readonly sendNow: () => void;
}

export interface ChatEnd {
  readonly end: ReplyEnd;
  readonly charged: Charged;
  /** The service's word for why it stopped, such as `stop` or `length`. */
  readonly finishReason?: string | undefined;
  readonly usage?: Usage | undefined;
  /** What else the person should know of the reply. */
  readonly notices?: readonly ReplyNotice[];
  /** Present when `end` is `failed`. */
  readonly error?: APIError;
  readonly exchange: Exchange;
}
