import { cappedAmount } from './amount.ts';

/**
 * Prices in nano-dollars (10⁻⁹ US dollars) per token. For example, $2 per 1,000,000 tokens is 2,000 nano-dollars per
 * token. Each price is a multiple of 0.001 nano-dollars, so that `priceOf` can sum integers.
 */
export interface Prices {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

/**
 * Converts prices from US dollars per 1,000,000 tokens. Rounds each price per 1,000,000 tokens up to a multiple of
 * 0.000001 dollars.
 */
export function pricesFromDollars(dollars: Prices): Prices {
  return {
    input: nanoDollars(dollars.input),
    cachedInput: nanoDollars(dollars.cachedInput),
    output: nanoDollars(dollars.output),
  };
}

/** The token counts of a request. `inputTokens` includes `cachedInputTokens`. */
export interface PricedTokens {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

const stepsPerNanoDollar = 1_000;

/**
 * Returns the price of a request in whole nano-dollars, at most the maximum of `isAmount`. Applies `round` once, to the
 * sum. For a cached input token, only the price of cached input is charged.
 */
export function priceOf(
  { inputTokens, cachedInputTokens, outputTokens }: PricedTokens,
  prices: Prices,
  round: (nanoDollars: number) => number = Math.ceil,
): number {
  const cached = Math.min(Math.max(0, cachedInputTokens), inputTokens);
  const parts = [
    [inputTokens - cached, prices.input],
    [cached, prices.cachedInput],
    [outputTokens, prices.output],
  ] as const;
  let whole = 0;
  let thousandths = 0;
  for (const [tokens, price] of parts) {
    whole += tokens * Math.floor(price);
    // Sums integers, because most decimal fractions are not exact as doubles.
    thousandths += tokens * Math.round((price % 1) * stepsPerNanoDollar);
  }
  return cappedAmount(whole + round(thousandths / stepsPerNanoDollar));
}

function nanoDollars(dollarsPerMillion: number): number {
  // A double has 15 reliable decimal digits. Removes the later digits, because a small error in these digits could
  // raise the result of Math.ceil by 1.
  const steps = Number((dollarsPerMillion * 1_000_000).toPrecision(15));
  return Math.ceil(steps) / stepsPerNanoDollar;
}
