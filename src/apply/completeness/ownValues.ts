import type { Fragment } from '../fragments/fragment.ts';
import { isImport } from '../imports/imports.ts';
import type { Item } from '../outline/items.ts';
import type { LocatedItem, Outline } from '../outline/outline.ts';

/**
 * Returns true for new values and types on the top level of a block that belong to the declaration below them, which the
 * file has: its new code uses all of them, and drops no value of the file, which a new one could replace.
 */
export function areOwnValues(
  { block, file }: Fragment,
  fresh: readonly Item[],
  user: Item | undefined,
  located: LocatedItem | undefined,
): boolean {
  if (user === undefined || located === undefined || located.container.owner !== undefined) return false;
  const { item: old } = located;
  if (!old.hasBody) return false;
  const [now, before] = [namesIn(block, user), namesIn(file, old)];
  const isDropped = (item: Item) => isValue(item, file) && before.has(nameOf(item)) && !now.has(nameOf(item));
  if (file.top.items.some(isDropped)) return false;
  return fresh.every((item) => isValue(item, block) && now.has(nameOf(item)) && file.find(item.key).length === 0);
}

function isValue(item: Item, outline: Outline): boolean {
  return item.kind === 'declaration' && item.sections.length === 0 && !isImport(item, outline);
}

function nameOf({ key }: Item): string {
  return key.slice(key.indexOf(' ') + 1);
}

function namesIn({ scan }: Outline, { decorators, end }: Item): ReadonlySet<string> {
  return new Set(scan.code.slice(decorators, end).flatMap((line) => line.match(/[\w$]+/g) ?? []));
}
