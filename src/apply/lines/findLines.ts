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
   * Finds all places of the lines at the lowest level at which there is any. Returns undefined
   * if there is none, or if all of the lines are blank. `highest` limits the level.
   */
  readonly find: (lines: readonly string[], highest?: Level) => FoundLines | undefined;
  /** Finds all places of the lines at a level. */
  readonly findAt: (lines: readonly string[], level: Level) => readonly number[];
  /**
   * Finds the places between `from` and `to` where most of the first lines are, or of the last lines if `direction` is
   * -1. Ignores differences of the level `all`. The first, or last, line must not be blank.
   */
  readonly findRuns: (lines: readonly string[], direction: 1 | -1, from: number, to: number) => FoundRuns;
  /** Returns the number of lines from `start` on that are equal, as for `findRuns`. */
  readonly runLength: (lines: readonly string[], direction: 1 | -1, start: number, from: number, to: number) => number;
  /** Returns true if the search has taken too many steps. Then `find` returns undefined. */
  readonly isExhausted: () => boolean;
}

/** The maximum number of comparisons of all searches in a file. */
const maxSteps = 30_000_000;

/** Returns a line in the form in which the lines of a level are equal. */
export function normalize(line: string, level: Level): string {
  switch (level) {
    case 'exact':
      return line;
    case 'trailing':
      return line.trimEnd();
    case 'style':
      return line.trimEnd().replaceAll(/["`]/g, "'");
    case 'indentation':
      return line.trim();
    case 'all':
      return line.trim().replaceAll(/["`]/g, "'");
  }
}

export function createLineFinder(lines: readonly string[]): LineFinder {
  let steps = 0;
  const indices = new Map<Level, LevelIndex>();
  const indexOf = (level: Level) => {
    const index = indices.get(level) ?? createLevelIndex(lines, level);
    indices.set(level, index);
    return index;
  };

  function findAt(wanted: readonly string[], level: Level): readonly number[] {
    const { normalized, positions } = indexOf(level);
    const keys = wanted.map((line) => normalize(line, level));
    let [rarest, candidates]: readonly [number, readonly number[] | undefined] = [0, undefined];
    for (const [offset, key] of keys.entries()) {
      if (key === '') continue;
      const found = positions.get(key);
      if (found === undefined) return [];
      if (candidates === undefined || found.length < candidates.length) [rarest, candidates] = [offset, found];
    }
    const starts: number[] = [];
    for (const position of candidates ?? []) {
      const start = position - rarest;
      steps += 1;
      if (start < 0 || start + keys.length > lines.length) continue;
      let equal = 0;
      while (equal < keys.length && normalized[start + equal] === keys[equal]) equal += 1;
      steps += equal;
      if (steps > maxSteps) return [];
      if (equal < keys.length) continue;
      if ((level !== 'indentation' && level !== 'all') || hasConsistentIndent(wanted, lines, start)) starts.push(start);
    }
    return starts;
  }

  function runLength(wanted: readonly string[], direction: 1 | -1, start: number, from: number, to: number): number {
    const { normalized } = indexOf('all');
    const first = direction === 1 ? 0 : wanted.length - 1;
    const isConsistent = createIndentCheck();
    let length = 0;
    for (; length < wanted.length && steps <= maxSteps; length += 1) {
      steps += 1;
      const line = start + direction * length;
      const text = wanted[first + direction * length] ?? '';
      if (line < from || line >= to || normalized[line] !== normalize(text, 'all')) break;
      if (!isConsistent(text, lines[line] ?? '')) break;
    }
    return length;
  }

  function findRuns(wanted: readonly string[], direction: 1 | -1, from: number, to: number): FoundRuns {
    const edge = wanted.at(direction === 1 ? 0 : -1) ?? '';
    let length = 0;
    let starts: number[] = [];
    for (const position of indexOf('all').positions.get(normalize(edge, 'all')) ?? []) {
      if (position < from || position >= to) continue;
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
    find: (wanted, highest = 'all') => {
      if (wanted.every(isBlank)) return undefined;
      for (const level of levels) {
        if (steps > maxSteps) return undefined;
        const starts = findAt(wanted, level);
        if (starts.length > 0) return { level, starts };
        if (level === highest) return undefined;
      }
      return undefined;
    },
    isExhausted: () => steps > maxSteps,
  };
}

interface LevelIndex {
  readonly normalized: readonly string[];
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

function createLevelIndex(lines: readonly string[], level: Level): LevelIndex {
  const normalized = lines.map((line) => normalize(line, level));
  const positions = new Map<string, number[]>();
  for (const [position, line] of normalized.entries()) {
    const found = positions.get(line);
    if (found === undefined) positions.set(line, [position]);
    else found.push(position);
  }
  return { normalized, positions };
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
