/** A cost in nano-dollars. The bill is expected to be between `low` and `high`. */
export interface CostRange {
  readonly low: number;
  readonly high: number;
  /** True if the service reported every figure that the cost depends on. */
  readonly isReported: boolean;
}

/** Adds two costs. The sum is reported only if both costs are reported. */
export function addCostRanges(a: CostRange, b: CostRange): CostRange {
  return { low: a.low + b.low, high: a.high + b.high, isReported: a.isReported && b.isReported };
}
