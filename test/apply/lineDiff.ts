/** Replaces lines [beforeStart, beforeEnd) of one text with lines [afterStart, afterEnd) of another. Counted from 0. */
export interface Hunk {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/**
 * Returns the hunks that turn `before` into `after`, without context lines, in order. Hunks never touch each other.
 * Uses the algorithm of Myers (https://doi.org/10.1007/BF01840446). Takes time and memory for `maxEdits` squared.
 *
 * @returns undefined if more than `maxEdits` lines are removed or added.
 */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
  maxEdits: number,
): readonly Hunk[] | undefined {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const oldLines = before.slice(start, before.length - end);
  const newLines = after.slice(start, after.length - end);
  const trace = traceEdits(oldLines, newLines, maxEdits);
  return trace === undefined ? undefined : collectHunks(trace, oldLines.length, newLines.length, start);
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: readonly string[], other: readonly string[], start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/** The furthest old line on each diagonal, for each number of edits. Diagonal 0 is at the index `offset`. */
interface EditTrace {
  readonly furthest: readonly Int32Array[];
  readonly offset: number;
}

function traceEdits(before: readonly string[], after: readonly string[], maxEdits: number): EditTrace | undefined {
  const offset = maxEdits + 1;
  const current = new Int32Array(2 * offset + 1);
  const furthest: Int32Array[] = [];
  for (let edits = 0; edits <= maxEdits; edits += 1) {
    furthest.push(current.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let old = nextOld(current, offset, diagonal, edits);
      while (old < before.length && old - diagonal < after.length && before[old] === after[old - diagonal]) old += 1;
      current[offset + diagonal] = old;
      if (old >= before.length && old - diagonal >= after.length) return { furthest, offset };
    }
  }
  return undefined;
}

/** Returns true if the last edit on the path to the diagonal inserts a line, and false if it removes one. */
function isInsertion(furthest: Int32Array, offset: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && furthest[offset + diagonal - 1]! + 1 <= furthest[offset + diagonal + 1]!;
}

/** Returns the old line after one more edit that ends on the diagonal. An insertion keeps the old line. */
function nextOld(furthest: Int32Array, offset: number, diagonal: number, edits: number): number {
  return isInsertion(furthest, offset, diagonal, edits)
    ? furthest[offset + diagonal + 1]!
    : furthest[offset + diagonal - 1]! + 1;
}

function collectHunks({ furthest, offset }: EditTrace, before: number, after: number, shift: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let diagonal = before - after;
  for (let edits = furthest.length - 1; edits > 0; edits -= 1) {
    const states = furthest[edits]!;
    const inserts = isInsertion(states, offset, diagonal, edits);
    const beforeEnd = nextOld(states, offset, diagonal, edits) + shift;
    const afterEnd = beforeEnd - diagonal;
    const [beforeStart, afterStart] = inserts ? [beforeEnd, afterEnd - 1] : [beforeEnd - 1, afterEnd];
    diagonal += inserts ? 1 : -1;
    const next = hunks[0];
    const touches = next?.beforeStart === beforeEnd && next.afterStart === afterEnd;
    if (touches) hunks[0] = { ...next, beforeStart, afterStart };
    else hunks.unshift({ beforeStart, beforeEnd, afterStart, afterEnd });
  }
  return hunks;
}

/** Returns the lines of `before` with the hunks applied, which take their new lines from `after`. */
export function applyHunks(before: readonly string[], after: readonly string[], hunks: readonly Hunk[]): string[] {
  const kept = hunks.map((hunk, index) => [
    ...before.slice(hunks[index - 1]?.beforeEnd ?? 0, hunk.beforeStart),
    ...after.slice(hunk.afterStart, hunk.afterEnd),
  ]);
  return [...kept.flat(), ...before.slice(hunks.at(-1)?.beforeEnd ?? 0)];
}
