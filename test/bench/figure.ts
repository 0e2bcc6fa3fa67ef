/** Something measured, and what it may be at most. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost: number;
}

/** The middle one of several measurements: the machines are noisy. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The value below which so many percent of the values are. */
export function percentile(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? Number.NaN;
}
