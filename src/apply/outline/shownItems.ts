import type { Item } from './items.ts';
import type { Container, Outline } from './outline.ts';

interface ShownItem {
  readonly item: Item;
  /** The container that the block shows around the item. Undefined at the top level. */
  readonly container: Container | undefined;
}

/** Returns the declarations of a block that may have left-out code beside them: at the top level, or next to an elision. */
function itemsBesideOthers(block: Outline): readonly ShownItem[] {
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

/** A declaration of a block, and the only declaration of the file that it can stand for. */
export interface Counterpart extends ShownItem {
  readonly old: Item;
}

/** Returns the declarations of `itemsBesideOthers` that the block has once, with their counterparts if these are single. */
export function singleCounterparts(block: Outline, file: Outline): readonly Counterpart[] {
  return itemsBesideOthers(block).flatMap((shown) => {
    const { item, container } = shown;
    if (block.find(item.key).length > 1) return [];
    const owner = container?.owner?.key;
    const found = file.find(item.key).filter((each) => owner === undefined || each.container.owner?.key === owner);
    const [old, ...others] = found;
    return old === undefined || others.length > 0 ? [] : [{ ...shown, old: old.item }];
  });
}
