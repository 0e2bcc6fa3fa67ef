/** What is said under the message box before anything is sent. */
export interface EstimateView {
  /** The line `Estimated cost`, such as `≈ 1,240 tokens in · $0.0025–0.0098 + reply`; empty when there is nothing to say. */
  readonly text: string;
  /** What the session adds to the price, when a new one would be much cheaper. */
  readonly sessionHint?: string;
}

/** The draft's estimate changed. */
export interface DidChangeEstimate extends EstimateView {
  readonly type: 'didChangeEstimate';
}

/** What it costs to send an edited question, such as `Sends 2 earlier messages and this one …`. */
export interface DidChangeEditEstimate {
  readonly type: 'didChangeEditEstimate';
  readonly questionId: string;
  readonly text: string;
}
