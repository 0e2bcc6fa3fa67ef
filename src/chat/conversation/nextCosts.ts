import type { Estimate } from '../../meter/cost.ts';
import type { Meter, NextMessages } from '../../meter/meter.ts';
import { composeContinuation } from '../messages/composeContent.ts';
import { groupParts, joinParts, lastPart, partToSendAgain, type ReplyParts } from '../messages/joinedReplies.ts';
import type { Message, NextCosts, Question, Reply } from '../messages/message.ts';
import { letOthersRun } from '../messages/steps.ts';
import { toRequestText, hypotheticalQuestion, type RequestTarget } from '../messages/requestMessages.ts';
import type { SessionState } from './sessionState.ts';

/**
 * Estimates the costs of the next messages of one session, and of the requests that can follow its replies. Stores the
 * costs of these requests in the replies.
 */
export class NextCostEstimator {
  readonly #state: SessionState;
  readonly #meter: Pick<Meter, 'estimate' | 'estimateNext'>;
  readonly #targetOf: (question: Question) => RequestTarget;
  #calls = 0;
  #isStopped = false;

  constructor(
    state: SessionState,
    meter: Pick<Meter, 'estimate' | 'estimateNext'>,
    targetOf: (question: Question) => RequestTarget,
  ) {
    this.#state = state;
    this.#meter = meter;
    this.#targetOf = targetOf;
  }

  /**
   * Estimates the costs for all booked replies, except those for which mayNeedFollowUp returns false. A later call
   * replaces a running call, which then resolves early. Lets other tasks run after each reply.
   */
  async priceAll(): Promise<void> {
    this.#calls += 1;
    const call = this.#calls;
    for (const parts of groupParts(this.#state.messages)) {
      const last = lastPart(parts);
      if (!mayNeedFollowUp(last) || !isBooked(last)) continue;
      await this.price(parts);
      await letOthersRun();
      if (this.#isStopped || call !== this.#calls) return;
    }
  }

  /** Estimates the costs for a reply and its continuations, even if it is complete. */
  async price(parts: ReplyParts): Promise<void> {
    const nextCosts = await priceNextRequests(parts, this.#state, this.#meter, this.#targetOf);
    // Read the reply again, because it may have changed during the estimate.
    const latest = this.#state.reply(lastPart(parts).id);
    if (latest !== undefined) this.#state.changeReply({ ...latest, nextCosts });
  }

  /**
   * Estimates the costs of `contents`, which are sent one after another when the running reply has ended, and of
   * `alternatives`, one of which is sent after them. Returns all costs in this order. See Meter.estimateNext.
   */
  async priceMessages(messages: Pick<NextMessages, 'contents' | 'alternatives'>): Promise<readonly Estimate[]> {
    const outputs = completeOutputs(this.#state.messages);
    const longestReply = outputs.reduce((longest, each) => Math.max(longest, each), 0);
    return this.#meter.estimateNext({ ...conversationBefore(this.#state, this.#targetOf), ...messages, longestReply });
  }

  /** Ends a running call of `priceAll` early. */
  stop(): void {
    this.#isStopped = true;
  }
}

/**
 * Estimates the costs of the two possible follow-up requests: sending the question again, and, for the last reply,
 * continuing it. `parts` are the reply and its continuations.
 */
async function priceNextRequests(
  parts: ReplyParts,
  state: SessionState,
  meter: Pick<Meter, 'estimate'>,
  targetOf: (question: Question) => RequestTarget,
): Promise<NextCosts> {
  const estimate = async (question: Question) => {
    const target = targetOf(question);
    return meter.estimate(toRequestText(target, state.allMessages, question, state.historyAt(target.origin)));
  };
  const { messages } = state;
  const lastId = messages.at(-1)?.id;
  const again = partToSendAgain(parts, messages);
  const question = state.questionOf(again);
  // If the reply is not the last message, ChatSession.retry sends a copy of the question at the end. The input of
  // that request includes the whole conversation before the copy.
  const resent = lastId === again.id ? question : question && hypotheticalQuestion(question.content);
  const resend = estimate(resent ?? hypotheticalQuestion(''));
  if (lastId !== lastPart(parts).id) return { resend: await resend };
  const continuation = hypotheticalQuestion(composeContinuation(joinParts(parts).text));
  const [resendCost, continueCost] = await Promise.all([resend, estimate(continuation)]);
  return { resend: resendCost, continue: continueCost };
}

/**
 * Returns the conversation before the next message, and the text that the next message begins with. This text may quote
 * the whole conversation.
 */
function conversationBefore(
  state: SessionState,
  targetOf: (question: Question) => RequestTarget,
): Pick<NextMessages, 'history' | 'earlier' | 'running' | 'opening'> {
  const empty = hypotheticalQuestion('');
  const target = targetOf(empty);
  const running = unbookedReply(state, target);
  if (running === undefined) {
    const history = state.historyAt(target.origin);
    const { content: opening, ...before } = toRequestText(target, state.allMessages, empty, history);
    return { ...before, opening };
  }
  const { history, earlier, content } = state.requestOf(running, target);
  return {
    history,
    ...(earlier && { earlier }),
    running: { content, outputTokens: running.costSoFar?.outputTokens ?? 0 },
  };
}

/**
 * Returns the last reply if its tokens are not in the history yet, because the reply is running or is being booked.
 * Returns undefined for a reply of another service or mode, because the next message then has another conversation.
 */
function unbookedReply({ messages }: SessionState, { mode, origin }: RequestTarget): Reply | undefined {
  const last = messages.at(-1);
  if (last?.kind !== 'reply' || isBooked(last) || last.ending?.charged === 'no') return undefined;
  return last.mode === mode && last.origin === origin ? last : undefined;
}

/** Returns the output tokens of the complete replies. The cost of another reply includes output that did not arrive. */
function completeOutputs(messages: readonly Message[]): readonly number[] {
  return messages.flatMap((each) =>
    each.kind === 'reply' && each.state === 'complete' ? (each.cost?.outputTokens ?? 0) : [],
  );
}

/**
 * Returns true for a reply with a cost, and for a reply that will get none: a copied reply, whose original is booked, or
 * a reply with `hasNoCost`.
 */
export function isBooked({ cost, isCarried, hasNoCost }: Reply): boolean {
  return cost !== undefined || isCarried === true || hasNoCost === true;
}

/**
 * Returns true for a reply that has no text, is not complete, or was cut at a length limit. Also returns true for a
 * reply that already has `nextCosts`, because these estimates must stay up to date.
 */
export function mayNeedFollowUp({ state, ending, text, nextCosts }: Reply): boolean {
  const isWhole = state === 'complete' && ending?.finishReason !== 'length' && text !== '';
  return !isWhole || nextCosts !== undefined;
}
