/** A text that is joined from pieces. Adding a piece takes time in proportion to the piece, not to the whole text. */
export interface JoinedPieces {
  /** The length of the text, in UTF-16 code units. */
  readonly length: () => number;
  /**
   * Adds a piece that begins at `start`. If the text already extends beyond `start`, the piece was written twice. The
   * second copy then replaces the text from `start` on. Appends the piece if `start` is missing, or is at or beyond the
   * end of the text.
   */
  readonly add: (text: string, start?: number) => void;
  readonly text: () => string;
}

export function createJoinedPieces(first: string): JoinedPieces {
  const pieces = [first];
  let length = first.length;
  return {
    length: () => length,
    add: (text, start = length) => {
      while (length > start) {
        const last = pieces.pop() ?? '';
        length -= last.length;
        const kept = last.slice(0, Math.max(0, start - length));
        if (kept !== '') pieces.push(kept);
        length += kept.length;
      }
      pieces.push(text);
      length += text.length;
    },
    text: () => pieces.join(''),
  };
}
