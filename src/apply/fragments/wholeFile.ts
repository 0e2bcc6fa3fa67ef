import { normalize } from '../lines/findLines.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import { isBlank } from '../lines/indentation.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import { lostUnits } from './agreedEdits.ts';
import type { Fragment } from './fragment.ts';
import { withoutStatements } from '../completeness/keptNames.ts';
import { importedNames, isImport } from '../imports/imports.ts';
import { createShownTest, type ShownTest } from './overloads.ts';
import { cutItem } from './partialItem.ts';
import { countAddedUnits, unitsIn } from './units.ts';

/** The share of the file's lines that a block must contain in order to be a version of the whole file. */
const leastShare = 0.5;

/** The share of the file's lines with a word from which on a block may be a version of the whole file. */
const probableShare = 0.6;

/** In a file with fewer lines with a word, the share of a block says little. */
const fewLines = 10;

/**
 * The share of the lines of the file, and of its last call such as `describe`, that a version of the whole file must keep
 * if the call gets another name.
 */
const renamedShare = 0.9;

/** The share of the file's declarations with a body that a version of the whole file may remove. */
const maxLostShare = 0.25;

/** The maximum number of lines at the start of the file that may be replaced by lines with the same first word. */
const maxChangedStart = 5;

/**
 * Returns the edit that replaces the whole file if the block is certainly a version of it: it starts and ends like the
 * file, and contains at least half of the file's lines, most of its declarations and most of their members. If the
 * block starts with other lines, it contains all declarations and statements of the start, or imports of the same names
 * from elsewhere, and a comment if the file starts with one. Otherwise returns undefined.
 */
export function wholeFileEdit(fragment: Fragment): LineEdit | undefined {
  const { block, finder } = fragment;
  const [lines, old] = [block.scan.lines, finder.lines];
  if (old.every(isBlank)) return { start: 0, end: old.length, lines };
  return isWholeFile(fragment) ? { start: 0, end: old.length, lines } : undefined;
}

/**
 * Returns true if the block may be a version of the whole file that was cut, or that removes the end or the start of the
 * file: it has several statements or declarations, contains most of the lines that have a word, and either the first or
 * the last of these lines. In a short file, it has all items but some statements at one end, and the first or last line at
 * the other. A block without imports, but all the rest, is only a part of the file.
 */
export function mayBeWholeFile({ block, file, finder }: Fragment): boolean {
  const items = block.top.items.filter(isCode);
  if (items.length < 2 || withoutStatements.has(file.scan.language.id)) return false;
  const hasWord = (line: string | undefined) => /\w/.test(line ?? '');
  const old = [...finder.lines.keys()].filter((line) => hasWord(finder.lines[line]));
  const shown = finder.align(block.scan.lines).filter((_, line) => hasWord(block.scan.lines[line]));
  const kept = shown.filter((line) => line >= 0);
  const [first, last] = [old[0], old.at(-1)];
  const losesStart = kept[0] !== first;
  if (losesStart === (kept.at(-1) !== last)) return false;
  const isLostImport = (item: Item) => item.head < (kept[0] ?? 0) && isImport(item, file);
  if (losesStart && file.top.items.some(isLostImport) && !items.some((item) => isImport(item, block))) return false;
  if (old.length >= fewLines) return kept.length >= old.length * probableShare;
  const [from, to] = [kept[0] ?? 0, kept.at(-1) ?? 0];
  const oldItems = file.top.items.filter(isCode);
  const lost = oldItems.filter(({ head, end }) => (losesStart ? end <= from : head > to));
  const isInBlock = ({ key }: Item) => block.findIn(block.top, key).length > 0;
  const areOnlyStatements = lost.length > 0 && lost.every((item) => !item.hasBody && !isInBlock(item));
  const areOthersShown = oldItems.every((item) => lost.includes(item) || isInBlock(item));
  return areOnlyStatements && areOthersShown && (losesStart ? shown.at(-1) === last : shown[0] === first);
}

function isWholeFile(fragment: Fragment): boolean {
  const { block, file, finder } = fragment;
  const trimmed = (texts: readonly string[]) => texts.map((line) => normalize(line, 'indentation'));
  const [lines, old] = [trimmed(block.scan.lines), trimmed(finder.lines)];
  const aligned = finder.align(block.scan.lines);
  const kept = aligned.reduce((count, oldIndex) => count + (oldIndex >= 0 && old[oldIndex] !== '' ? 1 : 0), 0);
  const total = old.filter((line) => line !== '').length;
  if (kept < total * leastShare) return false;
  const [items, oldItems] = [block.top.items.filter(isCode), file.top.items.filter(isCode)];
  const isShown = createShownTest(fragment);
  const isSame = (item: Item | undefined, other: Item | undefined) =>
    item !== undefined && item.key === other?.key && isShown(other, file.top);
  const firstWord = (texts: readonly string[]) =>
    /^\W*\w+/.exec((texts.find((line) => line !== '') ?? '').slice(0, 100))?.[0];
  const firstKept = aligned.find((oldIndex) => oldIndex >= 0 && old[oldIndex] !== '') ?? 0;
  const lastKept = aligned.findLast((oldIndex) => oldIndex >= 0 && old[oldIndex] !== '') ?? 0;
  const isLost = (start: number, end: number) => old.slice(start, end).some((line) => line !== '');
  const startsAlike =
    !isLost(0, firstKept) ||
    ((isSame(items[0], oldItems[0]) || (firstKept <= maxChangedStart && firstWord(lines) === firstWord(old))) &&
      !losesStart(fragment, firstKept, isShown));
  const keys = new Set(items.map(({ key }) => key));
  const [lastLine, lastItem] = [old[lastKept] ?? '', oldItems.at(-1)];
  const isLastShown = lastItem !== undefined && keys.has(lastItem.key) && isShown(lastItem, file.top);
  const isLastRenamed =
    lastItem !== undefined &&
    !keys.has(lastItem.key) &&
    kept >= total * renamedShare &&
    haveSameCallee(items.at(-1)?.key, lastItem.key) &&
    keptShare(aligned, items.at(-1), lastItem) >= renamedShare;
  // A closing bracket at the end also ends a fragment.
  const endsAlike =
    (isSame(items.at(-1), lastItem) &&
      !losesEnd(fragment, lastKept + 1) &&
      !isCut(fragment, lastKept + 1, (aligned.at(lines.findLastIndex((line) => line !== '')) ?? -1) >= 0)) ||
    (!isLost(lastKept + 1, old.length) && (/\w{3}/.test(lastLine) || isLastShown || isLastRenamed));
  if (!startsAlike || !endsAlike) return false;
  const whole = { start: 0, end: old.length, lines: [] };
  // As many new declarations may be the lost ones with new names.
  const lost = lostUnits(fragment, [whole]).length - countAddedUnits(fragment);
  return lost <= unitsIn(file).length * maxLostShare;
}

/**
 * Returns true if the block lacks an item or the comment of the file above the line `firstKept` of the file. An import
 * may have become an import of the same names from another module.
 */
function losesStart({ block, file }: Fragment, firstKept: number, isShown: ShownTest): boolean {
  const firstLine = block.scan.lines.find((line) => !isBlank(line));
  // Only the first line of a file can name its interpreter.
  if (firstLine?.startsWith('#!') === true) return false;
  // Only one line of a Dockerfile with one stage names an image.
  const isDockerfile = file.scan.language.id === 'toml' && isImage(firstLine);
  if (isDockerfile && file.scan.lines.filter(isImage).length === 1) return false;
  // The block starts in the middle of the comment at the start of the file.
  if (file.scan.content[firstKept] === 'comment' && file.scan.content[firstKept - 1] === 'comment') return true;
  const startsWithComment = block.scan.content.find((content) => content !== 'blank') === 'comment';
  if (!startsWithComment && file.scan.content.slice(0, firstKept).includes('comment')) return true;
  const imported = new Set(
    block.top.items.filter((item) => isImport(item, block)).flatMap((item) => importedNames(item, block)),
  );
  const isUnused = createUnusedTest(block);
  const isImported = (item: Item) => {
    const names = isImport(item, file) ? importedNames(item, file) : [];
    return names.length > 0 && (names.every((name) => imported.has(name)) || isUnused(item, file, names));
  };
  // Only the style of a statement may have changed, such as that of 'use strict'.
  const plain = ({ key }: Item) => key.replace(/;$/, '').replaceAll(/["`]/g, "'");
  const texts = new Set(block.top.items.filter(({ kind }) => kind === 'statement').map(plain));
  const isAtTop = (item: Item) =>
    (block.findIn(block.top, item.key).length > 0 && isShown(item, file.top)) || texts.has(plain(item));
  return file.top.items.some((item) => isCode(item) && item.head < firstKept && !isAtTop(item) && !isImported(item));
}

/**
 * Returns a function that returns true if the block starts with an import, but uses none of the names that an import of
 * the file declares. An import without names, or of a whole namespace, may be used all the same.
 */
function createUnusedTest(block: Outline): (item: Item, file: Outline, names: readonly string[]) => boolean {
  const first = block.top.items.find(isCode);
  if (first === undefined || !isImport(first, block)) return () => false;
  let words: ReadonlySet<string> | undefined;
  return ({ head }, { scan }, names) => {
    if (!/^(?:import|from|const|let|var)\b/.test(scan.lines[head] ?? '')) return false;
    words ??= new Set(block.scan.code.flatMap((line) => line.match(/[\w$]+/g) ?? []));
    return names.every((name) => !words?.has(name));
  };
}

/**
 * Returns true if the block may end within an item: the lines of the file from `start` on contain whole units of it, or
 * others that are in it if the block ends with a line of the file.
 */
function isCut(fragment: Fragment, start: number, endsWithKept: boolean): boolean {
  if (cutItem(fragment) === undefined) return false;
  if (endsWithKept && fragment.finder.lines.slice(start).some((line) => /\w/.test(line))) return true;
  return lostUnits(fragment, [{ start, end: fragment.finder.lines.length, lines: [] }]).length > 0;
}

/** Returns true for the line that starts a stage of a Dockerfile. */
function isImage(line: string | undefined): boolean {
  return /^FROM \S/.test(line ?? '');
}

/** Returns true if the block does not end with a comment, but the lines of the file from `start` on contain one. */
function losesEnd({ block, file }: Fragment, start: number): boolean {
  const endsWithComment = block.scan.content.findLast((content) => content !== 'blank') === 'comment';
  return !endsWithComment && file.scan.content.slice(start).includes('comment');
}

/** Returns true for the keys of two calls of the same function with a function as argument, such as `describe`. */
function haveSameCallee(key: string | undefined, other: string): boolean {
  const calleeOf = (each: string) => /^call [^(]*\(/.exec(each)?.[0];
  return key !== undefined && calleeOf(other) !== undefined && calleeOf(key) === calleeOf(other);
}

/** Returns the share of the lines of an item of the file that stand for lines of an item of the block. */
function keptShare(aligned: Int32Array, item: Item | undefined, old: Item): number {
  if (item === undefined) return 0;
  const kept = aligned.slice(item.head, item.end).filter((line) => line >= old.head && line < old.end);
  return kept.length / (old.end - old.head);
}

function isCode({ kind }: Item): boolean {
  return kind === 'declaration' || kind === 'statement';
}
