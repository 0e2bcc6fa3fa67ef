import type { Item } from './items.ts';
import type { Container, Outline } from './outline.ts';

export interface ShownItem {
  readonly item: Item;
  /** The container that the block shows around the item. Undefined at the top level. */
  readonly container: Container | undefined;
}

/** Returns the declarations of a block that may have left-out code beside them: at the top level, or next to an elision. */
export function itemsBesideOthers(block: Outline): readonly ShownItem[] {
  const found: ShownItem[] = [];
  const add = (container: Container) => {
    const isTop = container === block.top;
    const isPartial = isTop || container.items.some(({ kind }) => kind === 'elision');
    for (const item of container.items) {
      if (isPartial && item.kind === 'declaration') found.push({ item, container: isTop ? undefined : container });
      block.childrenOf(item).forEach(add);
    }
  };
  add(block.top);
  return found;
}
