import type { CostRange } from '../costRange.ts';

export const nanoDollarsPerDollar = 1_000_000_000;
const smallestShown = nanoDollarsPerDollar / 10_000;
/** The decimal places of a dollar that show each nano-dollar. */
const maxDigits = 9;

/**
 * Formats the high end of a cost, rounded up, such as `$0.0050`, `≈$0.0050` or `<$0.0001`. The prefix `≈` means that
 * the cost is estimated. An amount with `<` and an amount of 0 have no `≈`. An amount of 0 is shown as `$0`, as by all
 * functions of this file.
 */
export function formatCost(cost: CostRange, locale: string): string {
  return marked(formatNanoDollars(cost.high, locale), cost);
}

/**
 * Formats both ends of a cost as {@link formatRange} does. Adds the prefix `≈` if the cost is estimated and the result
 * does not start with `<`.
 */
export function formatMarkedRange(cost: CostRange, locale: string): string {
  return marked(formatRange(cost, locale), cost);
}

/**
 * Formats both ends of a cost without `≈`, such as `$0.0025–0.0098`. Rounds the low end down and the high end up, to
 * the same number of decimal places. If a low end above zero would round to zero, the range starts with `<` and the
 * smallest amount that these decimal places can show, such as `<$0.0001–0.0006` or `<$0.01–1.20`. Returns a single
 * amount instead of a range if the two shown amounts would be equal, or if the high end is below $0.0001.
 */
export function formatRange(cost: CostRange, locale: string): string {
  if (cost.low === cost.high || cost.high < smallestShown) return formatNanoDollars(cost.high, locale);
  const digits = fractionDigits(cost.high);
  const smallest = nanoDollarsPerDollar / 10 ** digits;
  const roundsToZero = cost.low > 0 && cost.low < smallest;
  const lowAmount = roundsToZero ? smallest : roundTo(cost.low, digits, 'down');
  const highAmount = roundTo(cost.high, digits, 'up');
  if (lowAmount === highAmount) return formatNanoDollars(cost.high, locale);
  return `${roundsToZero ? '<' : ''}${joinEnds(lowAmount, highAmount, digits, locale)}`;
}

/**
 * Returns the ends of a cost as `formatRange` shows them, in nano-dollars. `step` is the value of the last shown
 * decimal place. An end that is shown as `<` and the smallest amount is 0.
 */
export function shownEnds({ low, high }: CostRange): {
  readonly low: number;
  readonly high: number;
  readonly step: number;
} {
  const digits = fractionDigits(high);
  const shownHigh = roundTo(high, digits, 'up');
  const isSingle = low === high && !isBelowShown(high);
  const step = nanoDollarsPerDollar / 10 ** digits;
  return { low: isSingle ? shownHigh : roundTo(low, digits, 'down'), high: shownHigh, step };
}

/**
 * Formats an amount, rounded up. Shows four decimal places for amounts up to $0.9999, otherwise two. Returns `<$0.0001`
 * for an amount between zero and $0.0001.
 */
export function formatNanoDollars(nanoDollars: number, locale: string): string {
  if (isBelowShown(nanoDollars)) return smallestText(locale);
  const digits = fractionDigits(nanoDollars);
  // Round up, so that the shown amount is never below the bill.
  return currency(roundTo(nanoDollars, digits, 'up'), digits, locale);
}

/**
 * Formats a difference between two amounts, rounded to the nearest amount with the decimal places of `formatNanoDollars`.
 * Returns `<$0.0001` for a difference between zero and $0.0001.
 */
export function formatDifference(nanoDollars: number, locale: string): string {
  if (isBelowShown(nanoDollars)) return smallestText(locale);
  return currency(nanoDollars, fractionDigits(nanoDollars), locale);
}

/**
 * Formats a remaining balance in nano-dollars. Rounds down, so that the shown balance is never too high. Returns
 * `<$0.0001` for an amount between zero and $0.0001.
 */
export function formatLeft(nanoDollars: number, locale: string): string {
  if (isBelowShown(nanoDollars)) return smallestText(locale);
  const digits = nanoDollars < nanoDollarsPerDollar ? 4 : 2;
  return currency(roundTo(nanoDollars, digits, 'down'), digits, locale);
}

/**
 * Formats the parts of a cost and, as `total`, the range of the cost. The parts and the high end are not rounded, so
 * that the shown parts add up to the shown high end. The low end is rounded down.
 *
 * @param parts the parts in nano-dollars
 */
export function formatBreakdown(
  parts: readonly number[],
  cost: CostRange,
  locale: string,
): { readonly parts: readonly string[]; readonly total: string } {
  const { low, high } = cost;
  const digitsOfParts = exactDigits([...parts, high], 4);
  // A low end above zero must not be shown as zero.
  const digits =
    low > 0 && roundTo(low, digitsOfParts, 'down') === 0 ? exactDigits([low], digitsOfParts) : digitsOfParts;
  const total =
    low === high ? currency(high, digits, locale) : joinEnds(roundTo(low, digits, 'down'), high, digits, locale);
  return { parts: parts.map((part) => currency(part, digits, locale)), total: marked(total, cost) };
}

/**
 * Formats the parts of a cost with the decimal places of the cost's high end. The shown parts add up to the high end as
 * `formatRange` shows it: each part is rounded down or up, and the parts with the largest remainders are rounded up. A
 * part above zero that would be shown as zero is shown as `<` and the smallest amount. Adds the prefix `≈` to the other
 * parts above zero if the cost is estimated.
 *
 * @param parts the parts in nano-dollars, which add up to the high end
 */
export function formatParts(parts: readonly number[], cost: CostRange, locale: string): readonly string[] {
  const digits = fractionDigits(cost.high);
  const step = nanoDollarsPerDollar / 10 ** digits;
  const rounded = parts.map((part) => ({ part, shown: roundTo(part, digits, 'down') }));
  const missing = roundTo(cost.high, digits, 'up') - rounded.reduce((sum, { shown }) => sum + shown, 0);
  const byRemainder = rounded.toSorted((a, b) => (b.part % step) - (a.part % step));
  for (const each of byRemainder.slice(0, Math.round(missing / step))) each.shown += step;
  const isBelowStep = cost.high < smallestShown;
  return rounded.map(({ part, shown }) => {
    if (part === 0) return currency(0, digits, locale);
    if (shown === 0 || isBelowStep) return `<${currency(step, digits, locale)}`;
    return marked(currency(shown, digits, locale), cost);
  });
}

/** Formats a price, given in nano-dollars per token, as dollars per million tokens. */
export function formatPrice(nanoDollars: number, locale: string): string {
  return formatExact(Math.round(nanoDollars * 1_000_000), locale);
}

/** Formats an amount in nano-dollars without rounding, with at least two decimal places, such as `$5.00` or `$0.005`. */
export function formatExact(nanoDollars: number, locale: string): string {
  return currency(nanoDollars, exactDigits([nanoDollars], 2), locale);
}

export function formatTokens(tokens: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(tokens);
}

/**
 * Formats the tokens of a request or of several requests. Adds the prefix `≈` if the cost is estimated and the number is
 * not 0, because Tally then counted at least a part of the tokens.
 */
export function formatMarkedTokens(
  tokens: number,
  { isReported }: Pick<CostRange, 'isReported'>,
  locale: string,
): string {
  const count = formatTokens(tokens, locale);
  return isReported || tokens === 0 ? count : `≈${count}`;
}

/**
 * Formats the tokens that were certainly cached. Adds the prefix `≥` if the cost is estimated, because more tokens may
 * have been cached.
 */
export function formatLeastTokens(
  tokens: number,
  { isReported }: Pick<CostRange, 'isReported'>,
  locale: string,
): string {
  const count = formatTokens(tokens, locale);
  return isReported ? count : `≥${count}`;
}

/** Adds the prefix `≈` if the cost is estimated and not 0, and the amount does not start with `<`. */
function marked(amount: string, { high, isReported }: CostRange): string {
  return isReported || high === 0 || amount.startsWith('<') ? amount : `≈${amount}`;
}

/** Returns the number of decimal places: 4 if the amount, rounded up to four places, is below $1, otherwise 2. */
function fractionDigits(nanoDollars: number): number {
  return nanoDollars <= nanoDollarsPerDollar - smallestShown ? 4 : 2;
}

/**
 * Returns the smallest number of decimal places, at least `minDigits`, that shows all amounts in dollars exactly. Parts of
 * a nano-dollar, which an imported file may have, are not shown.
 */
function exactDigits(nanoDollars: readonly number[], minDigits: number): number {
  let digits = minDigits;
  while (digits < maxDigits && nanoDollars.some((amount) => amount % (nanoDollarsPerDollar / 10 ** digits) !== 0))
    digits += 1;
  return digits;
}

/**
 * Joins both ends of a range, two different amounts, with a dash. Adds one currency sign, before or after the range as
 * is usual in the language.
 */
function joinEnds(low: number, high: number, digits: number, locale: string): string {
  // Reuse the number format if possible, because creating a format takes longer than formatting a number.
  const highFormat = currencyFormat(digits, locale);
  const lowFormat = low === 0 ? currencyFormat(0, locale) : highFormat;
  const [first] = highFormat.formatToParts(0).filter(({ type }) => type !== 'literal');
  return first?.type === 'currency'
    ? `${withUnit(low, lowFormat)}–${numberOnly(high, highFormat)}`
    : `${numberOnly(low, lowFormat)}–${withUnit(high, highFormat)}`;
}

/** Rounds an amount to `digits` decimal places of a dollar, with integer arithmetic. Returns nano-dollars. */
function roundTo(nanoDollars: number, digits: number, direction: 'up' | 'down'): number {
  const step = nanoDollarsPerDollar / 10 ** digits;
  const rest = nanoDollars % step;
  return nanoDollars - rest + (direction === 'up' && rest > 0 ? step : 0);
}

function isBelowShown(nanoDollars: number): boolean {
  return nanoDollars > 0 && nanoDollars < smallestShown;
}

function smallestText(locale: string): string {
  return `<${currency(smallestShown, 4, locale)}`;
}

/** Formats an amount with exactly `digits` decimal places, but 0 as `$0`. */
export function currency(nanoDollars: number, digits: number, locale: string): string {
  return withUnit(nanoDollars, currencyFormat(nanoDollars === 0 ? 0 : digits, locale));
}

function withUnit(nanoDollars: number, format: Intl.NumberFormat): string {
  const amount = format.format(nanoDollars / nanoDollarsPerDollar);
  // Remove bidirectional marks, because `numberOnly` also removes them from the other amount of a range.
  return amount.replace(/[\u200e\u200f]/gu, '');
}

function numberOnly(nanoDollars: number, format: Intl.NumberFormat): string {
  const parts = format.formatToParts(nanoDollars / nanoDollarsPerDollar);
  return parts.flatMap(({ type, value }) => (type === 'currency' || type === 'literal' ? [] : [value])).join('');
}

/** Creates a number format for US dollars with exactly `digits` decimal places. */
export function currencyFormat(digits: number, locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
