import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import type { CutEnv } from './chunkRule.ts';
import { textMark } from './textChunks.ts';

/** Maximum nesting of blocks. A quote adds one level, a list two. Blocks in deeper levels are shown as plain text. */
const maxBlockDepth = 16;
/** Maximum number of columns of a table. A table with more columns is shown as a paragraph. */
const maxColumns = 100;

/**
 * Maximum length in characters of a heading that starts with `#`, and of a row of a table. A longer heading and the
 * cells of a longer row are shown as plain text. A longer line does not become the header row of a table. Unlike a
 * paragraph, a heading or a cell that is still being received is parsed as a whole after each change.
 */
export const maxLineLength = 8_000;

/**
 * Maximum length in characters of a link definition, from its `[` to the end of its last line. A longer definition is
 * shown as a paragraph. The beginning of a paragraph that may still become a definition cannot be cut.
 */
export const maxDefinitionLength = 4_096;

/** Maximum number of empty cells that are added to a row. If more cells are missing, one cell spans their columns. */
const maxMissingCells = 3;

/**
 * Adds limits that keep the time to show a block in proportion to the length of its source.
 * - Blocks that are nested too deeply become a paragraph. The inline token of the paragraph has `meta.isPlain`.
 * - A table with too many columns, or with a header row of more than `maxLineLength` characters, is not parsed as a
 *   table.
 * - In a row with far fewer cells than the table has columns, one cell spans the missing columns. Otherwise, a row of
 *   two characters could become `maxColumns` cells.
 * - If a heading that starts with `#` has more than `maxLineLength` characters, its inline token has `meta.isPlain`. If
 *   a row of a table's body has more, the inline tokens of its cells have `meta.isPlain`.
 * - A link definition has at most `maxDefinitionLength` characters.
 */
export function addLimitRules({ block, core }: MarkdownIt): void {
  core.ruler.before('inline', 'long_headings', longHeadings);
  block.ruler.before('table', 'depth', deepBlocks);
  for (const [name, limited] of [
    ['table', limitedTable],
    ['reference', limitedDefinition],
  ] as const) {
    const rule = block.ruler.__rules__.find((each) => each.name === name);
    if (rule === undefined) throw new Error(`No rule: ${name}.`);
    block.ruler.at(name, limited(rule.fn), { alt: rule.alt });
  }
}

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

function deepBlocks(state: StateBlock, startLine: number, endLine: number): boolean {
  if (state.level <= maxBlockDepth) return false;
  let end = startLine + 1;
  for (let line = end; line < endLine; line += 1) {
    if (state.isEmpty(line)) continue;
    const indentation = state.sCount[line] ?? 0;
    // A negative number marks a line that continues a paragraph of a quote although the line has no `>`.
    if (indentation >= 0 && indentation < state.blkIndent) break;
    end = line + 1;
  }
  state.push('paragraph_open', 'p', 1).map = [startLine, end];
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(startLine, end, state.blkIndent, false).trim();
  inline.map = [startLine, end];
  inline.children = [];
  inline.meta = { isPlain: true };
  state.push('paragraph_close', 'p', -1);
  state.line = end;
  return true;
}

/**
 * Marks each long heading that starts with `#` as plain. A heading with an underline needs no limit, because until the
 * underline is received, it is a paragraph, whose finished text can be cut.
 */
function longHeadings({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const opening = tokens[index - 1];
    if (opening?.type === 'heading_open' && opening.markup.startsWith('#') && token.content.length > maxLineLength)
      token.meta = { isPlain: true };
  }
}

/** Returns a rule for link definitions. For `rule`, the text ends before the line that exceeds the maximum length. */
function limitedDefinition(rule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    if (state.src.charAt(start) !== '[') return false;
    const { lineMax } = state;
    let end = startLine;
    while (end < lineMax && (state.eMarks[end] ?? 0) - start <= maxDefinitionLength) end += 1;
    if (end === startLine) return false;
    state.lineMax = end;
    const isDefinition = rule(state, startLine, endLine, silent);
    state.lineMax = lineMax;
    return isDefinition;
  };
}

/** Returns a rule for tables. The rule parses the first two lines with `headRule`, the other rows with `pushRows`. */
function limitedTable(headRule: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    if (startLine + 1 >= endLine || lengthOfLine(state, startLine) > maxLineLength) return false;
    if (cellsOf(textOfLine(state, startLine + 1)).length > maxColumns) return false;
    const firstToken = state.tokens.length;
    if (!headRule(state, startLine, Math.min(endLine, startLine + 2), silent)) return false;
    if (silent) return true;
    const close = state.tokens.pop();
    const open = state.tokens[firstToken];
    if (close === undefined || open === undefined) throw new Error('A table has no tokens.');
    const headers = state.tokens.slice(firstToken).filter(({ type }) => type === 'th_open');
    state.level += 1;
    const oldParentType = state.parentType;
    state.parentType = 'table';
    const end = pushRows(state, startLine + 2, endLine, headers);
    state.parentType = oldParentType;
    state.level -= 1;
    state.tokens.push(close);
    open.map = [startLine, end];
    state.line = end;
    return true;
  };
}

/** Adds the tokens for the rows of a table's body. Returns the index of the line after the table. */
function pushRows(state: StateBlock, start: number, endLine: number, headers: readonly Token[]): number {
  const terminators = state.md.block.ruler.getRules('blockquote');
  const isRow = (line: number): boolean =>
    !state.isEmpty(line) &&
    (state.sCount[line] ?? 0) >= state.blkIndent &&
    (state.sCount[line] ?? 0) < state.blkIndent + 4 &&
    !terminators.some((rule) => rule(state, line, endLine, true));
  let end = start;
  while (end < endLine && isRow(end)) end += 1;
  if (end === start) return end;
  state.push('tbody_open', 'tbody', 1).map = [start, end];
  for (let line = start; line < end; line += 1) {
    state.push('tr_open', 'tr', 1).map = [line, line + 1];
    const row = textOfLine(state, line);
    pushCells(state, cellsOf(row), headers, row.length > maxLineLength);
    state.push('tr_close', 'tr', -1);
  }
  state.push('tbody_close', 'tbody', -1);
  return end;
}

/** Adds the tokens for the cells of a row. Leaves out cells without a header, and adds missing cells. */
function pushCells(state: StateBlock, cells: readonly string[], headers: readonly Token[], isPlain: boolean): void {
  const missing = headers.length - cells.length;
  const isSpanned = missing > maxMissingCells;
  const added = isSpanned ? 1 : Math.max(0, missing);
  const contents = [...cells.slice(0, headers.length), ...Array.from({ length: added }, () => '')];
  for (const [index, content] of contents.entries()) {
    const cell = state.push('td_open', 'td', 1);
    cell.attrs = [...(headers[index]?.attrs ?? [])];
    if (isSpanned && index === cells.length) cell.attrs.push(['colspan', String(missing)]);
    const inline = state.push('inline', '', 0);
    inline.content = content.trim();
    inline.children = [];
    if (isPlain) inline.meta = { isPlain };
    state.push('td_close', 'td', -1);
  }
}

/**
 * Splits a row into cells at each `|` that is not escaped. Replaces each escaped `\|` with `|`. A `|` at the start or
 * end of the row adds no empty cell.
 */
export function cellsOf(row: string): readonly string[] {
  const cells = row
    .trim()
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|'));
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells;
}

/** Returns the length of a line in characters, with the text that was cut from the line. */
function lengthOfLine(state: StateBlock, line: number): number {
  const text = textOfLine(state, line);
  const { cutText } = state.env as CutEnv;
  return text.length + (cutText !== undefined && text.startsWith(textMark) ? cutText.lineLength - textMark.length : 0);
}

function textOfLine(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
