import type { CostRange } from './costRange.ts';

/** What requests cost together. Reported when all of them were. */
export interface Spend extends CostRange {
  /** All of them, pending and refused ones, too. */
  readonly requests: number;
  /** Those that the service has read, or may have read. */
  readonly questions: number;
  readonly inputTokens: number;
  /** What is surely cached of the input. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** What the high end is made of: nano-dollars for input that was not cached … */
  readonly inputHigh: number;
  /** … for cached input … */
  readonly cachedInputHigh: number;
  /** … and for output. */
  readonly outputHigh: number;
}
