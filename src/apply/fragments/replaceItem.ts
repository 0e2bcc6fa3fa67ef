import type { LineEdit } from '../lines/fileLines.ts';
import { fitLines } from '../lines/fitLines.ts';
import { normalize } from '../lines/findLines.ts';
import { indentOf, isBlank } from '../lines/indentation.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
import { isUnit } from './agreedEdits.ts';
import { isDeclaredAlone } from './declaringForm.ts';
import type { Fragment, LineRange } from './fragment.ts';

/** The share of the members with a body that a replacement may leave out. Beyond it, the block is only a part. */
const maxMissingShare = 0.25;
/** A longer body, in lines, is not replaced with nothing. */
const longBody = 2;
/** A function with a smaller share of the lines of the old one may be cut off. */
const shortShare = 0.6;

/**
 * Returns the lines of the file that an item of the block replaces. A comment or a decorator above the declaration is
 * replaced only if the block has one, too.
 */
export function replacedRange(fragment: Fragment, item: Item, old: Item): LineRange {
  const isCommented = item.start < item.decorators && !isRemark(fragment, item, old);
  const isDecorated = item.decorators < item.head;
  return { start: isCommented ? old.start : isDecorated ? old.decorators : old.head, end: old.end };
}

/** Returns true if the item has only a remark above it, and the old one a comment that documents it. */
function isRemark({ block, file }: Fragment, item: Item, old: Item): boolean {
  const isDocumentation = (line: string | undefined) => /^\s*(?:\/\*\*|\/\/[/!])/.test(line ?? '');
  return isDocumentation(file.scan.lines[old.start]) && !isDocumentation(block.scan.lines[item.start]);
}

/** Plans the replacement of an item of the file with an item of the block without elisions. */
export function replaceItem(fragment: Fragment, item: Item, old: Item): LineEdit | UnclearPlan {
  const { block, file, finder, fit, isChosen } = fragment;
  const replaced = replacedRange(fragment, item, old);
  const place = { startLine: replaced.start, endLine: replaced.end };
  if (!item.isWellFormed || !old.isWellFormed) return unclear({ kind: 'incomplete' }, [place]);
  const partial = [lacksBody, leavesOutBody, isCutBody, isPartOf];
  if (!isChosen && partial.some((test) => test(fragment, item, old))) return unclear({ kind: 'incomplete' }, [place]);
  const base = { from: indentOf(block.scan.lines[item.head] ?? ''), to: indentOf(file.scan.lines[old.head] ?? '') };
  const oldLines = finder.lines.slice(replaced.start, replaced.end);
  const lines = fitLines(block.scan.lines.slice(item.start, item.end), oldLines, base, fit);
  return { ...replaced, lines: withSameComma(fragment, lines, item, old) };
}

/** Ends a member of an object or a list with a comma if the old one does. The comma is before a comment at the end. */
function withSameComma({ block, file }: Fragment, lines: readonly string[], item: Item, old: Item): readonly string[] {
  const { language, code } = file.scan;
  const last = (lines.at(-1) ?? '').trimEnd();
  if (language.blocks !== 'brackets' || isDeclaredAlone(code[old.head] ?? '')) return lines;
  const comment = trailingComment(block, item.end - 1);
  if (!last.endsWith(comment)) return lines;
  const text = last.slice(0, last.length - comment.length);
  const hadComma = (code[old.end - 1] ?? '').trimEnd().endsWith(',');
  if (hadComma && /[\w"'`)\]}]$/.test(text)) return [...lines.slice(0, -1), `${text},${comment}`];
  if (!hadComma && language.id === 'json' && text.endsWith(','))
    return [...lines.slice(0, -1), `${text.slice(0, -1)}${comment}`];
  return lines;
}

/** Returns the comment at the end of a line, with the spaces before it; empty if there is none. */
function trailingComment({ scan }: Outline, line: number): string {
  const [text, code] = [(scan.lines[line] ?? '').trim(), (scan.code[line] ?? '').trim()];
  return text.startsWith(code) ? text.slice(code.length) : '';
}

/** Returns true for a function of a language without closing brackets that is shorter than before and does not return. */
function isCutBody({ block, file }: Fragment, item: Item, old: Item): boolean {
  if (block.scan.language.blocks !== 'indentation' || old.end - old.head <= longBody + 2) return false;
  const last = (outline: Outline, { end }: Item) => (outline.scan.lines[end - 1] ?? '').trim();
  if (last(block, item) === last(file, old) || /^(?:return|raise|yield)\b/.test(last(block, item))) return false;
  return item.end - item.head < (old.end - old.head) * shortShare;
}

/** Returns true if the old item has a long body, and the new one has none and does not end like a statement. */
function lacksBody({ block }: Fragment, item: Item, old: Item): boolean {
  const body = old.sections.reduce((sum, { start, end }) => sum + end - start, 0);
  if (item.sections.length > 0 || body <= longBody) return false;
  return !/[;,})]$/.test((block.scan.code[item.end - 1] ?? '').trimEnd().slice(-1));
}

/** Returns true if the item has only comments in place of the code of the old one, such as `... # unchanged` in Python. */
function leavesOutBody({ block, file }: Fragment, item: Item, old: Item): boolean {
  const hasCode = ({ scan }: Outline, { sections }: Item) =>
    sections.some(({ start, end }) =>
      scan.lines
        .slice(start, end)
        .some((line, index) => scan.content[start + index] === 'code' && !/^\s*(?:\.\.\.|pass)\s*#/.test(line)),
    );
  return item.sections.length > 0 && !hasCode(block, item) && hasCode(file, old);
}

/**
 * Returns true if the item lacks so many members of the old one that it probably shows only some of them. Each member of
 * the item stands for only one of several with the same name. Tests, list items and other members without a name may
 * have become others, so only their number counts.
 */
export function isPartOf({ block, file }: Fragment, item: Item, old: Item): boolean {
  const isFunction = isOfStatements(file, old);
  const [own, before] = [membersOf(block, item, isFunction), membersOf(file, old, isFunction)];
  const missing = missingKeys(before.named, own.named).filter((key) => !isInside(block, item, key)).length;
  if (missing > Math.max(isFunction ? 1 : 0, before.named.length * maxMissingShare)) return true;
  return lacks(own.blocks, before.blocks, 0) || lacks(own.lines, before.lines, 1);
}

/** Returns true if the count is lower than before, by more than `allowed` and by more than the allowed share. */
function lacks(count: number, before: number, allowed: number): boolean {
  return before - count > Math.max(allowed, before * maxMissingShare);
}

/**
 * Returns true for a type, a list or another item without statements of which the block shows fewer lines, and none of the
 * old ones. It probably shows only what to add.
 */
export function hasOtherContent({ block, file }: Fragment, item: Item, old: Item): boolean {
  if (isOfStatements(file, old)) return false;
  const [own, before] = [contentOf(block, item), contentOf(file, old)];
  const shown = new Set(own);
  return own.length > 0 && before.length > own.length && !before.some((line) => shown.has(line));
}

/** Returns the lines inside an item, without the comma at their ends. A list of Python has no sections. */
function contentOf({ scan }: Outline, { sections, head, end }: Item): readonly string[] {
  const ranges = sections.length > 0 ? sections : [{ start: head + 1, end: end - 1 }];
  return ranges
    .flatMap(({ start, end }) => scan.lines.slice(start, end))
    .filter((line) => !isBlank(line))
    .map((line) => normalize(line, 'all').replace(/,$/, ''));
}

/** Returns the keys that `others` lacks. */
function missingKeys(keys: readonly string[], others: readonly string[]): readonly string[] {
  const left = Map.groupBy(others, (key) => key);
  return keys.filter((key) => left.get(key)?.pop() === undefined);
}

/** Returns true if a member of the item contains a function or a type with this key. */
function isInside(outline: Outline, owner: Item, key: string): boolean {
  return outline
    .find(key)
    .some(
      ({ item, container }) =>
        item.start >= owner.start &&
        item.end <= owner.end &&
        item !== owner &&
        container.owner !== owner &&
        isUnit(item, outline),
    );
}

const containerKey = /^(?:type|impl|module|list|call) /;
const containerHeader =
  /^[^({=]*\b(?:class|struct|union|interface|trait|object|enum|record|protocol|extension|namespace|module|match|switch|select)\b/;
const statementsHeader =
  /=>|\(|^(?:[^({=:]*\s)?(?:def|fn|fun|func|function|sub|proc|get|set|init|deinit|constructor|static|unsafe|if|else|for|foreach|while|until|loop|do|try|catch|finally|with|begin|unless)\b/;

/** Returns true if the item contains statements, such as a function, and false for types, lists and blocks of settings. */
function isOfStatements({ scan }: Outline, { key, head }: Item): boolean {
  if (scan.language.id === 'css' || containerKey.test(key)) return false;
  const header = (scan.code[head] ?? '').slice(0, 400).trim();
  return !/[[(]$/.test(header) && !containerHeader.test(header) && statementsHeader.test(header);
}

interface Members {
  /** The keys of declarations. Those of a function must have a body. */
  readonly named: readonly string[];
  /** The numbers of other items, with and without a body. 0 for functions. */
  readonly blocks: number;
  readonly lines: number;
}

function membersOf(outline: Outline, item: Item, isFunction: boolean): Members {
  const items = outline.childrenOf(item).flatMap((each) => each.items);
  const isCode = ({ kind }: Item) => kind === 'declaration' || kind === 'statement';
  const hasBody = ({ sections }: Item) => sections.length > 0;
  const isNamed = ({ kind, key }: Item) => kind === 'declaration' && !key.startsWith('call ');
  const keys = (isMember: (each: Item) => boolean) => items.filter(isMember).map(({ key }) => key);
  if (isFunction) return { named: keys((each) => each.kind === 'declaration' && hasBody(each)), blocks: 0, lines: 0 };
  const unnamed = items.filter((each) => isCode(each) && !isNamed(each));
  return {
    named: keys(isNamed),
    blocks: unnamed.filter(hasBody).length,
    lines: unnamed.filter((each) => !hasBody(each)).length,
  };
}
