import type { CostRange } from './costRange.ts';

export const nanoDollarsPerDollar = 1_000_000_000;
const smallestShown = nanoDollarsPerDollar / 10_000;

/** Formats the high end, with `≈` unless it was reported: `$0.0050`, `≈$0.0050`, `<$0.0001`. Rounds up. */
export function formatCost(cost: CostRange, locale: string): string {
  return marked(formatNanoDollars(cost.high, locale), cost);
}

/** Formats both ends, with the mark of {@link formatCost}. */
export function formatMarkedRange(cost: CostRange, locale: string): string {
  return marked(formatRange(cost, locale), cost);
}

/**
 * Formats both ends without a mark, rounded outwards: `$0.0025–0.0098`, or one amount if they are equal. A low end above
 * zero is never shown as zero: `<$0.0001–0.0006`, but `$0–0.0006`.
 */
export function formatRange(cost: CostRange, locale: string): string {
  if (cost.low === cost.high || cost.high < smallestShown) return formatNanoDollars(cost.high, locale);
  const digits = fractionDigits(cost.high);
  const smallest = nanoDollarsPerDollar / 10 ** digits;
  const isBound = cost.low > 0 && cost.low < smallest;
  const lowAmount = isBound ? smallest : roundTo(cost.low, digits, 'down');
  const highAmount = roundTo(cost.high, digits, 'up');
  if (lowAmount === highAmount) return formatNanoDollars(cost.high, locale);
  // An exact zero has no decimals.
  const lowDigits = cost.low === 0 ? 0 : digits;
  return `${isBound ? '<' : ''}${joinEnds([lowAmount, lowDigits], [highAmount, digits], locale)}`;
}

/** Formats four decimals below $1, two from $1, and `<$0.0001` for a smaller amount above zero. Rounds up. */
export function formatNanoDollars(nanoDollars: number, locale: string): string {
  if (nanoDollars > 0 && nanoDollars < smallestShown) return `<${currency(smallestShown, 4, locale)}`;
  const digits = fractionDigits(nanoDollars);
  // Never show less than the bill.
  return currency(roundTo(nanoDollars, digits, 'up'), digits, locale);
}

/** Formats a remaining amount. Rounds down, so that it never shows more than is left. */
export function formatLeft(nanoDollars: number, locale: string): string {
  const digits = nanoDollars < nanoDollarsPerDollar ? 4 : 2;
  return currency(roundTo(nanoDollars, digits, 'down'), digits, locale);
}

/**
 * Formats the parts of a cost and both of its ends, with as many decimals as the parts need to add up to the high end
 * exactly.
 */
export function formatBreakdown(
  parts: readonly number[],
  cost: CostRange,
  locale: string,
): { readonly parts: readonly string[]; readonly total: string } {
  const { low, high } = cost;
  const enough = exactDigits([...parts, high], 4);
  // A low end above zero is not shown as zero.
  const digits = low > 0 && roundTo(low, enough, 'down') === 0 ? exactDigits([low], enough) : enough;
  const lowEnd = [roundTo(low, digits, 'down'), low === 0 ? 0 : digits] as const;
  const total = low === high ? currency(high, digits, locale) : joinEnds(lowEnd, [high, digits], locale);
  // An exact zero has no decimals.
  return { parts: parts.map((part) => currency(part, part === 0 ? 0 : digits, locale)), total: marked(total, cost) };
}

/** Formats a price in nano-dollars per token as dollars per million tokens. */
export function formatPrice(nanoDollars: number, locale: string): string {
  const million = Math.round(nanoDollars * 1_000_000);
  return currency(million, exactDigits([million], 2), locale);
}

export function formatTokens(tokens: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(tokens);
}

/** An amount with `<` needs no other mark. */
function marked(amount: string, { isReported }: CostRange): string {
  return isReported || amount.startsWith('<') ? amount : `≈${amount}`;
}

/** An amount that rounds up to a dollar has the decimals of a dollar. */
function fractionDigits(nanoDollars: number): number {
  return nanoDollars <= nanoDollarsPerDollar - smallestShown ? 4 : 2;
}

/** Returns the decimals of a dollar that show all amounts exactly, at least `least`. */
function exactDigits(nanoDollars: readonly number[], least: number): number {
  let digits = least;
  while (nanoDollars.some((amount) => amount % (nanoDollarsPerDollar / 10 ** digits) !== 0)) digits += 1;
  return digits;
}

/** Joins both ends with a single currency sign, on the side where the language puts it. */
function joinEnds([low, lowDigits]: Amount, [high, digits]: Amount, locale: string): string {
  // Creating a format takes longer than formatting with it.
  const highFormat = currencyFormat(digits, locale);
  const lowFormat = lowDigits === digits ? highFormat : currencyFormat(lowDigits, locale);
  const [first] = highFormat.formatToParts(0).filter(({ type }) => type !== 'literal');
  return first?.type === 'currency'
    ? `${withUnit(low, lowFormat)}–${numberOnly(high, highFormat)}`
    : `${numberOnly(low, lowFormat)}–${withUnit(high, highFormat)}`;
}

type Amount = readonly [nanoDollars: number, digits: number];

/** Rounds to so many decimals of a dollar, in integers. */
function roundTo(nanoDollars: number, digits: number, direction: 'up' | 'down'): number {
  const step = nanoDollarsPerDollar / 10 ** digits;
  const rest = nanoDollars % step;
  return nanoDollars - rest + (direction === 'up' && rest > 0 ? step : 0);
}

function currency(nanoDollars: number, digits: number, locale: string): string {
  return withUnit(nanoDollars, currencyFormat(digits, locale));
}

function withUnit(nanoDollars: number, format: Intl.NumberFormat): string {
  const amount = format.format(nanoDollars / nanoDollarsPerDollar);
  // Bidirectional marks would separate the amount from its sign, and the ends of a range from each other.
  return amount.replace(/[\u200e\u200f]/gu, '');
}

function numberOnly(nanoDollars: number, format: Intl.NumberFormat): string {
  const parts = format.formatToParts(nanoDollars / nanoDollarsPerDollar);
  return parts.flatMap(({ type, value }) => (type === 'currency' || type === 'literal' ? [] : [value])).join('');
}

/** Creates a format for US dollars with so many decimals. */
export function currencyFormat(digits: number, locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
