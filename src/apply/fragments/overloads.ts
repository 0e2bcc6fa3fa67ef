import type { Item } from '../outline/items.ts';
import type { Container, LocatedItem, Outline } from '../outline/outline.ts';
import type { Fragment } from './fragment.ts';
import { wholeHeader } from './headers.ts';

/** If a container has more declarations of a name, they are regarded as overloads without a search. */
const maxSearched = 200;

/**
 * Returns true if the block contains all of several declarations of the same name in one container, in the same order
 * and with equal headers. One with another header may be a new overload.
 */
export function areOverloads({ block, file }: Fragment, found: readonly LocatedItem[], same: readonly Item[]): boolean {
  if (same.length < 2 || found.length !== same.length) return false;
  if (new Set(found.map(({ container }) => container)).size > 1) return false;
  return same.every((item, index) => {
    const old = found[index];
    return old !== undefined && wholeHeader(file, old.item) === wholeHeader(block, item);
  });
}

/**
 * Returns true if the block contains this item of the file: one with the same key, and with an equal header if the
 * container of the file declares overloads.
 */
export type ShownTest = (item: Item, container: Container) => boolean;

/** All calls of the returned function together take linear time. */
export function createShownTest({ block, file }: Fragment): ShownTest {
  const headers = new Map<string, ReadonlySet<string>>();
  const headersOf = (key: string) => {
    const known = headers.get(key) ?? new Set(block.find(key).map(({ item }) => wholeHeader(block, item)));
    headers.set(key, known);
    return known;
  };
  return (item, container) =>
    block.find(item.key).length > 0 &&
    (!isOverload(file, item, container) || headersOf(item.key).has(wholeHeader(file, item)));
}

/** Returns true if the container has other declarations of the name, with a body if the item has one, else without. */
function isOverload(outline: Outline, item: Item, container: Container): boolean {
  const same = outline.findIn(container, item.key);
  const hasBody = ({ sections }: Item) => sections.length > 0;
  if (same.length > maxSearched) return true;
  return same.some((other) => other.item !== item && hasBody(other.item) === hasBody(item));
}
