import type { Charged, ReplyEnd } from '../common/replyEnd.ts';
import type { ReplyTiming } from '../common/replyTiming.ts';
import type { Usage } from '../common/usage.ts';
import { cappedAmount } from './amount.ts';
import {
  costOfCounted,
  costOfPartial,
  costOfReported,
  messageOverheadTokens,
  type Cost,
  type CountedTokens,
  type History,
} from './cost.ts';
import type { CountedRequest } from './ledger/spendRecord.ts';
import type { Prices } from './prices.ts';
import { mostHistory, mostTokens, sum, type RequestText, type TextCounter } from './textCounter.ts';
import { isLearned, type TokenFactor, type TokenFactors } from './tokenRatio.ts';

/** The outcome of a request. */
export interface EndedRequest {
  readonly end: ReplyEnd;
  readonly charged: Charged;
  /** Undefined if the service reported no usage. */
  readonly usage: Usage | undefined;
  /** The text that arrived, even if the reply is incomplete. */
  readonly text: string;
  /** The reasoning that arrived, even if the reply is incomplete. */
  readonly reasoning: string;
  /** The number of bytes of the reply that arrived but could not be read. */
  readonly unreadBytes?: number | undefined;
  /** Undefined after a crash, because the times are not saved. */
  readonly timing?: ReplyTiming | undefined;
}

/**
 * The cost of a request with its reply, and the history that the service reads again with the session's next message.
 */
export interface MeteredReply {
  readonly cost: Cost;
  readonly history: History;
  /** The prices when the request was sent. */
  readonly prices: Prices;
  /** True if our own token counts were multiplied by at least one learned factor to compute the cost. */
  readonly isCorrected?: boolean;
}

/**
 * A metered reply with our own token counts. `counted` is undefined in three cases: the service reported usage, the
 * service certainly did not charge the request, or the message or the reply could not be counted.
 */
export interface PricedReply extends MeteredReply {
  readonly counted?: CountedRequest;
}

export interface PricingBasis {
  readonly prices: Prices;
  readonly factors: TokenFactors;
  /** Upper bound of the charged output that did not arrive or could not be read, in the service's tokens. */
  readonly missedTokens: number;
}

/**
 * Computes the cost of an ended request from the reported usage. Uses our own counts if no usage was reported. If the
 * reported output is only a lower bound (`isPartial`), also uses our count of the output. Never rejects.
 */
export async function priceReply(
  texts: TextCounter,
  request: RequestText,
  ended: EndedRequest,
  basis: PricingBasis,
): Promise<PricedReply> {
  const { usage } = ended;
  if (usage === undefined) return priceCounted(texts, request, ended, basis);
  return usage.isPartial === true
    ? pricePartial(texts, request, ended, usage, basis)
    : priceReported(request, ended, usage, basis);
}

async function priceCounted(
  texts: TextCounter,
  request: RequestText,
  { end, charged, text, reasoning, unreadBytes = 0 }: EndedRequest,
  { prices, factors, missedTokens }: PricingBasis,
): Promise<PricedReply> {
  const [history, messageCount, textCount, reasoningCount] = await Promise.all([
    texts.countHistory(request, factors.input),
    texts.tryToCount(request.content),
    texts.tryToCount(text),
    texts.tryToCount(reasoning),
  ]);
  // A text with bytes that could not be decoded may be compressed data, which has other tokens than the reply.
  const isDecoded = unreadBytes === 0 || !text.includes('\ufffd');
  const isCounted = isDecoded && ![messageCount, textCount, reasoningCount].includes(undefined);
  const messageTokens = messageCount ?? mostTokens(request.content);
  const textTokens = textCount ?? mostTokens(text);
  const reasoningTokens = reasoningCount ?? mostTokens(reasoning);
  const tokens = { history, messageTokens, outputTokens: textTokens + reasoningTokens, missedTokens };
  return {
    // A text that cannot be counted or decoded has only an upper bound, so `maybe` sets the lower bound to 0.
    cost: costOfCounted(tokens, isCounted || charged === 'no' ? charged : 'maybe', prices, factors),
    history: nextHistory(tokens, end === 'complete' && isCounted ? textTokens : undefined, factors),
    prices,
    ...correctedBy(factors.input, factors.output),
    ...(isCounted && charged !== 'no' ? { counted: { ...tokens, charged } } : {}),
  };
}

/**
 * Returns the history after this request. The lower bound excludes the reasoning, because the service may drop the
 * reasoning. `textTokens` is undefined if the reply is incomplete, or if the message or the reply could not be counted.
 * In these cases, the lower bound does not grow.
 */
function nextHistory(
  { history, messageTokens, outputTokens, missedTokens }: CountedTokens,
  textTokens: number | undefined,
  { input, output }: TokenFactors,
): History {
  const least =
    textTokens === undefined ? 0 : Math.floor(messageTokens * input.low) + Math.floor(textTokens * output.low);
  const most = Math.ceil(messageTokens * input.high) + Math.ceil(outputTokens * output.high) + missedTokens;
  return {
    least: cappedAmount(history.least + least),
    most: cappedAmount(history.most + most + 2 * messageOverheadTokens),
    ...missed((history.missed ?? 0) + missedTokens),
  };
}

function priceReported(
  request: RequestText,
  ended: EndedRequest,
  usage: Usage,
  { prices }: PricingBasis,
): MeteredReply {
  const history = historyOfReported(request, ended, usage);
  return { cost: costOfReported(usage, mostHistory(request), prices), history, prices };
}

/**
 * Computes the cost of a request for which the reported output is only a lower bound. The upper bound of the output is
 * the sum of `missedTokens` and of mostReceived.
 */
async function pricePartial(
  texts: TextCounter,
  request: RequestText,
  ended: EndedRequest,
  usage: Usage,
  { prices, factors: { output }, missedTokens }: PricingBasis,
): Promise<MeteredReply> {
  const mostOutput = (await mostReceived(texts, ended, output)) + missedTokens;
  return {
    cost: costOfPartial(usage, mostOutput, mostHistory(request), prices),
    history: historyOfReported(request, ended, { ...usage, outputTokens: mostOutput }, missedTokens),
    prices,
    ...correctedBy(output),
  };
}

/**
 * Returns an upper bound of the output tokens that arrived and could be read, in the service's count: the reported
 * tokens and those of the later text, but at least those of the whole text. Some services report the tokens of single
 * chunks while the reply runs, or leave out the reasoning.
 */
export async function mostReceived(
  texts: TextCounter,
  { usage, text, reasoning }: Pick<EndedRequest, 'usage' | 'text' | 'reasoning'>,
  output: TokenFactor,
): Promise<number> {
  const all = await mostOutputOf(texts, [text, reasoning], output);
  if (usage === undefined) return all;
  const { text: textLength = 0, reasoning: reasoningLength = 0 } = usage.covered ?? {};
  const later = await mostOutputOf(texts, [text.slice(textLength), reasoning.slice(reasoningLength)], output);
  return Math.max(usage.outputTokens + later, all);
}

/** Returns an upper bound of the tokens of parts of the output, in the service's count. */
async function mostOutputOf(texts: TextCounter, parts: readonly string[], output: TokenFactor): Promise<number> {
  return Math.ceil(sum(await Promise.all(parts.map(async (each) => texts.count(each)))) * output.high);
}

/** The maximum number of unread bytes for each reported token. With more, a report does not include what was not read. */
const maxBytesPerToken = 16;

/**
 * Returns the number of bytes that could not be read, without those that the last usage report includes. The report
 * includes these bytes only if it has enough tokens for them, apart from the tokens of the text and the reasoning.
 */
export async function unreadAfterUsage(
  texts: TextCounter,
  { usage, text, reasoning, unreadBytes = 0 }: Pick<EndedRequest, 'usage' | 'text' | 'reasoning' | 'unreadBytes'>,
  output: TokenFactor,
): Promise<number> {
  const covered = usage?.covered;
  if (usage === undefined || covered === undefined || covered.unreadBytes === 0) return unreadBytes;
  const read = [text.slice(0, covered.text), reasoning.slice(0, covered.reasoning)];
  const otherTokens = Math.max(0, usage.outputTokens - (await mostOutputOf(texts, read, output)));
  const isIncluded = covered.unreadBytes <= maxBytesPerToken * otherTokens;
  return isIncluded ? Math.max(0, unreadBytes - covered.unreadBytes) : unreadBytes;
}

/**
 * Returns the history after this request. The upper bound includes the tokens that the chat format adds around the
 * reply.
 *
 * @param missedTokens the part of `outputTokens` that did not arrive or could not be read
 */
function historyOfReported(
  { history }: RequestText,
  { end }: EndedRequest,
  { inputTokens, outputTokens }: Pick<Usage, 'inputTokens' | 'outputTokens'>,
  missedTokens = 0,
): History {
  return {
    least: end === 'complete' ? inputTokens : Math.min(history.least, inputTokens),
    most: inputTokens + outputTokens + messageOverheadTokens,
    ...missed(missedTokens),
  };
}

function missed(tokens: number): Pick<History, 'missed'> {
  return tokens === 0 ? {} : { missed: cappedAmount(tokens) };
}

function correctedBy(...factors: readonly TokenFactors['input'][]): Pick<MeteredReply, 'isCorrected'> {
  return factors.some(isLearned) ? { isCorrected: true } : {};
}
