/**
 * Prices in nano-dollars (10⁻⁹ US dollars) per token: $2 per 1,000,000 tokens is 2,000 nano-dollars per token, $0.0375
 * is 37.5. Multiples of 0.001, so that sums are exact.
 */
export interface Prices {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

/** Converts prices in US dollars per 1,000,000 tokens. Rounds up to a multiple of 0.000001 dollars. */
export function pricesFromDollars(dollars: Prices): Prices {
  return {
    input: nanoDollars(dollars.input),
    cachedInput: nanoDollars(dollars.cachedInput),
    output: nanoDollars(dollars.output),
  };
}

/** Exact token counts. 0 ≤ cachedInputTokens ≤ inputTokens. */
export interface PricedTokens {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

const stepsPerNanoDollar = 1_000;

/**
 * Returns the price in whole nano-dollars. `round` is applied once, to the sum. Cached input is part of the input:
 * those tokens are priced as cached input only.
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
  return whole + round(thousandths / stepsPerNanoDollar);
}

function nanoDollars(dollarsPerMillion: number): number {
  // A double has 15 reliable decimal digits. Later digits are rounding errors, which Math.ceil would round up.
  const steps = Number((dollarsPerMillion * 1_000_000).toPrecision(15));
  return Math.ceil(steps) / stepsPerNanoDollar;
}
