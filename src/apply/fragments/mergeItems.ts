import { addAll } from '../../common/addAll.ts';
import { areExportedValues } from '../completeness/exportLists.ts';
import { areOwnValues } from '../completeness/ownValues.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import { fitLines } from '../lines/fitLines.ts';
import { indentOf, isBlank } from '../lines/indentation.ts';
import type { Item } from '../outline/items.ts';
import { continueCalls } from '../outline/alikeCalls.ts';
import { isLastItem, type Container, type LocatedItem } from '../outline/outline.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
import type { Fragment } from './fragment.ts';
import { importAbove, importsOf, isConditional, lastImport } from '../imports/importPlace.ts';
import { isTighterBelow, separateImports } from '../imports/importGaps.ts';
import { areImports, haveOtherForm, isImport } from '../imports/imports.ts';
import { locateItems, type LocatedItems } from './locateItems.ts';
import { mergeElided } from './mergeElided.ts';
import { areFieldsAtEdge, createFieldTest, lacksComma, type FieldTest } from './newFields.ts';
import { createPlaceOfSettings } from './sections.ts';
import { replaceItem, withComma, withSameComma } from './replaceItem.ts';

/**
 * Merges items of the block into the file: replaces the items of the same name, and inserts new ones next to their
 * neighbours. Removes nothing that the block does not show.
 *
 * @param container The container that the items belong to, if the block shows it. Its start and its end are neighbours
 *   of the first and the last item, unless an elision is between.
 */
export function mergeItems(
  fragment: Fragment,
  items: readonly Item[],
  container: Container | undefined,
): readonly LineEdit[] | UnclearPlan {
  const located = locateItems(fragment, items, container);
  if ('kind' in located) return located;
  if (located.size === 0 && container === undefined) return unclear({ kind: 'notFound' });
  if (fragment.file.scan.language.id === 'markup' && hasEmptyElision(items, located))
    return unclear({ kind: 'noNeighbours' });
  const edits: LineEdit[] = [];
  for (const [item, { item: old }] of located) {
    const edit = mergeItem(fragment, item, old);
    if ('kind' in edit) return edit;
    addAll(edits, edit);
  }
  addAll(edits, separateImports(fragment, items, located));
  const added = container === undefined ? items.filter((item) => isNew(item, located)) : [];
  if (haveOtherForm(added, fragment.block, fragment.file) || areExportedValues(added, fragment.file))
    return unclear({ kind: 'incomplete' });
  const insert = (list: readonly Item[], from: number, to: number) => {
    const areFields = createFieldTest(fragment, list, located, container);
    return insertItems(fragment, list, from, to, located, container, areFields);
  };
  const placeOfSettings = createPlaceOfSettings(fragment.block, fragment.file, container === undefined ? items : []);
  for (let first = 0; first < items.length; first += 1) {
    if (!isNew(items[first], located)) continue;
    let end = first + 1;
    while (isNew(items[end], located)) end += 1;
    const setting = placeOfSettings(first, end);
    const imports = container === undefined ? countImports(fragment, items.slice(first, end)) : 0;
    const inserted =
      setting !== undefined
        ? [insertBelow(fragment, items.slice(first, end), setting)]
        : imports === 0
          ? [insert(items, first, end)]
          : [
              insert(items.toSpliced(first + imports, end - first - imports), first, first + imports),
              insert(items.toSpliced(first, imports), first, end - imports),
            ];
    for (const edit of inserted) {
      if (edit !== undefined && 'kind' in edit) return edit;
      if (edit !== undefined) edits.push(edit);
    }
    first = end;
  }
  return edits;
}

/**
 * Returns true if nothing is left out between the start of a container and an item of the block below left-out code. The
 * item may then stand below the element of the file that it would replace.
 */
function hasEmptyElision(items: readonly Item[], located: LocatedItems): boolean {
  const [first, second] = items;
  return first?.kind === 'elision' && second !== undefined && located.get(second)?.index === 0;
}

function mergeItem(fragment: Fragment, item: Item, old: Item): readonly LineEdit[] | UnclearPlan {
  const { scan } = fragment.block;
  if (fragment.bodyElisions.has(item.head)) return keepItem(fragment, item, old);
  let isElided = false;
  for (let line = item.head; line < item.end; line += 1)
    isElided ||= scan.content[line] === 'elision' || fragment.bodyElisions.has(line);
  if (isElided) return mergeElided(fragment, item, old, mergeItems);
  const edit = replaceItem(fragment, item, old);
  return 'kind' in edit ? edit : [edit];
}

/** Keeps an item whose whole body is left out. The part of the first line before the body must be as in the file. */
function keepItem({ block, finder }: Fragment, item: Item, old: Item): readonly LineEdit[] | UnclearPlan {
  const header = (line: string | undefined) => (line ?? '').split(/\{|:\s{0,9}(?:\.|#|pass\b|$)|\s#|;/)[0]?.trim();
  const isSame = header(block.scan.lines[item.head]) === header(finder.lines[old.head]);
  return isSame ? [] : unclear({ kind: 'incomplete' }, [{ startLine: old.start, endLine: old.end }]);
}

function isNew(item: Item | undefined, located: LocatedItems): boolean {
  return item !== undefined && item.kind !== 'elision' && !located.has(item);
}

/** Returns the number of imports above other new code. They have a place of their own. */
function countImports({ block }: Fragment, fresh: readonly Item[]): number {
  return Math.max(
    0,
    fresh.findIndex((item) => !isImport(item, block)),
  );
}

/** Inserts the items from `first` to `end` (exclusive), or returns undefined if they are comments of the file. */
function insertItems(
  fragment: Fragment,
  items: readonly Item[],
  first: number,
  end: number,
  located: LocatedItems,
  container: Container | undefined,
  areFields: FieldTest,
): LineEdit | UnclearPlan | undefined {
  const fresh = items.slice(first, end);
  const [before, after] = [items[first - 1], items[end]];
  const [previous, next] = [before && located.get(before), after && located.get(after)];
  const isComment = fresh.every(({ kind }) => kind === 'comment');
  if (isComment && fresh.every(({ key }) => fragment.file.find(key).length > 0)) return undefined;
  if (fresh.some(({ isWellFormed }) => !isWellFormed)) return unclear({ kind: 'incomplete' });
  // A comment above left-out code belongs to the item there, and may be a version of its comment.
  if (previous !== undefined && fresh.at(-1)?.kind === 'comment' && after?.kind === 'elision' && !isLastItem(previous))
    return unclear({ kind: 'noNeighbours' });
  if (previous !== undefined && next !== undefined && before !== undefined && after !== undefined)
    return insertBetween(fragment, fresh, { before, after, previous, next });
  const edge = container === undefined ? undefined : edgeOf(before, after);
  const isField =
    container !== undefined && edge !== undefined
      ? areFieldsAtEdge(fragment, fresh, container, edge)
      : areFields(first, end);
  const areCalls = end === items.length && continueCalls(fragment.block, fragment.file, items, first, located);
  if (!isField && !areCalls && !areMembers(fragment, fresh, previous, next, after))
    return unclear({ kind: 'noNeighbours' });
  const hasImport = fresh.some((item) => isImport(item, fragment.block));
  const neighbour = previous ?? next;
  const isAtElision = container === undefined && (before?.kind === 'elision' || after?.kind === 'elision');
  const isBesideImport =
    neighbour === undefined
      ? !isAtElision
      : isImport(neighbour.item, fragment.file) && !isOtherwiseConditional(fragment, fresh, neighbour);
  if (hasImport && !isBesideImport) {
    // A block of imports alone may show a conditional one to say that the new ones are conditional, too.
    if (neighbour !== undefined && areImports(items, fragment.block)) return unclear({ kind: 'noNeighbours' });
    const shown = neighbour ?? [...located.values()].find(({ item }) => !isImport(item, fragment.file));
    const place = container ?? importsOf(shown, fragment.file);
    const earlier = importAbove(fresh, fragment.block, place, fragment.file);
    if (container === undefined || earlier !== undefined) return insertImports(fragment, fresh, earlier);
  }
  const [start, last] = [fresh[0]?.start ?? 0, fresh.at(-1)?.end ?? 0];
  if (dividesImports(fragment, fresh, previous, next)) return unclear({ kind: 'noNeighbours' });
  if (previous !== undefined && lacksComma(fragment, previous.item, previous.container.owner, before))
    return unclear({ kind: 'noNeighbours' });
  if (previous !== undefined && before !== undefined && isOpen(after)) {
    const isAtEnd = container === undefined || after !== undefined || isLastItem(previous);
    if (isAtEnd || container.items.at(-1)?.kind === 'comment') {
      const lines = fitNew(fragment, { start: before.end, end: last }, before, previous.item);
      const separated = withSameComma(fragment, lines, fresh.at(-1) ?? before, previous.item);
      return { start: previous.item.end, end: previous.item.end, lines: separated };
    }
  }
  if (next !== undefined && after !== undefined && isOpen(before)) {
    if (container === undefined || before !== undefined || next.index === 0) {
      const earlier = isField && before?.end === start && after.start > last ? endBefore(next) : undefined;
      if (earlier !== undefined) {
        const lines = fitNew(fragment, { start, end: last }, after, next.item);
        return { start: earlier, end: earlier, lines };
      }
      const lines = fitNew(fragment, { start, end: after.start }, after, next.item);
      const at = startOf(fragment, after, next);
      return { start: at, end: at, lines };
    }
  }
  if (container !== undefined && edge !== undefined) {
    const range = { start: before?.end ?? start, end: after?.start ?? last };
    return insertAtEdge(fragment, range, container, edge, fresh.at(-1));
  }
  return unclear({ kind: 'noNeighbours' });
}

/**
 * Returns the line above which new items go that the block has above the item `shown`. The comment at the start of the
 * file stays above its imports, unless the block shows it.
 */
function startOf({ file }: Fragment, shown: Item, { item, container, index }: LocatedItem): number {
  const isFirstImport = container.owner === undefined && index === 0 && isImport(item, file);
  return isFirstImport && shown.start === shown.head ? item.head : item.start;
}

/** Inserts items below an item of the file, and indents them like it. */
function insertBelow(fragment: Fragment, fresh: readonly Item[], old: Item): LineEdit | undefined {
  const [first, last] = [fresh[0], fresh.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const lines = fitNew(fragment, { start: first.start, end: last.end }, first, old);
  return { start: old.end, end: old.end, lines };
}

/** Returns the end of the item before another one, unless that is a comment, which may belong to the other one. */
function endBefore({ container, index }: LocatedItem): number | undefined {
  const item = container.items[index - 1];
  return item?.kind === 'comment' ? undefined : item?.end;
}

/** Returns true if the block does not show what is next to new items on one side. */
function isOpen(item: Item | undefined): boolean {
  return item === undefined || item.kind === 'elision';
}

/** Returns true for other code than imports above an import of the file, or below one that is not the last. */
function dividesImports(
  { block, file }: Fragment,
  fresh: readonly Item[],
  previous: LocatedItem | undefined,
  next: LocatedItem | undefined,
): boolean {
  if (areImports(fresh, block)) return false;
  if (next !== undefined && isImport(next.item, file)) return true;
  if (previous === undefined || !isImport(previous.item, file)) return false;
  return lastImport(previous.container, file) !== previous.item;
}

/** Returns the end of a container that new items are at: the other items there are left out. */
function edgeOf(before: Item | undefined, after: Item | undefined): 'start' | 'end' | undefined {
  if (before?.kind === 'elision' && after === undefined) return 'end';
  return after?.kind === 'elision' && before === undefined ? 'start' : undefined;
}

/**
 * Inserts imports after an earlier one. Their place is not certain if there is none, if other new code is among them, or
 * if the block shows them under a condition.
 */
function insertImports(fragment: Fragment, fresh: readonly Item[], earlier: Item | undefined): LineEdit | UnclearPlan {
  const { block } = fragment;
  const [first, last] = [fresh[0], fresh.at(-1)];
  if (
    !areImports(fresh, block) ||
    first === undefined ||
    last === undefined ||
    earlier === undefined ||
    isConditional(first, block)
  )
    return unclear({ kind: 'noNeighbours' });
  const lines = fitNew(fragment, { start: first.start, end: last.end }, first, earlier);
  return { start: earlier.end, end: earlier.end, lines };
}

/** Returns true for new imports next to an import that is conditional in the file, if the block shows no condition. */
function isOtherwiseConditional({ block, file }: Fragment, fresh: readonly Item[], { item }: LocatedItem): boolean {
  const first = fresh.find((each) => isImport(each, block));
  return first !== undefined && isImport(item, file) && isConditional(item, file) && !isConditional(first, block);
}

/** Returns true for a declaration that may be inserted next to one neighbour. Another line could replace a line there. */
function isMember(item: Item, { block }: Fragment): boolean {
  return item.kind === 'declaration' && (item.sections.length > 0 || isImport(item, block));
}

/**
 * Returns true for items that may be inserted next to one neighbour: members, and values that they may use. The file must
 * have no value there that a new one could replace.
 */
function areMembers(
  fragment: Fragment,
  fresh: readonly Item[],
  previous: LocatedItem | undefined,
  next: LocatedItem | undefined,
  after: Item | undefined,
): boolean {
  const others = fresh.filter((item) => item.kind !== 'comment' && !isMember(item, fragment));
  if (others.length === 0 || areOwnValues(fragment, others, after, next)) return true;
  if (others.length === fresh.length || (previous ?? next) === undefined) return false;
  const beside = [previous?.container.items[previous.index + 1], next?.container.items[next.index - 1]];
  const isValue = (item: Item | undefined) => item?.kind === 'declaration' && item.key.startsWith('value ');
  return (
    others.every((item) => isValue(item) && fragment.file.find(item.key).length === 0) &&
    !beside.some((item) => isValue(item) && item?.hasBody === false)
  );
}

interface Neighbours {
  readonly before: Item;
  readonly after: Item;
  readonly previous: LocatedItem;
  readonly next: LocatedItem;
}

/**
 * Inserts the lines between two items of the block that are neighbours in the file, too. Otherwise, inserts imports
 * next to an import, and other declarations next to one that is no import.
 */
function insertBetween(
  fragment: Fragment,
  fresh: readonly Item[],
  { before, after, previous, next }: Neighbours,
): LineEdit | UnclearPlan {
  const { block, file, finder } = fragment;
  const { container } = previous;
  const between = container.items.slice(previous.index + 1, next.index);
  const areNeighbours = next.container === container && next.index > previous.index;
  const range = { start: before.end, end: after.start };
  const shown = new Set(block.scan.lines.slice(range.start, range.end).map((line) => line.trim()));
  const areShown = between.every(
    ({ kind, start, end }) =>
      kind === 'comment' && finder.lines.slice(start, end).every((line) => shown.has(line.trim())),
  );
  if (areNeighbours && between.length === 0 && isTighterBelow(fragment, fresh, before, after, previous, next)) {
    const lines = fitNew(fragment, { start: before.end, end: fresh.at(-1)?.end ?? before.end }, before, previous.item);
    return { start: previous.item.end, end: previous.item.end, lines };
  }
  if (areNeighbours && areShown) {
    const lines = fitNew(fragment, range, before, previous.item);
    return { start: previous.item.end, end: next.item.start, lines };
  }
  const areImported = (item: Item) => isImport(item, block) || item.key === 'list import';
  const isLikeFresh = (item: Item) => fresh.every((each) => areImported(each) === areImported(item));
  const others = fresh.filter((each) => each.kind !== 'comment' && !isMember(each, fragment));
  const fits = others.length === 0 || areOwnValues(fragment, others, after, next);
  const imported = [previous, next].find((each) => isOtherwiseConditional(fragment, fresh, each));
  if (imported !== undefined && isLikeFresh(before) !== isLikeFresh(after))
    return insertImports(fragment, fresh, importAbove(fresh, block, importsOf(imported, file), file));
  if (fits && isLikeFresh(before) && !isLikeFresh(after)) {
    const lines = fitNew(fragment, { start: before.end, end: fresh.at(-1)?.end ?? before.end }, before, previous.item);
    return { start: previous.item.end, end: previous.item.end, lines };
  }
  if (fits && isLikeFresh(after) && !isLikeFresh(before)) {
    const lines = fitNew(fragment, { start: fresh[0]?.start ?? after.start, end: after.start }, after, next.item);
    return { start: next.item.start, end: next.item.start, lines };
  }
  // Neither of the two is the place of the block, which contains both.
  return unclear({ kind: 'noNeighbours' });
}

/** Inserts lines at the start or the end of a container whose other items are left out. */
function insertAtEdge(
  fragment: Fragment,
  range: { readonly start: number; readonly end: number },
  container: Container,
  edge: 'start' | 'end',
  lastItem: Item | undefined,
): LineEdit | UnclearPlan {
  const { block, finder } = fragment;
  const neighbour = edge === 'end' ? container.items.at(-1) : container.items[0];
  if (neighbour === undefined || neighbour.kind === 'comment' || lastItem === undefined)
    return unclear({ kind: 'noNeighbours' });
  const lacks = lacksComma(fragment, neighbour, container.owner, edge === 'end' ? undefined : lastItem);
  const separated = lacks && edge === 'end' ? withComma(fragment, neighbour) : undefined;
  if (lacks && separated === undefined) return unclear({ kind: 'noNeighbours' });
  const lines = block.scan.lines.slice(range.start, range.end);
  const head = lines.find((line) => !isBlank(line)) ?? '';
  const base = { from: indentOf(head), to: indentOf(finder.lines[neighbour.head] ?? '') };
  const fitted = fitLines(lines, [], base, fragment.fit);
  const at = edge === 'end' ? neighbour.end : neighbour.start;
  const added = withSameComma(fragment, fitted, lastItem, neighbour);
  if (separated !== undefined) return { start: at - 1, end: at, lines: [separated, ...added] };
  return { start: at, end: at, lines: added };
}

/** Indents new lines like the item next to them. */
function fitNew(
  { block, finder, fit }: Fragment,
  { start, end }: { readonly start: number; readonly end: number },
  neighbour: Item,
  old: Item,
): readonly string[] {
  const blockLines = block.scan.lines;
  const base = { from: indentOf(blockLines[neighbour.head] ?? ''), to: indentOf(finder.lines[old.head] ?? '') };
  const [from, to] = [Math.min(start, neighbour.head), Math.max(end, neighbour.end)];
  const fitted = fitLines(blockLines.slice(from, to), finder.lines.slice(old.head, old.end), base, fit);
  return fitted.slice(start - from, end - from);
}
