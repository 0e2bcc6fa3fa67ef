import type { Item } from '../outline/items.ts';
import { isLastItem, type Container, type LocatedItem, type Outline } from '../outline/outline.ts';
import type { Fragment } from './fragment.ts';
import type { LocatedItems } from './locateItems.ts';
import { hasFields, isType, keyOfMember } from './members.ts';
import { sectionHeaders } from './sections.ts';

/**
 * Returns true for fields of a type, a style rule or an `impl` whose other members are left out, for functions on one
 * line, and for entries of an object or settings. They have other names than all members, or begin with other words, so
 * that they replace none. Fields end like the member next to them, so that they need no comma.
 */
export function areFieldsAtEdge(
  fragment: Fragment,
  fresh: readonly Item[],
  container: Container,
  edge: 'start' | 'end',
): boolean {
  const { block, file } = fragment;
  const { owner, items } = container;
  const neighbour = edge === 'end' ? items.at(-1) : items[0];
  if (owner !== undefined && neighbour !== undefined && areNewEntries(fragment, fresh, container, edge)) return true;
  if (owner === undefined || neighbour === undefined || !/^(?:type|impl) /.test(owner.key)) return false;
  // Functions on one line begin with the same word.
  const wordOf = (outline: Outline, { head, hasBody, kind, key }: Item) =>
    kind === 'declaration' && hasBody ? key : /^\S+/.exec((outline.scan.code[head] ?? '').trim())?.[0];
  const words = new Set(items.map((item) => wordOf(file, item)));
  const separator = endOf(file, neighbour);
  return fresh.every(
    (item) =>
      item.kind === 'comment' || (!words.has(wordOf(block, item)) && [separator, '}'].includes(endOf(block, item))),
  );
}

/** Returns true for entries of an object, or for settings, with other names than all others, and with commas between. */
function areNewEntries(
  { block, file }: Fragment,
  fresh: readonly Item[],
  container: Container,
  edge: 'start' | 'end',
): boolean {
  const { owner, items } = container;
  const [first] = items;
  const areSettings = file.scan.language.id === 'yaml';
  if (first === undefined || (!areSettings && !isOfEntries(file, owner))) return false;
  const isOfType = owner !== undefined && isType(file, owner);
  const names = createNamesBeside(file, container, isOfType)(first);
  return fresh.every((item, index) => {
    if (item.kind === 'comment') return true;
    const name = nameOf(block, item, isOfType);
    if (name === undefined || names.has(name)) return false;
    return areSettings || endOf(block, item) === ',' || (edge === 'end' && index === fresh.length - 1);
  });
}

/** Returns true if the items of the block with the indices from `first` to `end` (exclusive) are new fields. */
export type FieldTest = (first: number, end: number) => boolean;

/**
 * Returns a test for new fields of a type, functions on one line, entries of an object, or settings between left-out code
 * and an item of the file. In a file of variables such as `.env`, a block need not say that it leaves out the others.
 * Their names differ from those of all members, so that they replace none. They end like the item of the file, so that
 * they need no comma. All calls of the test together take linear time.
 *
 * @param items The items of the block that belong together.
 * @param container The container that the block shows around the items.
 */
export function createFieldTest(
  fragment: Fragment,
  items: readonly Item[],
  located: LocatedItems,
  container: Container | undefined,
): FieldTest {
  const { block, file } = fragment;
  const named = new Map<Container, NamesBeside>();
  const areVariables = () => container === undefined && isOfVariables(block) && isOfVariables(file);
  return (first, end) => {
    const [before, after] = [items[first - 1], items[end]];
    const [previous, next] = [before && located.get(before), after && located.get(after)];
    const neighbour = previous ?? next;
    const open = previous === undefined ? before : after;
    if (neighbour === undefined || (open === undefined ? !areVariables() : open.kind !== 'elision')) return false;
    const { owner } = neighbour.container;
    const isOfType = owner !== undefined && (isType(file, owner) || owner.key.startsWith('impl '));
    if ((!isOfType && !hasFields(file, owner)) || !isUnbroken(items, first, end, located, container)) return false;
    const namesBeside = named.get(neighbour.container) ?? createNamesBeside(file, neighbour.container, isOfType);
    named.set(neighbour.container, namesBeside);
    const names = namesBeside(neighbour.item);
    const old = previous?.item ?? codeBefore(neighbour) ?? neighbour.item;
    return items.slice(first, end).every((item) => {
      if (item.kind === 'comment') return true;
      const name = nameOf(block, item, isOfType);
      return name !== undefined && !names.has(name) && endsLike(fragment, item, old, isOfType);
    });
  };
}

/** Returns true for a text that consists of variables such as `PORT=80`, with comments, and without sections. */
function isOfVariables({ scan, top }: Outline): boolean {
  const isVariable = ({ head, end }: Item) =>
    end === head + 1 && /^(?:export\s+)?[\w.-]+\s*=/.test((scan.code[head] ?? '').slice(0, 200));
  return scan.language.id === 'toml' && top.items.every((item) => item.kind === 'comment' || isVariable(item));
}

/** Returns the names of an item and of the others with which it must not share a name. */
type NamesBeside = (item: Item) => ReadonlySet<string>;

/** Divides the members of a container into the sections of a configuration file. Other containers have one section. */
function createNamesBeside(file: Outline, { owner, items }: Container, isOfType: boolean): NamesBeside {
  const headers = owner === undefined ? sectionHeaders(file) : new Map<Item, string>();
  const sections = new Map<string | undefined, Set<string>>();
  for (const item of items) {
    if (item.kind === 'comment') continue;
    const names = sections.get(headers.get(item)) ?? new Set();
    sections.set(headers.get(item), names);
    const name = nameOf(file, item, isOfType);
    if (name !== undefined) names.add(name);
    // A statement may declare several names.
    if (item.kind === 'statement') for (const word of wordsOf(file, item)) names.add(`value ${word}`);
  }
  return (item) => sections.get(headers.get(item)) ?? new Set();
}

function codeBefore({ container, index }: LocatedItem): Item | undefined {
  let at = index - 1;
  while (container.items[at]?.kind === 'comment') at -= 1;
  return container.items[at];
}

/** Returns the key of a member by its name, also of an item of a list in YAML; undefined if it has no name. */
function nameOf(outline: Outline, item: Item, isOfType: boolean): string | undefined {
  const { language, code } = outline.scan;
  const listed = language.id === 'yaml' ? /^- (?:name|id|key): \S.*/.exec((code[item.head] ?? '').trim()) : null;
  return listed === null ? keyOfMember(outline, item, isOfType) : `item ${listed[0]}`;
}

/** Returns the words of the first line of an item. A statement may declare several names. */
function wordsOf({ scan }: Outline, { head }: Item): readonly string[] {
  return (scan.code[head] ?? '').slice(0, 400).match(/[\w$]+/g) ?? [];
}

/**
 * Returns true if the known items that the block shows next to the new ones, without left-out code between them, are
 * neighbours in the file, too. Otherwise, the block may remove what is between them.
 *
 * @param container The container that the block shows around the items, whose ends are at the ends of `items`.
 */
function isUnbroken(
  items: readonly Item[],
  first: number,
  end: number,
  located: LocatedItems,
  container: Container | undefined,
): boolean {
  let [from, to] = [first, end];
  while (from > 0 && items[from - 1]?.kind !== 'elision') from -= 1;
  while (to < items.length && items[to]?.kind !== 'elision') to += 1;
  const shown = items.slice(from, to).flatMap((item) => {
    const known = item.kind === 'comment' ? undefined : located.get(item);
    return known === undefined ? [] : [known];
  });
  const areAdjacent = shown.every((each, at) => {
    const earlier = shown[at - 1];
    return earlier === undefined || (earlier.container === each.container && codeBefore(each) === earlier.item);
  });
  const [start, last] = [shown[0], shown.at(-1)];
  if (!areAdjacent || start === undefined || last === undefined) return false;
  if (container === undefined) return true;
  return (from > 0 || codeBefore(start) === undefined) && (to < items.length || isLastItem(last));
}

/** Returns true for the entries of an object, a dictionary, a call or an enumeration, between which commas are. */
function isOfEntries(file: Outline, owner: Item | undefined): boolean {
  const { language } = file.scan;
  if (owner === undefined || language.blocks === 'lines' || language.id === 'css') return false;
  if (!hasFields(file, owner)) return false;
  if (!isType(file, owner)) return true;
  const [first, second] = file.childrenOf(owner)[0]?.items ?? [];
  return first === undefined || (second !== undefined && endOf(file, first) === ',');
}

/**
 * Returns true if a comma is missing between an entry of the file and a new one of the block.
 *
 * @param shown The entry of the block that replaces the one of the file. Undefined if the block does not show it.
 */
export function lacksComma(
  { block, file }: Fragment,
  old: Item,
  owner: Item | undefined,
  shown: Item | undefined,
): boolean {
  if (!isOfEntries(file, owner) || endOf(file, old) === ',') return false;
  return shown === undefined || file.scan.language.id === 'json' || endOf(block, shown) !== ',';
}

/** Returns the separator at the end of an item, or the bracket of its body. */
function endOf({ scan }: Outline, { end }: Item): string {
  const last = /[;,}]?$/.exec((scan.code[end - 1] ?? '').trimEnd())?.[0] ?? '';
  return scan.language.blocks === 'brackets' || last === ',' ? last : '';
}

/**
 * Returns true if an item of the block ends like one of the file. In a type, methods end with a bracket instead. Entries of
 * an object or a call end with a comma, because other code with brackets contains statements.
 */
function endsLike({ block, file }: Fragment, item: Item, other: Item, isOfType: boolean): boolean {
  const { language } = file.scan;
  const [end, old] = [endOf(block, item), endOf(file, other)];
  if (language.blocks !== 'lines' && language.id !== 'css' && !isOfType) return end === ',' && old === ',';
  return end === old || (isOfType && end !== ',' && old !== ',' && [end, old].includes('}'));
}
