/**
 * Tokens of one request, as the service reported them.
 * Input includes the cached part: 0 ≤ cachedInputTokens ≤ inputTokens.
 */
export interface Usage {
  readonly inputTokens: number;
  /** Undefined if the service did not report it. */
  readonly cachedInputTokens: number | undefined;
  readonly outputTokens: number;
  /** Text came after this report, or may have: outputTokens is a lower bound. */
  readonly isPartial?: true;
}
