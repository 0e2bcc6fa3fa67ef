import type { PaintedFrame } from './frameProbe.ts';

export interface SentPieces {
  readonly pieces: readonly string[];
  /** When each was sent: milliseconds since the epoch. */
  readonly sentAt: readonly number[];
}

/**
 * How long each piece of a reply took from the wire to the first painted frame that shows it, in milliseconds. Text is
 * matched by its letters and digits, which markdown leaves alone; pieces without any count for nothing. `isSource`
 * says that the page shows the markdown itself.
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

/** The languages of fences and the numbers of lists: no part of the text where markdown is shown. */
const marks = /^(?:```\w*|\d+\. )/gm;

function lettersUpTo(pieces: readonly string[], isSource: boolean): readonly number[] {
  const text = pieces.join('');
  // As long as before, so that each piece keeps its place.
  const counted = isSource ? text : text.replace(marks, (mark) => ' '.repeat(mark.length));
  let end = 0;
  let letters = 0;
  return pieces.map((piece) => {
    letters += counted.slice(end, end + piece.length).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    end += piece.length;
    return letters;
  });
}
