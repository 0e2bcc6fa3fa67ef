/** A replacement of the range from `start` to `end` (exclusive) by `text`. Offsets are UTF-16 code units. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the smallest single change of whole lines that turns `before` into `after`. Undefined if they are equal. */
export function changedLines(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const [old, now] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, now.length);
  let first = 0;
  while (first < most && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const start = lengthOf(old.slice(0, first));
  const kept = lengthOf(old.slice(old.length - last));
  return { start, end: before.length - kept, text: after.slice(start, after.length - kept) };
}

/** Splits a text into lines that keep their line breaks. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
