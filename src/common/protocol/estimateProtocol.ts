/** The estimated cost of the draft, shown below the message box. */
export interface EstimateView {
  /**
   * The text of the line `Estimated cost`, such as `≈ 1,240 tokens in · $0.0025–0.0098 + reply`. Empty if the draft is
   * empty.
   */
  readonly text: string;
  /**
   * A sentence about the cost that the session's history adds. Undefined unless the same message would be much cheaper
   * in a new session.
   */
  readonly sessionHint?: string;
}

/** The draft's estimate changed. */
export interface DidChangeEstimate extends EstimateView {
  readonly type: 'didChangeEstimate';
}

/** The estimated cost of sending an edited question. Posted after `estimateEdited`. */
export interface DidChangeEditEstimate {
  readonly type: 'didChangeEditEstimate';
  readonly questionId: string;
  /** A sentence such as `Sends 2 earlier messages and this one to a new session: ≈$0.0012 + reply`. */
  readonly text: string;
}
