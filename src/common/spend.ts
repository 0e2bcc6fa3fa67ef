import type { CostRange } from './costRange.ts';

/**
 * The total cost of several requests, in nano-dollars. `isReported` is true only if the costs of all requests are
 * reported.
 */
export interface Spend extends CostRange {
  /** The number of all requests, including pending and rejected ones. */
  readonly requests: number;
  /** The number of requests with input tokens, that is, requests that the service has read or may have read. */
  readonly questions: number;
  readonly inputTokens: number;
  /** A lower bound of the cached input tokens, which counts only tokens that were certainly cached. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /**
   * The part of `high` for input that was not certainly cached, in nano-dollars. The three fields `inputHigh`,
   * `cachedInputHigh` and `outputHigh` add up to `high`.
   */
  readonly inputHigh: number;
  /** The part of `high` for input that was certainly cached, in nano-dollars. */
  readonly cachedInputHigh: number;
  /** The part of `high` for output, in nano-dollars. */
  readonly outputHigh: number;
}
