import { indentOf, isBlank } from './indentation.ts';

/**
 * How similar found lines are to the lines that were looked for. Each level also permits the differences of the levels
 * before it:
 *
 * - `exact`: the lines are equal.
 * - `indentation`: the lines are indented differently, but equal indentations are equal in the file, too.
 * - `space`: spaces at the ends of lines differ.
 * - `quotes`: the style of quotes differs.
 */
export const levels = ['exact', 'indentation', 'space', 'quotes'] as const;
export type Level = (typeof levels)[number];

/** The places where lines were found. All have the same level, and there is none of a lower level. */
export interface FoundLines {
  readonly level: Level;
  /** The indices of the first lines, ascending. */
  readonly starts: readonly number[];
}

/** Finds lines in a file. */
export interface LineFinder {
  readonly lines: readonly string[];
  /**
   * Finds all places of the lines between `from` and `to` at the lowest level at which there is any. Returns undefined
   * if there is none, or if all of the lines are blank. `highest` limits the level.
   */
  readonly find: (lines: readonly string[], from?: number, to?: number, highest?: Level) => FoundLines | undefined;
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
    case 'indentation':
      return line.trimStart();
    case 'space':
      return line.trim();
    case 'quotes':
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

  function startsAt(level: Level, wanted: readonly string[], from: number, to: number): readonly number[] {
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
      if (start < from || start + keys.length > to) continue;
      let equal = 0;
      while (equal < keys.length && normalized[start + equal] === keys[equal]) equal += 1;
      steps += equal;
      if (steps > maxSteps) return [];
      if (equal < keys.length) continue;
      if (level === 'exact' || hasConsistentIndent(wanted, lines, start)) starts.push(start);
    }
    return starts;
  }

  return {
    lines,
    find: (wanted, from = 0, to = lines.length, highest = 'quotes') => {
      if (wanted.every(isBlank)) return undefined;
      for (const level of levels) {
        if (steps > maxSteps) return undefined;
        const starts = startsAt(level, wanted, from, to);
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

/** Returns true if lines with the same indentation also have the same indentation in the file, and vice versa. */
function hasConsistentIndent(wanted: readonly string[], lines: readonly string[], start: number): boolean {
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  for (const [offset, line] of wanted.entries()) {
    if (isBlank(line)) continue;
    const [from, to] = [indentOf(line), indentOf(lines[start + offset] ?? '')];
    if ((there.get(from) ?? to) !== to || (back.get(to) ?? from) !== from) return false;
    there.set(from, to);
    back.set(to, from);
  }
  return true;
}
