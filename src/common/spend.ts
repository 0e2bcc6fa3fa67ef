import type { CostRange } from './costRange.ts';

/** The total cost of several requests, in nano-dollars. `isReported` if the service reported all of them. */
export interface Spend extends CostRange {
  /** The number of all requests, including pending and rejected ones. */
  readonly requests: number;
  /** The number of requests with input tokens: the service has read them, or may have. */
  readonly questions: number;
  readonly inputTokens: number;
  /** A lower bound: only tokens that are certainly cached. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Nano-dollars for input that was not cached. The three `…High` fields add up to `high`. */
  readonly inputHigh: number;
  /** Nano-dollars for cached input. */
  readonly cachedInputHigh: number;
  /** Nano-dollars for output. */
  readonly outputHigh: number;
}
