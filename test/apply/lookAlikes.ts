import type { Change } from './change.ts';
import { isDistinctive } from './textMatch.ts';

const contextLines = 3;

/**
 * Returns true if another place of the file resembles a place of the change: at least half of the distinctive lines that
 * the hunk removes or has around it occur in another window of the same size, in the same order. Digits and outer space
 * are not compared.
 */
export function hasLookAlikes({ before, hunks }: Pick<Change, 'before' | 'hunks'>): boolean {
  const normal = before.map((line) => line.trim().replaceAll(/\d+/g, '0'));
  return hunks.some((hunk) => {
    const start = Math.max(0, hunk.beforeStart - contextLines);
    const end = Math.min(before.length, hunk.beforeEnd + contextLines);
    const wanted = normal.slice(start, end).filter(isDistinctive);
    if (wanted.length < 3) return false;
    const size = end - start;
    const candidates = new Set(
      wanted.flatMap((line) => normal.flatMap((each, index) => (each === line ? [index] : []))),
    );
    return [...candidates].some((first) => {
      for (let from = first - size + 1; from <= first; from += 1) {
        if (from < 0 || (from < end && from + size > start)) continue;
        if (2 * inOrder(wanted, normal.slice(from, from + size)) >= wanted.length) return true;
      }
      return false;
    });
  });
}

/** Returns the length of the longest common subsequence. */
function inOrder(wanted: readonly string[], lines: readonly string[]): number {
  let row = new Array<number>(lines.length + 1).fill(0);
  for (const line of wanted) {
    const next = [0];
    for (const [index, other] of lines.entries())
      next.push(line === other ? row[index]! + 1 : Math.max(next[index]!, row[index + 1]!));
    row = next;
  }
  return row.at(-1)!;
}
