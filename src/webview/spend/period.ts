import type { DayRange } from '../../common/localDay.ts';
import { addDays, startOfMonth, startOfYear } from './calendar.ts';

/** What the person chose: days that move on with the calendar, or fixed ones. */
export type Period = NamedPeriod | DayRange;

export type NamedPeriod = (typeof namedPeriods)[number];

export const namedPeriods = ['thisMonth', 'last7Days', 'last30Days', 'last90Days', 'thisYear', 'allTime'] as const;

/** The days of a period, as they are asked for: one that goes on has no last day, so that midnight ends nothing. */
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

/** Days that were chosen in either order. */
export function dayRange(first: string, last: string): DayRange {
  const [from, to] = first !== '' && last !== '' && last < first ? [last, first] : [first, last];
  return { ...(from === '' ? {} : { first: from }), ...(to === '' ? {} : { last: to }) };
}
