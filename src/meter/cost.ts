import type { CostRange } from '../common/costRange.ts';
import type { Charged } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import { priceOf, type Prices } from './prices.ts';
import { unlearntFactors, type TokenFactors } from './tokenRatio.ts';

/** What a request cost: exact when low equals high and it was reported. */
export interface Cost extends CostRange {
  readonly inputTokens: number;
  /** The figure of the high end: what is surely cached. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** What the service reads again with a request, and may have cached: its own tokens. */
export interface History {
  /** What it surely reads. */
  readonly least: number;
  readonly most: number;
}

export const noHistory: History = { least: 0, most: 0 };

/** Tokens counted here, because the service reported none (yet). */
export interface CountedTokens {
  readonly history: History;
  /** The new message. */
  readonly messageTokens: number;
  readonly outputTokens: number;
  /** What the service may have written of a reply that was cut off, besides what arrived; 0 of a whole one. */
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
 * The price of what the service reported; a range when it did not say how much input was cached. `mostHistory` is
 * what it may have cached at most.
 */
export function costOfReported(usage: Usage, mostHistory: number, prices: Prices): Cost {
  const cachedInputTokens = usage.cachedInputTokens ?? 0;
  const mostCached = usage.cachedInputTokens ?? Math.min(usage.inputTokens, mostHistory);
  const nothingCached = priceOf({ ...usage, cachedInputTokens }, prices);
  const isReported = mostCached === cachedInputTokens || prices.input === prices.cachedInput;
  const ends = [cachedInputTokens, mostCached].map((cached) => ({ ...usage, cachedInputTokens: cached }));
  return {
    // Either may be the dearer one.
    low: isReported ? nothingCached : Math.min(...ends.map((each) => priceOf(each, prices, Math.floor))),
    high: Math.max(...ends.map((each) => priceOf(each, prices))),
    isReported,
    inputTokens: usage.inputTokens,
    cachedInputTokens,
    outputTokens: usage.outputTokens,
  };
}

/** The price of what was reported before the reply's end, and of up to so much output. */
export function costOfPartial(usage: Usage, mostOutputTokens: number, mostHistory: number, prices: Prices): Cost {
  const { low } = costOfReported(usage, mostHistory, prices);
  return { ...costOfReported({ ...usage, outputTokens: mostOutputTokens }, mostHistory, prices), low, isReported: false };
}

/**
 * The tokens that OpenAI's chat format adds: up to 4 around each message, 3 to start the reply.
 * https://github.com/openai/openai-cookbook/blob/main/examples/How_to_count_tokens_with_tiktoken.ipynb
 */
export const messageOverheadTokens = 4;
export const replyOverheadTokens = 3;

/** What a service can have written, and charged, while a stop was on its way: half a second of a fast one. */
export const inFlightTokens = 50;

/** What may be missing, besides, of a reply that was found on disk after a crash: it is kept every second. */
export const unsavedTokens = 100;

/**
 * A range from our own count. Low: all of the history cached, no overhead for the message. High: nothing cached,
 * with the overhead of the chat format, the tokenizer's margin, and what was on its way when the reply was cut.
 * A request that may not have been charged starts at 0.
 */
export function costOfCounted(
  tokens: CountedTokens,
  charged: Charged,
  prices: Prices,
  { input, output }: TokenFactors = unlearntFactors,
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
  // Where cached input is dearer, the ends change places.
  const low = Math.min(priceOf(least, prices, Math.floor), priceOf({ ...least, cachedInputTokens: 0 }, prices, Math.floor));
  const high = Math.max(priceOf(most, prices), priceOf({ ...most, cachedInputTokens: history.most }, prices));
  return { low: charged === 'yes' ? low : 0, high, isReported: false, ...most };
}

export function addCosts(a: Cost, b: Cost): Cost {
  return {
    low: a.low + b.low,
    high: a.high + b.high,
    isReported: a.isReported && b.isReported,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}
