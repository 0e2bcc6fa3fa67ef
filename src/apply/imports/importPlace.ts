import type { Item } from '../outline/items.ts';
import type { Container, LocatedItem, Outline } from '../outline/outline.ts';
import { importOrigin } from './importOrigin.ts';
import { isImport } from './imports.ts';

/** Returns the last import at the start of the container that no `#if` makes conditional, or undefined. */
export function lastImport(container: Container, file: Outline): Item | undefined {
  return importsAtStart(container, file).at(-1);
}

/**
 * Returns the import after which new imports belong, or undefined if the container starts with none: the last one of the
 * same origin if no others are among these, else the last of all.
 *
 * @param fresh The new imports and their comments, in `block`.
 */
export function importAbove(
  fresh: readonly Item[],
  block: Outline,
  container: Container,
  file: Outline,
): Item | undefined {
  const imports = importsAtStart(container, file);
  const origins = fresh.filter((item) => isImport(item, block)).map((item) => importOrigin(item, block));
  const [origin] = origins;
  if (origin === undefined || origins.some((each) => each !== origin)) return imports.at(-1);
  const own = imports.flatMap((item, index) => (importOrigin(item, file) === origin ? [index] : []));
  const [first = 0, last] = [own[0], own.at(-1)];
  return last === undefined || last - first >= own.length ? imports.at(-1) : imports[last];
}

function importsAtStart({ items }: Container, file: Outline): readonly Item[] {
  const end = items.findIndex((item) => item.sections.length > 0 && !isImport(item, file));
  return items
    .slice(0, end < 0 ? items.length : end)
    .filter((item) => isImport(item, file) && !isConditional(item, file));
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
