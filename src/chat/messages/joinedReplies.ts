import { joinParagraphs } from '../../common/text/joinParagraphs.ts';
import { addCostRanges } from '../../common/costRange.ts';
import { noCost, type Cost } from '../../meter/cost.ts';
import type { Prices } from '../../meter/prices.ts';
import { composeContinuation } from './composeContent.ts';
import type { Message, Question, Reply } from './message.ts';
import { createJoinedText, type JoinedText, type Seam } from './replySeam.ts';

/** A reply followed by its continuations, in order. */
export type ReplyParts = readonly [first: Reply, ...continuations: Reply[]];

/**
 * Returns the messages as they are shown: a reply and its continuations are one reply, with the id of the first, and
 * the requests to continue are left out. A continuation whose first reply is not in `messages` stays separate.
 */
export function joinContinuations(messages: readonly Message[]): readonly Message[] {
  const { parts, firstIds } = groupReplies(messages);
  return messages.flatMap((message): readonly Message[] => {
    if (message.kind === 'question') return firstIds.has(message.id) ? [] : [message];
    const own = parts.get(message.id);
    if (own === undefined) return [];
    return own.length === 1 ? [message] : [joinParts(own)];
  });
}

/** Returns each reply with its continuations, in the order of the first parts. */
export function groupParts(messages: readonly Message[]): readonly ReplyParts[] {
  return [...groupReplies(messages).parts.values()];
}

/** Returns the reply with the id, or with a continuation with the id, and all its continuations. */
export function findParts(messages: readonly Message[], replyId: string): ReplyParts | undefined {
  return groupParts(messages).find((each) => each.some(({ id }) => id === replyId));
}

export function lastPart(parts: ReplyParts): Reply {
  return parts.at(-1) ?? parts[0];
}

/**
 * Returns the part whose question is sent again if the user retries a reply. This is a failed, stopped or incomplete
 * continuation if it is the last message and has no text. Otherwise, it is the first part: another reply to the question
 * of a continuation would replace text that was paid for (see joinTexts).
 */
export function partToSendAgain(parts: ReplyParts, messages: readonly Message[]): Reply {
  const last = lastPart(parts);
  return isLost(last) && messages.at(-1)?.id === last.id ? last : parts[0];
}

function isLost({ ending, state, text }: Reply): boolean {
  return ending !== undefined && state !== 'complete' && text === '';
}

/** Returns a question that asks to continue a reply after its last part. */
export function composeContinuationQuestion(
  parts: ReplyParts,
  { id, at, text }: Pick<Question, 'id' | 'at' | 'text'>,
): Question {
  const content = composeContinuation(joinParts(parts).text);
  return { kind: 'question', id, at, text, attachments: [], content, isContinuation: true, continues: parts[0].id };
}

/** Returns a question and its replies with their continuations. `id` is the id of one of these messages. */
export function findExchange(messages: readonly Message[], id: string): readonly Message[] {
  const { firstIds } = groupReplies(messages);
  const questionIds = new Map<string, string>();
  const questionIdOf = (message: Message): string => {
    const own = message.kind === 'question' ? message.id : message.questionId;
    const first = firstIds.get(own);
    return first === undefined ? own : (questionIds.get(first) ?? own);
  };
  for (const message of messages) if (message.kind === 'reply') questionIds.set(message.id, questionIdOf(message));
  const message = messages.find((each) => each.id === id);
  if (message === undefined) return [];
  const questionId = questionIdOf(message);
  return messages.filter((each) => questionIdOf(each) === questionId);
}

/** Joins a reply and its continuations to one reply with their whole text and the sum of their costs. */
export function joinParts(parts: ReplyParts): Reply {
  const [first, ...others] = parts;
  const last = others.at(-1);
  if (last === undefined) return first;
  const { cost, costSoFar, prices, isCorrected, ...current } = last;
  const hasPrices = prices !== undefined && parts.every((each) => each.prices !== undefined);
  const hasSamePrices = hasPrices && parts.every((each) => areSamePrices(each.prices, prices));
  const sum = sumOfCosts(parts.map((each) => each.cost ?? each.costSoFar ?? noCost));
  const elapsed = parts.reduce((total, { ending }) => total + (ending?.elapsed ?? 0), 0);
  return {
    ...current,
    id: first.id,
    questionId: first.questionId,
    text: joinTexts(parts).text(),
    reasoning: joinParagraphs(parts.map(({ reasoning }) => reasoning)),
    ...(current.ending && { ending: { ...current.ending, ...(elapsed > 0 && { elapsed }) } }),
    ...(parts.every((each) => each.cost !== undefined) ? { cost: sum } : { costSoFar: sum }),
    isJoined: true,
    ...(isLost(last) && { isEndMissing: true }),
    ...(hasSamePrices && { prices }),
    ...(hasPrices && !hasSamePrices && { havePricesChanged: true }),
    ...(parts.some((each) => each.isCorrected === true) && { isCorrected: true }),
  };
}

/**
 * Returns the seam before the last part, after all text of this part except the last `added` UTF-16 code units. The
 * next call of `push` must have these code units.
 */
export function seamBefore(parts: ReplyParts, added: number): Seam {
  const { text, questionId } = lastPart(parts);
  const [first, ...others] = parts.slice(0, -1).filter((each) => each.questionId !== questionId);
  const seam = (first === undefined ? createJoinedText('') : joinTexts([first, ...others])).seam();
  seam.push(text.slice(0, text.length - added));
  return seam;
}

function joinTexts([first, ...continuations]: ReplyParts): JoinedText {
  const joined = createJoinedText(first.text);
  // Another reply to the same question replaces the text of an earlier one.
  const lastIds = new Map(continuations.map(({ id, questionId }) => [questionId, id]));
  for (const { id, questionId, text, ending } of continuations) {
    if (lastIds.get(questionId) !== id) continue;
    const seam = joined.seam();
    // The text of a running reply may still turn out to be a repetition.
    joined.append(seam.push(text) + (ending === undefined ? '' : seam.finish()));
  }
  return joined;
}

function areSamePrices(first: Prices | undefined, second: Prices): boolean {
  return (['input', 'cachedInput', 'output'] as const).every((kind) => first?.[kind] === second[kind]);
}

function sumOfCosts(costs: readonly Cost[]): Cost {
  const add = (sum: Cost, each: Cost): Cost => ({
    ...addCostRanges(sum, each),
    inputTokens: sum.inputTokens + each.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + each.cachedInputTokens,
    outputTokens: sum.outputTokens + each.outputTokens,
  });
  return costs.reduce(add, noCost);
}

/**
 * Groups replies with their continuations, by the id of the first reply. `firstIds` has the id of the first reply for
 * the id of each question that continues it. A question that was sent again has several replies.
 */
function groupReplies(messages: readonly Message[]) {
  const parts = new Map<string, [first: Reply, ...continuations: Reply[]]>();
  const firstIds = new Map<string, string>();
  for (const message of messages) {
    if (message.kind === 'question') {
      if (message.continues !== undefined && parts.has(message.continues)) firstIds.set(message.id, message.continues);
      continue;
    }
    const firstId = firstIds.get(message.questionId);
    const earlier = firstId === undefined ? undefined : parts.get(firstId);
    if (earlier === undefined) parts.set(message.id, [message]);
    else earlier.push(message);
  }
  return { parts, firstIds };
}
