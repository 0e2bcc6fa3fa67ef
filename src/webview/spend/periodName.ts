import type { SpendQuery } from '../../common/protocol/spendProtocol.ts';
import { addDays, startOfMonth, startOfNextMonth } from './calendar.ts';
import { fillIn } from './fillIn.ts';
import type { SpendContext } from './spendContext.ts';

/** What the days of a report are called: `November 2026`, `Last 7 days`, `Nov 3 – 9, 2026`. */
export function periodName({ strings, dates, state }: SpendContext, { first, last }: SpendQuery, today: string): string {
  const { period } = state();
  if (period === 'thisMonth') return dates.days(startOfMonth(today), addDays(startOfNextMonth(today), -1));
  if (typeof period === 'string') return strings[period];
  if (first === undefined) return last === undefined ? strings.allTime : fillIn(strings.until, dates.day(last));
  return last === undefined ? fillIn(strings.since, dates.day(first)) : dates.days(first, last);
}
