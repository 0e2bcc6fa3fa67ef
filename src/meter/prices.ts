/**
 * Prices in nano-dollars (10⁻⁹ US dollars) per token, in steps of a thousandth, so that sums are exact:
 * $2 per 1,000,000 tokens is 2,000 nano-dollars per token, $0.0375 is 37.5.
 */
export interface Prices {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

/** Converts published prices in US dollars per 1,000,000 tokens. Fractions of a millionth of a dollar are rounded up. */
export function pricesFromDollars(dollars: Prices): Prices {
  return {
    input: nanoDollars(dollars.input),
    cachedInput: nanoDollars(dollars.cachedInput),
    output: nanoDollars(dollars.output),
  };
}

/** Tokens whose every kind is known; 0 ≤ cachedInputTokens ≤ inputTokens. */
export interface PricedTokens {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

const stepsPerNanoDollar = 1_000;

/**
 * The price in whole nano-dollars, rounded up unless `round` says otherwise where a price has fractions.
 * Cached input is part of the input, and is never charged twice.
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
    // The price itself is a binary fraction; in thousandths it is an integer again.
    thousandths += tokens * Math.round((price % 1) * stepsPerNanoDollar);
  }
  return whole + round(thousandths / stepsPerNanoDollar);
}

function nanoDollars(dollarsPerMillion: number): number {
  // A double has 15 reliable digits; the digits after them are no part of the price.
  const steps = Number((dollarsPerMillion * 1_000_000).toPrecision(15));
  return Math.ceil(steps) / stepsPerNanoDollar;
}
