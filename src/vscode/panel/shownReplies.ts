import type { Message, Reply } from '../../chat/messages/message.ts';
import {
  findParts,
  joinContinuations,
  joinParts,
  seamBefore,
  type ReplyParts,
} from '../../chat/messages/joinedReplies.ts';
import type { ChatSessionEvent } from '../../chat/conversation/conversationEvent.ts';
import type { Seam } from '../../chat/messages/replySeam.ts';
import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';
import { costSoFarFooter, type ReplyPlace } from './replyRemarks.ts';

/** A piece of text to append to the shown reply with this id. */
type ShownText = readonly [replyId: string, part: ReplyPart, text: string];

interface Continuation {
  /** The id of the first part of the shown reply. */
  readonly firstId: string;
  /** Undefined until the first text after the session was shown. */
  seam?: Seam | undefined;
  readonly hasReasoningBefore: boolean;
}

/**
 * The replies as one panel shows them: a reply and its continuations are one reply with the id of the first. Follows the
 * text of a running continuation, because the text that repeats the end of the reply is not shown.
 */
export class ShownReplies {
  readonly #messages: () => readonly Message[];
  /** Undefined for a reply that is no continuation. */
  readonly #continuations = new Map<string, Continuation | undefined>();
  /** The ids of the replies whose whole text is shown, because they have ended. */
  #ended: Set<string> = new Set();
  #lastId: string | undefined;

  /** @param messages returns the messages of the shown session in order, without deleted messages */
  constructor(messages: () => readonly Message[]) {
    this.#messages = messages;
  }

  /** Returns the messages to show. Call this method for all messages when a session is shown. */
  load(messages: readonly Message[]): readonly Message[] {
    this.#continuations.clear();
    this.#ended = new Set(messages.flatMap((each) => (hasEnded(each) ? [each.id] : [])));
    this.#lastId = this.last()?.id;
    return joinContinuations(messages);
  }

  /** Returns the shown reply that the reply with this id is a part of. */
  whole(replyId: string): Reply | undefined {
    const parts = findParts(this.#messages(), replyId);
    return parts && joinParts(parts);
  }

  /** The id of the last shown reply, as of the last call of `load` or `updateLast`. Only this reply can be continued. */
  get lastId(): string | undefined {
    return this.#lastId;
  }

  /** Updates `lastId`. Returns the replies whose place has changed (see `placeOf`). */
  updateLast(): readonly Reply[] {
    const last = this.last();
    const before = this.#lastId === undefined ? undefined : this.whole(this.#lastId);
    this.#lastId = last?.id;
    return before?.id === last?.id ? [] : [before, last].filter((each) => each !== undefined);
  }

  /** Returns a function that returns the place of a shown reply, as of now and of the last `load` or `updateLast`. */
  places(): (reply: Reply) => ReplyPlace {
    const lastReplies = new Map<string, string>();
    for (const each of this.#messages()) if (each.kind === 'reply') lastReplies.set(each.questionId, each.id);
    return ({ id, questionId }) => {
      if (id === this.#lastId) return 'last';
      return (lastReplies.get(questionId) ?? id) === id ? 'earlier' : 'resent';
    };
  }

  /** Returns the last shown message if it is a reply. Only this reply can be continued, stopped or sent now. */
  last(): Reply | undefined {
    const last = this.#messages().at(-1);
    return last?.kind === 'reply' ? (this.whole(last.id) ?? last) : undefined;
  }

  /** Returns the id of the shown reply that the reply with this id is a part of. */
  idOf(replyId: string): string {
    return this.#continuation(replyId)?.firstId ?? replyId;
  }

  /** Returns the text to append to a shown reply after the text of an event was added. */
  append({ replyId, part, text }: Extract<ChatSessionEvent, { type: 'textAppended' }>): ShownText {
    const continuation = this.#continuation(replyId);
    if (continuation === undefined) return [replyId, part, text];
    const { firstId } = continuation;
    if (part === 'reasoning') {
      const isFirst =
        continuation.hasReasoningBefore && this.#partsUpTo(replyId)?.at(-1)?.reasoning.length === text.length;
      return [firstId, part, isFirst ? `\n\n${text}` : text];
    }
    if (continuation.seam === undefined) {
      const parts = this.#partsUpTo(replyId);
      continuation.seam = parts && seamBefore(parts, text.length);
    }
    return [firstId, part, continuation.seam?.push(text) ?? text];
  }

  /** Returns the footer of a running shown reply, whose cost so far includes its earlier parts. */
  footer({ replyId, cost }: Extract<ChatSessionEvent, { type: 'costSoFarChanged' }>) {
    const firstId = this.idOf(replyId);
    const { costSoFar = cost } = (firstId !== replyId && this.whole(replyId)) || {};
    return [firstId, costSoFarFooter(costSoFar)] as const;
  }

  /**
   * Returns the text that was held back, if the reply is a continuation that has ended. An ended reply may change again,
   * for example when it gets its cost. Later calls for the same reply therefore return undefined.
   */
  end(reply: Reply): ShownText | undefined {
    const { id, text } = reply;
    if (!hasEnded(reply) || this.#ended.has(id)) return undefined;
    this.#ended.add(id);
    const continuation = this.#continuation(id);
    if (continuation === undefined) return undefined;
    const parts = this.#partsUpTo(id);
    // Without a seam, no text arrived since the session was shown. A text from before may be held back.
    const seam = continuation.seam ?? (parts && text !== '' ? seamBefore(parts, 0) : undefined);
    this.#continuations.delete(id);
    return [continuation.firstId, 'text', seam?.finish() ?? ''];
  }

  /** Returns the parts of a shown reply up to the part with this id. */
  #partsUpTo(replyId: string): ReplyParts | undefined {
    const [first, ...others] = findParts(this.#messages(), replyId) ?? [];
    return first && [first, ...others.slice(0, others.findIndex(({ id }) => id === replyId) + 1)];
  }

  #continuation(replyId: string): Continuation | undefined {
    if (!this.#continuations.has(replyId)) {
      const [first, ...others] = this.#partsUpTo(replyId) ?? [];
      this.#continuations.set(
        replyId,
        first === undefined || others.length === 0 || first.id === replyId
          ? undefined
          : {
              firstId: first.id,
              hasReasoningBefore: [first, ...others.slice(0, -1)].some((each) => each.reasoning !== ''),
            },
      );
    }
    return this.#continuations.get(replyId);
  }
}

function hasEnded(message: Message): boolean {
  return message.kind === 'reply' && message.ending !== undefined;
}
