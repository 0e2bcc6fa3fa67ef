import { alignLines } from './alignLines.ts';
import { normalize } from './findLines.ts';
import { columnsOf, convertIndent, indentOf, indentUnitOf, isBlank, type IndentUnit } from './indentation.ts';

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
  for (const [block, file] of pairs) if (!isBlank(block)) known.set(indentOf(block), indentOf(file));
  if ([...known].every(([block, file]) => block === file)) return (line) => line;
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
    if (isBlank(line)) return '';
    const indent = indentOf(line);
    return (known.get(indent) ?? extend(indent)) + line.slice(indent.length);
  };
}

/**
 * Returns the new lines in the form of the old ones that they replace: indented like these, and with the spaces at the
 * ends of lines that do not change otherwise. The indentation that makes most lines equal to the old ones is chosen.
 *
 * @param base The indentation of the outermost new line, and of the old line that corresponds to it.
 * @param fileUnit The unit of indentation of the file.
 */
export function fitLines(
  newLines: readonly string[],
  oldLines: readonly string[],
  base: { readonly from: string; readonly to: string },
  fileUnit: IndentUnit | undefined,
): readonly string[] {
  const trimmed = (line: string) => normalize(line, 'space');
  const aligned = alignLines(oldLines.map(trimmed), newLines.map(trimmed));
  const shift = shiftIndent(base, (indent) => indent);
  const blockUnit = indentUnitOf(newLines);
  const candidates: Reindent[] = [shift];
  if (blockUnit !== undefined && fileUnit !== undefined && blockUnit.text !== fileUnit.text)
    candidates.push(shiftIndent(base, (indent) => convertIndent(indent, blockUnit, fileUnit)));
  const scores = candidates.map((reindent) => {
    let score = 0;
    for (const [index, line] of newLines.entries()) {
      const old = oldLines[aligned[index] ?? -1];
      if (old !== undefined && indentOf(reindent(line)) === indentOf(old)) score += 1;
    }
    return score;
  });
  const isConverted = (scores[1] ?? 0) > (scores[0] ?? 0);
  const reindent = (isConverted ? candidates[1] : undefined) ?? shift;
  return newLines.map((line, index) => {
    const fitted = reindent(line);
    const old = oldLines[aligned[index] ?? -1];
    return old !== undefined && fitted.trimEnd() === old.trimEnd() ? old : fitted;
  });
}

/** Replaces the indentation `from` at the start of a line with `to`, and converts the rest of the line's indentation. */
function shiftIndent(
  { from, to }: { readonly from: string; readonly to: string },
  convert: (indent: string) => string,
): Reindent {
  return (line) => {
    if (isBlank(line)) return from === to ? line : '';
    const indent = indentOf(line);
    if (!indent.startsWith(from)) return line;
    return to + convert(indent.slice(from.length)) + line.slice(indent.length);
  };
}
