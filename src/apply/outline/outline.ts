import { addAll } from '../../common/addAll.ts';
import { conditionalLines } from './conditions.ts';
import type { ScannedCode } from './scanCode.ts';
import { itemsIn, type Item } from './items.ts';

/** The items of a text or of one section of an item. */
export interface Container {
  readonly start: number;
  readonly end: number;
  readonly items: readonly Item[];
  /** The item that the container is a section of; undefined for the text itself. */
  readonly owner: Item | undefined;
}

export interface LocatedItem {
  readonly item: Item;
  readonly container: Container;
  /** The index of the item in its container. */
  readonly index: number;
}

/** Returns true if only comments follow the item in its container. */
export function isLastItem({ container, index }: LocatedItem): boolean {
  return container.items.slice(index + 1).every(({ kind }) => kind === 'comment');
}

/** All items of a file, to a limited depth. */
export interface Outline {
  readonly scan: ScannedCode;
  readonly top: Container;
  readonly find: (key: string) => readonly LocatedItem[];
  readonly findIn: (container: Container, key: string) => readonly LocatedItem[];
  readonly childrenOf: (item: Item) => readonly Container[];
  /** Returns the lines that a condition of the preprocessor is around. Only the first call searches them. */
  readonly conditional: () => ReadonlySet<number>;
}

/** Deeper sections have no items. Each level takes linear time. */
const maxDepth = 30;

export function createOutline(scan: ScannedCode): Outline {
  const byKey = new Map<string, LocatedItem[]>();
  const containers = new Map<Item, readonly Container[]>();
  const addContainer = (start: number, end: number, owner: Item | undefined): Container => {
    const container = { start, end, owner, items: itemsIn(scan, start, end) };
    for (const [index, item] of container.items.entries()) {
      const same = byKey.get(item.key);
      if (same === undefined) byKey.set(item.key, [{ item, container, index }]);
      else same.push({ item, container, index });
    }
    return container;
  };
  const top = addContainer(0, scan.lines.length, undefined);
  let level: readonly Container[] = [top];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: Container[] = [];
    for (const { items } of level)
      for (const item of items) {
        if (item.sections.length === 0) continue;
        const own = item.sections.map(({ start, end }) => addContainer(start, end, item));
        containers.set(item, own);
        addAll(next, own);
      }
    level = next;
  }
  let conditional: ReadonlySet<number> | undefined;
  const indices = new Map<Container, ReadonlyMap<string, readonly LocatedItem[]>>();
  const indexOf = (container: Container) => {
    const known = indices.get(container);
    if (known !== undefined) return known;
    const located = container.items.map((item, index) => ({ item, container, index }));
    const index = Map.groupBy(located, ({ item }) => item.key);
    indices.set(container, index);
    return index;
  };
  return {
    scan,
    top,
    findIn: (container, key) => indexOf(container).get(key) ?? [],
    find: (key) => byKey.get(key) ?? [],
    childrenOf: (item) => containers.get(item) ?? [],
    conditional: () => (conditional ??= conditionalLines(scan)),
  };
}
