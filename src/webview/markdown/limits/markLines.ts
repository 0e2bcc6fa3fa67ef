/**
 * Counts blank lines, thematic breaks and the underlines of headings, after each of which a block may begin: the lines of
 * only white space and marks. The text is normalized (see `TextNormalizer`), and received in pieces.
 */
export class MarkLines {
  #remaining: number;
  /** True if the line so far has only white space and marks. */
  #isOfMarks = false;

  /** `max` is the maximum number of such lines. The first line of the text does not count. */
  constructor(max: number) {
    this.#remaining = max;
  }

  /** Takes the next piece. Returns the offset in the piece at which the line that exceeds the maximum ends. */
  take(piece: string): number | undefined {
    let start = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      if (this.#isOfMarks && isOfMarks(piece.slice(start, end))) {
        if (this.#remaining === 0) return end;
        this.#remaining -= 1;
      }
      this.#isOfMarks = true;
      start = end + 1;
    }
    this.#isOfMarks &&= isOfMarks(piece.slice(start));
    return undefined;
  }
}

function isOfMarks(text: string): boolean {
  return /^[ \t=*_-]*$/.test(text);
}
