import type { AttachmentView } from './draftProtocol.ts';

/** The estimated costs of the draft, shown below the message box, and of the queued messages. */
export interface EstimateView {
  /**
   * The text of the line `Estimated cost`, such as `≈1,240 tokens in · ≈$0.0025–0.0098 + reply`. If the upper end is more
   * than the recorded balance, a second line says so. Empty if the draft is empty.
   */
  readonly text: string;
  /**
   * A sentence about the cost that the session's history adds. Undefined unless the same message would be much cheaper
   * in a new session.
   */
  readonly sessionHint?: string;
  /** The estimated cost of each queued message by its id, in the form of `text`. Undefined if nothing is queued. */
  readonly queue?: QueuePrices;
}

export type QueuePrices = Readonly<Record<string, string>>;

/** The estimate of the draft or of the queued messages changed. */
export interface DidChangeEstimate extends EstimateView {
  readonly type: 'didChangeEstimate';
}

/** The estimated cost of sending an edited question. Posted after `estimateEdited`. */
export interface DidChangeEditEstimate {
  readonly type: 'didChangeEditEstimate';
  readonly questionId: string;
  /**
   * A sentence such as `Sends 2 earlier messages and this message to a new session: ≈$0.0012 + reply.` If the message
   * sends the user's instructions, a second sentence says so.
   */
  readonly text: string;
  /** The user's instructions, if the message sends them. */
  readonly instructions?: AttachmentView;
}
