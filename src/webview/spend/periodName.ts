import * as l10n from '@vscode/l10n';
import type { SpendQuery } from '../../common/protocol/spendProtocol.ts';
import { addDays, startOfMonth, startOfNextMonth } from './calendar.ts';
import type { NamedPeriod } from './period.ts';
import type { SpendContext } from './spendContext.ts';

/** What the days of a report are called: `November 2026`, `Last 7 days`, `Nov 3 – 9, 2026`. */
export function periodName({ dates, state }: SpendContext, { first, last }: SpendQuery, today: string): string {
  const { period } = state();
  if (period === 'thisMonth') return dates.days(startOfMonth(today), addDays(startOfNextMonth(today), -1));
  if (typeof period === 'string') return namedPeriodName(period);
  if (first === undefined) return last === undefined ? l10n.t('All') : l10n.t('Until {0}', dates.day(last));
  return last === undefined ? l10n.t('Since {0}', dates.day(first)) : dates.days(first, last);
}

/** A period as the list of periods calls it, such as `Last 7 days`. */
export function namedPeriodName(period: NamedPeriod): string {
  return {
    thisMonth: l10n.t('This month'),
    last7Days: l10n.t('Last 7 days'),
    last30Days: l10n.t('Last 30 days'),
    last90Days: l10n.t('Last 90 days'),
    thisYear: l10n.t('This year'),
    allTime: l10n.t('All'),
  }[period];
}
