import type { CostRange } from './costRange.ts';

export const nanoDollarsPerDollar = 1_000_000_000;
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
  if (cost.low === cost.high || cost.high < smallestShown) return formatNanoDollars(cost.high, locale);
  const digits = fractionDigits(cost.high);
  const smallest = nanoDollarsPerDollar / 10 ** digits;
  const isBound = cost.low > 0 && cost.low < smallest;
  const lowAmount = isBound ? smallest : roundTo(cost.low, digits, 'down');
  const highAmount = roundTo(cost.high, digits, 'up');
  if (lowAmount === highAmount) return formatNanoDollars(cost.high, locale);
  // Nothing at all has no decimals: it is not rounded.
  const lowDigits = cost.low === 0 ? 0 : digits;
  return `${isBound ? '<' : ''}${joinEnds([lowAmount, lowDigits], [highAmount, digits], locale)}`;
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

/**
 * What a cost is made of, and both of its ends: with as many decimals as the parts need, so that they add up to the
 * high end to the last digit.
 */
export function formatBreakdown(parts: readonly number[], cost: CostRange, locale: string): { readonly parts: readonly string[]; readonly total: string } {
  const { low, high } = cost;
  const enough = exactDigits([...parts, high], 4);
  // What costs is not shown as nothing.
  const digits = low > 0 && roundTo(low, enough, 'down') === 0 ? exactDigits([low], enough) : enough;
  const lowEnd = [roundTo(low, digits, 'down'), low === 0 ? 0 : digits] as const;
  const total = low === high ? currency(high, digits, locale) : joinEnds(lowEnd, [high, digits], locale);
  // Nothing at all has no decimals: it is not rounded.
  return { parts: parts.map((part) => currency(part, part === 0 ? 0 : digits, locale)), total: marked(total, cost) };
}

/** What a million tokens cost, from nano-dollars for each. */
export function formatPrice(nanoDollars: number, locale: string): string {
  const million = Math.round(nanoDollars * 1_000_000);
  return currency(million, exactDigits([million], 2), locale);
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

/** How many decimals of a dollar are needed so that none of the amounts is rounded. */
function exactDigits(nanoDollars: readonly number[], least: number): number {
  let digits = least;
  while (nanoDollars.some((amount) => amount % (nanoDollarsPerDollar / 10 ** digits) !== 0)) digits += 1;
  return digits;
}

/** A range reads as one amount when its unit stands once, where the language puts it. */
function joinEnds([low, lowDigits]: Amount, [high, digits]: Amount, locale: string): string {
  // Making a format takes longer than all that is done with it.
  const highFormat = currencyFormat(digits, locale);
  const lowFormat = lowDigits === digits ? highFormat : currencyFormat(lowDigits, locale);
  const [first] = highFormat.formatToParts(0).filter(({ type }) => type !== 'literal');
  return first?.type === 'currency'
    ? `${withUnit(low, lowFormat)}–${numberOnly(high, highFormat)}`
    : `${numberOnly(low, lowFormat)}–${withUnit(high, highFormat)}`;
}

type Amount = readonly [nanoDollars: number, digits: number];

/** To the last shown digit, in integers. */
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
  // Marks for right-to-left text would part the amount from its sign and the ends of a range from each other.
  return amount.replace(/[\u200e\u200f]/gu, '');
}

function numberOnly(nanoDollars: number, format: Intl.NumberFormat): string {
  const parts = format.formatToParts(nanoDollars / nanoDollarsPerDollar);
  return parts.flatMap(({ type, value }) => (type === 'currency' || type === 'literal' ? [] : [value])).join('');
}

/** US dollars with so many decimals. */
export function currencyFormat(digits: number, locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
