import type { Item } from '../outline/items.ts';
import type { Container, LocatedItem, Outline } from '../outline/outline.ts';
import { isImport } from './imports.ts';

/**
 * Returns the import after which new imports belong: the last one at the start of the container that no `#if` makes
 * conditional. Returns undefined if there is none.
 */
export function lastImport(container: Container, file: Outline): Item | undefined {
  const { items } = container;
  const end = items.findIndex((item) => item.sections.length > 0 && !isImport(item, file));
  const imports = items.slice(0, end < 0 ? items.length : end).filter((item) => isImport(item, file));
  return imports.findLast((item) => !isConditional(item, file));
}

/** Returns true if the item is between `#if` and `#endif`, which are not those of an include guard. */
export function isConditional({ head }: Item, outline: Outline): boolean {
  return outline.conditional().has(head);
}

/** Returns the container that the imports of an item are in: its module in Rust, else the file. */
export function importsOf(located: LocatedItem | undefined, file: Outline): Container {
  const owner = located?.container.owner;
  if (located === undefined || owner === undefined || file.scan.language.id !== 'rust') return file.top;
  if (owner.key.startsWith('module ')) return located.container;
  return importsOf(
    file.find(owner.key).find(({ item }) => item === owner),
    file,
  );
}
