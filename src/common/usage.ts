/**
 * Tokens of one request, as the service reported them. Input includes cached input: cachedInputTokens ≤ inputTokens.
 */
export interface Usage {
  readonly inputTokens: number;
  /** Undefined if the service did not report it. */
  readonly cachedInputTokens: number | undefined;
  readonly outputTokens: number;
  /** Text came after this report, or may have come. So outputTokens is only a lower bound. */
  readonly isPartial?: true;
}
