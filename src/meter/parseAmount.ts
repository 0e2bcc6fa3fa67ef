/**
 * An amount as people write it: `$1,234.56`, `1.234,56 $`, `12,5`. Three digits behind a single separator are
 * thousandths only where the language writes its decimals so. Nano-dollars; undefined when it is no amount.
 */
export function parseAmount(text: string, locale: string): number | undefined {
  return parse(text, locale)?.amount;
}

/** What an account page says was taken: nano-dollars, and by how much it may have rounded them either way. */
export interface Bill {
  readonly amount: number;
  readonly rounding: number;
}

/** A bill of `$4.20` is one from 4.195 to 4.205 dollars: what has two decimals was rounded to cents. */
export function parseBill(text: string, locale: string): Bill | undefined {
  const parsed = parse(text, locale);
  return parsed === undefined ? undefined : { amount: parsed.amount, rounding: 5e8 / 10 ** parsed.decimals };
}

/** Above it, nano-dollars lose digits. */
const maxDollars = 1_000_000;

function parse(text: string, locale: string): { readonly amount: number; readonly decimals: number } | undefined {
  const figure = text.replace(/(?:US)?\$|USD|[\s'’]/giu, '');
  if (!/^\d+(?:[.,]\d+)*[.,]?$|^[.,]\d+$/u.test(figure)) return undefined;
  const separators = figure.match(/[.,]/gu) ?? [];
  const last = separators.at(-1);
  const isDecimal = last !== undefined && isDecimalSeparator(figure, separators, last, locale);
  const cut = last === undefined ? figure.length : figure.lastIndexOf(last);
  const whole = (isDecimal ? figure.slice(0, cut) : figure).replace(/[.,]/gu, '');
  const fraction = isDecimal ? figure.slice(cut + 1) : '';
  const dollars = Number(`${whole === '' ? '0' : whole}.${fraction}0`);
  return dollars <= maxDollars ? { amount: Math.round(dollars * 1e9), decimals: fraction.length } : undefined;
}

function isDecimalSeparator(figure: string, separators: readonly string[], last: string, locale: string): boolean {
  const isAlone = separators.filter((each) => each === last).length === 1;
  if (!isAlone) return false;
  if (new Set(separators).size > 1 || figure.length - figure.lastIndexOf(last) - 1 !== 3) return true;
  return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === last;
}
