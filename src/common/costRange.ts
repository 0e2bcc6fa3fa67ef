/** A cost in nano-dollars. As far as can be known, the bill is between `low` and `high`. */
export interface CostRange {
  readonly low: number;
  readonly high: number;
  /** The service reported every figure that the price depends on. */
  readonly isReported: boolean;
}

/** The sum is reported if both are. */
export function addCostRanges(a: CostRange, b: CostRange): CostRange {
  return { low: a.low + b.low, high: a.high + b.high, isReported: a.isReported && b.isReported };
}
