import { addAll } from '../../common/addAll.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import { fitLines } from '../lines/fitLines.ts';
import { indentOf, isBlank } from '../lines/indentation.ts';
import { itemsIn, type Item } from '../outline/items.ts';
import type { Container, Outline } from '../outline/outline.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
import { agreedEdits, withoutLoss } from './agreedEdits.ts';
import type { Fragment, LineRange } from './fragment.ts';
import { placeRun } from './placeRun.ts';
import { replacedRange, withSameComma } from './replaceItem.ts';

/** Merges items of the block into a container of the file. */
export type MergeItems = (
  fragment: Fragment,
  items: readonly Item[],
  container: Container | undefined,
) => readonly LineEdit[] | UnclearPlan;

/**
 * Merges an item of the block that leaves out lines of its sections. The lines around the sections, such as the header,
 * are replaced. Left-out lines stay as in the file.
 */
export function mergeElided(
  fragment: Fragment,
  item: Item,
  old: Item,
  mergeItems: MergeItems,
): readonly LineEdit[] | UnclearPlan {
  const { block, file } = fragment;
  const [own, sections] = [containersIn(block, item), containersIn(file, old)];
  const place = { startLine: old.start, endLine: old.end };
  if (!item.isWellFormed || !old.isWellFormed) return unclear({ kind: 'incomplete' }, [place]);
  if (own.length !== sections.length) return unclear({ kind: 'incomplete' }, [place]);
  const edits: LineEdit[] = [];
  const replaced = replacedRange(fragment, item, old);
  let [blockLine, fileLine] = [item.start, replaced.start];
  const addFrame = (blockEnd: number, fileEnd: number) => {
    const lines = fitFrame(fragment, { start: blockLine, end: blockEnd }, { start: fileLine, end: fileEnd }, item, old);
    const isEnd = blockEnd === item.end && blockLine < blockEnd;
    edits.push({
      start: fileLine,
      end: fileEnd,
      lines: isEnd ? withSameComma(fragment, lines, item, old) : lines,
    });
  };
  for (const [index, section] of own.entries()) {
    const container = sections[index];
    if (container === undefined) continue;
    addFrame(section.start, container.start);
    const inner = mergeSection(fragment, section, container, mergeItems);
    if ('kind' in inner) return inner;
    addAll(edits, inner);
    [blockLine, fileLine] = [section.end, container.end];
  }
  addFrame(item.end, old.end);
  if (edits.some(({ start, end }) => end < start)) return unclear({ kind: 'incomplete' }, [place]);
  return block.scan.content.slice(blockLine, item.end).includes('elision') ? unclear({ kind: 'incomplete' }) : edits;
}

/** Returns the sections of an item. For Python, the lines in the brackets of a value are one, too. */
function containersIn(outline: Outline, item: Item): readonly Container[] {
  const { language, code, depths, lowest } = outline.scan;
  const found = outline.childrenOf(item);
  const [start, end] = [item.head + 1, item.end - 1];
  if (found.length > 0 || language.blocks !== 'indentation' || start >= end) return found;
  const base = depths[item.head] ?? 0;
  const isInBrackets =
    /[[({]$/.test((code[item.head] ?? '').trimEnd()) &&
    depths[item.end] === base &&
    lowest.slice(start, end).every((depth) => depth > base);
  return isInBrackets ? [{ start, end, owner: item, items: itemsIn(outline.scan, start, end) }] : [];
}

function fitFrame(
  { block, finder, fit }: Fragment,
  range: LineRange,
  replaced: LineRange,
  item: Item,
  old: Item,
): readonly string[] {
  const base = { from: indentOf(block.scan.lines[item.head] ?? ''), to: indentOf(finder.lines[old.head] ?? '') };
  const oldLines = finder.lines.slice(replaced.start, replaced.end);
  return fitLines(block.scan.lines.slice(range.start, range.end), oldLines, base, fit);
}

/** Merges a section of an item of the block into the section of the file that it stands for. */
function mergeSection(
  fragment: Fragment,
  section: Container,
  container: Container,
  mergeItems: MergeItems,
): readonly LineEdit[] | UnclearPlan {
  const isOfMembers =
    section.items.every(({ kind }) => kind !== 'statement') &&
    section.items.some(({ sections }) => sections.length > 0);
  const byItems = mergeItems(fragment, section.items, container);
  for (const line of fragment.bodyElisions) if (line >= section.start && line < section.end) return byItems;
  const byRuns = mergeRuns(fragment, section, container, !isOfMembers);
  if ('kind' in byRuns) return byItems;
  if ('kind' in byItems && isOfMembers) return withoutLoss(fragment, byRuns);
  if ('kind' in byItems || byItems.length === 0 || !isOfMembers) return byRuns;
  return agreedEdits(fragment, byItems, byRuns);
}

/**
 * Merges the lines between the elisions of a range of the block by the unchanged lines at their ends.
 *
 * @param areEndsFixed The first and the last lines may instead touch the start and the end of the container.
 */
export function mergeRuns(
  fragment: Fragment,
  range: LineRange,
  container: Container | undefined,
  areEndsFixed: boolean,
): readonly LineEdit[] | UnclearPlan {
  const runs = runsIn(fragment, range);
  const limits = container ?? { start: 0, end: fragment.finder.lines.length };
  const edits: LineEdit[] = [];
  let { start } = limits;
  for (const [index, run] of runs.entries()) {
    const isStartFixed = areEndsFixed && index === 0;
    const isEndFixed = areEndsFixed && index === runs.length - 1;
    const placed = placeRun(fragment, run, { start, end: limits.end, isStartFixed, isEndFixed });
    if ('kind' in placed) return placed;
    const { region, edit } = placed;
    // The left-out code would be empty, so that the run may stand beside the lines that it would replace. Elements of
    // markup often begin and end alike.
    const isBelow = edits.length > 0 || fragment.block.scan.language.id === 'markup';
    const isBeside = index > 0 && isBelow && isBlankRange(fragment, start, region.start);
    if (edit !== undefined && isBeside && changesLines(fragment, edit)) return unclear({ kind: 'noNeighbours' });
    if (edit !== undefined) edits.push(edit);
    start = Math.max(start, region.end);
  }
  return edits;
}

function isBlankRange({ finder }: Fragment, start: number, end: number): boolean {
  return finder.lines.slice(start, end).every(isBlank);
}

/** Returns true if an edit replaces or removes lines with code. */
function changesLines({ finder }: Fragment, { start, end, lines }: LineEdit): boolean {
  const kept = new Set(lines);
  return finder.lines.slice(start, end).some((line) => !isBlank(line) && !kept.has(line));
}

/** Returns the ranges between the elisions. The first and the last may be empty. */
function runsIn({ block }: Fragment, { start, end }: LineRange): readonly LineRange[] {
  const runs: LineRange[] = [];
  let from = start;
  for (let line = start; line < end; line += 1) {
    if (block.scan.content[line] !== 'elision') continue;
    runs.push({ start: from, end: line });
    from = line + 1;
  }
  return [...runs, { start: from, end }];
}
