import type { Env, MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { closingPosition, delimitersAt, FormulaSearch } from './formulaSearch.ts';

/** A formula block with at least this many characters may not continue on another line. */
const maxBlockLength = 20_000;

/**
 * Adds rules for formulas: `$…$` and `\(…\)` within a line, `$$…$$` and `\[…\]` within a line or as a block.
 * A formula becomes a `formula` token with the TeX as content.
 * If `env.unfinished` is true, a block that may still become a formula becomes one `open_formula` token.
 * The content of that token is the markdown source.
 */
export function addFormulaRules({ inline, block }: MarkdownIt): void {
  inline.ruler.before('escape', 'formula', createInlineRule());
  block.ruler.before('fence', 'formula', createBlockRule(), { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

/** True if a `formula` token is display math. Display math is shown on its own line. */
export function isDisplay(token: Token): boolean {
  return token.meta?.['isDisplay'] === true;
}

function createInlineRule(): (state: StateInline, silent: boolean) => boolean {
  const searches = new WeakMap<StateInline, FormulaSearch>();
  return (state, silent) => {
    let search = searches.get(state);
    if (search === undefined) searches.set(state, (search = new FormulaSearch(state.src)));
    const formula = search.at(state.pos, state.posMax);
    if (formula === undefined) return false;
    if (!silent) pushFormula(state, formula.source, formula.isDisplay);
    state.pos = formula.end;
    return true;
  };
}

/**
 * Finds the lines in which formula blocks may end. Remembers the lines that were searched, so that the total time for
 * many opening delimiters grows with the number of lines, not with its square.
 */
class ClosingLines {
  readonly #state: StateBlock;
  /** The searched lines for each closing delimiter and indentation. No formula ends in lines `from` to `line - 1`. */
  readonly #searched = new Map<string, { readonly from: number; readonly line: number }>();

  constructor(state: StateBlock) {
    this.#state = state;
  }

  /**
   * Returns the first line from `start` on that has a closing delimiter, or that cannot be part of a formula block.
   * Returns undefined if there is no such line before `end`.
   */
  find(closing: string, start: number, end: number): number | undefined {
    const state = this.#state;
    const key = `${closing} ${state.blkIndent}`;
    const searched = this.#searched.get(key);
    const isSearched = searched !== undefined && searched.from <= start && start <= searched.line;
    let line = isSearched ? searched.line : start;
    while (
      line < end &&
      !state.isEmpty(line) &&
      indentation(state, line) >= 0 &&
      closingInLine(state, line, undefined, closing) === undefined
    )
      line += 1;
    this.#searched.set(key, { from: isSearched ? searched.from : start, line });
    return line < end ? line : undefined;
  }
}

function createBlockRule(): (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean {
  const searches = new WeakMap<StateBlock, ClosingLines>();
  return (state, startLine, endLine, silent) => {
    const indent = indentation(state, startLine);
    if (indent < 0 || indent >= 4) return false;
    const begin = startOfText(state, startLine);
    const delimiters = delimitersAt(state.src, begin);
    if (delimiters?.isDisplay !== true) return false;
    const { opening, closing } = delimiters;
    let search = searches.get(state);
    if (search === undefined) searches.set(state, (search = new ClosingLines(state)));

    const from = begin + opening.length;
    const isFirst = closingInLine(state, startLine, from, closing) !== undefined;
    const line = isFirst ? startLine : search.find(closing, startLine + 1, endLine);
    const end = line === undefined ? undefined : closingInLine(state, line, isFirst ? from : undefined, closing);
    if (line === undefined || end === undefined) {
      const isOpen =
        line === undefined && isUnfinished(state.env) && endOfLine(state, endLine - 1) - begin < maxBlockLength;
      if (isOpen && !silent) pushOpenFormula(state, startLine, endLine);
      return isOpen;
    }
    if (line > startLine && endOfLine(state, line - 1) - begin >= maxBlockLength) return false;
    const source = sourceBetween(state, startLine, from, line, end);
    if (source === '' || state.src.slice(end + closing.length, endOfLine(state, line)).trim() !== '') return false;
    if (!silent) pushFormula(state, source, true).map = [startLine, line + 1];
    state.line = silent ? state.line : line + 1;
    return true;
  };
}

/**
 * Returns the source offset of the first closing delimiter in a line. Searches from the offset `from` on, by default
 * from the start of the line's text. Returns undefined if there is none, or if the line cannot be part of a formula
 * block.
 */
function closingInLine(state: StateBlock, line: number, from: number | undefined, closing: string): number | undefined {
  if (state.isEmpty(line) || indentation(state, line) < 0) return undefined;
  const end = endOfLine(state, line);
  const position = closingPosition(state.src, closing, from ?? startOfText(state, line), end);
  return position + closing.length <= end ? position : undefined;
}

/** Returns the text from the offset `from` in the line `first` up to the offset `end` in the line `last`. */
function sourceBetween(state: StateBlock, first: number, from: number, last: number, end: number): string {
  const lines: string[] = [];
  for (let line = first; line <= last; line += 1) {
    const start = line === first ? from : startOfText(state, line);
    lines.push(state.src.slice(start, line === last ? end : endOfLine(state, line)));
  }
  return lines.join('\n').trim();
}

function endOfLine(state: StateBlock, line: number): number {
  return state.eMarks[line] ?? 0;
}

/** Returns the indentation of a line in columns, relative to the text of the innermost list item or quote. */
function indentation(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

function startOfText(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

function pushFormula(state: StateBlock | StateInline, source: string, isDisplay: boolean): Token {
  const token = state.push('formula', '', 0);
  token.content = source;
  token.meta = { isDisplay };
  return token;
}

function pushOpenFormula(state: StateBlock, startLine: number, endLine: number): void {
  const token = state.push('open_formula', '', 0);
  token.content = state.getLines(startLine, endLine, state.blkIndent, false);
  token.map = [startLine, endLine];
  state.line = endLine;
}

function isUnfinished(env: Env): boolean {
  return env['unfinished'] === true;
}
