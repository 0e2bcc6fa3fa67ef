import * as l10n from '@vscode/l10n';
import type { DayRange } from '../../common/localDay.ts';
import { addDays, startOfMonth, startOfNextMonth, startOfYear } from './calendar.ts';
import type { SpendDates } from './spendDates.ts';

/** The chosen days: either a named period such as the last 7 days (`NamedPeriod`), or fixed days (`DayRange`). */
export type Period = NamedPeriod | DayRange;

export type NamedPeriod = (typeof namedPeriods)[number];

export const namedPeriods = ['thisMonth', 'last7Days', 'last30Days', 'last90Days', 'thisYear', 'allTime'] as const;

/**
 * Returns the days of a period. The range of a named period has no last day, so that it includes the new day if the
 * page stays open after midnight.
 */
export function periodRange(period: Period, today: string): DayRange {
  switch (period) {
    case 'thisMonth':
      return { first: startOfMonth(today) };
    case 'last7Days':
      return { first: addDays(today, -6) };
    case 'last30Days':
      return { first: addDays(today, -29) };
    case 'last90Days':
      return { first: addDays(today, -89) };
    case 'thisYear':
      return { first: startOfYear(today) };
    case 'allTime':
      return {};
    default:
      return period;
  }
}

/** Returns the range between two days, which may be in any order. An empty string means no limit on that side. */
export function dayRange(first: string, last: string): DayRange {
  const [from, to] = first !== '' && last !== '' && last < first ? [last, first] : [first, last];
  return { ...(from === '' ? {} : { first: from }), ...(to === '' ? {} : { last: to }) };
}

/**
 * Returns the label of a period, such as `November 2026`, `Last 7 days` or `Nov 3 – 9, 2026`. `first` and `last` are
 * the period's first and last day; undefined if the period has no limit on that side.
 */
export function periodName(period: Period, { first, last }: DayRange, today: string, dates: SpendDates): string {
  if (period === 'thisMonth') return dates.days(startOfMonth(today), addDays(startOfNextMonth(today), -1));
  if (typeof period === 'string') return namedPeriodLabel(period);
  if (first === undefined) return last === undefined ? l10n.t('All') : l10n.t('Until {0}', dates.day(last));
  return last === undefined ? l10n.t('Since {0}', dates.day(first)) : dates.days(first, last);
}

export function namedPeriodLabel(period: NamedPeriod): string {
  return {
    thisMonth: l10n.t('This month'),
    last7Days: l10n.t('Last 7 days'),
    last30Days: l10n.t('Last 30 days'),
    last90Days: l10n.t('Last 90 days'),
    thisYear: l10n.t('This year'),
    allTime: l10n.t('All'),
  }[period];
}
