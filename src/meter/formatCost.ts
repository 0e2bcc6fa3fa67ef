import type { Cost } from './cost.ts';

const nanoDollarsPerDollar = 1_000_000_000;
const smallestShown = nanoDollarsPerDollar / 10_000;

/** The high end, marked `≈` unless all of it was reported: `$0.0050`, `≈$0.0050`. Never below the bill. */
export function formatCost(cost: Cost, locale: string): string {
  const amount = formatNanoDollars(cost.high, locale);
  return cost.isReported ? amount : `≈${amount}`;
}

/** Both ends where they differ, `$0.0025–0.0098`, else the one amount; without a mark. */
export function formatRange(cost: Cost, locale: string): string {
  const low = formatNanoDollars(cost.low, locale);
  const high = formatNanoDollars(cost.high, locale);
  if (low === high) return high;
  // A range reads as one amount when its unit stands once.
  return `${low}–${high.startsWith('$') ? high.slice(1) : high}`;
}

/** Four decimals below $1, two from $1, `<$0.0001` for a smaller amount that is not nothing. Rounded up. */
export function formatNanoDollars(nanoDollars: number, locale: string): string {
  if (nanoDollars > 0 && nanoDollars < smallestShown) return `<${currency(1 / 10_000, 4, locale)}`;
  const digits = nanoDollars < nanoDollarsPerDollar ? 4 : 2;
  return currency(ceilTo(nanoDollars, digits), digits, locale);
}

export function formatTokens(tokens: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(tokens);
}

/** Up to the next shown digit, in integers: a rounded-down figure would be less than the bill. */
function ceilTo(nanoDollars: number, digits: number): number {
  const step = nanoDollarsPerDollar / 10 ** digits;
  return (Math.ceil(nanoDollars / step) * step) / nanoDollarsPerDollar;
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
