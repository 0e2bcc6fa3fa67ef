import type { CostRange } from '../costRange.ts';

/** What the account page says was taken on these days, to be held against what we say. */
export interface CompareBill {
  readonly type: 'compareBill';
  /** Days of the local calendar, both included. */
  readonly first: string;
  readonly last: string;
  /** As the person typed it. */
  readonly amount: string;
  /** The address that the bill comes from; without it, all of them. */
  readonly origin?: string;
}

/** The person agrees that estimates follow the bill that was compared last. */
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

/** Undefined figures of ours and theirs where what was typed is no amount: the sentence says so. */
export interface BillComparison {
  readonly figures?: BillFigures;
  /** The verdict, what to do next, what it teaches. */
  readonly sentences: readonly string[];
  /** Estimates can be made better by it. */
  readonly canCorrect: boolean;
}

export interface BillFigures extends CostRange {
  /** Nano-dollars. */
  readonly bill: number;
  readonly verdict: 'inside' | 'below' | 'above';
  /** Where something was asked on these days. */
  readonly origins: readonly string[];
}
