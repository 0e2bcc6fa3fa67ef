import type { Fragment } from '../fragments/fragment.ts';
import { isOfStatements } from '../fragments/members.ts';
import { alignLines } from '../lines/alignLines.ts';
import { editedLines, type LineEdit } from '../lines/fileLines.ts';
import { scanCode, type ScannedCode } from '../outline/scanCode.ts';
import { unclear, type UnclearPlan } from '../planTypes.ts';

/** If more lines would be searched for all names together, the other names are not searched. */
const maxSearched = 1_000_000;
/** The maximum length of the part of a line that is searched for names. */
const maxTested = 400;

/** The languages in which `=` declares no name. */
export const withoutStatements: ReadonlySet<string> = new Set([
  'css',
  'json',
  'markdown',
  'sql',
  'toml',
  'unknown',
  'yaml',
]);

/** Words before a declared name. */
const notNames = /^(?:const|let|var|val|final|auto|mut|ref|static|using|export|local|my|\d.*)$/;

/**
 * Returns the edits, unless they remove a statement that declares a name which the code below it still uses, or the first
 * statement below a header that stays, with nothing in its place. The block probably leaves out the statement.
 *
 * @param edits In ascending order, without overlaps.
 */
export function withKeptNames(fragment: Fragment, edits: readonly LineEdit[]): readonly LineEdit[] | UnclearPlan {
  const { file, finder, isChosen } = fragment;
  const { id } = file.scan.language;
  if (isChosen || withoutStatements.has(id) || edits.every(({ start, end }) => start === end)) return edits;
  const after = scanCode(editedLines(finder.lines, edits), file.scan.language);
  const trimmed = (lines: readonly string[]) => lines.map((line) => line.trim());
  const aligned = alignLines(trimmed(finder.lines), trimmed(after.lines));
  const kept = new Int32Array(finder.lines.length).fill(-1);
  for (const [line, old] of aligned.entries()) if (old >= 0) kept[old] = line;
  const isInWholeFunction = createWholeTest(fragment);
  let searched = 0;
  let next = 0;
  for (const [old, line] of kept.entries()) {
    if (line >= 0) next = line + 1;
    if (line >= 0 || searched > maxSearched) continue;
    const columns = file.scan.columns[old] ?? 0;
    const header = headerAbove(file.scan, old);
    const isNeeded =
      (header !== undefined && (kept[header] ?? -1) >= 0 && !isReplaced(next)) ||
      declaredNames(file.scan.code[old] ?? '').some(
        (name) => !isDeclaredAbove(after, name, next, columns) && isUsedBelow(after, name, next, columns),
      );
    if (isNeeded && !isInWholeFunction(old))
      return unclear({ kind: 'incomplete' }, [{ startLine: old, endLine: old + 1 }]);
  }
  return edits;

  /** Returns true if the code from `line` on starts with a new line, also a comment. */
  function isReplaced(line: number): boolean {
    let first = line;
    while (after.content[first] === 'blank') first += 1;
    return (aligned[first] ?? -1) < 0;
  }

  /** Returns true if a line above `from` that is visible there declares the name, also as a parameter. */
  function isDeclaredAbove({ code, content, columns }: ScannedCode, name: string, from: number, at: number): boolean {
    let visible = at;
    for (let line = from - 1; line >= 0; line -= 1) {
      searched += 1;
      if (content[line] !== 'code' || (columns[line] ?? 0) > visible) continue;
      const isHeader = (columns[line] ?? 0) < visible;
      visible = columns[line] ?? 0;
      if (isHeader ? usesName(code[line] ?? '', name) : declaredNames(code[line] ?? '').includes(name)) return true;
    }
    return false;
  }

  /** Returns true if the lines from `from` on in the same block use the name before one declares it. */
  function isUsedBelow({ code, content, columns }: ScannedCode, name: string, from: number, at: number): boolean {
    for (let line = from; line < code.length; line += 1) {
      searched += 1;
      if (content[line] !== 'code') continue;
      if ((columns[line] ?? 0) < at) return false;
      const text = (code[line] ?? '').slice(0, maxTested);
      const value = text.slice(text.indexOf('=')).replaceAll(/(["'])(?:(?!\1).)*\1/g, '');
      if (declaredNames(text).includes(name)) return usesName(value, name);
      if (usesName(text, name)) return true;
    }
    return false;
  }
}

/** Returns a test for lines, in ascending order, of functions that the block shows without left-out code. */
function createWholeTest({ block, file }: Fragment): (line: number) => boolean {
  let known = { start: 0, end: 0, isWhole: false };
  return (line) => {
    if (line >= known.start && line < known.end) return known.isWhole;
    let items = file.top.items;
    for (;;) {
      const item = items.find(({ end }) => line < end);
      if (item === undefined || line < item.head) return false;
      const [found, ...others] = block.find(item.key);
      if (found !== undefined && others.length === 0 && isOfStatements(file, item)) {
        const { head, end } = found.item;
        const isWhole = !block.scan.content.slice(head, end).includes('elision');
        known = { start: item.head, end: item.end, isWhole };
        return isWhole;
      }
      items = file.childrenOf(item).flatMap((section) => section.items);
    }
  };
}

/** Returns the line above the first statement of a function or another block; undefined for other lines. */
function headerAbove({ content, columns }: ScannedCode, line: number): number | undefined {
  if (content[line] !== 'code') return undefined;
  let above = line - 1;
  while (above >= 0 && content[above] !== 'code') above -= 1;
  return above >= 0 && (columns[above] ?? 0) < (columns[line] ?? 0) ? above : undefined;
}

/**
 * Returns the names that a statement such as `const { a, b } = c` or `a, err := f()` declares. An attribute, and an
 * argument with a name, have no space before the sign.
 */
function declaredNames(line: string): readonly string[] {
  const text = line.slice(0, maxTested);
  const sign = /(?<=[\s:])=(?![=>])/.exec(text);
  if (sign === null) return [];
  const left = text.slice(0, sign.index).replace(/:$/, '').trim();
  if (left === '' || /[.("'`]|^(?:if|elif|else|for|while|switch|match|case|return|yield|type)\b/.test(left)) return [];
  if (!/[{[,]/.test(left)) return namesIn(left.replace(/:.*$/, '')).slice(-1);
  return namesIn(left);
}

function namesIn(text: string): readonly string[] {
  return (text.match(/[\w$]+/g) ?? []).filter((name) => !notNames.test(name));
}

function usesName(text: string, name: string): boolean {
  return [...text.slice(0, maxTested).matchAll(/(?<![\w$.])[\w$]+/g)].some(([word]) => word === name);
}
