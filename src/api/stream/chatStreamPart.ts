import type { Usage } from '../../common/usage.ts';
import type { ErrorBody } from '../errorBody.ts';

/** One decoded part of a reply. */
export type ChatStreamPart =
  /** A piece of the answer; never empty. */
  | { readonly type: 'text'; readonly text: string }
  /** A piece of the model's reasoning; never empty. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** The tokens of the whole request so far. Replaces any earlier usage report. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The service's reason for ending the reply, such as `stop` or `length`. Marks the reply as complete. */
  | { readonly type: 'finishReason'; readonly finishReason: string }
  | { readonly type: 'notice'; readonly notice: ReplyNotice }
  /**
   * An error that the service sent in its reply, or an error of the decoder with a code from errors.ts. Always the last
   * part.
   */
  | { readonly type: 'error'; readonly error: ErrorBody };

/**
 * A remark about a reply. Each notice occurs at most once in a reply.
 *
 * - `refusal`: the model refused to answer. The text of the reply contains the refusal.
 * - `toolCalls`: the model called tools, which the extension does not support.
 * - `malformedEvents`: unreadable events or lines were skipped.
 * - `plainText`: the reply came as plain text, which has no end mark, so nothing shows whether the reply is complete.
 */
export type ReplyNotice = 'refusal' | 'toolCalls' | 'malformedEvents' | 'plainText';
