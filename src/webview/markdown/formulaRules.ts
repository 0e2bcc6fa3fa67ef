import type { Env, MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';

/** Maximum total length in characters of the TeX and the closing delimiter of an inline formula. */
export const maxInlineLength = 1_000;
/** A formula block with at least this many characters may not continue on another line. */
const maxBlockLength = 20_000;

/**
 * Adds rules for formulas: `$…$` and `\(…\)` within a line, `$$…$$` and `\[…\]` within a line or as a block.
 * A formula becomes a `formula` token with the TeX as content.
 * If `env.unfinished` is true, a block that may still become a formula becomes one `open_formula` token.
 * The content of that token is the markdown source.
 */
export function addFormulaRules({ inline, block }: MarkdownIt): void {
  inline.ruler.before('escape', 'formula', inlineFormula);
  block.ruler.before('fence', 'formula', blockFormula, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

/** True if a `formula` token is display math. Display math is shown on its own line. */
export function isDisplay(token: Token): boolean {
  return token.meta?.['isDisplay'] === true;
}

interface Delimiters {
  readonly opening: string;
  readonly closing: string;
  readonly isDisplay: boolean;
}

/** The delimiters in the order in which they are tried. `$$` comes before `$`, because `$$` also starts with `$`. */
const allDelimiters: readonly Delimiters[] = [
  { opening: '$$', closing: '$$', isDisplay: true },
  { opening: '$', closing: '$', isDisplay: false },
  { opening: '\\(', closing: '\\)', isDisplay: false },
  { opening: '\\[', closing: '\\]', isDisplay: true },
];

function delimitersAt(source: string, position: number): Delimiters | undefined {
  const first = source[position];
  if (first !== '$' && first !== '\\') return undefined;
  return allDelimiters.find(({ opening }) => source.startsWith(opening, position));
}

function inlineFormula(state: StateInline, silent: boolean): boolean {
  const formula = formulaAt(state.src, state.pos, state.posMax);
  if (formula === undefined) return false;
  if (!silent) pushFormula(state, formula.source, formula.isDisplay);
  state.pos = formula.end;
  return true;
}

/** Returns the offset after the inline formula that starts at `position`; undefined if there is none up to `end`. */
export function formulaEnd(text: string, position: number, end: number): number | undefined {
  return formulaAt(text, position, end)?.end;
}

interface InlineFormula {
  readonly source: string;
  readonly isDisplay: boolean;
  readonly end: number;
}

const hasSymbol = /[\p{L}\p{N}]/u;

/** Matches content of an inline `\[…\]` that is probably a formula. Other content is probably text in brackets. */
const looksLikeTex = /^\s|[\\^_={}]/;

function formulaAt(text: string, position: number, maxEnd: number): InlineFormula | undefined {
  const delimiters = delimitersAt(text, position);
  if (delimiters === undefined) return undefined;
  const { opening, closing, isDisplay } = delimiters;
  const start = position + opening.length;
  const lineEnd = text.indexOf('\n', start);
  const line = text.slice(start, Math.min(maxEnd, start + maxInlineLength, lineEnd < 0 ? Infinity : lineEnd));
  const length = closingPosition(line, closing);
  if (length < 0) return undefined;
  const source = line.slice(0, length);
  const end = start + length + closing.length;
  const isFormula =
    opening === '$'
      ? isBetweenDollars(source, text.charAt(position - 1), text.charAt(end))
      : hasSymbol.test(source) && (opening !== '\\[' || looksLikeTex.test(source));
  return isFormula ? { source, isDisplay, end } : undefined;
}

/** Returns the offset of the first `closing` delimiter that is not escaped; -1 if there is none. */
function closingPosition(text: string, closing: string): number {
  for (let position = 0; position < text.length; position += 1) {
    if (text.startsWith(closing, position)) return position;
    if (text[position] === '\\') position += 1;
  }
  return -1;
}

/**
 * True if the text between two dollar signs is probably a formula, and not the text between two prices.
 * As in pandoc, a space may not follow the opening dollar sign or precede the closing dollar sign. A digit may not
 * follow the closing dollar sign. Further checks reject text that pandoc
 * would accept as a formula although the text is between two prices.
 */
function isBetweenDollars(source: string, before: string, after: string): boolean {
  if (source === '' || /^[\s)\]},;:!?]|\s$/.test(source) || source.includes('`')) return false;
  return !/[\p{L}\p{N}$\\]/u.test(before) && !/[\p{L}\p{N}$]/u.test(after) && !beginsWithPrice(source);
}

/** True if the text probably begins with a price, as in `5 of 10`. False for `5 x^2` and `5 = x`, for example. */
function beginsWithPrice(source: string): boolean {
  if (!/^[\d.]/.test(source) || !/\s/.test(source)) return false;
  return !/[\\^_={}+<>]/.test(source) || /(?<![\\\p{L}{])\p{L}{3,}/u.test(source);
}

function blockFormula(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (indentation(state, startLine) >= 4) return false;
  const begin = startOfText(state, startLine);
  const delimiters = delimitersAt(state.src, begin);
  if (delimiters?.isDisplay !== true) return false;
  const lines: string[] = [];
  let length = 0;
  for (let line = startLine; line < endLine && length < maxBlockLength; line += 1) {
    if (state.isEmpty(line) || indentation(state, line) < 0) return false;
    const from = line === startLine ? begin + delimiters.opening.length : startOfText(state, line);
    const text = state.src.slice(from, state.eMarks[line]);
    const end = closingPosition(text, delimiters.closing);
    lines.push(end < 0 ? text : text.slice(0, end));
    length += text.length;
    if (end < 0) continue;
    const source = lines.join('\n').trim();
    if (source === '' || text.slice(end + delimiters.closing.length).trim() !== '') return false;
    if (!silent) pushFormula(state, source, true).map = [startLine, line + 1];
    state.line = silent ? state.line : line + 1;
    return true;
  }
  if (!isUnfinished(state.env) || length >= maxBlockLength) return false;
  if (!silent) pushOpenFormula(state, startLine, endLine);
  return true;
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
