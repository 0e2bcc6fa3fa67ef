/**
 * The tokens of one request, as the service reported them. `inputTokens` includes `cachedInputTokens`.
 */
export interface Usage {
  readonly inputTokens: number;
  /** Undefined if the service did not report cached tokens. */
  readonly cachedInputTokens: number | undefined;
  readonly outputTokens: number;
  /** True if text arrived or may have arrived after this report, so that `outputTokens` is only a lower bound. */
  readonly isPartial?: true;
}
