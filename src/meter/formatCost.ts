import type { Cost } from './cost.ts';

const nanoDollarsPerDollar = 1_000_000_000;
const smallestShown = nanoDollarsPerDollar / 10_000;

/** The high end, marked `≈` unless all of it was reported: `$0.0050`, `≈$0.0050`, `<$0.0001`. Never below the bill. */
export function formatCost(cost: Cost, locale: string): string {
  const amount = formatNanoDollars(cost.high, locale);
  return marked(amount, cost);
}

/** Both ends, marked like the high end alone. */
export function formatMarkedRange(cost: Cost, locale: string): string {
  return marked(formatRange(cost, locale), cost);
}

/**
 * Both ends where they differ, `$0.0025–0.0098`, rounded outwards, else the one amount; without a mark. A low end
 * that is not nothing is never shown as nothing: `<$0.0001–0.0006`.
 */
export function formatRange(cost: Cost, locale: string): string {
  const high = formatNanoDollars(cost.high, locale);
  if (cost.low === cost.high || cost.high < smallestShown) return high;
  const digits = fractionDigits(cost.high);
  const smallest = nanoDollarsPerDollar / 10 ** digits;
  const low =
    cost.low > 0 && cost.low < smallest
      ? `<${currency(smallest / nanoDollarsPerDollar, digits, locale)}`
      : currency(roundTo(cost.low, digits, Math.floor), digits, locale);
  if (low === high || low === `<${high}`) return high;
  // A range reads as one amount when its unit stands once.
  return `${low}–${high.startsWith('$') ? high.slice(1) : high}`;
}

/** Four decimals below $1, two from $1, `<$0.0001` for a smaller amount that is not nothing. Rounded up. */
export function formatNanoDollars(nanoDollars: number, locale: string): string {
  if (nanoDollars > 0 && nanoDollars < smallestShown) return `<${currency(1 / 10_000, 4, locale)}`;
  const digits = fractionDigits(nanoDollars);
  // A rounded-down figure would be less than the bill.
  return currency(roundTo(nanoDollars, digits, Math.ceil), digits, locale);
}

export function formatTokens(tokens: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(tokens);
}

/** A bound says already that it is not exact. */
function marked(amount: string, { isReported }: Cost): string {
  return isReported || amount.startsWith('<') ? amount : `≈${amount}`;
}

function fractionDigits(nanoDollars: number): number {
  return nanoDollars < nanoDollarsPerDollar ? 4 : 2;
}

/** To the last shown digit, in integers; the result is in dollars. */
function roundTo(nanoDollars: number, digits: number, round: (value: number) => number): number {
  const step = nanoDollarsPerDollar / 10 ** digits;
  return (round(nanoDollars / step) * step) / nanoDollarsPerDollar;
}

function currency(dollars: number, digits: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(dollars);
}
