/** The maximum number of cells of all tables together that `alignLines` fills for lines that occur more than once. */
const maxCells = 4_000_000;

/** Lines, or numbers that stand for lines. */
type Lines = readonly string[] | Int32Array;

interface Range {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * Returns, for each of the new lines, the index of the old line that it corresponds to, or -1. The indices ascend.
 * First aligns equal lines at the start and at the end, then lines that occur once on both sides (patience diff), then
 * the other lines by a longest common subsequence. Leaves lines unaligned if this would take too long.
 */
export function alignLines(oldLines: Lines, newLines: Lines): Int32Array {
  const aligned = new Int32Array(newLines.length).fill(-1);
  const ranges: Range[] = [{ oldStart: 0, oldEnd: oldLines.length, newStart: 0, newEnd: newLines.length }];
  let cells = 0;
  for (let whole = ranges.pop(); whole !== undefined; whole = ranges.pop()) {
    const isTop = whole.newStart === 0 && whole.newEnd === newLines.length;
    const range = alignEnds(oldLines, newLines, whole, aligned, isTop);
    const [oldCount, newCount] = [range.oldEnd - range.oldStart, range.newEnd - range.newStart];
    if (oldCount === 0 || newCount === 0) continue;
    const anchors = uniqueAnchors(oldLines, newLines, range);
    if (anchors.length === 0) {
      cells += oldCount * newCount;
      if (cells <= maxCells) alignByTable(oldLines, newLines, range, aligned);
      continue;
    }
    let { oldStart, newStart } = range;
    for (const [oldIndex, newIndex] of anchors) {
      aligned[newIndex] = oldIndex;
      ranges.push({ oldStart, oldEnd: oldIndex, newStart, newEnd: newIndex });
      [oldStart, newStart] = [oldIndex + 1, newIndex + 1];
    }
    ranges.push({ oldStart, oldEnd: range.oldEnd, newStart, newEnd: range.newEnd });
  }
  return aligned;
}

/**
 * Aligns the equal lines at the start of the range, and at its end if `withEnd` is true. Returns the range between them.
 * Inside a text, the first of several equal lines is the likelier one.
 */
function alignEnds(oldLines: Lines, newLines: Lines, range: Range, aligned: Int32Array, withEnd: boolean): Range {
  let { oldStart, oldEnd, newStart, newEnd } = range;
  while (oldStart < oldEnd && newStart < newEnd && oldLines[oldStart] === newLines[newStart]) {
    aligned[newStart] = oldStart;
    oldStart += 1;
    newStart += 1;
  }
  while (withEnd && oldStart < oldEnd && newStart < newEnd && oldLines[oldEnd - 1] === newLines[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
    aligned[newEnd] = oldEnd;
  }
  return { oldStart, oldEnd, newStart, newEnd };
}

/** Returns the longest ascending sequence of pairs of lines that occur exactly once in the range on both sides. */
function uniqueAnchors(
  oldLines: Lines,
  newLines: Lines,
  { oldStart, oldEnd, newStart, newEnd }: Range,
): readonly (readonly [number, number])[] {
  const isOldSmaller = oldEnd - oldStart < newEnd - newStart;
  const [small, large] = isOldSmaller ? [oldLines, newLines] : [newLines, oldLines];
  const [smallStart, smallEnd] = isOldSmaller ? [oldStart, oldEnd] : [newStart, newEnd];
  const [largeStart, largeEnd] = isOldSmaller ? [newStart, newEnd] : [oldStart, oldEnd];
  /** The index of each line that occurs once on the smaller side, or -1 if it occurs several times on a side. */
  const indices = new Map<string | number, number>();
  for (let index = smallStart; index < smallEnd; index += 1) {
    const line = small[index] ?? '';
    indices.set(line, indices.has(line) ? -1 : index);
  }
  const others = new Map<string | number, number>();
  for (let index = largeStart; index < largeEnd; index += 1) {
    const line = large[index] ?? '';
    if (!indices.has(line)) continue;
    if (others.has(line)) indices.set(line, -1);
    else others.set(line, index);
  }
  const pairs: (readonly [number, number])[] = [];
  for (const [line, other] of others) {
    const index = indices.get(line) ?? -1;
    if (index >= 0) pairs.push(isOldSmaller ? [index, other] : [other, index]);
  }
  pairs.sort(([, one], [, other]) => one - other);
  return longestAscending(pairs);
}

/** Returns a longest subsequence whose old indices ascend. Takes O(n log n) time. */
function longestAscending(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  /** For each length, the pair at which the sequence of this length with the lowest last old index ends. */
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  const oldAt = (pair: number | undefined) => (pair === undefined ? -1 : (pairs[pair]?.[0] ?? -1));
  for (let pair = 0; pair < pairs.length; pair += 1) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (oldAt(ends[middle]) < oldAt(pair)) low = middle + 1;
      else high = middle;
    }
    previous[pair] = ends[low - 1] ?? -1;
    ends[low] = pair;
  }
  const found: (readonly [number, number])[] = [];
  for (let pair = ends.at(-1) ?? -1; pair >= 0; pair = previous[pair] ?? -1) {
    const each = pairs[pair];
    if (each !== undefined) found.push(each);
  }
  return found.reverse();
}

/** Aligns the lines of a range by a longest common subsequence. Takes time and memory for each pair of lines. */
function alignByTable(
  oldLines: Lines,
  newLines: Lines,
  { oldStart, oldEnd, newStart, newEnd }: Range,
  aligned: Int32Array,
): void {
  const width = newEnd - newStart + 1;
  const lengths = new Int32Array((oldEnd - oldStart + 1) * width);
  const lengthAt = (oldIndex: number, newIndex: number) =>
    lengths[(oldIndex - oldStart) * width + newIndex - newStart] ?? 0;
  for (let oldIndex = oldEnd - 1; oldIndex >= oldStart; oldIndex -= 1)
    for (let newIndex = newEnd - 1; newIndex >= newStart; newIndex -= 1)
      lengths[(oldIndex - oldStart) * width + newIndex - newStart] =
        oldLines[oldIndex] === newLines[newIndex]
          ? lengthAt(oldIndex + 1, newIndex + 1) + 1
          : Math.max(lengthAt(oldIndex + 1, newIndex), lengthAt(oldIndex, newIndex + 1));
  let [oldIndex, newIndex] = [oldStart, newStart];
  while (oldIndex < oldEnd && newIndex < newEnd) {
    if (oldLines[oldIndex] === newLines[newIndex]) {
      aligned[newIndex] = oldIndex;
      oldIndex += 1;
      newIndex += 1;
    } else if (lengthAt(oldIndex + 1, newIndex) >= lengthAt(oldIndex, newIndex + 1)) oldIndex += 1;
    else newIndex += 1;
  }
}
