import { addAll } from '../../common/addAll.ts';
import type { Edits, LineEdit } from '../lines/fileLines.ts';
import { levels, type FoundLines, type LineFinder } from '../lines/findLines.ts';
import { createReindent } from '../lines/fitLines.ts';
import { indentOf, indentUnitOf, isBlank } from '../lines/indentation.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
import { orderEdits } from './orderEdits.ts';
import type { Hunk, HunkLine } from './parseDiff.ts';

/** A hunk with the places where its old lines are. */
interface FoundHunk {
  readonly hunk: Hunk;
  /** The reading of the hunk's lines that was found. */
  readonly lines: readonly HunkLine[];
  readonly starts: readonly number[];
}

/** Plans the hunks of a diff of one file. */
export function planDiff(hunks: readonly Hunk[], finder: LineFinder): Edits {
  if (hunks.some(({ isCut }) => isCut)) return unclear({ kind: 'miscounted' });
  const changing = hunks.filter(({ lines }) => lines.some(({ kind }) => kind !== 'context'));
  if (changing.length === 0) return unclear({ kind: 'incomplete' });
  if (finder.lines.length === 0) return planNewFile(changing);
  const found: FoundHunk[] = [];
  for (const hunk of changing) {
    const place = findHunk(hunk, finder);
    if (place === undefined) return unclear({ kind: finder.isExhausted() ? 'tooLarge' : 'notFound' });
    found.push(place);
  }
  const starts = chooseStarts(found, finder.lines);
  if (!Array.isArray(starts)) return starts as UnclearPlan;
  const edits: LineEdit[] = [];
  for (const [index, { lines }] of found.entries())
    addAll(edits, editsOfHunk(lines, (starts as readonly number[])[index] ?? 0, finder.lines));
  return orderEdits(edits);
}

function planNewFile(hunks: readonly Hunk[]): Edits {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some(({ kind }) => kind !== 'added')) return unclear({ kind: 'notFound' });
  return [{ start: 0, end: 0, lines: lines.map(({ text }) => text) }];
}

function findHunk(hunk: Hunk, finder: LineFinder): FoundHunk | undefined {
  const readings = hunk.unmarked === undefined ? [hunk.lines] : [hunk.lines, hunk.unmarked];
  for (const level of levels)
    for (const lines of readings) {
      const starts = finder.findAt(oldTexts(lines), level);
      if (starts.length === 0) continue;
      const shown = isUnmarked(hunk, lines) ? withFirstColumn(lines, finder.lines) : lines;
      return { hunk, lines: shown, starts: withLookAlikes(hunk, lines, starts, finder) };
    }
  return findApplied(hunk, finder);
}

/** Returns true if no context line of a reading had a mark. */
function isUnmarked({ unmarked }: Hunk, lines: readonly HunkLine[]): boolean {
  return unmarked !== undefined && lines.every(({ text }, index) => text === unmarked[index]?.text);
}

/**
 * Corrects the indentation of added lines by one column if the context lines have no marks. The marks of the added lines
 * then stand in place of their first column, or a space is behind each mark. If the hunk removes lines, their places show
 * it (see createReindent).
 */
function withFirstColumn(lines: readonly HunkLine[], fileLines: readonly string[]): readonly HunkLine[] {
  const unit = indentUnitOf(fileLines)?.text ?? '\t';
  const filled = lines.filter(({ text }) => !isBlank(text));
  const isWhole = (text: string) => indentOf(text).replaceAll(unit, '') === '';
  if (!filled.every(({ kind, text }) => kind === 'added' || (kind === 'context' && isWhole(text)))) return lines;
  const corrections = [(text: string) => ` ${text}`, (text: string) => text.replace(/^ /, '')];
  const areWhole = (correct: (text: string) => string) =>
    filled.every(({ kind, text }) => kind === 'context' || (!isWhole(text) && isWhole(correct(text))));
  const correct = corrections.find(areWhole);
  if (correct === undefined) return lines;
  return lines.map((line) =>
    line.kind === 'added' && !isBlank(line.text) ? { ...line, text: correct(line.text) } : line,
  );
}

/**
 * Returns the places of a hunk. Unless the line number is correct, a place with the same lines in another indentation
 * is as good.
 */
function withLookAlikes(
  { oldStart }: Hunk,
  lines: readonly HunkLine[],
  starts: readonly number[],
  finder: LineFinder,
): readonly number[] {
  const isStated = starts.some((start) => start + 1 === oldStart);
  if (isStated || starts.length > 1) return starts;
  return [...new Set([...finder.findAt(oldTexts(lines), 'indentation'), ...starts])];
}

/** Finds a hunk that the file already contains: its new lines, of which some are added. */
function findApplied(hunk: Hunk, finder: LineFinder): FoundHunk | undefined {
  const lines = hunk.lines.filter(({ kind }) => kind !== 'removed');
  const added = lines.filter(({ kind, text }) => kind === 'added' && text.trim().length > 1);
  const places: FoundLines | undefined = added.length === 0 ? undefined : finder.find(texts(lines), 'exact');
  if (places === undefined) return undefined;
  return { hunk, lines: lines.map(({ text }) => ({ kind: 'context', text })), starts: places.starts };
}

function oldTexts(lines: readonly HunkLine[]): readonly string[] {
  return texts(lines.filter(({ kind }) => kind !== 'added'));
}

function texts(lines: readonly HunkLine[]): readonly string[] {
  return lines.map(({ text }) => text);
}

/**
 * Chooses the place of each hunk. If a hunk fits at several places, its line number, then its heading, then the order
 * of the hunks must leave one. A line number is trusted only if the line numbers of the other hunks are correct.
 */
function chooseStarts(found: readonly FoundHunk[], fileLines: readonly string[]): readonly number[] | UnclearPlan {
  const isAsStated = (start: number, { hunk }: FoundHunk) => hunk.oldStart !== undefined && start === hunk.oldStart - 1;
  const areNumbersTrusted = found.every((each) => each.starts.some((start) => isAsStated(start, each)));
  const chosen: (number | undefined)[] = found.map((each) => {
    if (each.starts.length === 1) return each.starts[0];
    if (areNumbersTrusted) return each.starts.find((start) => isAsStated(start, each));
    return onlyOne(each.starts.filter((start) => hasHeading(start, each.hunk.heading, fileLines)));
  });
  for (const [index, each] of found.entries()) {
    if (chosen[index] !== undefined) continue;
    const before = chosen.slice(0, index).findLast((start) => start !== undefined) ?? -1;
    const after = chosen.slice(index + 1).find((start) => start !== undefined) ?? fileLines.length;
    const start = onlyOne(each.starts.filter((place) => place > before && place < after));
    if (start === undefined) return ambiguous(each);
    chosen[index] = start;
  }
  return chosen.map((start) => start ?? 0);
}

function ambiguous({ lines, starts }: FoundHunk): UnclearPlan {
  const old = oldTexts(lines);
  const name = old.find((text) => text.trim().length > 1)?.trim() ?? '';
  const places = starts.map((start) => ({ startLine: start, endLine: start + old.length }));
  return unclear({ kind: 'ambiguous', name }, places);
}

function onlyOne<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}

/** Returns true if the nearest line above that starts a declaration at the left margin is the heading of the hunk. */
function hasHeading(start: number, heading: string, fileLines: readonly string[]): boolean {
  if (heading === '') return false;
  for (let line = start - 1; line >= 0; line -= 1) {
    const text = fileLines[line] ?? '';
    if (text.trim() === heading) return true;
    if (/^[A-Za-z_$]/.test(text)) return false;
  }
  return false;
}

/** Returns the edits of a hunk whose old lines are in the file from the line `start`. Context stays as in the file. */
function editsOfHunk(lines: readonly HunkLine[], start: number, fileLines: readonly string[]): readonly LineEdit[] {
  const old = oldTexts(lines);
  const pairs = old.map((text, index) => [text, fileLines[start + index] ?? ''] as const);
  const isShifted = pairs.some(([block, file]) => block.trimEnd() !== file.trimEnd());
  const reindent = createReindent(
    pairs,
    isShifted ? indentUnitOf(texts(lines)) : undefined,
    isShifted ? indentUnitOf(fileLines) : undefined,
  );
  const edits: LineEdit[] = [];
  let line = start;
  let removed = 0;
  let added: string[] = [];
  const flush = () => {
    if (removed > 0 || added.length > 0) edits.push({ start: line - removed, end: line, lines: added });
    [removed, added] = [0, []];
  };
  for (const { kind, text } of lines) {
    if (kind === 'added') {
      added.push(reindent(text));
      continue;
    }
    if (kind === 'context') flush();
    else removed += 1;
    line += 1;
  }
  flush();
  return edits;
}
