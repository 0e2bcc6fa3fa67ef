import type { PaintedFrame } from './frameProbe.ts';

/**
 * How long each piece of a reply took from the wire to the first painted frame that shows it, in milliseconds. Text is
 * matched by its letters and digits, which markdown leaves alone; pieces without any count for nothing.
 */
export function paintDelays(pieces: readonly string[], sentAt: readonly number[], frames: readonly PaintedFrame[]): readonly number[] {
  const shown = frames.map(({ text }) => countLetters(text));
  const due = lettersUpTo(pieces);
  if (shown.at(-1) !== due.at(-1)) throw new Error(`The page shows ${shown.at(-1)} letters of ${due.at(-1)}.`);
  const delays: number[] = [];
  let frame = 0;
  due.forEach((letters, index) => {
    if (letters === (due[index - 1] ?? 0)) return;
    while ((shown[frame] ?? Infinity) < letters) frame += 1;
    delays.push((frames[frame]?.at ?? Infinity) - (sentAt[index] ?? 0));
  });
  return delays;
}

function lettersUpTo(pieces: readonly string[]): readonly number[] {
  const text = pieces.join('');
  // As long as before, so that each piece keeps its place.
  const counted = text.replace(languages, (mark) => ' '.repeat(mark.length)).replace(numbers, (mark) => ' '.repeat(mark.length));
  let end = 0;
  let letters = 0;
  return pieces.map((piece) => {
    letters += count(counted.slice(end, end + piece.length));
    end += piece.length;
    return letters;
  });
}

function countLetters(text: string): number {
  return count(text.replace(languages, '').replace(numbers, ''));
}

/** Of fences and of ordered lists: no part of the text where markdown is shown. */
const languages = /^```\w*/gm;
const numbers = /^\d+\. /gm;

function count(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
