import type { LineEdit } from '../lines/fileLines.ts';
import { fitLines } from '../lines/fitLines.ts';
import { indentOf } from '../lines/indentation.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
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
  const { block, file, finder, fit } = fragment;
  const replaced = replacedRange(fragment, item, old);
  const place = { startLine: replaced.start, endLine: replaced.end };
  if (!item.isWellFormed || !old.isWellFormed) return unclear({ kind: 'incomplete' }, [place]);
  if (lacksBody(fragment, item, old) || isCutBody(fragment, item, old) || isPartOf(fragment, item, old))
    return unclear({ kind: 'incomplete' }, [place]);
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

/**
 * Returns true if the item lacks so many members of the old one that it probably shows only some of them. Each member of
 * the item stands for only one of several with the same name.
 */
export function isPartOf({ block, file }: Fragment, item: Item, old: Item): boolean {
  const isFunction = /[(]|=>/.test(file.scan.code[old.head]?.slice(0, 400) ?? '');
  const members = membersOf(file, old, !isFunction);
  const shown = Map.groupBy(membersOf(block, item, !isFunction), (key) => key);
  const missing = members.filter((key) => shown.get(key)?.pop() === undefined).length;
  return missing > Math.max(isFunction ? 1 : 0, members.length * maxMissingShare);
}

/** Returns the keys of the declarations in the sections of an item. Those of a function must have a body. */
function membersOf(outline: Outline, item: Item, withLines: boolean): readonly string[] {
  return outline
    .childrenOf(item)
    .flatMap(({ items }) => items)
    .filter(({ kind, sections }) => kind === 'declaration' && (withLines || sections.length > 0))
    .map(({ key }) => key);
}
