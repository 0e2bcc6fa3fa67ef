/** Days of the calendar as texts such as `2026-11-21`, which sort as they follow each other. No time zone comes into it. */

export function addDays(day: string, count: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + count);
  return dayOf(date);
}

const millisecondsPerDay = 24 * 60 * 60 * 1000;

/** From the first to the last, both included; none when the last is before the first. */
export function countDays(first: string, last: string): number {
  return Math.max(0, Math.round((dateOf(last).getTime() - dateOf(first).getTime()) / millisecondsPerDay) + 1);
}

/** By ISO 8601 a week begins on Monday. */
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

/** Its midnight in UTC, to be formatted in UTC. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
