import type { CostRange } from '../common/costRange.ts';
import { localDayOf, monthOf, type LocalDay } from '../common/localDay.ts';
import type { SpendQueries } from './ledger/spendQueries.ts';

/**
 * Projects the spend of the calendar month of `today` from the average spend per day so far, including today. The days
 * before the first request ever are left out of the average and of the projection. With `workspaceId`, only the
 * requests of that workspace count. Returns undefined if nothing was spent this month.
 */
export function projectMonth(
  ledger: Pick<SpendQueries, 'total' | 'byDay'>,
  today: LocalDay,
  workspaceId?: string,
): CostRange | undefined {
  const month = monthOf(today);
  const where = workspaceId === undefined ? {} : { workspaceId };
  const spent = ledger.total({ ...where, first: `${month}-01`, last: today });
  if (spent.high === 0) return undefined;
  const firstEver = ledger.byDay(where)[0]?.day ?? today;
  const first = firstEver > `${month}-01` ? dayOfMonth(firstEver) : 1;
  const daysSoFar = dayOfMonth(today) - first + 1;
  const days = lastDayOfMonth(today) - first + 1;
  return {
    low: Math.floor((spent.low * days) / daysSoFar),
    high: Math.ceil((spent.high * days) / daysSoFar),
    isReported: false,
  };
}

function dayOfMonth(day: LocalDay): number {
  return Number(day.slice(-2));
}

function lastDayOfMonth(day: LocalDay): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return dayOfMonth(localDayOf(new Date(year, month, 0)));
}
