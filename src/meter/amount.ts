/**
 * Returns true for a valid number of tokens or nano-dollars from a file. Refuses impossibly large numbers, because their
 * sum could be Infinity, which JSON cannot store.
 */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/**
 * Returns the number of tokens or nano-dollars, but at most the maximum that `isAmount` accepts, so that the number can
 * be read again.
 */
export function cappedAmount(value: number): number {
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}
