import { costOfCounted, inFlightTokens, unsavedTokens, type Cost, type History } from './cost.ts';
import type { Prices } from './prices.ts';
import type { RequestText, TextCounter } from './textCounter.ts';
import type { TokenFactors } from './tokenRatio.ts';

/** The output of a running request so far. */
export interface LiveOutput {
  /** Our count of the output that arrived. */
  readonly outputTokens: number;
  /** Upper bound of the charged output that did not arrive or could not be read, in the service's tokens. */
  readonly missedTokens: number;
  /** True if text or reasoning has arrived. Until then, the request may be free. */
  readonly hasText: boolean;
}

/** Estimates the cost of a running request. The cost's `outputTokens` do not include `missedTokens`. */
export type LivePrice = (output: LiveOutput) => Promise<Cost>;

/** The service's output tokens that may have been charged, but are not in the count of a running reply. */
const outputMargin = inFlightTokens + unsavedTokens;

/**
 * Returns the assumed maximum of the output tokens of a running reply, of which `outputTokens` have arrived. Both are
 * in the service's tokens.
 */
export function mostExpected(outputTokens: number): number {
  return 2 * (outputTokens + outputMargin);
}

/** Creates a LivePrice that counts the input on the first call only. */
export function createLivePrice(
  texts: TextCounter,
  request: RequestText,
  prices: Prices,
  factors: TokenFactors,
): LivePrice {
  let input: Promise<readonly [History, number]> | undefined;
  return async ({ outputTokens, missedTokens, hasText }) => {
    input ??= Promise.all([texts.countHistory(request, factors.input), texts.count(request.content)]);
    const [history, messageTokens] = await input;
    const tokens = { history, messageTokens, outputTokens, missedTokens };
    const cost = costOfCounted(tokens, hasText ? 'yes' : 'maybe', prices, factors);
    return { ...cost, outputTokens: Math.max(0, cost.outputTokens - missedTokens) };
  };
}

/**
 * Returns a function that books a cost for more output than may have been charged so far, if the booked output may soon
 * be too low. Each record at least doubles the booked output, so that the number of records grows with the logarithm of
 * the reply's length and of its silence.
 */
export function createAdvance(price: LivePrice, book: (cost: Cost) => void) {
  let bookedTokens = 0;
  return async ({ low, outputTokens: arrived }: Cost, { missedTokens, hasText }: LiveOutput) => {
    // In the service's tokens, because our own tokens would be multiplied by a factor that may be below 1.
    const charged = arrived + missedTokens;
    if (charged + outputMargin <= bookedTokens) return;
    bookedTokens = mostExpected(charged);
    const cost = await price({ outputTokens: 0, missedTokens: bookedTokens, hasText });
    book({ ...cost, outputTokens: bookedTokens, low });
  };
}
