import { addAll } from '../../common/addAll.ts';
import type { Fragment } from '../fragments/fragment.ts';
import { isOfStatements } from '../fragments/members.ts';
import { isImport } from '../imports/imports.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import { maxPlaces } from '../planTypes.ts';
import { withoutStatements } from './keptNames.ts';

/** A block with more lines of code says enough about its place. */
const maxStatementLines = 2;
/** The maximum length of the text of a reply, from its end on, that is searched for names. */
const maxText = 2_000;

/**
 * Returns true if a block of one or two statements may belong to another function than those of the file with the same
 * statements: the block's comments or the reply name other functions, or none.
 *
 * @param lines The lines of the file with the statements.
 */
export function mayBeElsewhere(fragment: Fragment, lines: readonly number[]): boolean {
  const { file, named } = fragment;
  if (!isOfFewStatements(fragment)) return false;
  const functions = lines.slice(0, maxPlaces).map((line) => functionsAround(file, line));
  const names = functionsNamed(file, new Set([...namesInComments(fragment.block), ...named]));
  if (names.size > 0) return !functions.some((around) => around.some((item) => names.has(nameOf(item))));
  return functions.every((around) => around.length > 0);
}

/** Returns true if a comment of a block of one or two statements says that they are in another function than the line. */
export function namesOtherFunction(fragment: Fragment, line: number): boolean {
  if (!isOfFewStatements(fragment)) return false;
  const names = functionsNamed(fragment.file, namesInComments(fragment.block));
  return names.size > 0 && !functionsAround(fragment.file, line).some((item) => names.has(nameOf(item)));
}

/** Returns the names of code in the last paragraph of a text, such as `` `load` `` or `load()`. */
export function namesInProse(text: string): ReadonlySet<string> {
  const [last = ''] = text
    .slice(-maxText)
    .trim()
    .split(/\n\s*\n/)
    .slice(-1);
  const quoted = [...last.matchAll(/`([^`\n]{1,200})`/g)].flatMap(([, code = '']) => wordsOf(code));
  return new Set([...quoted, ...[...last.matchAll(/([\w$]+)\(\)/g)].map(([, name = '']) => name)]);
}

function isOfFewStatements({ block, isChosen }: Fragment): boolean {
  const { content, language } = block.scan;
  if (isChosen || withoutStatements.has(language.id) || language.id === 'markup') return false;
  const count = content.reduce((sum, each) => sum + (each === 'code' ? 1 : 0), 0);
  return count <= maxStatementLines && !block.top.items.some((item) => item.hasBody || isImport(item, block));
}

function functionsAround(file: Outline, line: number): readonly Item[] {
  const found: Item[] = [];
  let { items } = file.top;
  for (;;) {
    const item = items.find(({ end }) => line < end);
    if (item === undefined || line < item.head) return found;
    if (item.kind === 'declaration' && isOfStatements(file, item)) found.push(item);
    items = file.childrenOf(item).flatMap((section) => section.items);
  }
}

/** Returns the names that are those of functions of the file. */
function functionsNamed(file: Outline, names: ReadonlySet<string>): ReadonlySet<string> {
  const known = new Set<string>();
  const pending = [...file.top.items];
  for (let item = pending.pop(); names.size > 0 && item !== undefined; item = pending.pop()) {
    if (item.kind === 'declaration' && item.hasBody && names.has(nameOf(item)) && isOfStatements(file, item))
      known.add(nameOf(item));
    for (const { items } of file.childrenOf(item)) addAll(pending, items);
  }
  return known;
}

/** A comment that only says in which function the code is, such as `in stop()` or `A.stop:`. */
const placeComment =
  /^[\W_]*(?:(?:in|inside|within)\s+(?:the\s+)?)?[`'"]?((?:[\w$]+[.#:]+)*[\w$]+)(?:\(\))?[`'"]?:?[\W_]*$/i;

function namesInComments({ scan }: Outline): ReadonlySet<string> {
  const comments = scan.lines.flatMap((line, index) => (scan.content[index] === 'comment' ? [line.trim()] : []));
  return new Set(comments.flatMap((text) => wordsOf(placeComment.exec(text.slice(0, 200))?.[1] ?? '')));
}

function nameOf({ key }: Item): string {
  return /([\w$]+)$/.exec(key.slice(0, maxText))?.[1] ?? '';
}

function wordsOf(text: string): readonly string[] {
  return text.slice(0, maxText).match(/[\w$]+/g) ?? [];
}
