// In this file, a calendar day is a string such as `2026-11-21`. These strings sort by date and have no time zone.

export function addDays(day: string, count: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + count);
  return dayOf(date);
}

const millisecondsPerDay = 24 * 60 * 60 * 1000;

/** Counts the days from `first` to `last`, both included; 0 if `last` is before `first`. */
export function countDays(first: string, last: string): number {
  return Math.max(0, Math.round((dateOf(last).getTime() - dateOf(first).getTime()) / millisecondsPerDay) + 1);
}

/** Returns the Monday of the day's week (ISO 8601). */
export function startOfWeek(day: string): string {
  return addDays(day, -((dateOf(day).getUTCDay() + 6) % 7));
}

export function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

export function startOfNextMonth(day: string): string {
  return startOfMonth(addDays(startOfMonth(day), 31));
}

export function startOfYear(day: string): string {
  return `${day.slice(0, 4)}-01-01`;
}

/** Returns the time at which the day begins in UTC. To format this time, use the time zone UTC. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
