import { readLineStart, type LineStart } from './lineStart.ts';

/** Only the first characters of a line decide how the line is counted. */
const maxLineStart = 200;

/** Matches a heading, a rule, a fence, or the line below a heading or the head of a table. They end a paragraph. */
const endsParagraph = /^(?:#{1,6}(?: |$)|[-=_*:|][-=_*:| ]*$|```|~~~)/;
/** Matches the delimiter row of a table, and a line that may begin a link definition. */
const beginsTableOrDefinition = /^(?:(?=.*-)[-:| ]+$|\[)/;

/**
 * Counts two kinds of blocks that have no mark which the other limits count: blocks of indented code, and the second and
 * further blocks of list items. The text is normalized (see `TextNormalizer`), and received in pieces.
 *
 * The count is an upper bound, with one exception. If code follows a list item or a formula and its indentation is not
 * larger than that of the line before, the code may not be counted. Such items and formulas are limited by their marks.
 * Lines in a top-level fence do not count. A fence in a list item or quote is not recognized, but usual code has few
 * lines that look like these blocks: for example lines after a blank line that are indented more than the line before.
 */
export class IndentedBlocks {
  #remainingCode: number;
  #remainingInItems: number;
  /** The beginning of the current line. */
  #line = '';
  /** The marker of the open top-level fence; empty if no such fence is open. */
  #fence = '';
  /** False after a line that may have opened or closed a fence that is not recognized. */
  #recognizesFences = true;
  /** True from a line that may open a formula to the next blank line. */
  #isInFormula = false;
  /** True from a line that matches `beginsTableOrDefinition` to the next blank line. */
  #isInTable = false;
  /** True if the line above may be a line of a paragraph. Indented code cannot follow such a line. */
  #isInParagraph = false;
  #isAfterBlank = true;
  /** The column of the code to which the line above belongs; infinite if the line does not belong to counted code. */
  #codeColumn = Infinity;
  /** The last line that was not blank, or that began or ended a quote. */
  #before = readLineStart('');

  /** `maxCode` is the maximum number of blocks of indented code, `maxInItems` that of further blocks of list items. */
  constructor(maxCode: number, maxInItems: number) {
    this.#remainingCode = maxCode;
    this.#remainingInItems = maxInItems;
  }

  /** Takes the next piece. Returns the offset in the piece at which the line that exceeds a maximum ends. */
  take(piece: string): number | undefined {
    let start = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      this.#takePart(piece.slice(start, end));
      this.#endLine();
      if (this.#remainingCode < 0 || this.#remainingInItems < 0) return end;
      this.#line = '';
      start = end + 1;
    }
    this.#takePart(piece.slice(start));
    return undefined;
  }

  #takePart(part: string): void {
    this.#line += part.slice(0, maxLineStart - this.#line.length);
  }

  #endLine(): void {
    if (this.#fence !== '') this.#endFence();
    else if (!this.#beginFence()) this.#countLine();
  }

  #endFence(): void {
    const marker = /^ {0,3}(`+|~+)[ \t]*$/.exec(this.#line)?.[1];
    if (marker?.startsWith(this.#fence) !== true) return;
    this.#fence = '';
    this.#before = readLineStart('');
    this.#isInParagraph = false;
    this.#recognizesFences &&= !this.#isCutOff();
  }

  /** Returns true if the line opens a top-level fence. */
  #beginFence(): boolean {
    if (!this.#recognizesFences || !/```|~~~/.test(this.#line)) return false;
    const marker = /^(?:`{3,}(?!.*`)|~{3,})/.exec(this.#line)?.[0];
    if (marker !== undefined && !this.#isInFormula && !this.#isCutOff()) this.#fence = marker;
    else this.#recognizesFences = !/^(?:```|~~~)/.test(readLineStart(this.#line).text);
    return this.#fence !== '';
  }

  #countLine(): void {
    // The rest of a line that was cut off counts as text.
    const line = readLineStart(this.#isCutOff() ? `${this.#line}…` : this.#line);
    const { text, column, codeColumn, quotes, items } = line;
    if (text === '' && items === 0 && codeColumn === undefined) {
      this.#isAfterBlank = true;
      this.#isInTable = false;
      // For a formula outside a quote, a line with `>` is not blank.
      this.#isInFormula &&= quotes > 0;
      if (quotes !== this.#before.quotes) this.#before = { ...line, column: 0 };
      return;
    }
    const endsBefore = endsParagraph.test(text);
    if (this.#beginsCode(line)) {
      this.#remainingCode -= 1;
      this.#codeColumn = codeColumn ?? 0;
    } else if (codeColumn === undefined || codeColumn < this.#codeColumn) this.#codeColumn = Infinity;
    const isInCode = this.#codeColumn < Infinity;
    if (items === 0 && column >= 2 && (this.#isAfterBlank || endsBefore)) this.#remainingInItems -= 1;
    // The first line decides whether code can follow a paragraph. The other lines can have any indentation.
    const continuesParagraph = this.#isInParagraph && !this.#isAfterBlank && items === 0 && !isInCode;
    this.#before = continuesParagraph ? { ...line, column: Math.min(column, this.#before.column) } : line;
    this.#isAfterBlank = false;
    this.#isInParagraph = !endsBefore && text !== '';
    this.#isInTable ||= beginsTableOrDefinition.test(text);
    this.#isInFormula ||= /^(?:\$\$|\\\[)/.test(text);
  }

  #beginsCode({ codeColumn, isCodeItem, quotes }: LineStart): boolean {
    if (isCodeItem) return true;
    if (codeColumn === undefined) return false;
    const { column, items } = this.#before;
    if (quotes !== this.#before.quotes) return true;
    if (this.#isInParagraph && !this.#isAfterBlank && !this.#isInTable) return false;
    return items === 0 ? codeColumn > column : codeColumn >= column + 4 || codeColumn < column;
  }

  #isCutOff(): boolean {
    return this.#line.length >= maxLineStart;
  }
}
