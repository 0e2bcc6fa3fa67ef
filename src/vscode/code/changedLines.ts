/** A part of a text, by offsets, and what comes in its place. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The one change that makes `after` of `before`, without the lines at the start and the end that stay; undefined when all do. */
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

/** Lines with their ends. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
