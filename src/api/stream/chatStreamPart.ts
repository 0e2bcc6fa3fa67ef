import type { Usage } from '../../common/usage.ts';
import type { ErrorBody } from '../errorBody.ts';

/** One decoded part of a reply. */
export type ChatStreamPart =
  /** Text of the answer, at least one character. */
  | { readonly type: 'text'; readonly text: string }
  /** The model's reasoning before its answer, at least one character. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** Replaces any earlier usage: reports are cumulative. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The service's reason for stopping, such as `stop` or `length`. The reply is whole. */
  | { readonly type: 'finishReason'; readonly finishReason: string }
  | { readonly type: 'notice'; readonly notice: ReplyNotice }
  /** An error that the service sent in the stream, or one of our own codes in errors.ts. Nothing follows. */
  | { readonly type: 'error'; readonly error: ErrorBody };

/**
 * A remark about a reply, each at most once:
 * `refusal`: the model refused; its text says why. `toolCalls`: it asked for tools, which we do not offer.
 * `malformedEvents`: unreadable events were skipped. `plainText`: it came without framing, so it is unknown if it is whole.
 */
export type ReplyNotice = 'refusal' | 'toolCalls' | 'malformedEvents' | 'plainText';
