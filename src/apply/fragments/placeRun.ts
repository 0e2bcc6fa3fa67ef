import { parentsOf } from '../completeness/keptMappings.ts';
import { alignLines } from '../lines/alignLines.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import { normalize, type LineFinder } from '../lines/findLines.ts';
import { createReindent, isUniformShift, keepUnchanged } from '../lines/fitLines.ts';
import { indentOf, isBlank } from '../lines/indentation.ts';
import { isSameOpening } from '../outline/openings.ts';
import { maxPlaces, placeOf, unclear, type UnclearPlan } from '../planTypes.ts';
import type { Fragment, LineRange } from './fragment.ts';
import { areNewStatements } from './newStatements.ts';

/** The lines of the file between which a run of lines of the block must be. */
export interface Bounds {
  readonly start: number;
  readonly end: number;
  /** The run starts exactly at `start`. Otherwise, its first lines must be unchanged lines of the file. */
  readonly isStartFixed: boolean;
  /** The run ends exactly at `end`. Otherwise, its last lines must be unchanged lines of the file. */
  readonly isEndFixed: boolean;
}

/** The lines of the file that a run of lines stands for, and the change of these lines. */
export interface PlacedRun {
  readonly region: LineRange;
  readonly edit: LineEdit | undefined;
}

/**
 * Finds the place of a run of lines by the unchanged lines at its start and its end, and replaces the lines between.
 * Both must be in the bounds once. The brackets in the replaced lines must open and close as many levels as before.
 */
export function placeRun(fragment: Fragment, whole: LineRange, bounds: Bounds): PlacedRun | UnclearPlan {
  const { block, finder } = fragment;
  const run = withoutBlankEnds(block.scan.lines, whole);
  const lines = block.scan.lines.slice(run.start, run.end);
  if (lines.length === 0) {
    if (!bounds.isStartFixed || !bounds.isEndFixed)
      return { region: { start: bounds.start, end: bounds.start }, edit: undefined };
    return { region: bounds, edit: undefined };
  }
  const fileBounds = trimBounds(finder.lines, bounds);
  const start = startOf(fragment, lines, fileBounds);
  if ('kind' in start) return start;
  const header = headerPair(fragment, whole, bounds);
  if (start.equal === lines.length && !fileBounds.isEndFixed)
    return placed(fragment, run, header, {
      start,
      middle: { start: run.end, end: run.end },
      end: start.line + lines.length,
    });
  const added = placeNewStatements(fragment, whole, run, start, fileBounds);
  if (added !== undefined) return added;
  const end = endOf(fragment, lines, start, fileBounds);
  if ('kind' in end) return end;
  const equalAtEnd = Math.min(end.equal, lines.length - start.equal, end.line - start.line - start.equal);
  if (equalAtEnd < 0) return unclear({ kind: 'notFound' });
  const replaced = { start: start.line + start.equal, end: end.line - equalAtEnd };
  const middle = { start: run.start + start.equal, end: run.end - equalAtEnd };
  if (!isBalanced(fragment, middle, replaced)) return unclear({ kind: 'incomplete' }, [placeOf(replaced)]);
  const parts = { start, middle, end: end.line };
  return haveSameParents(fragment, run, parts, replaced)
    ? placed(fragment, run, header, parts)
    : unclear({ kind: 'notFound' });
}

/**
 * Inserts the lines of a run that can only be new statements below its unchanged first lines, or at the start of a
 * function. The block leaves out the code below them. Returns undefined for other lines.
 */
function placeNewStatements(
  fragment: Fragment,
  whole: LineRange,
  run: LineRange,
  start: RunStart,
  bounds: Bounds,
): PlacedRun | undefined {
  const { block, finder, fit } = fragment;
  if (bounds.isEndFixed || block.scan.content[whole.end] !== 'elision') return undefined;
  const at = start.line + start.equal;
  // The lines up to the elision, also the blank ones.
  const middle = { start: run.start + start.equal, end: whole.end };
  if (!areNewStatements(fragment, middle, at, bounds)) return undefined;
  const pairs: LinePair[] = [...headerPair(fragment, whole, bounds)];
  for (let line = run.start; line < middle.start; line += 1)
    pairs.push([block.scan.lines[line] ?? '', finder.lines[start.line + line - run.start] ?? '']);
  if (!isUniformShift(pairs, fit)) return undefined;
  const reindent = createReindent(pairs, fit.blockUnit, fit.fileUnit);
  // A blank line of the file stays below them.
  const end = isBlank(finder.lines[at] ?? '') ? run.end : middle.end;
  const lines = block.scan.lines.slice(middle.start, end).map(reindent);
  return { region: { start: at, end: at }, edit: { start: at, end: at, lines } };
}

/**
 * Returns false if the unchanged lines at the end of a run of YAML belong to another key than in the block: they are below
 * an unchanged line at its start in one of both only, or below a new line that stands for none of the file.
 */
function haveSameParents(
  { block, file }: Fragment,
  run: LineRange,
  { start, middle, end }: Parts,
  replaced: LineRange,
): boolean {
  if (block.scan.language.id !== 'yaml') return true;
  const own = parentsOf(block.scan, middle.end, run.end, run.start).map((line) =>
    line < middle.start ? line - run.start : Infinity,
  );
  const old = parentsOf(file.scan, replaced.end, end, start.line).map((line) =>
    line < replaced.start ? line - start.line : Infinity,
  );
  return own.every((line, index) => line === old[index]);
}

/** The equal lines of the block and of the file. */
type LinePair = readonly [block: string, file: string];

/**
 * Returns the lines above a run that starts at the start of a section: the ends of the section's headers. Returns none if
 * they differ, because the end of a header of several lines is often indented otherwise.
 */
function headerPair({ block, finder }: Fragment, whole: LineRange, bounds: Bounds): readonly LinePair[] {
  const [own, old] = [block.scan.lines[whole.start - 1], finder.lines[bounds.start - 1]];
  if (!bounds.isStartFixed || own === undefined || old === undefined) return [];
  return normalize(own, 'all') === normalize(old, 'all') ? [[own, old]] : [];
}

function placed(
  fragment: Fragment,
  run: LineRange,
  header: readonly LinePair[],
  parts: Parts,
): PlacedRun | UnclearPlan {
  const edit = createEdit(fragment, run, header, parts);
  return edit === undefined
    ? unclear({ kind: 'notFound' })
    : { region: { start: parts.start.line, end: parts.end }, edit };
}

interface RunStart {
  readonly line: number;
  /** The number of equal lines from `line` on. */
  readonly equal: number;
}

function startOf(fragment: Fragment, lines: readonly string[], bounds: Bounds): RunStart | UnclearPlan {
  const { finder } = fragment;
  const { start, end, isStartFixed } = bounds;
  if (isStartFixed) return { line: start, equal: finder.runLength(lines, 1, start, start, end) };
  const found = finder.findRuns(lines, 1, start, end);
  if (finder.isExhausted()) return unclear({ kind: 'tooLarge' });
  const [line, ...others] = found.starts;
  if (line === undefined) return changedStart(finder, lines, bounds) ?? unclear({ kind: 'notFound' });
  const equal = lines.slice(0, found.length);
  if (!isDistinctive(equal)) return unclear({ kind: 'notFound' });
  if (others.length === 0) return { line, equal: found.length };
  // A place without a certain end is none: the rest of the old lines would stay behind the new ones.
  const places = found.starts.slice(0, maxPlaces).flatMap((each, index) => {
    const runEnd = endOf(
      fragment,
      lines,
      { line: each, equal: found.length },
      { ...bounds, end: found.starts[index + 1] ?? end },
    );
    return 'kind' in runEnd ? [] : [{ startLine: each, endLine: runEnd.line }];
  });
  return unclear({ kind: 'ambiguous', name: nameOf(equal) }, places);
}

/**
 * Returns the start of a run whose first line opens the same element or stage as the line of the file above the unchanged
 * lines that follow. They must be in the bounds once. Otherwise returns undefined.
 */
function changedStart(
  finder: LineFinder,
  [first = '', ...others]: readonly string[],
  { start, end }: Bounds,
): RunStart | undefined {
  if (isBlank(others[0] ?? '')) return undefined;
  const { starts, length } = finder.findRuns(others, 1, start + 1, end);
  const [line, ...same] = starts;
  if (line === undefined || same.length > 0 || !isDistinctive(others.slice(0, length))) return undefined;
  return isSameOpening(first, finder.lines[line - 1] ?? '') ? { line: line - 1, equal: 0 } : undefined;
}

interface RunEnd {
  /** The line after the run. */
  readonly line: number;
  /** The number of equal lines before `line`. */
  readonly equal: number;
}

function endOf({ finder }: Fragment, lines: readonly string[], start: RunStart, bounds: Bounds): RunEnd | UnclearPlan {
  const from = start.line + start.equal;
  if (bounds.isEndFixed)
    return { line: bounds.end, equal: finder.runLength(lines, -1, bounds.end - 1, from, bounds.end) };
  const found = finder.findRuns(lines, -1, from, bounds.end);
  if (finder.isExhausted()) return unclear({ kind: 'tooLarge' });
  const [line, ...others] = found.starts;
  if (line === undefined) return unclear({ kind: start.equal === 0 ? 'notFound' : 'openEnd' });
  const equal = lines.slice(lines.length - found.length);
  if (!isDistinctive(equal)) return unclear({ kind: 'notFound' });
  if (others.length > 0) {
    const places = found.starts.map((last) => ({ startLine: start.line, endLine: last + 1 }));
    return unclear({ kind: 'ambiguous', name: nameOf(equal.toReversed()) }, places);
  }
  return { line: line + 1, equal: found.length };
}

/** Returns true if one of the lines is more than brackets. Brackets alone say nothing about a place. */
function isDistinctive(lines: readonly string[]): boolean {
  return lines.some(isDistinctiveLine);
}

function isDistinctiveLine(line: string): boolean {
  return /\w[^\w]*\w[^\w]*\w/.test(line.slice(0, 200));
}

/** Returns the line by which the user knows the place of these lines. */
function nameOf(equal: readonly string[]): string {
  return equal.find(isDistinctiveLine)?.trim() ?? '';
}

/** Excludes blank lines at fixed bounds. The file keeps them. */
function trimBounds(fileLines: readonly string[], bounds: Bounds): Bounds {
  let { start, end } = bounds;
  while (bounds.isEndFixed && end > start && isBlank(fileLines[end - 1] ?? '')) end -= 1;
  while (bounds.isStartFixed && start < end && isBlank(fileLines[start] ?? '')) start += 1;
  return { ...bounds, start, end };
}

/** Returns true if the replaced and the replacing lines change the number of open brackets equally. */
function isBalanced({ block, file }: Fragment, middle: LineRange, replaced: LineRange): boolean {
  const growth = (depths: Int32Array, { start, end }: LineRange) => (depths[end] ?? 0) - (depths[start] ?? 0);
  return growth(block.scan.depths, middle) === growth(file.scan.depths, replaced);
}

interface Parts {
  readonly start: RunStart;
  /** The lines of the block between the unchanged lines at the start and the end. */
  readonly middle: LineRange;
  /** The line of the file after the run. */
  readonly end: number;
}

/** Returns the edit of a run, or undefined if the unchanged lines at its ends are not indented alike. */
function createEdit(
  { block, finder, fit }: Fragment,
  run: LineRange,
  header: readonly LinePair[],
  { start, middle, end }: Parts,
): LineEdit | undefined {
  const lines = block.scan.lines.slice(run.start, run.end);
  const old = finder.lines.slice(start.line, end);
  const pairs: LinePair[] = [...header];
  for (let line = run.start; line < middle.start; line += 1)
    pairs.push([block.scan.lines[line] ?? '', finder.lines[start.line + line - run.start] ?? '']);
  for (let line = middle.end; line < run.end; line += 1)
    pairs.push([block.scan.lines[line] ?? '', finder.lines[end - (run.end - line)] ?? '']);
  if (!isUniformShift(pairs, fit)) return undefined;
  const isLikeFile = pairs.every(isAtMargin) && hasEqualIndents(lines, old);
  const reindent = isLikeFile ? (line: string) => line : createReindent(pairs, fit.blockUnit, fit.fileUnit);
  const hasChange = middle.end > middle.start || old.length > run.end - run.start;
  const fitted = lines.map((line, index) => {
    const own = reindent(line);
    const position = run.start + index;
    if (fit.isVerbatim || !hasChange || (position >= middle.start && position < middle.end)) return own;
    const unchanged = old[position < middle.start ? index : old.length - (run.end - position)];
    return unchanged !== undefined && normalize(unchanged, 'style') === normalize(own, 'style') ? unchanged : own;
  });
  return { start: start.line, end, lines: keepUnchanged(fitted, old, fit) };
}

function isAtMargin([line, old]: LinePair): boolean {
  return indentOf(line) === '' && indentOf(old) === '';
}

/** Returns true if indented lines are in both texts, and all that are have the same indentation in both. */
function hasEqualIndents(lines: readonly string[], old: readonly string[]): boolean {
  const trimmed = (line: string) => normalize(line, 'all');
  const aligned = alignLines(old.map(trimmed), lines.map(trimmed));
  const pairs = lines.flatMap((line, index) => {
    const other = old[aligned[index] ?? -1];
    return other === undefined || isBlank(line) ? [] : [[indentOf(line), indentOf(other)] as const];
  });
  return pairs.every(([own, other]) => own === other) && pairs.some(([own]) => own !== '');
}

/** Returns the range without blank lines at its start and its end. */
export function withoutBlankEnds(lines: readonly string[], { start, end }: LineRange): LineRange {
  let [from, to] = [start, end];
  while (from < to && isBlank(lines[from] ?? '')) from += 1;
  while (to > from && isBlank(lines[to - 1] ?? '')) to -= 1;
  return { start: from, end: to };
}
