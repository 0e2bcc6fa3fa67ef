import { addAll } from '../common/addAll.ts';
import { hunksOf, linesOf, type Hunk } from './hunks.ts';
import { alignLines } from './lines/alignLines.ts';

/**
 * Undoes a change in a text that has changed since. Returns `now` with the old lines in place of the lines that the change
 * from `before` to `after` has brought. Returns undefined if one of these lines has changed, or if a line beside removed
 * lines has changed, because the place of the old lines is then not certain. Also returns undefined if an old last line
 * without a line break would no longer be the last one.
 */
export function undoChange(before: string, after: string, now: string): string | undefined {
  const [oldLines, newLines, lines] = [linesOf(before), linesOf(after), linesOf(now)];
  const positions = new Map<number, number>([[newLines.length, lines.length]]);
  alignLines(newLines, lines).forEach((line, position) => positions.set(line, position));
  positions.set(-1, -1);
  const pieces: string[] = [];
  let end = 0;
  for (const hunk of hunksOf(oldLines, newLines)) {
    const start = positionOf(hunk, positions);
    if (start === undefined) return undefined;
    addAll(pieces, lines.slice(end, start));
    addAll(pieces, oldLines.slice(hunk.oldStart, hunk.oldEnd));
    end = start + hunk.newEnd - hunk.newStart;
  }
  addAll(pieces, lines.slice(end));
  const undone = pieces.filter((piece) => piece !== '');
  return undone.slice(0, -1).every((piece) => piece.endsWith('\n')) ? undone.join('') : undefined;
}

/**
 * Returns the position of the new lines of a hunk in a text that has changed since.
 *
 * @param positions The positions of the lines before the first line (-1), of the lines that are unchanged, and after the
 * last line.
 */
function positionOf({ newStart, newEnd }: Hunk, positions: ReadonlyMap<number, number>): number | undefined {
  if (newStart === newEnd) {
    const [previous, next] = [positions.get(newStart - 1), positions.get(newStart)];
    return previous !== undefined && next === previous + 1 ? next : undefined;
  }
  const start = positions.get(newStart);
  if (start === undefined) return undefined;
  for (let line = newStart; line < newEnd; line += 1)
    if (positions.get(line) !== start + line - newStart) return undefined;
  return start;
}
