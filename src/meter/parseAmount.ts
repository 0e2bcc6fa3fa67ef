/**
 * Parses an amount in US dollars, such as `$1,234.56`, `1.234,56 $` or `12,5`. Returns nano-dollars, or undefined for
 * other text and for more than a million dollars. A text such as `1,234` is ambiguous, so the locale decides whether
 * the comma is a decimal separator.
 */
export function parseAmount(text: string, locale: string): number | undefined {
  return parseDecimalAmount(text, locale)?.amount;
}

export interface DecimalAmount {
  /** The amount in nano-dollars. */
  readonly amount: number;
  /** The number of digits after the decimal separator. */
  readonly decimals: number;
}

/**
 * Limits an amount to 10¹⁵ nano-dollars, so that the sum of a few amounts is exact. A double holds every integer up to
 * 9 × 10¹⁵.
 */
const maxDollars = 1_000_000;

/** The largest amount that `parseAmount` returns, in nano-dollars. */
export const maxAmount = maxDollars * 1e9;

/** Does the same as {@link parseAmount}, but also returns the number of decimal places in the text. */
export function parseDecimalAmount(text: string, locale: string): DecimalAmount | undefined {
  const parsed = parseDollars(text, locale);
  if (parsed === undefined || parsed.dollars > maxDollars) return undefined;
  return { amount: Math.round(parsed.dollars * 1e9), decimals: parsed.decimals };
}

/** Returns true if the text is an amount, but larger than {@link maxAmount}. */
export function isTooLargeAmount(text: string, locale: string): boolean {
  return (parseDollars(text, locale)?.dollars ?? 0) > maxDollars;
}

function parseDollars(
  text: string,
  locale: string,
): { readonly dollars: number; readonly decimals: number } | undefined {
  const figure = text.replace(/(?:US)?\$|USD|[\s'’]/giu, '');
  if (!/^\d+(?:[.,]\d+)*[.,]?$|^[.,]\d+$/u.test(figure)) return undefined;
  const separators = figure.match(/[.,]/gu) ?? [];
  const last = separators.at(-1);
  const isDecimal = last !== undefined && isDecimalSeparator(figure, separators, last, locale);
  const cut = last === undefined ? figure.length : figure.lastIndexOf(last);
  const whole = (isDecimal ? figure.slice(0, cut) : figure).replace(/[.,]/gu, '');
  const fraction = isDecimal ? figure.slice(cut + 1) : '';
  const dollars = Number(`${whole === '' ? '0' : whole}.${fraction}0`);
  return { dollars, decimals: fraction.length };
}

function isDecimalSeparator(figure: string, separators: readonly string[], last: string, locale: string): boolean {
  const isAlone = separators.filter((each) => each === last).length === 1;
  if (!isAlone) return false;
  if (new Set(separators).size > 1 || figure.length - figure.lastIndexOf(last) - 1 !== 3) return true;
  return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === last;
}
