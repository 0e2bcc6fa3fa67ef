/**
 * Tokens of one request, as the service reported them.
 * Input includes the cached part: 0 ≤ cachedInputTokens ≤ inputTokens.
 */
export interface Usage {
  readonly inputTokens: number;
  /** Undefined when the service did not say how much of the input was cached. */
  readonly cachedInputTokens: number | undefined;
  readonly outputTokens: number;
  /** Words came after it, or may have: the output is at least this. */
  readonly isPartial?: true;
}
