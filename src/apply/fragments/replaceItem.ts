import type { LineEdit } from '../lines/fileLines.ts';
import { fitLines } from '../lines/fitLines.ts';
import { indentOf } from '../lines/indentation.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
import type { Fragment, LineRange } from './fragment.ts';

/** The share of the members with a body that a replacement may leave out. Beyond it, the block is only a part. */
const maxMissingShare = 0.25;
/** A longer body, in lines, is not replaced with nothing. */
const longBody = 2;

/**
 * Returns the lines of the file that an item of the block replaces. A comment or a decorator above the declaration is
 * replaced only if the block has one, too.
 */
export function replacedRange(item: Item, old: Item): LineRange {
  const isCommented = item.start < item.decorators;
  const isDecorated = item.decorators < item.head;
  return { start: isCommented ? old.start : isDecorated ? old.decorators : old.head, end: old.end };
}

/** Plans the replacement of an item of the file with an item of the block without elisions. */
export function replaceItem(fragment: Fragment, item: Item, old: Item): LineEdit | UnclearPlan {
  const { block, file, finder, fit } = fragment;
  const replaced = replacedRange(item, old);
  const place = { startLine: replaced.start, endLine: replaced.end };
  if (!item.isWellFormed || !old.isWellFormed) return unclear({ kind: 'incomplete' }, [place]);
  if (lacksBody(fragment, item, old) || isPartOf(fragment, item, old)) return unclear({ kind: 'incomplete' }, [place]);
  const base = { from: indentOf(block.scan.lines[item.head] ?? ''), to: indentOf(file.scan.lines[old.head] ?? '') };
  const oldLines = finder.lines.slice(replaced.start, replaced.end);
  const lines = fitLines(block.scan.lines.slice(item.start, item.end), oldLines, base, fit);
  return { ...replaced, lines };
}

/** Returns true if the old item has a long body, and the new one has none and does not end like a statement. */
function lacksBody({ block }: Fragment, item: Item, old: Item): boolean {
  const body = old.sections.reduce((sum, { start, end }) => sum + end - start, 0);
  if (item.sections.length > 0 || body <= longBody) return false;
  return !/[;,})]$/.test((block.scan.code[item.end - 1] ?? '').trimEnd().slice(-1));
}

/** Returns true if the item lacks so many members of the old one that it probably shows only some of them. */
function isPartOf({ block, file }: Fragment, item: Item, old: Item): boolean {
  const isType = /\b(?:class|interface|struct|enum|trait|impl|namespace|module|object|protocol)\b/.test(
    file.scan.code[old.head]?.slice(0, 200) ?? '',
  );
  const members = membersOf(file, old, isType);
  const shown = new Set(membersOf(block, item, isType));
  const missing = members.filter((key) => !shown.has(key)).length;
  return missing > 1 && missing > members.length * maxMissingShare;
}

/** Returns the keys of the declarations in the sections of an item. Those of a function must have a body. */
function membersOf(outline: Outline, item: Item, isType: boolean): readonly string[] {
  return outline
    .childrenOf(item)
    .flatMap(({ items }) => items)
    .filter(({ kind, sections }) => kind === 'declaration' && (isType || sections.length > 0))
    .map(({ key }) => key);
}
