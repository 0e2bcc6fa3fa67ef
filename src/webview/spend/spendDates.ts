import { addDays, dateOf, startOfMonth, startOfNextMonth } from './calendar.ts';
import type { DayRange } from '../../common/localDay.ts';

/** Formats days in the user's language. The examples are in American English. */
export interface SpendDates {
  /** `Nov 21, 2026`, for example in tables. */
  readonly day: (day: string) => string;
  /** `Saturday, November 21, 2026`. */
  readonly longDay: (day: string) => string;
  /** `Nov 21`, for chart labels. */
  readonly shortDay: (day: string) => string;
  /** `Nov 2026`, for chart labels. */
  readonly shortMonth: (day: string) => string;
  /**
   * `November 2026` for a whole month, `Saturday, November 21, 2026` for a single day, and `Nov 3 – 9, 2026` for other
   * days.
   */
  readonly days: (first: string, last: string) => string;
  /** `Nov 3 – 9, 2026`, or `Nov 21, 2026` for a single day. */
  readonly shortDays: (first: string, last: string) => string;
}

export function createSpendDates(locale: string): SpendDates {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' });
  const medium = format({ dateStyle: 'medium' });
  const long = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const short = format({ day: 'numeric', month: 'short' });
  const month = format({ month: 'long', year: 'numeric' });
  const shortMonth = format({ month: 'short', year: 'numeric' });
  // `day` is memoized, because a report may have thousands of sessions on the same few days.
  const day = memoized((text) => medium.format(dateOf(text)));
  const longDay = (text: string) => long.format(dateOf(text));
  const shortDays = (first: string, last: string) =>
    first === last ? day(first) : medium.formatRange(dateOf(first), dateOf(last));
  return {
    day,
    longDay,
    shortDay: (text) => short.format(dateOf(text)),
    shortMonth: (text) => shortMonth.format(dateOf(text)),
    days: (first, last) => {
      if (first === last) return longDay(first);
      if (isMonth({ first, last })) return month.format(dateOf(first));
      return shortDays(first, last);
    },
    shortDays,
  };
}

function isMonth({ first = '', last = '' }: DayRange): boolean {
  return first === startOfMonth(first) && last === addDays(startOfNextMonth(first), -1);
}

function memoized(format: (day: string) => string): (day: string) => string {
  const known = new Map<string, string>();
  return (day) => {
    const text = known.get(day) ?? format(day);
    known.set(day, text);
    return text;
  };
}
