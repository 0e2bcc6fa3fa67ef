import { addAll } from '../../common/addAll.ts';
import { alignLines } from '../lines/alignLines.ts';
import type { Edits, LineEdit } from '../lines/fileLines.ts';
import { normalize, type LineFinder } from '../lines/findLines.ts';
import { createReindent } from '../lines/fitLines.ts';
import { indentUnitOf, isBlank } from '../lines/indentation.ts';
import { unclear } from '../planTypes.ts';
import { orderEdits } from './orderEdits.ts';
import type { Replacement } from './parseReplacements.ts';

/** Plans replacements. Each searched text must be in the file exactly once. */
export function planReplacements(replacements: readonly Replacement[], finder: LineFinder): Edits {
  const edits: LineEdit[] = [];
  for (const replacement of replacements) {
    const planned = planReplacement(replacement, finder);
    if ('kind' in planned) return planned;
    addAll(edits, planned);
  }
  const ordered = orderEdits(edits);
  if ('kind' in ordered) return ordered;
  return ordered.map((edit, index) => withoutRepeatedLine(edit, ordered[index - 1], finder.lines));
}

/** Replies may show a new line both at the end of one replacement and at the start of the next one. */
function withoutRepeatedLine(edit: LineEdit, before: LineEdit | undefined, fileLines: readonly string[]): LineEdit {
  const [first = '', ...others] = edit.lines;
  if (before?.end !== edit.start || first !== before.lines.at(-1) || !/\w{3}/.test(first)) return edit;
  const isOld = fileLines.slice(before.start, edit.end).includes(first);
  return isOld ? edit : { ...edit, lines: others };
}

function planReplacement({ search, replace }: Replacement, finder: LineFinder): Edits {
  const { lines } = finder;
  const wanted = withoutBlankEnds(search);
  if (wanted.length === 0) {
    if (lines.every(isBlank)) return [{ start: 0, end: lines.length, lines: replace }];
    return unclear({ kind: 'noNeighbours' });
  }
  // Blank lines at the ends belong to the searched text only if the file has them, too.
  const whole = finder.find(search);
  const found = whole ?? finder.find(wanted);
  const isWhole = whole !== undefined;
  const [searched, replacing] = isWhole ? [search, replace] : [wanted, withoutBlankEnds(replace)];
  if (found === undefined) {
    if (finder.isExhausted()) return unclear({ kind: 'tooLarge' });
    return isApplied(replace, wanted, finder) ? [] : unclear({ kind: 'notFound' });
  }
  const [start = 0] = found.starts;
  const alike = new Set([...found.starts, ...finder.findAt(searched, 'indentation')]);
  if (alike.size > 1) {
    const name = wanted.find((line) => line.trim().length > 1)?.trim() ?? '';
    const places = [...alike].map((each) => ({ startLine: each, endLine: each + searched.length }));
    return unclear({ kind: 'ambiguous', name }, places);
  }
  const old = lines.slice(start, start + searched.length);
  return [{ start, end: start + searched.length, lines: replaceLines(searched, replacing, old, lines) }];
}

/** Returns true if the replacing lines are in the file once, and are not only a part of the searched ones. */
function isApplied(replace: readonly string[], search: readonly string[], finder: LineFinder): boolean {
  const searched = new Set(search.map((line) => normalize(line, 'indentation')));
  const hasNew = replace.some((line) => line.trim().length > 1 && !searched.has(normalize(line, 'indentation')));
  return hasNew && finder.find(withoutBlankEnds(replace), 'exact')?.starts.length === 1;
}

/** Returns the replacing lines. Those that are also searched lines stay as they are in the file. */
function replaceLines(
  search: readonly string[],
  replace: readonly string[],
  old: readonly string[],
  fileLines: readonly string[],
): readonly string[] {
  const pairs = search.map((line, index) => [line, old[index] ?? ''] as const);
  const isShifted = pairs.some(([block, file]) => block.trimEnd() !== file.trimEnd());
  const reindent = createReindent(
    pairs,
    isShifted ? (indentUnitOf(replace) ?? indentUnitOf(search)) : undefined,
    isShifted ? indentUnitOf(fileLines) : undefined,
  );
  const aligned = alignLines(search, replace);
  // A line that moves is the only one of its text that is left.
  const moved = new Map<string, string | undefined>();
  const unmoved = new Set(aligned);
  for (const [index, line] of search.entries())
    if (!unmoved.has(index)) moved.set(line, moved.has(line) || isBlank(line) ? undefined : old[index]);
  return replace.map((line, index) => old[aligned[index] ?? -1] ?? moved.get(line) ?? reindent(line));
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
}
