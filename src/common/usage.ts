/**
 * The tokens of one request, as the service reported them. `inputTokens` includes `cachedInputTokens`.
 */
export interface Usage {
  readonly inputTokens: number;
  /** Undefined if the service did not report cached tokens, or if its reports of partial usage disagree about them. */
  readonly cachedInputTokens: number | undefined;
  readonly outputTokens: number;
  /**
   * True if `outputTokens` is only a lower bound, for one of three reasons. The service generated, or may have
   * generated, more text after this report. The service reported 0 output tokens although text arrived. Or the service
   * reported the tokens of single pieces of the reply: the tokens decreased, or did not increase with the text. In the
   * last case, `inputTokens` is the most input that the service reported.
   */
  readonly isPartial?: true;
  /** Present only if `isPartial`. If absent, `outputTokens` may include none of the output that arrived. */
  readonly covered?: CoveredOutput;
}

/** The output that had arrived when the service reported the usage. */
export interface CoveredOutput {
  /** The length of the text, in UTF-16 code units. */
  readonly text: number;
  /** The length of the reasoning, in UTF-16 code units. */
  readonly reasoning: number;
  /** The number of bytes that could not be read. */
  readonly unreadBytes: number;
}
