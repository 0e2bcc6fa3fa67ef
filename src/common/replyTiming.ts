/** The times of a reply until its end or until now, in milliseconds. Only text and reasoning count, not keep-alive comments. */
export interface ReplyTiming {
  /** The time from the first to the last piece of text, without long pauses. 0 if there was at most one piece. */
  readonly receivingFor: number;
  /**
   * The time from the last piece of text, or from the start of the last attempt if there was none, to the end. Plus the
   * long pauses before that, because the service may have generated text that was not sent, such as hidden reasoning. A
   * pause is long from 2 seconds.
   */
  readonly silentFor: number;
  /**
   * The time from the first to the last piece of text, with all pauses. Present only if the text came in many short
   * bursts with long pauses between them, for example from a gateway that collects text.
   */
  readonly burstsOver?: number;
}
