import type { CostRange } from '../costRange.ts';

/**
 * Compares a bill of the service with the ledger, which records the cost of every request. The user copies the amount
 * of the bill from the service's account page.
 */
export interface CompareBill {
  readonly type: 'compareBill';
  /** The first and the last day of the bill (LocalDay), both inclusive. */
  readonly first: string;
  readonly last: string;
  /** The amount as the user typed it. */
  readonly amount: string;
  /**
   * The origin (scheme, host and port) of the service that sent the bill. If `origin` is missing, the bill is compared
   * with the requests to all origins.
   */
  readonly origin?: string;
}

/** Corrects future estimates with the bill that was compared last. */
export interface CorrectEstimates {
  readonly type: 'correctEstimates';
}

export interface OpenPriceSettings {
  readonly type: 'openPriceSettings';
}

export interface DidCompareBill {
  readonly type: 'didCompareBill';
  readonly comparison: BillComparison;
}

/** The result of comparing a bill with the ledger. */
export interface BillComparison {
  /** Undefined if the typed amount is invalid. */
  readonly figures?: BillFigures;
  /**
   * Sentences about the verdict, possible reasons for a difference, and the effect on estimates. For an invalid amount,
   * a sentence about the error.
   */
  readonly sentences: readonly string[];
  /** True if the bill can correct future estimates. */
  readonly canCorrect: boolean;
}

/**
 * The amount of a bill, compared with requests in the ledger. `low` and `high` are bounds of the total cost of these
 * requests.
 */
export interface BillFigures extends CostRange {
  /** The amount of the bill, in nano-dollars. */
  readonly bill: number;
  /** The amount of the bill with the digits that the user typed, such as `$4.20`. */
  readonly billText: string;
  /**
   * `inside`: the bill is between `low` and `high`. `below`: the bill is below `low`. `above`: the bill is above
   * `high`. A bill also counts as `inside` if its distance to the nearer bound is at most its rounding error, or if it
   * rounds to a shown bound.
   */
  readonly verdict: 'inside' | 'below' | 'above';
  /**
   * The origins of all services to which requests were sent on the days of the bill. The `origin` of CompareBill does
   * not restrict this list.
   */
  readonly origins: readonly string[];
}
