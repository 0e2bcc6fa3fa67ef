import type { CostRange } from '../common/costRange.ts';
import type { Charged } from '../common/replyEnd.ts';
import type { Usage } from '../common/usage.ts';
import { cappedAmount } from './amount.ts';
import { priceOf, type Prices } from './prices.ts';
import { defaultFactors, type TokenFactors } from './tokenRatio.ts';

/**
 * The cost of a request in nano-dollars, and the request's numbers of tokens. In an estimate, `inputTokens` and
 * `outputTokens` are upper bounds.
 */
export interface Cost extends CostRange {
  readonly inputTokens: number;
  /** The part of `inputTokens` that is certainly cached. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** The cost of a message that is not sent yet, without its reply. */
export interface Estimate extends Cost {
  /** The cost without the output that did not arrive (see History). Absent if the conversation has no such output. */
  readonly withoutMissed?: Cost;
}

/**
 * Bounds of the service's token count of the conversation before the new message. The service may have cached these
 * tokens.
 */
export interface History {
  readonly least: number;
  readonly most: number;
  /**
   * The part of `most` for output that did not arrive or could not be read. The service may have generated less, or
   * nothing. Absent if 0, and in histories saved by earlier versions of the extension.
   */
  readonly missed?: number;
}

export const noHistory: History = { least: 0, most: 0 };

/**
 * The tokens of a request for which the service has reported no usage, or none yet. "Our count" is the count of the
 * TokenCounter, which uses a public tokenizer.
 */
export interface CountedTokens {
  readonly history: History;
  /** Our count of the new message. */
  readonly messageTokens: number;
  /** Our count of the output that arrived. */
  readonly outputTokens: number;
  /** Upper bound of the charged output that did not arrive or could not be read, in the service's tokens. */
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
 * Computes the cost of reported tokens. If the service did not report the number of cached tokens, this number is
 * assumed to be between 0 and `mostHistory`. The cost is then a range if the number can change the price.
 */
export function costOfReported(usage: Usage, mostHistory: number, prices: Prices): Cost {
  const cachedInputTokens = usage.cachedInputTokens ?? 0;
  const mostCached = usage.cachedInputTokens ?? Math.min(usage.inputTokens, mostHistory);
  const priceWith = (cached: number, round = Math.ceil) =>
    priceOf({ ...usage, cachedInputTokens: cached }, prices, round);
  const leastCachedPrice = priceWith(cachedInputTokens);
  const isReported = mostCached === cachedInputTokens || prices.input === prices.cachedInput;
  return {
    // Compares the price of the least cached input with the price of the most cached input. Either price may be the
    // lower one, because the user may have set a higher price for cached input than for other input.
    low: isReported
      ? leastCachedPrice
      : Math.min(priceWith(cachedInputTokens, Math.floor), priceWith(mostCached, Math.floor)),
    high: Math.max(leastCachedPrice, priceWith(mostCached)),
    isReported,
    inputTokens: usage.inputTokens,
    cachedInputTokens,
    outputTokens: usage.outputTokens,
  };
}

/**
 * Computes the cost of a request for which the reported output is only a lower bound (see `Usage.isPartial`). The lower
 * bound of the cost is the price of the reported tokens. The upper bound of the cost assumes `mostOutputTokens` as the
 * number of output tokens.
 */
export function costOfPartial(usage: Usage, mostOutputTokens: number, mostHistory: number, prices: Prices): Cost {
  const { low } = costOfReported(usage, mostHistory, prices);
  return {
    ...costOfReported({ ...usage, outputTokens: mostOutputTokens }, mostHistory, prices),
    low,
    isReported: false,
  };
}

/**
 * OpenAI's chat format adds up to 4 tokens around each message, and 3 tokens to start the reply.
 * https://github.com/openai/openai-cookbook/blob/main/examples/How_to_count_tokens_with_tiktoken.ipynb
 */
export const messageOverheadTokens = 4;
export const replyOverheadTokens = 3;

/**
 * The assumed maximum of output tokens that the service still generates and charges after a stop. While text arrives, a
 * stop is assumed to reach the service within half a second. See missedOutput for a stop after a silence.
 */
export const inFlightTokens = 50;

/**
 * The assumed maximum of output tokens that a crash loses. A running reply is saved once a second, so a crash loses the
 * output that arrived after the last save.
 */
export const unsavedTokens = 100;

/**
 * Computes a range of the cost from our own token counts. A factor is the service's token count of a text divided by
 * our count. Returns `noCost` if the request was not charged.
 * - `low` uses the lower bounds of the factors, and the price of a cached or of an uncached history, whichever is
 *   lower. It includes neither the chat format's overhead nor `missedTokens`. If `charged` is `maybe`, `low` is 0.
 * - `high` uses the upper bounds of the factors, and the price of a cached or of an uncached history, whichever is
 *   higher. It includes the chat format's overhead and `missedTokens`.
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
    inputTokens: cappedAmount(
      history.most + Math.ceil(messageTokens * input.high) + messageOverheadTokens + replyOverheadTokens,
    ),
    cachedInputTokens: 0,
    outputTokens: cappedAmount(Math.ceil(outputTokens * output.high) + missedTokens),
  };
  // Compares the price of a cached history with the price of an uncached history. Either price may be the lower one,
  // because the user may have set a higher price for cached input than for other input.
  const low = Math.min(
    priceOf(least, prices, Math.floor),
    priceOf({ ...least, cachedInputTokens: 0 }, prices, Math.floor),
  );
  const high = Math.max(priceOf(most, prices), priceOf({ ...most, cachedInputTokens: history.most }, prices));
  return { low: charged === 'yes' ? low : 0, high, isReported: false, ...most };
}
