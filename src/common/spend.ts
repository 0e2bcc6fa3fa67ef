import type { CostRange } from './costRange.ts';

/** The sum of several requests' costs in nano-dollars. Reported if all of them were. */
export interface Spend extends CostRange {
  /** All requests, including pending and refused ones. */
  readonly requests: number;
  /** Requests that the service has read, or may have read. */
  readonly questions: number;
  readonly inputTokens: number;
  /** The tokens that are certainly cached. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** The part of the high end for input that was not cached. The three parts add up to the high end. */
  readonly inputHigh: number;
  /** The part for cached input. */
  readonly cachedInputHigh: number;
  /** The part for output. */
  readonly outputHigh: number;
}
