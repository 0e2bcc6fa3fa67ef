import type { CostRange } from './costRange.ts';

const nanoDollarsPerDollar = 1_000_000_000;
const smallestShown = nanoDollarsPerDollar / 10_000;

/** The high end, marked `≈` unless all of it was reported: `$0.0050`, `≈$0.0050`, `<$0.0001`. Never below the bill. */
export function formatCost(cost: CostRange, locale: string): string {
  return marked(formatNanoDollars(cost.high, locale), cost);
}

/** Both ends, marked like the high end alone. */
export function formatMarkedRange(cost: CostRange, locale: string): string {
  return marked(formatRange(cost, locale), cost);
}

/**
 * Both ends where they differ, `$0.0025–0.0098`, rounded outwards, else the one amount; without a mark. A low end
 * that is not nothing is never shown as nothing: `<$0.0001–0.0006`, but `$0–0.0006`.
 */
export function formatRange(cost: CostRange, locale: string): string {
  const high = formatNanoDollars(cost.high, locale);
  if (cost.low === cost.high || cost.high < smallestShown) return high;
  const digits = fractionDigits(cost.high);
  const smallest = nanoDollarsPerDollar / 10 ** digits;
  const isBound = cost.low > 0 && cost.low < smallest;
  const lowAmount = isBound ? smallest : roundTo(cost.low, digits, 'down');
  const highAmount = roundTo(cost.high, digits, 'up');
  if (lowAmount === highAmount) return high;
  // Nothing at all has no decimals: it is not rounded.
  const lowDigits = cost.low === 0 ? 0 : digits;
  // A range reads as one amount when its unit stands once, where the language puts it.
  const [first] = currencyFormat(digits, locale).formatToParts(0).filter(({ type }) => type !== 'literal');
  const [low, end] =
    first?.type === 'currency'
      ? [currency(lowAmount, lowDigits, locale), numberOnly(highAmount, digits, locale)]
      : [numberOnly(lowAmount, lowDigits, locale), currency(highAmount, digits, locale)];
  return `${isBound ? '<' : ''}${low}–${end}`;
}

/** Four decimals below $1, two from $1, `<$0.0001` for a smaller amount that is not nothing. Rounded up. */
export function formatNanoDollars(nanoDollars: number, locale: string): string {
  if (nanoDollars > 0 && nanoDollars < smallestShown) return `<${currency(smallestShown, 4, locale)}`;
  const digits = fractionDigits(nanoDollars);
  // A rounded-down figure would be less than the bill.
  return currency(roundTo(nanoDollars, digits, 'up'), digits, locale);
}

/** What is left of something: rounded down, so that it is never said to be more. */
export function formatLeft(nanoDollars: number, locale: string): string {
  const digits = nanoDollars < nanoDollarsPerDollar ? 4 : 2;
  return currency(roundTo(nanoDollars, digits, 'down'), digits, locale);
}

export function formatTokens(tokens: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(tokens);
}

/** A bound says already that it is not exact. */
function marked(amount: string, { isReported }: CostRange): string {
  return isReported || amount.startsWith('<') ? amount : `≈${amount}`;
}

/** What is rounded up to a dollar is shown as a dollar. */
function fractionDigits(nanoDollars: number): number {
  return nanoDollars <= nanoDollarsPerDollar - smallestShown ? 4 : 2;
}

/** To the last shown digit, in integers. */
function roundTo(nanoDollars: number, digits: number, direction: 'up' | 'down'): number {
  const step = nanoDollarsPerDollar / 10 ** digits;
  const rest = nanoDollars % step;
  return nanoDollars - rest + (direction === 'up' && rest > 0 ? step : 0);
}

function currency(nanoDollars: number, digits: number, locale: string): string {
  const amount = currencyFormat(digits, locale).format(nanoDollars / nanoDollarsPerDollar);
  // Marks for right-to-left text would part the amount from its sign and the ends of a range from each other.
  return amount.replace(/[\u200e\u200f]/gu, '');
}

function numberOnly(nanoDollars: number, digits: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return format.format(nanoDollars / nanoDollarsPerDollar);
}

function currencyFormat(digits: number, locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
