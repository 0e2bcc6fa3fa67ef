import { HiddenCharacterCount } from './hiddenCharacterCount.ts';
import { IndentedBlocks } from './indentedBlocks.ts';
import { MarkLines } from './markLines.ts';
import { TableSlots } from './tableSlots.ts';

/** After this number of characters, the formatted beginning of a reply ends at the next line break. */
const maxLength = 2_000_000;
/** After a limit is reached, the formatted beginning continues to the end of the line, but at most for this length. */
const maxRestOfLine = 1_000;

/**
 * Limits of the formatted beginning: how many characters of a kind it may contain. Each `pattern` matches one character,
 * and depends on at most `contextLength` characters before it. A usual reply of 400 kB stays below the limits.
 */
const limits: readonly { readonly pattern: RegExp; readonly max: number }[] = [
  // Elements are created for punctuation and line breaks. 500 kB of code have about 125,000 of them.
  { pattern: /[\n!-/:-@[-`{-~]/g, max: 150_000 },
  // The space after the marker of a list item, and the marks of quotes and table cells. The layout of a long list or
  // table takes time in each frame, because the browser cannot skip a part of it.
  // The last character of a task's mark counts as well, because the layout of a check box takes as long.
  { pattern: /(?<=[\s>][-+*]|\d[.)])\s|(?<=[\s>])>|\||(?<=\[[ xX])\]/g, max: 8_000 },
  // The third and each further character of an opening or closing code fence. A code block has buttons and colours.
  { pattern: /(?<=``)`|(?<=~~)~/g, max: 2_000 },
  // The last character of the closing delimiter of a formula, or the character after it. Does not match code such as
  // `$name`, `$_name` and `${name}`. A formula between `$$` has two matches.
  { pattern: /(?<=[^\s$]\$)[^\w${]|(?<=\$)\$|(?<=\\)[)\]]/g, max: 2_200 },
  // The character after the marker of a heading.
  { pattern: /(?<=#)\s/g, max: 16_000 },
];
const contextLength = 2;
/** The layout of a block takes time even outside the view. */
const maxMarkLines = 16_000;
/** As many as code fences. */
const maxIndentedCode = 1_000;
/** As many as marks of list items. */
const maxBlocksInItems = 8_000;
/** Ten times the number of slots (see TableSlots) in a table of 200 rows and 20 columns. */
const maxTableSlots = 40_000;
/** Hidden characters in code are shown as boxes. A hidden character in other text counts as well. */
const maxHiddenCharacters = 16_000;

/**
 * Finds the end of the formatted beginning of a reply. The reply is normalized (see `TextNormalizer`), and received in
 * pieces. The rest of the reply is shown as plain
 * text, because it would take too long to show it with formatting.
 */
export class FormattingLimit {
  readonly #remaining = limits.map(({ max }) => max);
  readonly #tableSlots = new TableSlots(maxTableSlots);
  readonly #indentedBlocks = new IndentedBlocks(maxIndentedCode, maxBlocksInItems);
  readonly #markLines = new MarkLines(maxMarkLines);
  readonly #hiddenCharacters = new HiddenCharacterCount(maxHiddenCharacters);
  #remainingLength = maxLength;
  /** After a limit is reached, the maximum number of characters up to the end of the line. */
  #restOfLine: number | undefined;
  /** The end of the text so far. */
  #context = '';
  #isReached = false;

  /** True if the formatted beginning has ended: at least one character passed to `take` is not a part of it. */
  get isReached(): boolean {
    return this.#isReached;
  }

  /** Takes the next piece. Returns how many of its characters belong to the formatted beginning. */
  take(piece: string): number {
    if (this.#isReached) return 0;
    const end = this.#restOfLine === undefined ? this.#limitIn(piece) : 0;
    this.#context = (this.#context + piece).slice(-contextLength);
    if (end === undefined) return piece.length;
    this.#restOfLine ??= maxRestOfLine;
    const lineBreak = piece.indexOf('\n', end);
    const lineEnd = Math.min(end + this.#restOfLine, lineBreak < 0 ? Infinity : lineBreak + 1);
    this.#restOfLine = lineBreak < 0 ? this.#restOfLine - (piece.length - end) : 0;
    this.#isReached = lineEnd < piece.length;
    return Math.min(lineEnd, piece.length);
  }

  /** Returns the offset in the piece at which the first limit is reached; undefined if none is reached. */
  #limitIn(piece: string): number | undefined {
    const offset = this.#context.length;
    const text = this.#context + piece;
    const end = offset + this.#remainingLength;
    let reached = end < text.length ? end : undefined;
    for (const [index, { pattern }] of limits.entries()) {
      for (const match of text.matchAll(pattern)) {
        if (match.index < offset) continue;
        if (match.index >= (reached ?? Infinity)) break;
        const remaining = this.#remaining[index] ?? 0;
        if (remaining === 0) reached = match.index;
        else this.#remaining[index] = remaining - 1;
      }
    }
    this.#remainingLength -= piece.length;
    const slotEnd = this.#tableSlots.take(piece);
    const blockEnd = this.#indentedBlocks.take(piece);
    const markEnd = this.#markLines.take(piece);
    const hiddenEnd = this.#hiddenCharacters.take(piece);
    const first = Math.min(
      (reached ?? Infinity) - offset,
      slotEnd ?? Infinity,
      blockEnd ?? Infinity,
      markEnd ?? Infinity,
      hiddenEnd ?? Infinity,
    );
    return first === Infinity ? undefined : first;
  }
}
