import { addAll } from '../../common/addAll.ts';
import type { Place } from '../planTypes.ts';
import { alignLines } from './alignLines.ts';
import type { LineEdit } from './fileLines.ts';

/** For each line of a text, true if an earlier block of the reply has added or changed it. */
export type ChangeMarks = readonly boolean[];

/** Returns the marks of the text after the edits. */
export function markChanges(marks: ChangeMarks, edits: readonly LineEdit[], lines: readonly string[]): ChangeMarks {
  const result: boolean[] = [];
  let line = 0;
  for (const edit of edits) {
    addAll(result, marks.slice(line, edit.start));
    const aligned = alignLines(lines.slice(edit.start, edit.end), edit.lines);
    for (const index of aligned) result.push(index < 0 || marks[edit.start + index] === true);
    line = edit.end;
  }
  addAll(result, marks.slice(line));
  return result;
}

/** Returns a marked line that the edits remove or change, or undefined if there is none. */
export function changedAgain(
  marks: ChangeMarks,
  edits: readonly LineEdit[],
  lines: readonly string[],
): number | undefined {
  for (const { start, end, lines: replacing } of edits) {
    const kept = new Set(alignLines(lines.slice(start, end), replacing));
    for (let line = start; line < end; line += 1) if (marks[line] === true && !kept.has(line - start)) return line;
  }
  return undefined;
}

/** Returns true if a change removes or replaces a line of a place, or adds lines inside it. */
export function changesWithin(places: readonly Place[], before: readonly string[], after: readonly string[]): boolean {
  const kept = new Set<number>();
  /** The lines of the text before that are no longer directly below the line above them. */
  const divided = new Set<number>();
  let next = 0;
  for (const index of alignLines(before, after)) {
    if (index >= 0) {
      kept.add(index);
      if (index !== next) divided.add(index);
      next = index + 1;
    } else {
      divided.add(next);
    }
  }
  return places.some(({ startLine, endLine }) => {
    for (let line = startLine; line < endLine; line += 1)
      if (!kept.has(line) || (line > startLine && divided.has(line))) return true;
    return false;
  });
}
