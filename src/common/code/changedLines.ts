/**
 * A change that replaces the range from `start` to `end` (exclusive) with `text`. `start` and `end` are offsets in
 * UTF-16 code units.
 */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the smallest single replacement of whole lines that turns `before` into `after`. Returns undefined if the two
 * texts are equal.
 */
export function changedLines(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(oldLines.length, newLines.length);
  let equalAtStart = 0;
  while (equalAtStart < shorter && oldLines[equalAtStart] === newLines[equalAtStart]) equalAtStart += 1;
  let equalAtEnd = 0;
  while (equalAtEnd < shorter - equalAtStart && oldLines.at(-1 - equalAtEnd) === newLines.at(-1 - equalAtEnd))
    equalAtEnd += 1;
  const start = lengthOf(oldLines.slice(0, equalAtStart));
  const endLength = lengthOf(oldLines.slice(oldLines.length - equalAtEnd));
  return { start, end: before.length - endLength, text: after.slice(start, after.length - endLength) };
}

/** Splits a text into lines. Each line includes its line break. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
