import type { LineEdit } from '../lines/fileLines.ts';
import { fitLines } from '../lines/fitLines.ts';
import { indentOf } from '../lines/indentation.ts';
import { inlineDecorators } from '../outline/decorators.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';
import { isDeclaredAlone } from './declaringForm.ts';
import type { Fragment, LineRange } from './fragment.ts';
import { isPart } from './partialItem.ts';

/**
 * Returns the lines of the file that an item of the block replaces. A comment or a decorator above the declaration is
 * replaced only if the block has one, too.
 */
export function replacedRange(fragment: Fragment, item: Item, old: Item): LineRange {
  const isCommented = item.start < item.decorators && !isRemark(fragment, item, old);
  const isDecorated = item.decorators < item.head || inlineDecorators(item, fragment.block).length > 0;
  const head = isCommented || isDecorated ? old.head : shownHead(fragment, item, old);
  return { start: isCommented ? old.start : isDecorated ? old.decorators : head, end: old.end };
}

/** The number of lines in which the name of a function of C is searched. */
const maxHeaderLines = 6;

/** Returns the first line of an old item. If a block of C shows a function without its type, returns the line of its name. */
function shownHead({ block, file }: Fragment, item: Item, old: Item): number {
  const name = /^value ([\w:~]+)$/.exec(old.key)?.[1];
  if (file.scan.language.id !== 'c' || name === undefined) return old.head;
  const startsWithName = ({ scan }: Outline, line: number) =>
    (scan.code[line] ?? '').trimStart().startsWith(`${name}(`);
  if (!startsWithName(block, item.head)) return old.head;
  const end = Math.min(old.head + maxHeaderLines, old.sections[0]?.start ?? old.end);
  for (let line = old.head; line < end; line += 1) if (startsWithName(file, line)) return line;
  return old.head;
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
  if (!isChosen && (isPart(fragment, item, old) || isOnlyReflowed(fragment, item, old)))
    return unclear({ kind: 'incomplete' }, [place]);
  const base = { from: indentOf(block.scan.lines[item.head] ?? ''), to: indentOf(file.scan.lines[old.head] ?? '') };
  const oldLines = finder.lines.slice(replaced.start, replaced.end);
  const lines = fitLines(block.scan.lines.slice(item.start, item.end), oldLines, base, fit);
  return { ...replaced, lines: withSameComma(fragment, lines, item, old) };
}

/** Returns true if a body on one line differs from one on several lines only in white space, which is no change. */
function isOnlyReflowed({ block, file }: Fragment, item: Item, old: Item): boolean {
  if (!item.hasBody || !old.hasBody || item.sections.length > 0 === old.sections.length > 0) return false;
  const text = ({ scan }: Outline, { head, end }: Item) => scan.code.slice(head, end).join('').replaceAll(/\s/g, '');
  return text(block, item) === text(file, old);
}

/** Ends a member of an object or a list with a comma if the old one does. The comma is before a comment at the end. */
export function withSameComma(
  { block, file }: Fragment,
  lines: readonly string[],
  item: Item,
  old: Item,
): readonly string[] {
  const { language, code } = file.scan;
  const last = (lines.at(-1) ?? '').trimEnd();
  if (language.blocks === 'lines' || isDeclaredAlone(code[old.head] ?? '')) return lines;
  const comment = trailingComment(block, item.end - 1);
  if (!last.endsWith(comment)) return lines;
  const text = last.slice(0, last.length - comment.length);
  const hadComma = (code[old.end - 1] ?? '').trimEnd().endsWith(',');
  if (hadComma && /[\w"'`)\]}]$/.test(text)) return [...lines.slice(0, -1), `${text},${comment}`];
  if (!hadComma && language.id === 'json' && text.endsWith(','))
    return [...lines.slice(0, -1), `${text.slice(0, -1)}${comment}`];
  return lines;
}

/** Returns the last line of a member of the file with a comma behind its code, or undefined if it cannot have one. */
export function withComma({ file, finder }: Fragment, { end }: Item): string | undefined {
  const line = finder.lines[end - 1] ?? '';
  const text = (file.scan.code[end - 1] ?? '').trimEnd();
  return line.startsWith(text) && /[\w"'`)\]}]$/.test(text) ? `${text},${line.slice(text.length)}` : undefined;
}

/** Returns the comment at the end of a line, with the spaces before it; empty if there is none. */
function trailingComment({ scan }: Outline, line: number): string {
  const [text, code] = [(scan.lines[line] ?? '').trim(), (scan.code[line] ?? '').trim()];
  return text.startsWith(code) ? text.slice(code.length) : '';
}
