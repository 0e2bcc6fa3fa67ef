import { currencyFormat, nanoDollarsPerDollar } from '../../common/formatCost.ts';

/** The amounts beside an axis, in nano-dollars, with two decimals, or four where these tell them apart, and so on. */
export function axisAmounts(amounts: readonly number[], locale: string): string[] {
  const [first = 0, second = first] = amounts;
  const step = Math.abs(second - first) / nanoDollarsPerDollar;
  let digits = 2;
  while (digits < 8 && !isWhole(step * 10 ** digits)) digits += 2;
  const format = currencyFormat(digits, locale);
  return amounts.map((amount) => format.format(amount / nanoDollarsPerDollar));
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}
