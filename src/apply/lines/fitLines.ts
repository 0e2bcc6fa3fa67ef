import { alignLines } from './alignLines.ts';
import { normalize, type LineFinder } from './findLines.ts';
import {
  blockUnitOf,
  columnsOf,
  convertIndent,
  indentOf,
  indentUnitOf,
  isBlank,
  type IndentUnit,
} from './indentation.ts';

/** How the code of a block is written, compared with the file. */
export interface BlockStyle {
  readonly blockUnit: IndentUnit | undefined;
  readonly fileUnit: IndentUnit | undefined;
  /** The block changes the style of quotes in lines that are otherwise unchanged. */
  readonly hasOtherQuotes: boolean;
  /** Many lines of the file end with spaces, so that a block without them has probably lost them. */
  readonly losesTrailingSpaces: boolean;
  /** The block consists of whole declarations, whose quotes are taken as they are written. */
  readonly isVerbatim: boolean;
}

/** A file with at least both of these has many lines with spaces at their end. */
const [fewTrailingSpaces, smallTrailingShare] = [3, 0.02];

/**
 * Returns the style of a block. The style of quotes is another one if the block changes some lines, and contains no
 * unchanged line with quotes.
 *
 * @param continuesLines The language often continues a line with an indentation that is not one level. Then only lines in
 *   blocks tell the unit of the block, unless it has spaces in place of the file's tabs, or tabs in place of spaces.
 */
export function blockStyle(lines: readonly string[], finder: LineFinder, continuesLines = false): BlockStyle {
  const { lines: fileLines } = finder;
  const aligned = finder.align(lines);
  const hasChanges = lines.some((line, index) => aligned[index] === -1 && !isBlank(line));
  const hasEqualQuotes = lines.some(
    (line, index) => hasOneString(line) && line.trim() === fileLines[aligned[index] ?? -1]?.trim(),
  );
  const trailing = fileLines.reduce((sum, line) => sum + (endsWithSpace(line) ? 1 : 0), 0);
  const [blockUnit, fileUnit] = [indentUnitOf(lines), indentUnitOf(fileLines)];
  const differsInTabs = (blockUnit?.text === '\t') !== (fileUnit?.text === '\t');
  return {
    blockUnit: continuesLines && !differsInTabs ? blockUnitOf(lines) : blockUnit,
    fileUnit,
    hasOtherQuotes: hasChanges && !hasEqualQuotes,
    losesTrailingSpaces: trailing >= Math.max(fewTrailingSpaces, fileLines.length * smallTrailingShare),
    isVerbatim: false,
  };
}

function endsWithSpace(line: string): boolean {
  return /[ \t]$/.test(line.slice(-1)) && !isBlank(line);
}

/** Returns true for a line of code with one string, which could have another style of quotes. */
function hasOneString(line: string): boolean {
  if (line.length > 1_000 || /^\s*(?:\/\/|#|\*|\/\*|--|<!)/.test(line)) return false;
  return /^[^"'`]*(?:"[^"'`]*"|'[^"'`]*')[^"'`]*$/.test(line);
}

/** Returns a line with the indentation of the file. */
export type Reindent = (line: string) => string;

/**
 * Creates the function that indents the lines of a block like the file, from pairs of equal lines of the block and the
 * file. An indentation that no pair has continues the nearest shorter one, by the units of the file.
 */
export function createReindent(
  pairs: Iterable<readonly [block: string, file: string]>,
  blockUnit: IndentUnit | undefined,
  fileUnit: IndentUnit | undefined,
): Reindent {
  const known = new Map<string, string>();
  for (const [block, file] of pairs)
    // The asterisks of a block comment are indented by one more space, which other lines don't continue.
    if (!isBlank(block) && !block.trimStart().startsWith('*')) known.set(indentOf(block), indentOf(file));
  const isSame = [...known].every(([block, file]) => block === file);
  // Lines at the left margin do not tell how the others are indented.
  if (isSame && (known.size > 1 || !known.has('') || blockUnit?.text === fileUnit?.text)) return (line) => line;
  const byColumns = [...known].sort(([one], [other]) => columnsOf(one) - columnsOf(other));
  const convert = (indent: string) =>
    blockUnit === undefined || fileUnit === undefined ? indent : convertIndent(indent, blockUnit, fileUnit);
  const extend = (indent: string): string => {
    const base = byColumns.findLast(([block]) => columnsOf(block) < columnsOf(indent) && indent.startsWith(block));
    if (base !== undefined) return base[1] + convert(indent.slice(base[0].length));
    const shallowest = byColumns.find(([block]) => block.startsWith(indent));
    if (shallowest === undefined) return indent;
    const missing = convert(shallowest[0].slice(indent.length));
    return shallowest[1].endsWith(missing) ? shallowest[1].slice(0, shallowest[1].length - missing.length) : indent;
  };
  return (line) => {
    if (line === '') return '';
    const indent = indentOf(line);
    return (known.get(indent) ?? extend(indent)) + line.slice(indent.length);
  };
}

/**
 * Returns true if all lines of the block are indented by the same number of levels more, or less, than the lines of the
 * file. Otherwise, some of them have moved into or out of a block.
 */
export function isUniformShift(
  pairs: readonly (readonly [block: string, file: string])[],
  { blockUnit, fileUnit }: BlockStyle,
): boolean {
  const indents = pairs
    .filter(([block]) => !isBlank(block))
    .map(([block, file]) => [columnsOf(indentOf(block)), columnsOf(indentOf(file))] as const);
  const isConstant = (shift: (block: number, file: number) => number) =>
    new Set(indents.map(([block, file]) => shift(block, file))).size <= 1;
  if (isConstant((block, file) => block - file)) return true;
  if (blockUnit === undefined || fileUnit === undefined) return false;
  return isConstant((block, file) => Math.floor(block / blockUnit.columns) - Math.floor(file / fileUnit.columns));
}

/**
 * Returns the new lines in the form of the old ones that they replace: indented like these, and with the spaces at the
 * ends of lines that do not change otherwise. The unit of indentation becomes that of the old lines if both have one.
 * Otherwise, the indentation that makes most lines equal to the old ones is chosen.
 *
 * @param base The indentation of the outermost new line, and of the old line that corresponds to it.
 */
export function fitLines(
  newLines: readonly string[],
  oldLines: readonly string[],
  base: { readonly from: string; readonly to: string },
  style: BlockStyle,
): readonly string[] {
  const [newUnit, oldUnit] = [blockUnitOf(newLines), blockUnitOf(oldLines)];
  const [from, to] = [newUnit ?? style.blockUnit, oldUnit ?? style.fileUnit];
  const shift = shiftIndent(base, (indent) => indent);
  const shifted = newLines.map(shift);
  if (from === undefined || to === undefined || from.text === to.text) return keepUnchanged(shifted, oldLines, style);
  const converted = newLines.map(shiftIndent(base, (indent) => convertIndent(indent, from, to)));
  const areUnitsKnown = newUnit !== undefined && oldUnit !== undefined;
  const isConverted =
    areUnitsKnown || fitsBetter(converted, shifted, oldLines, (from.text === '\t') !== (to.text === '\t'));
  return keepUnchanged(isConverted ? converted : shifted, oldLines, style);
}

/**
 * Returns true if more of the converted lines than of the shifted ones have the indentation of the old line of their text.
 *
 * @param isPreferred The result if no line tells: tabs become spaces, and spaces tabs.
 */
function fitsBetter(
  converted: readonly string[],
  shifted: readonly string[],
  oldLines: readonly string[],
  isPreferred: boolean,
): boolean {
  const trimmed = (line: string) => normalize(line, 'all');
  const aligned = alignLines(oldLines.map(trimmed), shifted.map(trimmed));
  const countEqual = (lines: readonly string[]) =>
    lines.filter((line, index) => {
      const old = oldLines[aligned[index] ?? -1];
      return old !== undefined && indentOf(line) === indentOf(old);
    }).length;
  const gain = countEqual(converted) - countEqual(shifted);
  return gain > 0 || (gain === 0 && isPreferred);
}

/**
 * Returns the new lines, with those replaced by the old ones that they have only lost the trailing spaces of, or that
 * differ in the style of quotes if the block has another one. Blank lines lose spaces only with many other lines.
 */
export function keepUnchanged(
  newLines: readonly string[],
  oldLines: readonly string[],
  { hasOtherQuotes, losesTrailingSpaces, isVerbatim }: BlockStyle,
): readonly string[] {
  const level = hasOtherQuotes && !isVerbatim ? 'style' : 'trailing';
  const key = (line: string) => (isBlank(line) && !losesTrailingSpaces ? line : normalize(line, level));
  const aligned = alignLines(oldLines.map(key), newLines.map(key));
  return newLines.map((line, index) => (endsWithSpace(line) ? line : (oldLines[aligned[index] ?? -1] ?? line)));
}

/** Replaces the indentation `from` at the start of a line with `to`, and converts the rest of the line's indentation. */
function shiftIndent(
  { from, to }: { readonly from: string; readonly to: string },
  convert: (indent: string) => string,
): Reindent {
  return (line) => {
    if (line === '') return '';
    const indent = indentOf(line);
    if (!indent.startsWith(from)) return line;
    return to + convert(indent.slice(from.length)) + line.slice(indent.length);
  };
}
