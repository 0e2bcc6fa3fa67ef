import type { CostRange } from '../common/costRange.ts';
import type { Charged } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import { priceOf, type Prices } from './prices.ts';
import { defaultFactors, type TokenFactors } from './tokenRatio.ts';

/** The cost of a request and its tokens. Exact if low equals high and it was reported. */
export interface Cost extends CostRange {
  readonly inputTokens: number;
  /** The tokens that are certainly cached, as the high end assumes. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** The tokens before the new message, which the service may have cached: in the service's count. */
export interface History {
  /** Lower bound. */
  readonly least: number;
  /** Upper bound. */
  readonly most: number;
}

export const noHistory: History = { least: 0, most: 0 };

/** Tokens that were counted here, because the service reported none or none yet. */
export interface CountedTokens {
  readonly history: History;
  /** The new message. */
  readonly messageTokens: number;
  readonly outputTokens: number;
  /** Upper bound of the output that did not arrive; 0 for a whole reply. */
  readonly missedTokens: number;
}

export const noCost: Cost = {
  low: 0,
  high: 0,
  isReported: true,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
};

/**
 * Prices reported tokens: a range if the service did not report how much input was cached. `mostHistory` is the upper
 * bound of the cached tokens.
 */
export function costOfReported(usage: Usage, mostHistory: number, prices: Prices): Cost {
  const cachedInputTokens = usage.cachedInputTokens ?? 0;
  const mostCached = usage.cachedInputTokens ?? Math.min(usage.inputTokens, mostHistory);
  const nothingCached = priceOf({ ...usage, cachedInputTokens }, prices);
  const isReported = mostCached === cachedInputTokens || prices.input === prices.cachedInput;
  const ends = [cachedInputTokens, mostCached].map((cached) => ({ ...usage, cachedInputTokens: cached }));
  return {
    // Cached input may be the more expensive one.
    low: isReported ? nothingCached : Math.min(...ends.map((each) => priceOf(each, prices, Math.floor))),
    high: Math.max(...ends.map((each) => priceOf(each, prices))),
    isReported,
    inputTokens: usage.inputTokens,
    cachedInputTokens,
    outputTokens: usage.outputTokens,
  };
}

/** Prices usage that was reported before the reply's end, with an upper bound of the output. */
export function costOfPartial(usage: Usage, mostOutputTokens: number, mostHistory: number, prices: Prices): Cost {
  const { low } = costOfReported(usage, mostHistory, prices);
  return {
    ...costOfReported({ ...usage, outputTokens: mostOutputTokens }, mostHistory, prices),
    low,
    isReported: false,
  };
}

/**
 * The tokens that OpenAI's chat format adds: up to 4 around each message, 3 to start the reply.
 * https://github.com/openai/openai-cookbook/blob/main/examples/How_to_count_tokens_with_tiktoken.ipynb
 */
export const messageOverheadTokens = 4;
export const replyOverheadTokens = 3;

/** Output that a service can write, and charge, while a stop is on its way: half a second of a fast one. */
export const inFlightTokens = 50;

/** Output that may be missing in addition after a crash, since a reply is saved every second. */
export const unsavedTokens = 100;

/**
 * Prices tokens that were counted here, as a range. Low: the whole history cached, no overhead for the message. High:
 * nothing cached, with the overhead of the chat format, the tokenizer's margin, and the output that did not arrive.
 * The low end is 0 for a request that may not have been charged.
 */
export function costOfCounted(
  tokens: CountedTokens,
  charged: Charged,
  prices: Prices,
  { input, output }: TokenFactors = defaultFactors,
): Cost {
  if (charged === 'no') return noCost;
  const { history, messageTokens, outputTokens, missedTokens } = tokens;
  const least = {
    inputTokens: history.least + Math.floor(messageTokens * input.low),
    cachedInputTokens: history.least,
    outputTokens: Math.floor(outputTokens * output.low),
  };
  const most = {
    inputTokens: history.most + Math.ceil(messageTokens * input.high) + messageOverheadTokens + replyOverheadTokens,
    cachedInputTokens: 0,
    outputTokens: Math.ceil(outputTokens * output.high) + missedTokens,
  };
  // Cached input may be the more expensive one, which swaps the ends.
  const low = Math.min(
    priceOf(least, prices, Math.floor),
    priceOf({ ...least, cachedInputTokens: 0 }, prices, Math.floor),
  );
  const high = Math.max(priceOf(most, prices), priceOf({ ...most, cachedInputTokens: history.most }, prices));
  return { low: charged === 'yes' ? low : 0, high, isReported: false, ...most };
}
