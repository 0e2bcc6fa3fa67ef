/**
 * The tokens of one request, as the service reported them. `inputTokens` includes `cachedInputTokens`.
 */
export interface Usage {
  readonly inputTokens: number;
  /** Undefined if the service did not report cached tokens. */
  readonly cachedInputTokens: number | undefined;
  readonly outputTokens: number;
  /**
   * True if `outputTokens` is only a lower bound, for one of two reasons. The service generated, or may have generated,
   * more text after this report. Or the service reported 0 output tokens although text arrived.
   */
  readonly isPartial?: true;
}
