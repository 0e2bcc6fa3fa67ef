/** The range of a cost in nano-dollars (billionths of a dollar). The bill should be between `low` and `high`. */
export interface CostRange {
  readonly low: number;
  readonly high: number;
  /** True if the service reported all token counts that the cost depends on, so that nothing is estimated. */
  readonly isReported: boolean;
}

/** Adds two costs. The sum is reported only if both costs are reported. */
export function addCostRanges(a: CostRange, b: CostRange): CostRange {
  return { low: a.low + b.low, high: a.high + b.high, isReported: a.isReported && b.isReported };
}
