import { alignLines } from './alignLines.ts';
import { indentOf, isBlank } from './indentation.ts';

/**
 * How similar found lines are to the lines that were looked for:
 *
 * - `exact`: the lines are equal.
 * - `trailing`: spaces at the ends of lines differ.
 * - `style`: also, the style of quotes differs.
 * - `indentation`: indentation and trailing spaces differ. Equal indentations are equal in the file, too.
 * - `all`: indentation, trailing spaces and the style of quotes differ.
 */
export const levels = ['exact', 'trailing', 'style', 'indentation', 'all'] as const;
export type Level = (typeof levels)[number];

/** The places where lines were found. All have the same level, and there is none of a lower level. */
export interface FoundLines {
  readonly level: Level;
  /** The indices of the first lines, ascending. */
  readonly starts: readonly number[];
}

/** The longest runs of equal lines. */
export interface FoundRuns {
  /** The number of equal lines; 0 if there is none. */
  readonly length: number;
  /** The indices in the file of the first line of the runs, or of the last line if the direction is -1. Ascending. */
  readonly starts: readonly number[];
}

/** Finds lines in a file. */
export interface LineFinder {
  readonly lines: readonly string[];
  /**
   * Finds all places of the lines at the lowest level at which there is any. Returns undefined if there is none, or if
   * all of the lines are blank. `highest` limits the level.
   */
  readonly find: (lines: readonly string[], highest?: Level) => FoundLines | undefined;
  /** Finds all places of the lines at a level. Finds no place of blank lines. */
  readonly findAt: (lines: readonly string[], level: Level) => readonly number[];
  /**
   * Finds the places between `from` and `to` where most of the first lines are, or of the last lines if `direction` is
   * -1. Ignores differences of the level `all`. The first, or last, line must not be blank.
   */
  readonly findRuns: (lines: readonly string[], direction: 1 | -1, from: number, to: number) => FoundRuns;
  /** Returns the number of lines from `start` on that are equal, as for `findRuns`. */
  readonly runLength: (lines: readonly string[], direction: 1 | -1, start: number, from: number, to: number) => number;
  /**
   * Aligns lines with the file (see alignLines). Ignores differences of the level `all`. Returns the same result for each
   * call with the same array, which must not change.
   */
  readonly align: (lines: readonly string[]) => Int32Array;
  /** Returns true if the searches have taken too many steps. Then they find nothing. */
  readonly isExhausted: () => boolean;
}

/** The maximum number of steps of all searches in a file. A step compares a line by its number, or two characters. */
const maxSteps = 20_000_000;

/** Returns a line in the form in which the lines of a level are equal. */
export function normalize(line: string, level: Level): string {
  switch (level) {
    case 'exact':
      return line;
    case 'trailing':
      return line.trimEnd();
    case 'style':
      return withOneQuote(line.trimEnd());
    case 'indentation':
      return line.trim();
    case 'all':
      return withOneQuote(line.trim());
  }
}

function withOneQuote(line: string): string {
  return line.includes('"') || line.includes('`') ? line.replaceAll(/["`]/g, "'") : line;
}

export function createLineFinder(lines: readonly string[]): LineFinder {
  const index = createLineIndex(lines);
  let steps = 0;
  const aligned = new WeakMap<readonly string[], Int32Array>();

  function findAt(wanted: readonly string[], level: Level): readonly number[] {
    const ids = wanted.map(index.idOf);
    let [rarest, fewest] = [-1, Infinity];
    for (const [offset, id] of ids.entries()) {
      if (isBlank(wanted[offset] ?? '')) continue;
      const count = index.countOf(id);
      if (count === 0) return [];
      if (count < fewest) [rarest, fewest] = [offset, count];
    }
    const starts: number[] = [];
    if (rarest < 0) return starts;
    const length = wanted.reduce((sum, line) => sum + (line.length >> 1), 0);
    for (const position of index.positionsOf(ids[rarest] ?? 0, 0, lines.length)) {
      const start = position - rarest;
      steps += 1;
      if (start < 0 || start + ids.length > lines.length) continue;
      let equal = 0;
      while (equal < ids.length && index.ids[start + equal] === ids[equal]) equal += 1;
      steps += equal;
      if (steps > maxSteps) return [];
      if (equal < ids.length) continue;
      steps += length;
      if (isEqualAt(wanted, lines, start, level)) starts.push(start);
    }
    return starts;
  }

  function runLength(wanted: readonly string[], direction: 1 | -1, start: number, from: number, to: number): number {
    const first = direction === 1 ? 0 : wanted.length - 1;
    const isConsistent = createIndentCheck();
    let length = 0;
    for (; length < wanted.length && steps <= maxSteps; length += 1) {
      steps += 1;
      const line = start + direction * length;
      const text = wanted[first + direction * length] ?? '';
      if (line < from || line >= to || index.ids[line] !== index.idOf(text)) break;
      if (!isConsistent(text, lines[line] ?? '')) break;
    }
    return length;
  }

  function findRuns(wanted: readonly string[], direction: 1 | -1, from: number, to: number): FoundRuns {
    const edge = wanted.at(direction === 1 ? 0 : -1) ?? '';
    let length = 0;
    let starts: number[] = [];
    for (const position of index.positionsOf(index.idOf(edge), from, to)) {
      const each = runLength(wanted, direction, position, from, to);
      if (each > length) starts = [];
      length = Math.max(length, each);
      if (each === length && each > 0) starts.push(position);
    }
    return { length, starts };
  }

  return {
    lines,
    findAt,
    findRuns,
    runLength,
    align: (wanted) => {
      const known = aligned.get(wanted) ?? alignLines(index.ids, Int32Array.from(wanted, index.idOf));
      aligned.set(wanted, known);
      return known;
    },
    find: (wanted, highest = 'all') => {
      for (const level of levels) {
        const starts = findAt(wanted, level);
        if (starts.length > 0) return { level, starts };
        if (level === highest) return undefined;
      }
      return undefined;
    },
    isExhausted: () => steps > maxSteps,
  };
}

/** The lines of a file as numbers, so that they are compared quickly. Lines that are equal at the level `all` are equal. */
interface LineIndex {
  readonly ids: Int32Array;
  /** Returns the number of a line. Lines that are not in the file have negative numbers. */
  readonly idOf: (line: string) => number;
  readonly countOf: (id: number) => number;
  /** Yields the ascending positions between `from` and `to`. */
  readonly positionsOf: (id: number, from: number, to: number) => Iterable<number>;
}

function createLineIndex(lines: readonly string[]): LineIndex {
  const byKey = new Map<string, number>();
  const ids = new Int32Array(lines.length);
  for (let line = 0; line < lines.length; line += 1) {
    const key = normalize(lines[line] ?? '', 'all');
    let id = byKey.get(key);
    if (id === undefined) byKey.set(key, (id = byKey.size));
    ids[line] = id;
  }
  const known = byKey.size;
  /** The positions of the lines with the number `id` are the items from `firsts[id]` up to `firsts[id + 1]`. */
  const firsts = new Int32Array(known + 1);
  for (const id of ids) firsts[id + 1] = (firsts[id + 1] ?? 0) + 1;
  for (let id = 0; id < known; id += 1) firsts[id + 1] = (firsts[id + 1] ?? 0) + (firsts[id] ?? 0);
  const positions = new Int32Array(lines.length);
  const ends = firsts.slice();
  for (let line = 0; line < ids.length; line += 1) {
    const id = ids[line] ?? 0;
    positions[ends[id] ?? 0] = line;
    ends[id] = (ends[id] ?? 0) + 1;
  }
  const range = (id: number): readonly [number, number] =>
    id < 0 || id >= known ? [0, 0] : [firsts[id] ?? 0, firsts[id + 1] ?? 0];
  return {
    ids,
    idOf: (line) => {
      const key = normalize(line, 'all');
      const id = byKey.get(key);
      if (id !== undefined) return id < known ? id : -id;
      const added = byKey.size;
      byKey.set(key, added);
      return -added;
    },
    countOf: (id) => range(id)[1] - range(id)[0],
    positionsOf: function* (id, from, to) {
      const [first, end] = range(id);
      for (let index = lowerBound(positions, first, end, from); index < end; index += 1) {
        const position = positions[index] ?? 0;
        if (position >= to) return;
        yield position;
      }
    },
  };
}

/** Returns the first index between `start` and `end` whose value is not less than `value`. */
function lowerBound(values: Int32Array, start: number, end: number, value: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns true if lines that are equal at the level `all` are also equal at the given level. */
function isEqualAt(wanted: readonly string[], lines: readonly string[], start: number, level: Level): boolean {
  if ((level === 'indentation' || level === 'all') && !hasConsistentIndent(wanted, lines, start)) return false;
  if (level === 'all') return true;
  return wanted.every((line, offset) => normalize(line, level) === normalize(lines[start + offset] ?? '', level));
}

function hasConsistentIndent(wanted: readonly string[], lines: readonly string[], start: number): boolean {
  const isConsistent = createIndentCheck();
  return wanted.every((line, offset) => isConsistent(line, lines[start + offset] ?? ''));
}

/**
 * Creates a function that returns true as long as lines with the same indentation also have the same indentation in
 * the file, and vice versa.
 */
function createIndentCheck(): (wanted: string, line: string) => boolean {
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  return (wanted, line) => {
    if (isBlank(wanted)) return true;
    const [from, to] = [indentOf(wanted), indentOf(line)];
    if ((there.get(from) ?? to) !== to || (back.get(to) ?? from) !== from) return false;
    there.set(from, to);
    back.set(to, from);
    return true;
  };
}
