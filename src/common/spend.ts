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
   * The high end of the cost of input that was not cached, in nano-dollars. The three fields `inputHigh`,
   * `cachedInputHigh` and `outputHigh` add up to `high`.
   */
  readonly inputHigh: number;
  /** The high end of the cost of cached input, in nano-dollars. */
  readonly cachedInputHigh: number;
  /** The high end of the cost of output, in nano-dollars. */
  readonly outputHigh: number;
}
