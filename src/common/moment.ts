/** The largest valid time of a Date, in milliseconds since the epoch. */
const lastMoment = 8.64e15;

/**
 * Returns true for a time in milliseconds since the epoch that a Date can represent. Formatting any other number as a
 * date throws an error.
 */
export function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= lastMoment;
}
