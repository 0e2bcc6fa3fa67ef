/** The times of a reply that has ended, in milliseconds. Only text and reasoning count, not keep-alive comments. */
export interface ReplyTiming {
  /** The time from the first to the last piece of text. 0 if there was at most one piece. */
  readonly receivingFor: number;
  /** The time from the last piece of text, or from the start of the last attempt if there was none, to the end. */
  readonly silentFor: number;
}
