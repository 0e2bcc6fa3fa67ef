import type { Fragment } from '../fragments/fragment.ts';
import type { LineEdit } from '../lines/fileLines.ts';
import { inlineDecorators } from '../outline/decorators.ts';
import type { Item } from '../outline/items.ts';
import type { Outline } from '../outline/outline.ts';
import { singleCounterparts } from '../outline/shownItems.ts';
import { isWithoutChange } from './unchanged.ts';

/** The maximum length of a header that is searched. */
const maxLength = 400;
/** If the declarations times the lines are more, the edits stay as they are. */
const maxCompared = 4_000_000;
/** A header with more lines is kept as the block shows it. */
const maxLines = 12;

/** The words before a declaration that other code depends on: who may use it, and whether it is a member of a type. */
const modifiers: Readonly<Record<string, readonly string[]>> = {
  javascript: 'export default declare abstract public private protected static override readonly'.split(' '),
  java: (
    'public private protected internal fileprivate abstract static final override virtual open sealed partial data ' +
    'readonly'
  ).split(' '),
  rust: ['pub'],
};
/** Modifiers that say who may use a declaration. A header without one leaves it out, also if it has other words. */
const access = /^(?:export|default|declare|public|private|protected|internal|fileprivate|open|pub(?:\s*\([^)]*\))?)$/;
const word = /^(pub\s*\([^)]{1,100}\)|[a-z]+)\s+(?=[\w$"'#*[{@])/;
/** A code of JavaScript that exports names which are declared without `export`. */
const exportsNames = /^\s*(?:export\s*(?:\{|default\b)|module\.exports\b|exports\.)/;
const bareHeader =
  /^((?:[\w()]+\s+)*?(?:class|struct|interface|trait|enum|record|object|protocol|extension|module)\s+[\w$]+)(?:\s*\(\s*\))?\s*[{:]?$/;

/**
 * Returns the edits with the modifiers and the base classes of the file in the declarations that the block shows without
 * them: `export`, `pub`, `public` and `extends Base`. A part of a file often leaves them out. If nothing else changes,
 * returns the edits as they are, because the block removes the modifiers.
 */
export function withKeptModifiers(fragment: Fragment, edits: readonly LineEdit[]): readonly LineEdit[] {
  const { block, file, finder } = fragment;
  const replaced = singleCounterparts(block, file);
  // A block that shows the modifiers of another declaration leaves none out.
  const hasModifiers = replaced.some(({ item, old }) => showsModifiers(block, item, file, old));
  const lineCount = edits.reduce((sum, { lines }) => sum + lines.length + 1, block.scan.lines.length);
  if (replaced.length * lineCount > maxCompared) return edits;
  let kept = edits;
  for (const { item, old } of replaced)
    kept = kept.map((edit) =>
      edit.start <= old.head && old.head < edit.end ? keepIn(fragment, edit, item, old, hasModifiers) : edit,
    );
  return isWithoutChange(kept, finder.lines) ? edits : kept;
}

/** Returns true if an item has modifiers, and the old one has the same. */
function showsModifiers(block: Outline, item: Item, file: Outline, old: Item): boolean {
  const [own, before] = [wordsBefore(block, item), wordsBefore(file, old)];
  return own.some((text) => access.test(text)) && own.join(' ') === before.join(' ');
}

/**
 * Returns the edit with the base classes and the modifiers of an old item in the header of the new one.
 *
 * @param hasModifiers The block shows all modifiers.
 */
function keepIn(fragment: Fragment, edit: LineEdit, item: Item, old: Item, hasModifiers: boolean): LineEdit {
  const { block, file } = fragment;
  const header = (block.scan.lines[item.head] ?? '').trim();
  const [at, ...others] = edit.lines.flatMap((line, index) => (line.trim() === header ? [index] : []));
  if (at === undefined || others.length > 0) return edit;
  const line = edit.lines[at] ?? '';
  const indent = line.slice(0, line.length - line.trimStart().length);
  const attributes = inlineDecorators(item, block).join('');
  const missing = hasModifiers ? '' : missingModifiers(block, item, file, old);
  const modified = attributes + missing + line.slice(indent.length + attributes.length);
  const rest = missingBase(fragment, item, old);
  const lines =
    rest === undefined
      ? [indent + modified]
      : [`${indent}${withoutOpener(modified)}${rest[0] ?? ''}`, ...rest.slice(1)];
  const shown = rest === undefined ? 1 : headerEnd(item) - item.head;
  return { ...edit, lines: [...edit.lines.slice(0, at), ...lines, ...edit.lines.slice(at + shown)] };
}

function withoutOpener(header: string): string {
  return bareHeader.exec(header.replace(/\s*(?:\/\/|#).*$/, '').trim())?.[1] ?? header;
}

/** Returns the modifiers of the old item that the new one lacks, each with a space behind it. */
function missingModifiers(block: Outline, item: Item, file: Outline, old: Item): string {
  const { id } = file.scan.language;
  const known = modifiers[id] ?? [];
  const [own, before] = [wordsBefore(block, item), wordsBefore(file, old)];
  const isModifier = (text: string) => known.includes(text) || text.startsWith('pub');
  const isType = /\b(?:class|interface)\b/.test(codeAt(file, old.head));
  if (own.some((text) => access.test(text))) return '';
  if (before.includes('export') && block.scan.code.some((line) => exportsNames.test(line.slice(0, maxLength))))
    return '';
  const hasOthers = own.some(isModifier);
  const missing = before.filter(
    (text) => isModifier(text) && (hasOthers ? access.test(text) : text !== 'abstract' || isType),
  );
  return missing.map((text) => `${text} `).join('');
}

/** Returns the lower-case words before a declaration, and `pub` with its brackets, but not its decorators. */
function wordsBefore(outline: Outline, item: Item): readonly string[] {
  const words: string[] = [];
  let rest = codeAt(outline, item.head).slice(inlineDecorators(item, outline).join('').length);
  for (let match = word.exec(rest); match !== null; match = word.exec(rest)) {
    words.push(match[1] ?? '');
    rest = rest.slice(match[0].length);
  }
  return words;
}

/**
 * Returns the lines of the old header behind the name of a type if the new one has nothing there, such as
 * ` extends Base {`. Returns undefined if there is nothing, or if the new type no longer uses its base.
 */
function missingBase(fragment: Fragment, item: Item, old: Item): readonly string[] | undefined {
  const { block, file } = fragment;
  const [ownEnd, oldEnd] = [headerEnd(item), headerEnd(old)];
  if (item.sections.length === 0 || old.sections.length === 0) return undefined;
  if (Math.max(ownEnd - item.head, oldEnd - old.head) > maxLines) return undefined;
  const text = (outline: Outline, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => codeAt(outline, from + index))
      .join(' ')
      .trim();
  const own = bareHeader.exec(text(block, item.head, ownEnd))?.[1];
  const name = own === undefined ? undefined : /([\w$]+)$/.exec(own)?.[1];
  const first = file.scan.lines[old.head] ?? '';
  const before =
    name === undefined
      ? undefined
      : /^.*?\b(?:class|struct|interface|trait|enum|record|object|protocol|extension|module)\s+[\w$]+/.exec(first)?.[0];
  if (name === undefined || before === undefined || !before.endsWith(name)) return undefined;
  const rest = [first.slice(before.length), ...file.scan.lines.slice(old.head + 1, oldEnd)];
  if (bareHeader.test(text(file, old.head, oldEnd)) || /^\s*\(\s*object\s*\)\s*:/.test(rest[0] ?? '')) return undefined;
  return stopsUsingBase(fragment, item, old, rest) ? undefined : rest;
}

/**
 * Returns true if the old type uses its base class, and the new one, of which the block shows all members, does not. If
 * the reply has other blocks, one of them may already have removed the import of the base class.
 */
function stopsUsingBase(
  { block, file, isOnlyBlock }: Fragment,
  item: Item,
  old: Item,
  header: readonly string[],
): boolean {
  if (block.childrenOf(item).some(({ items }) => items.some(({ kind }) => kind === 'elision'))) return false;
  const uses = ({ scan }: Outline, { head, end }: Item) =>
    scan.code.slice(head, end).some((line) => /\b(?:super|base)\b/.test(line.slice(0, maxLength)));
  if (uses(file, old) && !uses(block, item)) return true;
  if (isOnlyBlock) return false;
  const others = [...file.scan.code.slice(0, old.head), ...file.scan.code.slice(old.head + header.length)];
  const known = new Set(others.flatMap((line) => line.match(/[\w$]+/g) ?? []));
  const names = header.join(' ').match(/[\w$]+/g) ?? [];
  return !names.every((name) => known.has(name) || /^(?:extends|implements|public|private|virtual|where)$/.test(name));
}

function headerEnd({ head, sections }: Item): number {
  return Math.max(head + 1, sections[0]?.start ?? 0);
}

function codeAt({ scan }: Outline, line: number): string {
  return (scan.code[line] ?? '').slice(0, maxLength).trim();
}
