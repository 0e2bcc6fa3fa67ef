import { indentOf } from '../lines/indentation.ts';
import type { Item } from '../outline/items.ts';
import type { Container, LocatedItem } from '../outline/outline.ts';
import { placeOf, unclear, type UnclearPlan } from '../planTypes.ts';
import { mayStandFor, showsTopLevel } from './declaringForm.ts';
import type { Fragment } from './fragment.ts';
import { assignmentStart, joinNormalized } from './headers.ts';
import { isOfStatements } from './members.ts';
import { areOverloads } from './overloads.ts';
import { sectionHeaders } from './sections.ts';

/** For each item of a block, the item of the file that it means; undefined for new items, comments and elisions. */
export type LocatedItems = ReadonlyMap<Item, LocatedItem>;

/** If more items of the file have the same key, the key says nothing. */
const maxCandidates = 200;

/**
 * Finds the items of the file with the keys of the block's items, in one container or in the whole file. They must be
 * declared in the same form, in the shown section of a configuration file, and at a depth that the block does not
 * exclude. An item that fits several times must be the only one with an equal header, or the only one in the containers
 * of the other items.
 */
export function locateItems(
  fragment: Fragment,
  items: readonly Item[],
  container: Container | undefined,
): LocatedItems | UnclearPlan {
  const located = new Map<Item, LocatedItem>();
  const open = new Map<Item, readonly LocatedItem[]>();
  const code = items.filter(({ kind }) => kind === 'declaration' || kind === 'statement');
  const ambiguous = (item: Item, found: readonly LocatedItem[]) => {
    // A statement or a local variable among others is not the place of the whole code.
    if (code.length > 1 && isLocal(fragment, item, found)) return unclear({ kind: 'notFound' });
    const isPlace = item.kind === 'declaration' || code.length === 1;
    const places = isPlace ? found.slice(0, maxCandidates).map(({ item: each }) => placeOf(each)) : [];
    return unclear({ kind: 'ambiguous', name: nameOf(item) }, places);
  };
  const isBesideOthers = container === undefined && showsTopLevel(fragment.block);
  const headers = container === undefined ? sectionHeaders(fragment.block) : new Map<Item, string>();
  const fileHeaders = headers.size > 0 ? sectionHeaders(fragment.file) : headers;
  const counts = Map.groupBy(code, (item) => `${headers.get(item) ?? ''}\n${item.key}`);
  for (const same of counts.values()) {
    const [first] = same;
    if (first === undefined) continue;
    const header = headers.get(first);
    const all = candidatesOf(fragment, first.key, container);
    const named = header === undefined ? all : all.filter(({ item }) => fileHeaders.get(item) === header);
    if (named.length === 0) continue;
    if (named.length > maxCandidates) return ambiguous(first, named);
    const found = named.filter((each) =>
      same.some((item) => mayStandFor(fragment, item, each, container, isBesideOthers)),
    );
    const [only] = found;
    if (only === undefined && named.length > 1) return ambiguous(first, named);
    if (only === undefined)
      return unclear(
        { kind: 'notFound' },
        named.map(({ item: each }) => placeOf(each)),
      );
    const isOnly = found.length === 1 && same.length === 1;
    const isPaired = isOnly || areOverloads(fragment, found, same);
    for (const [index, item] of same.entries()) {
      if (isPaired) located.set(item, found[index] ?? only);
      else open.set(item, found);
    }
  }
  if (container === undefined) removeForeignFields(located);
  const containers = new Set(
    [...located].filter(([{ kind }]) => kind === 'declaration').map(([, each]) => each.container),
  );
  for (const [item, found] of open) {
    const fitting = fittingItems(fragment, item, found, containers);
    const [only] = fitting;
    if (fitting.length !== 1 || only === undefined) return ambiguous(item, fitting);
    located.set(item, only);
  }
  const targets = new Set<Item>();
  for (const [item, { item: target }] of located) {
    if (targets.has(target)) {
      const found = candidatesOf(fragment, item.key, container);
      if (found.length > 1) return ambiguous(item, found);
      // The fences of a Markdown file are code, but no versions of each other.
      const isOther = isLocal(fragment, item, found) || fragment.block.scan.language.id === 'markdown';
      return unclear(isOther ? { kind: 'notFound' } : { kind: 'versions', name: nameOf(item) });
    }
    targets.add(target);
  }
  return located;
}

/**
 * Removes fields that are found only in another type than the only one of the methods beside them: a field of the class
 * may have the name of an option in an interface. Such a field is new.
 */
function removeForeignFields(located: Map<Item, LocatedItem>): void {
  const types = new Set([...located].filter(([{ hasBody }]) => hasBody).map(([, each]) => each.container));
  const [type, ...others] = types;
  if (type?.owner === undefined || others.length > 0) return;
  for (const [item, { container }] of located)
    if (item.kind === 'declaration' && !item.hasBody && container.owner !== undefined && container !== type)
      located.delete(item);
}

/** Returns true if the item is a variable or another statement, and `found` are all in functions. */
function isLocal({ file }: Fragment, item: Item, found: readonly LocatedItem[]): boolean {
  const isInFunction = ({ container: { owner } }: LocatedItem) =>
    owner !== undefined && (owner.key.startsWith('call ') || isOfStatements(file, owner));
  return !item.hasBody && found.every(isInFunction);
}

function candidatesOf({ file }: Fragment, key: string, container: Container | undefined): readonly LocatedItem[] {
  return container === undefined ? file.find(key) : file.findIn(container, key);
}

/** Returns the items that fit best. Each criterion applies only if it leaves any. */
function fittingItems(
  { block, file }: Fragment,
  item: Item,
  found: readonly LocatedItem[],
  containers: ReadonlySet<Container>,
): readonly LocatedItem[] {
  const isDecorated = item.decorators < item.head;
  const header = (lines: readonly string[], { decorators, head }: Item) =>
    joinNormalized(lines.slice(isDecorated ? decorators : head, head + 1));
  const own = header(block.scan.lines, item);
  const filters: readonly ((each: LocatedItem) => boolean)[] = [
    (each) => each.item.sections.length > 0 === item.sections.length > 0,
    (each) => containers.size === 0 || containers.has(each.container),
    (each) => header(file.scan.lines, each.item) === own,
    (each) => assignmentStart(header(file.scan.lines, each.item)) === assignmentStart(own),
    (each) =>
      indentOf(own) !== '' &&
      indentOf(file.scan.lines[each.item.head] ?? '') === indentOf(block.scan.lines[item.head] ?? ''),
  ];
  let left = found;
  for (const filter of filters) {
    const matching = left.filter(filter);
    if (matching.length > 0) left = matching;
  }
  return left;
}

function nameOf({ key }: Item): string {
  return key.slice(key.indexOf(' ') + 1).split('\n')[0] ?? '';
}
