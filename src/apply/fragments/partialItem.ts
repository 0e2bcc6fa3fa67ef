import { isCutHeader, isPrototype } from '../completeness/prototypes.ts';
import { bracedBody } from '../outline/inlineBody.ts';
import type { Item } from '../outline/items.ts';
import { alignLines } from '../lines/alignLines.ts';
import { isSimilar, wordsOf } from '../lines/similarLines.ts';
import type { Outline } from '../outline/outline.ts';
import type { ScannedCode } from '../outline/scanCode.ts';
import { lostUnits } from './agreedEdits.ts';
import { isUnit } from './units.ts';
import type { Fragment } from './fragment.ts';
import { isOfStatements, memberTexts, membersOf, type Members } from './members.ts';

/** The share of the members that a replacement may leave out. Beyond it, the block shows only a part. */
const maxMissingShare = 0.25;
/** A longer body, in lines, is not replaced with nothing. */
const longBody = 2;
/** A function with a smaller share of the lines of the old one may be cut off. */
const shortShare = 0.6;

/** If more pairs of lines would be compared, only the numbers of lines are. */
const maxCompared = 10_000;
/** Items in deeper containers are not compared. */
const maxDepth = 4;

/**
 * Returns the first item of the file of which the block shows only a part (see isPart). Searches the items that the block
 * and the file declare once, and their members. The block must contain no elisions. A block of Python may end within its
 * last item.
 *
 * @param isWholeFile The block is a version of the whole file. Items of it with as many members as before are whole.
 */
export function findPartialItem(fragment: Fragment, isWholeFile: boolean): Item | undefined {
  const { block, file } = fragment;
  for (const item of block.top.items) {
    if (block.findIn(block.top, item.key).length > 1) continue;
    const [found, ...others] = file.find(item.key);
    if (found === undefined || others.length > 0) continue;
    const part = partialIn(fragment, item, found.item, isWholeFile, 0);
    if (part !== undefined) return part;
  }
  return undefined;
}

/**
 * Returns the items of the file that a block may replace if it shows only a part of `part`: the only member that the block
 * shows, and the whole item.
 */
export function partPlaces({ block, file }: Fragment, part: Item): readonly Item[] {
  const [item] = block.find(part.key);
  const member = item && onlyItem(block.childrenOf(item.item).flatMap(({ items }) => items));
  if (member?.kind !== 'declaration' || isOfStatements(file, part)) return [part];
  const [found, ...others] = file.childrenOf(part).flatMap((container) => file.findIn(container, member.key));
  return found === undefined || others.length > 0 ? [part] : [found.item, part];
}

/** Returns the only item that is no comment; undefined if there are several. */
export function onlyItem(items: readonly Item[]): Item | undefined {
  const [item, ...others] = items.filter(({ kind }) => kind !== 'comment');
  return others.length === 0 ? item : undefined;
}

function partialIn(fragment: Fragment, item: Item, old: Item, isWholeFile: boolean, depth: number): Item | undefined {
  const { block, file } = fragment;
  if (item.kind === 'comment' || keepsAllWords(fragment, item, old)) return undefined;
  const isCut = mayEndWithin(fragment, item, old);
  const members = compareMembers(fragment, item, old);
  const isWhole = isWholeFile && hasAsManyMembers(members);
  if (!isWhole && (isCut ? lacksMembers(block, item, members, true) : isPart(fragment, item, old, members))) return old;
  if (depth === maxDepth || isOfStatements(file, old)) return undefined;
  const containers = file.childrenOf(old);
  for (const [index, section] of block.childrenOf(item).entries()) {
    const container = containers[index];
    if (container === undefined) return undefined;
    for (const member of section.items) {
      const [found, ...others] = file.findIn(container, member.key);
      if (found === undefined || others.length > 0 || block.findIn(section, member.key).length > 1) continue;
      const part = partialIn(fragment, member, found.item, isWholeFile, depth + 1);
      if (part !== undefined) return part;
    }
  }
  return undefined;
}

/** Returns true if all words of the old item are in the new one as often, so that nothing but the form can be lost. */
function keepsAllWords({ block, file }: Fragment, item: Item, old: Item): boolean {
  const wordsIn = ({ scan }: Outline, { head, end }: Item) => scan.code.slice(head, end).flatMap(wordsOf);
  return missingKeys(wordsIn(file, old), wordsIn(block, item)).length === 0;
}

/** The members of an item of the block, and of the item of the file that it replaces. */
interface ComparedMembers {
  readonly own: Members;
  readonly before: Members;
  readonly isFunction: boolean;
}

function compareMembers({ block, file }: Fragment, item: Item, old: Item): ComparedMembers {
  const isFunction = isOfStatements(file, old);
  const isOther = isOtherExpression(valueOf(block, item), valueOf(file, old));
  const before = isOther ? { named: [], blocks: 0, lines: [] } : membersOf(file, old, isFunction);
  return { own: membersOf(block, item, isFunction), before, isFunction };
}

/** Returns the value of an assignment on one line; empty if there is none. */
function valueOf({ scan }: Outline, { key, head, end }: Item): string {
  if (!key.startsWith('value ')) return '';
  const text = scan.code.slice(head, Math.min(end, head + 4)).map((line) => line.slice(0, 400).trim());
  return /^[^=(]{1,200}=(?![=>])\s*(.*)$/.exec(text.join(' '))?.[1] ?? '';
}

/** Returns true if a list or an object has become an expression that contains none, such as a call or a text. */
function isOtherExpression(value: string, old: string): boolean {
  if (
    !/^&?[[({]/.test(old) ||
    !/^(?:["'`\d]|(?:await |new )?[\w$]+\s?[.(?[]|(?:None|nil|null|undefined)\b)/.test(value)
  )
    return false;
  return !/\{|(?:^|[^\w)\]"'.])\[/.test(value);
}

function hasAsManyMembers({ own, before }: ComparedMembers): boolean {
  const count = ({ named, blocks, lines }: Members) => named.length + blocks + lines.length;
  return count(own) >= count(before);
}

/**
 * Returns the item of the file that the last item of the block would replace, if the block may end within that item: other
 * lines follow there. Undefined if the file has several such items, or none.
 */
export function cutItem(fragment: Fragment): Item | undefined {
  const { block, file } = fragment;
  if (block.scan.language.blocks !== 'indentation') return undefined;
  const item = block.top.items.at(-1);
  const [found, ...others] = item === undefined ? [] : file.find(item.key);
  if (item === undefined || found === undefined || others.length > 0) return undefined;
  const last = ({ scan }: Outline, { end }: Item) => (scan.lines[end - 1] ?? '').trim();
  const { start, end } = found.item;
  const endsAlike = last(block, item) === last(file, found.item);
  const lost = lostUnits(fragment, [{ start, end, lines: [] }]).filter(({ key }) => block.find(key).length === 0);
  const isWhole = endsAlike && lost.length === 0;
  return !isWhole && mayEndWithin(fragment, item, found.item) ? found.item : undefined;
}

/** Returns true for an item that no line closes, if it is the end of the block and ends with a line of the old item. */
function mayEndWithin({ block, finder }: Fragment, { end }: Item, old: Item): boolean {
  const { language, lines, content, depths } = block.scan;
  const last = (lines[end - 1] ?? '').trim();
  if (language.blocks === 'brackets' || depths[end - 1] !== depths[end] || /^(?:[)\]}]|end\b|fi$|done$)/.test(last))
    return false;
  let next = end;
  while (content[next] === 'blank') next += 1;
  if (next < content.length) return false;
  return finder.lines.slice(old.head + 1, old.end).some((line) => line.trim() === last);
}

/**
 * Returns true if an item of a block, which replaces an item of the file, probably shows only a part of it:
 *
 * - a function whose code is left out, or cut off, or of which only the prototype is shown
 * - a type, a list or a block of settings that lacks many members of the old one, or some beside changed ones
 *
 * A block that lacks only a few members between unchanged ones removes them.
 */
export function isPart(
  fragment: Fragment,
  item: Item,
  old: Item,
  members: ComparedMembers = compareMembers(fragment, item, old),
): boolean {
  return (
    (isPrototype(fragment.block.scan, item) && old.hasBody) ||
    (isCutHeader(fragment.block.scan, item) && !isCutHeader(fragment.file.scan, old)) ||
    [lacksBody, lacksCode, isCutBody].some((test) => test(fragment, item, old)) ||
    (!members.isFunction && lacksChangedMembers(fragment, item, old)) ||
    lacksMembers(fragment.block, item, members, false)
  );
}

/**
 * Returns true for a function of a language without closing brackets that is shorter than before and does not return, or
 * that ends within a name of a line of the old one.
 */
function isCutBody({ block, file }: Fragment, item: Item, old: Item): boolean {
  if (block.scan.language.blocks !== 'indentation' || old.sections.length === 0 || old.end - old.head <= longBody + 2)
    return false;
  const last = (outline: Outline, { end }: Item) => (outline.scan.lines[end - 1] ?? '').trim();
  const end = last(block, item);
  const continuesEnd = (line: string) => line.startsWith(end) && /^\w/.test(line.slice(end.length));
  if (/^\w+(?:\.\w+)+$/.test(end) && file.scan.lines.slice(old.head, old.end).some((line) => continuesEnd(line.trim())))
    return true;
  if (last(block, item) === last(file, old) || /^(?:return|raise|yield)\b/.test(last(block, item))) return false;
  return item.end - item.head < (old.end - old.head) * shortShare;
}

/**
 * Returns true if the old item has a long body, and the new one has none and does not end like a statement, or if the old
 * one has any, and the new one is only a header, such as a target of a makefile.
 */
function lacksBody({ block }: Fragment, item: Item, old: Item): boolean {
  const body = old.sections.reduce((sum, { start, end }) => sum + end - start, 0);
  if (item.sections.length > 0 || body === 0) return false;
  const last = (block.scan.code[item.end - 1] ?? '').trimEnd().slice(-1);
  return last === ':' || (body > longBody && !/[;,})]/.test(last));
}

/** Code that stands for the code of a function. */
const placeholder = /^(?:(?:\.\.\.|pass)\s*#.*|(?:todo|unimplemented)!\(.*\);?)$/;

/** Returns true if the item has only comments in place of the code of the old one, such as `... # unchanged` in Python. */
function lacksCode({ block, file }: Fragment, item: Item, old: Item): boolean {
  const isCode = (scan: ScannedCode, line: number) => {
    const text = (scan.lines[line] ?? '').trim();
    // The documentation of a function of Python is a text.
    return (
      scan.content[line] === 'code' &&
      scan.startsInText[line] !== true &&
      !/^[rub]?(?:"""|''')/i.test(text) &&
      !placeholder.test(text)
    );
  };
  const hasCode = ({ scan }: Outline, { sections }: Item) =>
    sections.some(({ start, end }) => scan.lines.slice(start, end).some((_, index) => isCode(scan, start + index)));
  if (!old.hasBody || (old.sections.length > 0 && !hasCode(file, old))) return false;
  return item.sections.length > 0 ? !hasCode(block, item) : item.hasBody && lacksInlineCode(block, item);
}

/** Returns true for an item on one line, or in two, with a comment in place of its body. */
function lacksInlineCode({ scan }: Outline, { head, end }: Item): boolean {
  const [lines, code] = [scan.lines, scan.code].map((each) => each.slice(head, end).join(' ').slice(0, 400));
  const body = bracedBody(code ?? '');
  return body !== undefined && (body === '' ? lines !== code : placeholder.test(body));
}

/**
 * Returns true if the item lacks so many members of the old one that it probably shows only some of them. Each member of
 * the item stands for only one of several with the same name. Tests and other members with a body, but without a name,
 * may have become others, so only their number counts.
 *
 * @param mayEnd The block may end within the item, so that members after its last one do not count.
 */
function lacksMembers(
  block: Outline,
  item: Item,
  { own, before: all, isFunction }: ComparedMembers,
  mayEnd: boolean,
): boolean {
  const before = mayEnd ? withoutEnd(all, own) : all;
  const missing = missingKeys(before.named, own.named).filter((key) => !isDeclared(block, key)).length;
  if (missing > Math.max(isFunction ? 1 : 0, before.named.length * maxMissingShare)) return true;
  // A member that has moved into another one, for example into `try`, is neither missing nor among the item's own.
  const added = Math.max(0, own.named.length - (before.named.length - missing));
  if (before.blocks - own.blocks - added > before.blocks * maxMissingShare) return true;
  // The expression of a callback stands for all lines of its body.
  if (item.hasBody && item.sections.length === 0 && item.key.startsWith('call ')) return false;
  const { missing: lost, isRemoval } = lostLines(own, before);
  return lost > Math.max(isRemoval ? 1 : 0, before.lines.length * maxMissingShare);
}

/**
 * Returns true if an item has fewer members than the old one between two unchanged members, but some of them. It then may
 * show only those that it changes. With a new name among them, it replaces several by others.
 */
function lacksChangedMembers({ block, file }: Fragment, item: Item, old: Item): boolean {
  const [own, before] = [memberTexts(block, item), memberTexts(file, old)];
  if (own.length >= before.length) return false;
  const aligned = alignLines(
    before.map(({ text }) => text),
    own.map(({ text }) => text),
  );
  const known = new Set(before.map(({ key }) => key));
  let [start, oldStart] = [0, 0];
  for (let end = 0; end <= own.length; end += 1) {
    const oldEnd = end === own.length ? before.length : (aligned[end] ?? -1);
    if (oldEnd < 0) continue;
    const hasNew = own.slice(start, end).some(({ key }) => key !== undefined && !known.has(key));
    if (end > start && oldEnd - oldStart > end - start && !hasNew) return true;
    [start, oldStart] = [end + 1, oldEnd + 1];
  }
  return false;
}

/** Returns the members without those after the last one that `own` has, too. */
function withoutEnd(before: Members, own: Members): Members {
  const upToLast = (keys: readonly string[], others: readonly string[]) => {
    const left = Map.groupBy(others, (key) => key);
    const isShown = keys.map((key) => left.get(key)?.pop() !== undefined);
    return keys.slice(0, isShown.lastIndexOf(true) + 1);
  };
  return { named: upToLast(before.named, own.named), blocks: 0, lines: upToLast(before.lines, own.lines) };
}

/**
 * Returns the number of lines that the item lacks, without those that may have become another line. If the item has no
 * other lines than before, it can only remove some.
 */
function lostLines(own: Members, before: Members): { readonly missing: number; readonly isRemoval: boolean } {
  const missing = missingKeys(before.lines, own.lines);
  const added = missingKeys(own.lines, before.lines);
  if (added.length === 0) return { missing: missing.length, isRemoval: true };
  if (own.lines.length === 1 && before.lines.length === 1) return { missing: 0, isRemoval: false };
  if (missing.length * added.length > maxCompared)
    return { missing: missing.length - Math.min(missing.length, added.length), isRemoval: false };
  let changed = 0;
  for (const line of missing) {
    const index = added.findIndex((each) => isSimilar(line, each));
    if (index >= 0) {
      added.splice(index, 1);
      changed += 1;
    }
  }
  return { missing: missing.length - changed, isRemoval: false };
}

/** Returns the keys that `others` lacks. */
function missingKeys(keys: readonly string[], others: readonly string[]): string[] {
  const left = Map.groupBy(others, (key) => key);
  return keys.filter((key) => left.get(key)?.pop() === undefined);
}

/** Returns true if the block declares a function or a type with this key, for example inside another member. */
function isDeclared(block: Outline, key: string): boolean {
  return block.find(key).some(({ item }) => isUnit(item, block));
}
