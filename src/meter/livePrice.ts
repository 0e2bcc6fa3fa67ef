import { costOfCounted, inFlightTokens, unsavedTokens, type Cost, type History } from './cost.ts';
import type { Prices } from './prices.ts';
import type { RequestText, TextCounter } from './textCounter.ts';
import type { TokenFactors } from './tokenRatio.ts';

/** The output of a running request so far. */
export interface LiveOutput {
  /** Our count of the output that arrived. */
  readonly outputTokens: number;
  /** Upper bound of the charged output that did not arrive, in the service's tokens. */
  readonly missedTokens: number;
  /** True if text or reasoning has arrived. Until then, the request may be free. */
  readonly hasText: boolean;
}

/** Estimates the cost of a running request. The cost's `outputTokens` do not include `missedTokens`. */
export type LivePrice = (output: LiveOutput) => Promise<Cost>;

/** The output tokens that may have been charged, but are not in the count of a running reply. */
const outputMargin = inFlightTokens + unsavedTokens;

/** Returns the assumed maximum of the output tokens of a running reply, of which `outputTokens` have arrived. */
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
  return async ({ low }: Cost, { outputTokens, missedTokens, hasText }: LiveOutput) => {
    const charged = outputTokens + missedTokens;
    if (charged + outputMargin <= bookedTokens) return;
    bookedTokens = mostExpected(charged);
    book({ ...(await price({ outputTokens: bookedTokens, missedTokens: 0, hasText })), low });
  };
}
