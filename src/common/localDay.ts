/** A day of the local calendar, such as `2026-11-21`. Sorting these strings sorts the days by date. */
export type LocalDay = string;

/**
 * The days from `first` to `last`, both inclusive. If `first` or `last` is missing, the range has no limit on that
 * side.
 */
export interface DayRange {
  readonly first?: LocalDay;
  readonly last?: LocalDay;
}

/**
 * Returns the day in the local time zone.
 *
 * @param at milliseconds since the epoch, or a date
 */
export function localDayOf(at: number | Date): LocalDay {
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Returns the month of a day, such as `2026-11`. */
export function monthOf(day: LocalDay): string {
  return day.slice(0, 7);
}

export function isInRange(day: LocalDay, { first, last }: DayRange): boolean {
  return (first === undefined || first <= day) && (last === undefined || day <= last);
}

/**
 * Returns true for a day of the years 1970 to 2199. Without this bound, a wrong day in a file could produce a chart of
 * thousands of years. The bound is far beyond any real day.
 */
export function isLocalDay(value: unknown): value is LocalDay {
  return typeof value === 'string' && /^(?:19[7-9]\d|2[01]\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(value);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
