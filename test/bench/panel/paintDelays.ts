import type { PaintedFrame } from './frameProbe.ts';

export interface SentPieces {
  readonly pieces: readonly string[];
  /** The time at which each piece was sent, in milliseconds since the epoch. */
  readonly sentAt: readonly number[];
}

/**
 * For each piece, returns the milliseconds from the time of sending to the first painted frame that shows the piece.
 * A frame shows a piece if the frame contains at least as many letters and digits as all pieces up to this piece.
 * Skips pieces that add neither a letter nor a digit to the page.
 * `isSource` is true if the page shows the Markdown source.
 * Throws an error if the last frame does not show all letters and digits.
 */
export function paintDelays(
  { pieces, sentAt }: SentPieces,
  frames: readonly PaintedFrame[],
  isSource: boolean,
): readonly number[] {
  const due = lettersUpTo(pieces, isSource);
  const shown = frames.at(-1)?.letters;
  if (shown !== due.at(-1)) throw new Error(`The page shows ${shown} letters of ${due.at(-1)}.`);
  const delays: number[] = [];
  let frame = 0;
  due.forEach((letters, index) => {
    if (letters === (due[index - 1] ?? 0)) return;
    while ((frames[frame]?.letters ?? Infinity) < letters) frame += 1;
    delays.push((frames[frame]?.at ?? Infinity) - (sentAt[index] ?? 0));
  });
  return delays;
}

/** Matches code fences with their languages, and list numbers. Rendered Markdown does not contain them as text. */
const marks = /^(?:```\w*|\d+\. )/gm;

function lettersUpTo(pieces: readonly string[], isSource: boolean): readonly number[] {
  const text = pieces.join('');
  // Replaces each mark with spaces of the same length, so that the offsets of the pieces stay valid.
  const counted = isSource ? text : text.replace(marks, (mark) => ' '.repeat(mark.length));
  let end = 0;
  let letters = 0;
  return pieces.map((piece) => {
    letters += counted.slice(end, end + piece.length).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    end += piece.length;
    return letters;
  });
}
