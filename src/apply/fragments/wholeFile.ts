import { alignLines } from '../lines/alignLines.ts';
import { normalize } from '../lines/findLines.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import { fitLines } from '../lines/fitLines.ts';
import { isBlank } from '../lines/indentation.ts';
import type { Item } from '../outline/items.ts';
import type { Fragment } from './fragment.ts';

/** The share of the file's lines that a block must contain in order to be a version of the whole file. */
const leastShare = 0.5;

/**
 * Returns the edit that replaces the whole file if the block is certainly a version of it: it starts and ends like the
 * file, and contains at least half of the file's lines and of its declarations. Otherwise returns undefined.
 */
export function wholeFileEdit(fragment: Fragment): LineEdit | undefined {
  const { block, finder, fileUnit } = fragment;
  const [lines, old] = [block.scan.lines, finder.lines];
  if (old.every(isBlank)) return { start: 0, end: old.length, lines };
  if (!isWholeFile(fragment)) return undefined;
  const fitted = fitLines(lines, old, { from: '', to: '' }, fileUnit);
  const isReindented = fitted.some((line, index) => line.trimEnd() !== (lines[index] ?? '').trimEnd());
  return { start: 0, end: old.length, lines: isReindented ? fitted : lines };
}

function isWholeFile({ block, file, finder }: Fragment): boolean {
  const trimmed = (texts: readonly string[]) => texts.map((line) => normalize(line, 'space'));
  const [lines, old] = [trimmed(block.scan.lines), trimmed(finder.lines)];
  const aligned = alignLines(old, lines);
  const kept = aligned.reduce((count, oldIndex) => count + (oldIndex >= 0 && old[oldIndex] !== '' ? 1 : 0), 0);
  const total = old.filter((line) => line !== '').length;
  if (kept < total * leastShare) return false;
  const isAligned = (index: number, oldIndex: number) => index >= 0 && aligned[index] === oldIndex;
  const first = (texts: readonly string[]) => texts.findIndex((line) => line !== '');
  const last = (texts: readonly string[]) => texts.findLastIndex((line) => line !== '');
  const [items, oldItems] = [block.top.items.filter(isCode), file.top.items.filter(isCode)];
  const isSame = (item: Item | undefined, other: Item | undefined) => item !== undefined && item.key === other?.key;
  const startsAlike = isAligned(first(lines), first(old)) || isSame(items[0], oldItems[0]);
  const endsAlike = isAligned(last(lines), last(old)) || isSame(items.at(-1), oldItems.at(-1));
  if (!startsAlike || !endsAlike) return false;
  const keys = new Set(items.map(({ key }) => key));
  const declarations = oldItems.filter(({ kind, sections }) => kind === 'declaration' && sections.length > 0);
  return declarations.filter(({ key }) => keys.has(key)).length >= declarations.length * leastShare;
}

function isCode({ kind }: Item): boolean {
  return kind === 'declaration' || kind === 'statement';
}
