import type { Charged } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import { priceOf, type Prices } from './prices.ts';

/** What a request cost: exact when low equals high and it was reported. */
export interface Cost {
  /** Nano-dollars. The bill is not below `low` and not above `high`, as far as can be known. */
  readonly low: number;
  readonly high: number;
  /** The service reported every figure that the price depends on. */
  readonly isReported: boolean;
  readonly inputTokens: number;
  /** The figure of the high end: what is surely cached. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** Tokens counted here, because the service reported none (yet). */
export interface CountedTokens {
  /** What was said earlier in the session, which the service reads again and may have cached. */
  readonly historyTokens: number;
  /** The new message. */
  readonly messageTokens: number;
  readonly outputTokens: number;
  /** The reply was cut off: the service may have written more than what arrived. */
  readonly isCut: boolean;
}

export const noCost: Cost = {
  low: 0,
  high: 0,
  isReported: true,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
};

/** The price of what the service reported; a range when it did not say how much input was cached. */
export function costOfReported(usage: Usage, historyTokens: number, prices: Prices): Cost {
  const cachedInputTokens = usage.cachedInputTokens ?? 0;
  const high = priceOf({ ...usage, cachedInputTokens }, prices);
  const mostCached = usage.cachedInputTokens ?? Math.min(usage.inputTokens, historyTokens);
  const low = priceOf({ ...usage, cachedInputTokens: mostCached }, prices);
  return {
    low: Math.min(low, high),
    high: Math.max(low, high),
    isReported: low === high,
    inputTokens: usage.inputTokens,
    cachedInputTokens,
    outputTokens: usage.outputTokens,
  };
}

/**
 * The tokens that OpenAI's chat format adds: up to 4 around each message, 3 to start the reply.
 * https://github.com/openai/openai-cookbook/blob/main/examples/How_to_count_tokens_with_tiktoken.ipynb
 */
export const messageOverheadTokens = 4;
const replyOverheadTokens = 3;

/** The service's tokenizer is unknown: counts with another are held to be off by at most this much. */
const tokenizerMargin = 1.05;

/** What a service can have written, and charged, while a stop was on its way: half a second of a fast one. */
const inFlightTokens = 50;

/**
 * A range from our own count. Low: all of the history cached, no overhead for the message. High: nothing cached,
 * with the overhead of the chat format, the tokenizer's margin, and what was on its way when the reply was cut.
 * A request that may not have been charged starts at 0.
 */
export function costOfCounted(tokens: CountedTokens, charged: Charged, prices: Prices): Cost {
  if (charged === 'no') return noCost;
  const { historyTokens, messageTokens, outputTokens, isCut } = tokens;
  const inputTokens = historyTokens + messageTokens;
  const low = priceOf({ inputTokens, cachedInputTokens: historyTokens, outputTokens }, prices);
  const highTokens = {
    inputTokens: Math.ceil((inputTokens + messageOverheadTokens + replyOverheadTokens) * tokenizerMargin),
    cachedInputTokens: 0,
    outputTokens: Math.ceil(outputTokens * tokenizerMargin) + (isCut ? inFlightTokens : 0),
  };
  return {
    low: charged === 'yes' ? low : 0,
    high: Math.max(low, priceOf(highTokens, prices)),
    isReported: false,
    ...highTokens,
  };
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
