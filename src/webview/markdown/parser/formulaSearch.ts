/** Maximum total length in characters of the TeX and the closing delimiter of an inline formula. */
export const maxInlineLength = 1_000;

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

/** Returns the opening delimiter at `position`, and its closing delimiter; undefined if none opens there. */
export function delimitersAt(source: string, position: number): Delimiters | undefined {
  const first = source[position];
  if (first !== '$' && first !== '\\') return undefined;
  return allDelimiters.find(({ opening }) => source.startsWith(opening, position));
}

export interface InlineFormula {
  /** TeX without delimiters. */
  readonly source: string;
  /** True for display math. */
  readonly isDisplay: boolean;
  /** Offset of the text after the closing delimiter. */
  readonly end: number;
}

const hasSymbol = /[\p{L}\p{N}]/u;

/** Matches content of an inline `\[…\]` that is probably a formula. Other content is probably text in brackets. */
const looksLikeTex = /^\s|[\\^_={}]/;

/**
 * Finds the inline formulas of a text. Remembers how far the text was searched for each closing delimiter, so that the
 * total time for many opening delimiters grows with the length of the text, not with its square.
 */
export class FormulaSearch {
  readonly #text: string;
  /**
   * The searched range for each closing delimiter. The range begins at `from` and ends before `position`. Each closing
   * delimiter that starts in the range is escaped. An unescaped closing delimiter may start at `position`.
   */
  readonly #searched = new Map<string, { readonly from: number; readonly position: number }>();

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the inline formula that starts at `position` and ends at or before `maxEnd`. Returns undefined if there is
   * no such formula.
   */
  at(position: number, maxEnd: number): InlineFormula | undefined {
    const delimiters = delimitersAt(this.#text, position);
    if (delimiters === undefined) return undefined;
    const { opening, closing, isDisplay } = delimiters;
    const start = position + opening.length;
    const end = Math.min(maxEnd, start + maxInlineLength);
    // Search for a line break only up to `end`, because the text may be a single line with many opening delimiters.
    const lineLength = this.#text.slice(start, end).indexOf('\n');
    const sourceEnd = this.#closing(closing, start, lineLength < 0 ? end : start + lineLength);
    if (sourceEnd === undefined) return undefined;
    const source = this.#text.slice(start, sourceEnd);
    const formulaEnd = sourceEnd + closing.length;
    const isFormula =
      opening === '$'
        ? isBetweenDollars(source, this.#text.charAt(position - 1), this.#text.charAt(formulaEnd))
        : hasSymbol.test(source) && (opening !== '\\[' || looksLikeTex.test(source));
    return isFormula ? { source, isDisplay, end: formulaEnd } : undefined;
  }

  /** Returns the offset of the first closing delimiter that is not escaped; undefined if there is none up to `end`. */
  #closing(closing: string, start: number, end: number): number | undefined {
    const searched = this.#searched.get(closing);
    const isSearched = searched !== undefined && searched.from <= start && start <= searched.position;
    const from = isSearched ? searched.from : start;
    const position = closingPosition(this.#text, closing, isSearched ? searched.position : start, end);
    this.#searched.set(closing, { from, position });
    return this.#text.startsWith(closing, position) && position + closing.length <= end ? position : undefined;
  }
}

/**
 * Returns the offset of the first `closing` delimiter from `start` on that is not escaped. If there is none before
 * `end`, returns `end` or a larger offset.
 */
export function closingPosition(text: string, closing: string, start: number, end: number): number {
  let position = start;
  while (position < end && !text.startsWith(closing, position)) position += text[position] === '\\' ? 2 : 1;
  return position;
}

/** Matches a character of a script that has no spaces between words, or its punctuation, which touches a formula. */
const spacelessCharacter = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u;
/** Matches a letter or digit of another script. */
const wordCharacter = new RegExp(`(?!${spacelessCharacter.source})[\\p{L}\\p{N}]`, 'u');
/** Matches a character that is in a formula, and seldom in text. */
const mathCharacter = /[\\^_={}+<>]/;

/**
 * True if the text between two dollar signs is probably a formula, and not the text between two prices.
 * As in pandoc, a formula has no space after the opening dollar sign and no space before the closing dollar sign. No
 * digit follows the closing dollar sign. Further checks reject text that pandoc would accept as a formula although the
 * text is between two prices, or part of code such as `$a${b}`.
 */
function isBetweenDollars(source: string, before: string, after: string): boolean {
  if (source === '' || /^[\s)\]},;:!?]|\s$/.test(source) || source.includes('`')) return false;
  // Prices in a text of these scripts have no spaces around them.
  if (spacelessCharacter.test(source) && !mathCharacter.test(source)) return false;
  return (
    !/[$\\]/.test(before) && !/[$_{]/.test(after) && !wordCharacter.test(before + after) && !beginsWithPrice(source)
  );
}

/** True if the text probably begins with a price, as in `5 of 10`. False for `5 x^2` and `5 = x`, for example. */
function beginsWithPrice(source: string): boolean {
  if (!/^[\d.]/.test(source) || !(/\s/.test(source) || spacelessCharacter.test(source))) return false;
  return !mathCharacter.test(source) || /(?<![\\\p{L}{])\p{L}{3,}/u.test(source);
}
