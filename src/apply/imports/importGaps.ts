import type { Fragment } from '../fragments/fragment.ts';
import type { LocatedItems } from '../fragments/locateItems.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import { isBlank } from '../lines/indentation.ts';
import type { Item } from '../outline/items.ts';
import type { LocatedItem } from '../outline/outline.ts';
import { areImports, isImport } from './imports.ts';

/**
 * Returns edits that separate neighbouring imports of the file by as many blank lines as the block has there. Fewer blank
 * lines than in the file change nothing, because replies often leave them out.
 */
export function separateImports(
  { block, file, finder }: Fragment,
  items: readonly Item[],
  located: LocatedItems,
): readonly LineEdit[] {
  return items.flatMap((after, index) => {
    const before = items[index - 1];
    const [previous, next] = [before && located.get(before), located.get(after)];
    if (before === undefined || previous === undefined || next === undefined) return [];
    if (previous.container !== next.container || next.index !== previous.index + 1) return [];
    if (!isImport(previous.item, file) || !isImport(next.item, file)) return [];
    const [start, end] = [previous.item.end, next.item.start];
    const shown = block.scan.lines.slice(before.end, after.start);
    const old = finder.lines.slice(start, end);
    if (shown.length <= old.length || !shown.every(isBlank) || !old.every(isBlank)) return [];
    return [{ start, end, lines: shown.map(() => '') }];
  });
}

/**
 * Returns true if new imports are the last ones above other code, and the block has fewer blank lines below them than the
 * file has there. Replies often have only one.
 */
export function isTighterBelow(
  { block }: Fragment,
  fresh: readonly Item[],
  before: Item,
  after: Item,
  previous: LocatedItem,
  next: LocatedItem,
): boolean {
  if (!areImports(fresh, block) || !isImport(before, block) || isImport(after, block)) return false;
  const end = fresh.at(-1)?.end ?? before.end;
  return after.start - end < next.item.start - previous.item.end;
}
