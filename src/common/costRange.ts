/** What something cost, in nano-dollars. The bill is not below `low` and not above `high`, as far as can be known. */
export interface CostRange {
  readonly low: number;
  readonly high: number;
  /** The service reported every figure that the price depends on. */
  readonly isReported: boolean;
}
