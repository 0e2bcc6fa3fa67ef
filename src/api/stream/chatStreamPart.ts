import type { Usage } from '../../common/usage.ts';
import type { ErrorBody } from '../errorBody.ts';

/** What a reply says, piece by piece, in whichever framing and shape it came. */
export type ChatStreamPart =
  /** Text of the answer, at least one character. */
  | { readonly type: 'text'; readonly text: string }
  /** What the model thought before its answer, at least one character. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** The last one counts; cumulative reports are never summed. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The service's word for why it stopped, such as `stop` or `length`: the reply is whole. */
  | { readonly type: 'finishReason'; readonly finishReason: string }
  | { readonly type: 'notice'; readonly notice: ReplyNotice }
  /** An error that the service sent in the stream, or what made it unreadable: nothing follows. */
  | { readonly type: 'error'; readonly error: ErrorBody };

/**
 * What the person should know of a reply besides its text, each at most once:
 * `refusal`: the model refused, and its text says why. `toolCalls`: it asked for tools, of which we have none.
 * `malformedEvents`: events of the stream could not be read and were left out. `plainText`: it came without any
 * framing, so nothing can say whether it is whole.
 */
export type ReplyNotice = 'refusal' | 'toolCalls' | 'malformedEvents' | 'plainText';
