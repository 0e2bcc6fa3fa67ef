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

/** The end of a formula block. */
interface BlockEnd {
  readonly line: number;
  /** The source offset of the closing delimiter. Undefined if the line cannot be part of a formula block. */
  readonly closing: number | undefined;
  /** True if other text follows the closing delimiter, so that the block is not a formula. */
  readonly hasTextAfter: boolean;
}

interface SearchedLines {
  readonly from: number;
  /** No formula ends in lines `from` to `line - 1`. */
  readonly line: number;
  /** Undefined if `line` is the end of the search. */
  readonly end: BlockEnd | undefined;
}

/**
 * Finds the lines in which formula blocks may end. Remembers the lines that were searched, so that the total time for
 * many opening delimiters grows with the length of the text, not with its square.
 */
class BlockEnds {
  readonly #state: StateBlock;
  /** The searched lines for each closing delimiter and indentation. */
  readonly #searched = new Map<string, SearchedLines>();

  constructor(state: StateBlock) {
    this.#state = state;
  }

  /**
   * Returns the first line from `start` on that has a closing delimiter, or that cannot be part of a formula block.
   * Returns undefined if there is no such line before `lastLine`.
   */
  find(closing: string, start: number, lastLine: number): BlockEnd | undefined {
    const key = `${closing} ${this.#state.blkIndent}`;
    const searched = this.#searched.get(key);
    const isSearched = searched !== undefined && searched.from <= start && start <= searched.line;
    let [line, end] = isSearched ? [searched.line, searched.end] : [start, undefined];
    while (end === undefined && line < lastLine) {
      end = this.#endIn(line, closing);
      if (end === undefined) line += 1;
    }
    this.#searched.set(key, { from: isSearched ? searched.from : start, line, end });
    return line < lastLine ? end : undefined;
  }

  /** Returns the end of a block in the line in which the block begins. Searches from the offset `from` on. */
  first(closing: string, line: number, from: number): BlockEnd | undefined {
    const end = this.#endIn(line, closing, from);
    return end?.closing === undefined ? undefined : end;
  }

  #endIn(line: number, closing: string, from?: number): BlockEnd | undefined {
    const state = this.#state;
    if (state.isEmpty(line) || indentation(state, line) < 0) return { line, closing: undefined, hasTextAfter: false };
    const position = closingInLine(state, line, from, closing);
    if (position === undefined) return undefined;
    const rest = state.src.slice(position + closing.length, endOfLine(state, line));
    return { line, closing: position, hasTextAfter: rest.trim() !== '' };
  }
}

function createBlockRule(): (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean {
  const searches = new WeakMap<StateBlock, BlockEnds>();
  return (state, startLine, endLine, silent) => {
    const indent = indentation(state, startLine);
    if (indent < 0 || indent >= 4) return false;
    const begin = startOfText(state, startLine);
    const delimiters = delimitersAt(state.src, begin);
    if (delimiters?.isDisplay !== true) return false;
    const { opening, closing } = delimiters;
    let search = searches.get(state);
    if (search === undefined) searches.set(state, (search = new BlockEnds(state)));

    const from = begin + opening.length;
    const end = search.first(closing, startLine, from) ?? search.find(closing, startLine + 1, endLine);
    if (end?.closing === undefined) {
      const isOpen =
        end === undefined && isUnfinished(state.env) && endOfLine(state, endLine - 1) - begin < maxBlockLength;
      if (isOpen && !silent) pushOpenFormula(state, startLine, endLine);
      return isOpen;
    }
    const { line } = end;
    if (end.hasTextAfter || (line > startLine && endOfLine(state, line - 1) - begin >= maxBlockLength)) return false;
    const source = sourceBetween(state, startLine, from, line, end.closing);
    if (source === '') return false;
    if (!silent) pushFormula(state, source, true).map = [startLine, line + 1];
    state.line = silent ? state.line : line + 1;
    return true;
  };
}

/**
 * Returns the source offset of the first closing delimiter in a line, or undefined if there is none. Searches from the
 * offset `from` on, by default from the start of the line's text.
 */
function closingInLine(state: StateBlock, line: number, from: number | undefined, closing: string): number | undefined {
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
