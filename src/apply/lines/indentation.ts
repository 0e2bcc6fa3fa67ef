/** One level of indentation: a tab, or a number of spaces. */
export interface IndentUnit {
  readonly text: string;
  /** The columns of the unit. A tab counts as `tabColumns`. */
  readonly columns: number;
}

/** The columns of a tab if it is compared with spaces. */
const tabColumns = 4;

/** The maximum number of lines from which the unit of indentation is determined. */
const sampledLines = 5_000;

const unitSizes: readonly number[] = [2, 4, 8, 3, 1];

export function indentOf(line: string): string {
  let length = 0;
  while (line[length] === ' ' || line[length] === '\t') length += 1;
  return line.slice(0, length);
}

export function isBlank(line: string): boolean {
  return indentOf(line).length === line.length || line.trim() === '';
}

export function columnsOf(indent: string): number {
  let columns = 0;
  for (const character of indent) columns += character === '\t' ? tabColumns - (columns % tabColumns) : 1;
  return columns;
}

/** A line that belongs to the line below it: a comment, a decorator, an annotation or an attribute. */
const belongsToNext = /^(?:\/\/|\/\*|#(?!include|define|if|end|else|pragma)|--|@\w|\[\w)/;

/**
 * Returns the lines with the indentation that the first one has lost, for example because its spaces were trimmed. All
 * other lines are indented. It gets the indentation of the lines below if it belongs to the next one, or if one of them
 * closes what it opens, and one unit less if it opens a block of Python.
 *
 * @param unit The unit of the file, or undefined if it is not known.
 */
export function withFirstIndent(lines: readonly string[], unit: IndentUnit | undefined): readonly string[] {
  const filled = lines.flatMap((line, index) => (isBlank(line) ? [] : [index]));
  const [first, ...others] = filled;
  const head = lines[first ?? 0] ?? '';
  if (first === undefined || others.length === 0 || indentOf(head) !== '') return lines;
  const rest = others.map((index) => lines[index] ?? '');
  const least = rest.reduce(
    (shortest, line) => {
      const indent = indentOf(line);
      return indent.length < shortest.length ? indent : shortest;
    },
    indentOf(rest[0] ?? ''),
  );
  if (least === '' || !rest.every((line) => line.startsWith(least))) return lines;
  const text = head.trimEnd();
  const isClosing = (line: string) => indentOf(line) === least && /^(?:[)\]}]|end\b)/.test(line.slice(least.length));
  if (belongsToNext.test(text) || (/[[({]$/.test(text) && rest.some(isClosing)) || isClosing(rest.at(-1) ?? ''))
    return lines.with(first, least + head);
  const isDeep = unit !== undefined && columnsOf(least) >= 2 * unit.columns && least.endsWith(unit.text);
  return text.endsWith(':') && isDeep ? lines.with(first, least.slice(0, -unit.text.length) + head) : lines;
}

/**
 * A line that often stands beside the levels of indentation: an asterisk of a block comment, and a label of a class, which
 * is often indented by one space.
 */
const isBesideLevels = /^(?:\*|(?:public|private|protected)\s*:)/;

/** A line that opens a block. What is indented below another line may be its continuation. */
const opensBlock = /[{:]$/;

/**
 * Returns the unit by which lines are most often indented further than the line that they belong to, below lines that
 * open a block if there are any. Returns undefined if no line is indented further than the lines above it.
 */
export function indentUnitOf(lines: readonly string[]): IndentUnit | undefined {
  const steps = indentSteps(lines);
  const inBlocks = steps.filter((step) => step.isInBlock);
  return mostFrequentUnit((inBlocks.length > 0 ? inBlocks : steps).map(({ added }) => added));
}

/** Returns the unit by which lines are most often indented further than a line that opens a block. */
export function blockUnitOf(lines: readonly string[]): IndentUnit | undefined {
  return mostFrequentUnit(indentSteps(lines).flatMap(({ added, isInBlock }) => (isInBlock ? [added] : [])));
}

/** One line that is indented further than the line that it belongs to. */
interface IndentStep {
  readonly added: string;
  /** The line above it opens a block. */
  readonly isInBlock: boolean;
}

function indentSteps(lines: readonly string[]): readonly IndentStep[] {
  const steps: IndentStep[] = [];
  /** The indentation of the lines that the current one is in. */
  const open: string[] = [];
  let previous = '';
  for (const line of lines.slice(0, sampledLines)) {
    const text = line.trim();
    if (text === '' || isBesideLevels.test(text)) continue;
    const isInBlock = opensBlock.test(previous);
    previous = text;
    const indent = indentOf(line);
    while (open.length > 0 && (open.at(-1) ?? '').length > indent.length) open.pop();
    const outer = open.at(-1);
    if (outer === indent) continue;
    open.push(indent);
    if (outer !== undefined && indent.startsWith(outer)) steps.push({ added: indent.slice(outer.length), isInBlock });
  }
  return steps;
}

function mostFrequentUnit(steps: readonly string[]): IndentUnit | undefined {
  const tabs = steps.filter((step) => step.startsWith('\t')).length;
  const countOf = (size: number) => steps.filter((step) => step.length === size && !step.startsWith('\t')).length;
  const [size, count] = unitSizes.reduce<readonly [number, number]>(
    (best, each) => (countOf(each) > best[1] ? [each, countOf(each)] : best),
    [0, 0],
  );
  if (tabs === 0 && count === 0) return undefined;
  return tabs >= count ? { text: '\t', columns: tabColumns } : { text: ' '.repeat(size), columns: size };
}

/** Converts an indentation from one unit to another. Spaces that do not fill a unit stay. */
export function convertIndent(indent: string, from: IndentUnit, to: IndentUnit): string {
  let columns = 0;
  for (const character of indent) columns += character === '\t' ? from.columns - (columns % from.columns) : 1;
  return to.text.repeat(Math.floor(columns / from.columns)) + ' '.repeat(columns % from.columns);
}
