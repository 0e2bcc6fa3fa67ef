/** A row with fewer columns counts as this number of slots, because each row takes time. */
const minSlots = 8;
/**
 * Like `minSlots`, for rows below a line of only dashes. Such a line is usually a horizontal rule, so the rows below it
 * count less.
 */
const minUnmarkedSlots = 2;

/**
 * Counts the slots of all tables in a normalized text (see `TextNormalizer`) that is received in pieces. Each row has
 * as many slots as its table has columns, even if the row has fewer cells. The time to lay out a table grows with its
 * slots.
 *
 * The count is an upper bound: each line from a delimiter row (the row of dashes) to the next blank line counts as a
 * row of a table. Of these lines, only those that can be delimiter rows decide the number of columns. It is one more
 * than the largest number of pipes in one of them so far. The delimiter row counts as a row, too, in place of the row
 * of headings above.
 */
export class TableSlots {
  readonly #max: number;
  #count = 0;
  /** The columns of the table to which the current line may belong, or 0. */
  #columns = 0;
  /** The number of pipes in the current line so far. Pipes are counted only while `#mayDelimit` is true. */
  #pipes = 0;
  #hasDash = false;
  #hasColon = false;
  /** True if the delimiter row has a pipe or a colon. */
  #isMarked = false;
  /** True if the current line so far can be a delimiter row, or is blank. */
  #mayDelimit = true;
  #isBlank = true;

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes the next piece. Returns the offset in the piece at which more than `max` slots were counted. */
  take(piece: string): number | undefined {
    let start = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      this.#takePart(piece.slice(start, end));
      this.#endLine();
      if (this.#count > this.#max) return end;
      start = end + 1;
    }
    this.#takePart(piece.slice(start));
    return undefined;
  }

  #takePart(part: string): void {
    // For the parser, a line of other white space, such as a no-break space, is not blank.
    if (this.#mayDelimit) this.#mayDelimit = !/[^ \t>|:-]/.test(part);
    if (this.#isBlank) this.#isBlank = !/[^ \t>]/.test(part);
    if (!this.#mayDelimit) return;
    this.#pipes += part.split('|').length - 1;
    this.#hasDash ||= part.includes('-');
    this.#hasColon ||= part.includes(':');
  }

  #endLine(): void {
    if (this.#isBlank) {
      this.#columns = 0;
      this.#isMarked = false;
    } else if (this.#mayDelimit && this.#hasDash) {
      this.#columns = Math.max(this.#columns, this.#pipes + 1);
      this.#isMarked ||= this.#pipes > 0 || this.#hasColon;
    }
    if (this.#columns > 0) this.#count += Math.max(this.#columns, this.#isMarked ? minSlots : minUnmarkedSlots);
    this.#pipes = 0;
    this.#hasDash = false;
    this.#hasColon = false;
    this.#mayDelimit = true;
    this.#isBlank = true;
  }
}
