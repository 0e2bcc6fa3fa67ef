import { addAll } from '../../common/addAll.ts';
import { exportedNames, isExportList, listsOfSameExports } from '../completeness/exportLists.ts';
import { isWithoutChange } from '../completeness/unchanged.ts';
import { isBlank } from '../lines/indentation.ts';
import { orderEdits } from '../edits/orderEdits.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import type { Item } from '../outline/items.ts';
import type { Container, Outline } from '../outline/outline.ts';
import { isSameOpening } from '../outline/openings.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
import type { Fragment, LineRange } from './fragment.ts';
import { importedNames, isImport } from '../imports/imports.ts';
import { createShownTest } from './overloads.ts';
import { createStatementTest } from './sqlStatements.ts';
import { isUnit, withoutChanged } from './units.ts';

/** If more declarations would be removed, it is not determined what is beside each of them. */
const maxLost = 100;

/**
 * Chooses between the edits that replace declarations by their names, and the edits that replace the lines between
 * unchanged lines. If the results differ, the lines win, because they also say what is removed. But the block may simply
 * not show it: if they remove declarations that are still used, the names win if these are beside units (see isUnit), such
 * as constants above a function. Otherwise, and if the lines remove a whole unit, the result is unclear.
 */
export function agreedEdits(
  fragment: Fragment,
  byItems: readonly LineEdit[],
  byRuns: readonly LineEdit[],
): readonly LineEdit[] | UnclearPlan {
  if (byItems.length === 0 || haveSameResult(byItems, byRuns, fragment.finder.lines)) return byRuns;
  const result = withoutLoss(fragment, byRuns);
  if ('kind' in result) return result;
  const { file, finder } = fragment;
  const lost = lostItems(fragment, byRuns, (item) => item.kind === 'declaration' && !isImport(item, file));
  const used = usedLoss(fragment, byRuns, lost);
  if (used.length === 0) return result;
  // Without another change, the block can only be meant to remove them.
  const isRemoval = isWithoutChange(byItems, finder.lines);
  if (isRemoval || lost.length > maxLost) return incomplete(used);
  return used.every((item) => isBesideUnit(file, item, lost)) ? byItems : incomplete(used);
}

/** Returns true if the next item above or below, without the lost ones, is a unit. */
function isBesideUnit(file: Outline, item: Item, lost: readonly Item[]): boolean {
  const located = file.find(item.key).find((each) => each.item === item);
  const { items } = located?.container ?? file.top;
  const index = items.indexOf(item);
  const isKept = (other: Item) => other.kind !== 'comment' && !lost.includes(other);
  const beside = [items.slice(0, index).findLast(isKept), items.slice(index + 1).find(isKept)];
  return beside.some((other) => other !== undefined && isUnit(other, file));
}

/** Returns the lost declarations whose names the block or the lines of the file outside of the edits contain. */
function usedLoss(fragment: Fragment, edits: readonly LineEdit[], lost: readonly Item[]): readonly Item[] {
  const names = new Map<string, Item>();
  for (const item of lost) {
    const name = nameOf(item.key);
    if (name !== undefined) names.set(name, item);
  }
  return usedIn(fragment, edits, names);
}

/** The share of the names of an import that a change may leave out although they are used. */
const maxLostNames = 0.25;

/**
 * Returns the edits, unless the block or the other lines of the file use names that they remove: those of an import or a
 * list of exports of which the block shows only some names or, if the edits replace the whole file, those of an import or
 * a declaration at the top level. They must not export a name twice, either. Other blocks of the reply could change the
 * code that uses or exports the names.
 */
export function withoutUsedLoss(
  fragment: Fragment,
  edits: readonly LineEdit[],
  isWholeFile: boolean,
): readonly LineEdit[] | UnclearPlan {
  const { block, file, isChosen, isOnlyBlock } = fragment;
  if (isChosen || !isOnlyBlock) return edits;
  const imports = block.top.items.filter((item) => isImport(item, block));
  if (imports.some(({ head }) => /[.:]\*;?\s*$/.test((block.scan.code[head] ?? '').slice(-200)))) return edits;
  const declared = new Set(imports.flatMap((item) => importedNames(item, block)));
  const isDeclared = (name: string) =>
    declared.has(name) || ['value', 'type', 'macro'].some((kind) => block.find(`${kind} ${name}`).length > 0);
  const names = new Map<string, Item>();
  const importedOnly = new Map<string, Item>();
  const hasOtherCode = block.top.items.some((item) => item.kind !== 'comment' && !isImport(item, block));
  const removed = replacedLines(edits);
  const lists = listsOfSameExports(fragment, removed);
  if (lists.length > 0) return incomplete(lists);
  const exported = new Set(
    block.top.items.flatMap((item) => (isExportList(item, block) ? exportedNames(item, block) : [])),
  );
  for (const item of file.top.items) {
    if (!removed.has(item.head) || !removed.has(item.end - 1)) continue;
    if (isExportList(item, file)) {
      const own = exportedNames(item, file);
      const lost = own.filter((name) => !exported.has(name));
      if (lost.length > own.length * maxLostNames) for (const name of lost) names.set(name, item);
      continue;
    }
    const isImported = isImport(item, file);
    const isShown = !isImported && block.find(item.key).length > 0;
    if (isShown || item.kind !== 'declaration') continue;
    const own = isImported ? importedNames(item, file) : [nameOf(item.key) ?? ''];
    const lost = own.filter((name) => name !== '' && !isDeclared(name));
    const isPartial = isImported && block.findIn(block.top, item.key).length > 0;
    if (isWholeFile || (isPartial && lost.length > own.length * maxLostNames))
      for (const name of lost) names.set(name, item);
    else if (isPartial && hasOtherCode) for (const name of lost) importedOnly.set(name, item);
  }
  const lost = [...usedIn(fragment, edits, names), ...usedOutside(fragment, edits, importedOnly)];
  return lost.length === 0 ? edits : incomplete(lost);
}

/** Returns the items with a name that the block, or the lines of the file outside of the edits, contain. */
function usedIn(fragment: Fragment, edits: readonly LineEdit[], names: ReadonlyMap<string, Item>): readonly Item[] {
  if (names.size === 0) return [];
  const used = new Set<Item>();
  for (const line of fragment.block.scan.code) addNamed(line, names, used);
  for (const item of usedOutside(fragment, edits, names)) used.add(item);
  return [...used];
}

/** Returns the items with a name that the lines of the file outside of the edits contain. */
function usedOutside(
  { file }: Fragment,
  edits: readonly LineEdit[],
  names: ReadonlyMap<string, Item>,
): readonly Item[] {
  if (names.size === 0) return [];
  const used = new Set<Item>();
  const removed = replacedLines(edits);
  for (const [index, line] of file.scan.code.entries()) if (!removed.has(index)) addNamed(line, names, used);
  return [...used];
}

/** Adds the items whose names a line contains. */
function addNamed(line: string, names: ReadonlyMap<string, Item>, used: Set<Item>): void {
  for (const [word] of line.matchAll(/(?<![\w$.])[\w$]+/g)) {
    const item = names.get(word);
    if (item !== undefined) used.add(item);
  }
}

function replacedLines(edits: readonly LineEdit[]): ReadonlySet<number> {
  return new Set(edits.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)));
}

/** Returns the name that other code uses for a declaration with a key; undefined for imports and others without one. */
function nameOf(key: string): string | undefined {
  return /^(?:value|type|macro) (?:.*[.:])?([\w$]+)$/.exec(key.slice(0, 200))?.[1];
}

/** Returns true if the edits turn the lines into the same lines. */
function haveSameResult(one: readonly LineEdit[], other: readonly LineEdit[], lines: readonly string[]): boolean {
  const [first, second] = [orderEdits(one), orderEdits(other)];
  if ('kind' in first || 'kind' in second) return false;
  const start = Math.min(first[0]?.start ?? 0, second[0]?.start ?? 0);
  const end = Math.max(first.at(-1)?.end ?? 0, second.at(-1)?.end ?? 0);
  const result = (edits: readonly LineEdit[]) => {
    const pieces: string[] = [];
    let line = start;
    for (const edit of edits) {
      addAll(pieces, lines.slice(line, edit.start));
      addAll(pieces, edit.lines);
      line = edit.end;
    }
    addAll(pieces, lines.slice(line, end));
    return pieces.join('\n');
  };
  return result(first) === result(second);
}

/**
 * Returns the edits, unless they remove a declaration that the block does not contain. If the block marks the code that
 * it leaves out, one between the elisions may have got another name.
 */
export function withoutLoss(fragment: Fragment, edits: readonly LineEdit[]): readonly LineEdit[] | UnclearPlan {
  const removed = lostUnits(fragment, edits);
  const isElided = fragment.block.scan.content.includes('elision');
  const lost = isElided ? withoutChanged(removed, fragment) : removed;
  return lost.length === 0 ? edits : incomplete(lost);
}

function incomplete(lost: readonly Item[]): UnclearPlan {
  return unclear(
    { kind: 'incomplete' },
    lost.map(({ start, end }) => ({ startLine: start, endLine: end })),
  );
}

/**
 * Returns the units (see isUnit) that are inside the replaced lines, and that the block does not contain, also not with
 * other attributes at its start.
 */
export function lostUnits(fragment: Fragment, edits: readonly LineEdit[]): readonly Item[] {
  const { block, file } = fragment;
  const first = block.scan.lines.find((line) => !isBlank(line)) ?? '';
  const isReopened = ({ head }: Item) => isSameOpening(first, file.scan.lines[head] ?? '');
  return lostItems(fragment, edits, (item) => isUnit(item, file) && !isReopened(item));
}

/**
 * Returns the wanted items that are inside the replaced lines, and that the block does not contain. Overloads count as
 * different items. The members of a lost item are not searched.
 */
function lostItems(fragment: Fragment, edits: readonly LineEdit[], isWanted: (item: Item) => boolean): readonly Item[] {
  const { file } = fragment;
  const isShown = createShownTest(fragment);
  const isShownStatement = createStatementTest(fragment);
  const lost: Item[] = [];
  const visit = (container: Container, { start, end }: LineRange) => {
    const { items } = container;
    for (let index = firstAfter(items, start); index < items.length; index += 1) {
      const item = items[index];
      if (item === undefined || item.head >= end) return;
      const isInside = item.head >= start && item.end <= end;
      if (isInside && isWanted(item) && !(isShownStatement(item) ?? isShown(item, container))) lost.push(item);
      else for (const section of file.childrenOf(item)) visit(section, { start, end });
    }
  };
  for (const edit of edits) visit(file.top, edit);
  return lost;
}

/** Returns the index of the first item that ends after a line. */
function firstAfter(items: readonly Item[], line: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.end ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}
