import type { Item } from '../outline/items.ts';
import type { Container, LocatedItem, Outline } from '../outline/outline.ts';
import { ownCalls, parametersOf } from '../outline/parameters.ts';
import { singleCounterparts } from '../outline/shownItems.ts';
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

/** A function of the block that may be an overload of one of the file. */
interface PossibleOverload {
  readonly old: Item;
  /** The first type that differs, before and now. */
  readonly changedType: string;
}

/** If an overload would have so many lines in common with an old function, it is the old one with another type. */
const leastCommon = 6;
const leastCommonShare = 0.4;

/**
 * Returns the only function of its name in the file if a function of the block may stand beside it instead of replacing
 * it: the language has overloads, and a parameter has another type. A type that changes in several functions of the block
 * has become another one.
 */
export function besidePossibleOverload({ block, file }: Fragment): Item | undefined {
  if (!file.scan.language.hasOverloads) return undefined;
  const possible: PossibleOverload[] = [];
  for (const { item, old } of singleCounterparts(block, file)) {
    const type = item.key.startsWith('value ') ? changedType(block, item, file, old) : undefined;
    if (type !== undefined) possible.push({ old, changedType: type });
  }
  const byType = Map.groupBy(possible, (each) => each.changedType);
  return possible.find((each) => byType.get(each.changedType)?.length === 1)?.old;
}

/**
 * Returns the first type that differs, before and now, if a function may be an overload of an old one; else undefined. It
 * may be one if it has as many parameters, and one of another type, or if it calls a function of its name with as many
 * arguments as only the old one takes.
 */
function changedType(block: Outline, item: Item, file: Outline, old: Item): string | undefined {
  const [own, before] = [parametersOf(block, item), parametersOf(file, old)];
  if (own === undefined || before === undefined) return undefined;
  const count = before.types.length;
  if (own.types.length !== count)
    return own.areRequired && ownCalls(block, item).has(count) ? `${item.key} ${count}` : undefined;
  const index = own.types.findIndex((type, at) => type !== undefined && type !== (before.types[at] ?? type));
  return index < 0 || keepsManyLines(block, item, file, old) ? undefined : `${before.types[index]} ${own.types[index]}`;
}

/** Returns true if many lines of the old function are in the new one. */
function keepsManyLines(block: Outline, item: Item, file: Outline, old: Item): boolean {
  const linesOf = ({ scan }: Outline, { head, end }: Item) =>
    new Set(scan.code.slice(head, end).flatMap((line) => (/\w/.test(line) ? [line.trim()] : [])));
  const [own, before] = [linesOf(block, item), linesOf(file, old)];
  const common = [...before].filter((line) => own.has(line)).length;
  return common >= leastCommon && common >= before.size * leastCommonShare;
}
