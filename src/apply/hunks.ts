import { alignLines } from './lines/alignLines.ts';

/** The old lines [oldStart, oldEnd) that became the new lines [newStart, newEnd), counted from 0. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * Returns `after` without the hunk that contains a line, or that touches it if none contains it. A hunk is a run of
 * changed lines between unchanged ones. Returns undefined if there is no such hunk.
 *
 * @param line The number of a line of `after`, counted from 0.
 */
export function undoHunkAt(before: string, after: string, line: number): string | undefined {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  const hunks = hunksOf(oldLines, newLines);
  const hunk =
    hunks.find(({ newStart, newEnd }) => newStart <= line && line < newEnd) ??
    hunks.find(({ newStart, newEnd }) => newStart - 1 <= line && line <= newEnd);
  if (hunk === undefined) return undefined;
  const { oldStart, oldEnd, newStart, newEnd } = hunk;
  return [...newLines.slice(0, newStart), ...oldLines.slice(oldStart, oldEnd), ...newLines.slice(newEnd)].join('');
}

/** Returns the hunks of a change in their order. */
export function hunksOf(oldLines: readonly string[], newLines: readonly string[]): readonly Hunk[] {
  const aligned = alignLines(oldLines, newLines);
  const hunks: Hunk[] = [];
  let [oldStart, newStart] = [0, 0];
  for (let newEnd = 0; newEnd <= newLines.length; newEnd += 1) {
    const oldEnd = newEnd === newLines.length ? oldLines.length : (aligned[newEnd] ?? -1);
    if (oldEnd < 0) continue;
    if (oldEnd > oldStart || newEnd > newStart) hunks.push({ oldStart, oldEnd, newStart, newEnd });
    [oldStart, newStart] = [oldEnd + 1, newEnd + 1];
  }
  return hunks;
}

/** Splits a text into lines with their line breaks, so that a missing line break at the end is a difference. */
export function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}
