/**
 * Prices in nano-dollars (10⁻⁹ US dollars) per token, as integers, so that sums are exact:
 * $2 per 1,000,000 tokens is 2,000 nano-dollars per token.
 */
export interface Prices {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

/** From US dollars per 1,000,000 tokens, as the service publishes them, to the nearest nano-dollar per token. */
export function pricesFromDollars(dollars: Prices): Prices {
  return {
    input: Math.round(dollars.input * 1_000),
    cachedInput: Math.round(dollars.cachedInput * 1_000),
    output: Math.round(dollars.output * 1_000),
  };
}

/** Tokens whose every kind is known; 0 ≤ cachedInputTokens ≤ inputTokens. */
export interface PricedTokens {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** The price in nano-dollars. Cached input is part of the input, and is never charged twice. */
export function priceOf({ inputTokens, cachedInputTokens, outputTokens }: PricedTokens, prices: Prices): number {
  const cached = Math.min(cachedInputTokens, inputTokens);
  return (inputTokens - cached) * prices.input + cached * prices.cachedInput + outputTokens * prices.output;
}
