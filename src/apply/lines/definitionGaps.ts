import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import type { LineEdit } from './fileLines.ts';
import { indentOf, isBlank } from './indentation.ts';

/** The share of the definitions of a file that must have the same number of blank lines beside them. */
const usualShare = 2 / 3;

/**
 * Returns the edits with as many blank lines above and below the new definitions at the top level as most others of the
 * file have there. A block often has one where the file has two. If the block has none beside a definition, none is added.
 *
 * @param edits In ascending order, without overlaps.
 */
export function withUsualGaps(block: Outline, file: Outline, edits: readonly LineEdit[]): readonly LineEdit[] {
  const added = block.top.items.filter((item) => isDefinition(item) && file.find(item.key).length === 0);
  if (added.length === 0) return edits;
  const usual = { above: usualGap(file, -1), below: usualGap(file, 1) };
  if (Math.max(usual.above, usual.below) < 2) return edits;
  return edits.map((edit, index) =>
    withGaps(edit, { lines: file.scan.lines, previous: edits[index - 1], next: edits[index + 1] }, block, added, usual),
  );
}

function isDefinition({ kind, sections }: Item): boolean {
  return kind === 'declaration' && sections.length > 0;
}

/** Returns the number of blank lines above (-1) or below (1) most definitions of a file; 0 if it differs. */
function usualGap(file: Outline, direction: 1 | -1): number {
  const gaps = file.top.items.flatMap((item) => (isDefinition(item) ? (gapBeside(file, item, direction) ?? []) : []));
  const groups = [...Map.groupBy(gaps, (gap) => gap).values()];
  const usual = groups.find((same) => same.length >= gaps.length * usualShare);
  return usual?.[0] ?? 0;
}

/** Returns the number of blank lines above or below an item; undefined if there are no other lines. */
function gapBeside({ scan }: Outline, { start, end }: Item, direction: 1 | -1): number | undefined {
  const first = direction === 1 ? end : start - 1;
  let line = first;
  while (scan.content[line] === 'blank') line += direction;
  return scan.content[line] === undefined ? undefined : Math.abs(line - first);
}

/** The lines of a file around an edit, and the edits above and below it. */
interface Around {
  readonly lines: readonly string[];
  readonly previous: LineEdit | undefined;
  readonly next: LineEdit | undefined;
}

function withGaps(
  edit: LineEdit,
  { lines: fileLines, previous, next }: Around,
  { scan }: Outline,
  added: readonly Item[],
  usual: { readonly above: number; readonly below: number },
): LineEdit {
  const lineAt = (index: number) => {
    if (index >= 0 && index < edit.lines.length) return edit.lines[index];
    const line = index < 0 ? edit.start + index : edit.end + index - edit.lines.length;
    if (previous !== undefined && line < previous.end) return previous.lines.at(line - previous.end);
    return next !== undefined && line >= next.start ? next.lines[line - next.start] : fileLines[line];
  };
  const indices = new Map<string, number>();
  for (const [index, line] of edit.lines.entries()) indices.set(line, indices.has(line) ? -1 : index);
  /** The numbers of blank lines that are missing in front of lines of the edit. */
  const missing = new Map<number, number>();
  const fill = (index: number, direction: 1 | -1, gap: number) => {
    let own = 0;
    let line = lineAt(direction === 1 ? index : index - 1);
    while (line !== undefined && isBlank(line)) {
      own += 1;
      line = lineAt(direction === 1 ? index + own : index - 1 - own);
    }
    const isInside = direction === 1 && indentOf(line ?? '') !== '';
    if (line !== undefined && !isInside && own > 0 && own < gap) missing.set(index, gap - own);
  };
  for (const { start, head, end } of added) {
    const at = indices.get(scan.lines[head] ?? '') ?? -1;
    if (at < head - start || indentOf(edit.lines[at] ?? '') !== '') continue;
    fill(at - (head - start), -1, usual.above);
    fill(at - head + end, 1, usual.below);
  }
  if (missing.size === 0) return edit;
  const lines = [...edit.lines, undefined].flatMap((line, index) => [
    ...Array.from({ length: missing.get(index) ?? 0 }, () => ''),
    ...(line === undefined ? [] : [line]),
  ]);
  return { ...edit, lines };
}
