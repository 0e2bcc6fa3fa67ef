/**
 * The cursor or selection where code is inserted. Positions in a line are counted in UTF-16 code units from the start
 * of the line.
 */
export interface CodePlace {
  /** The whole line where the selection starts. */
  readonly startLine: string;
  readonly startCharacter: number;
  /** The whole line where the selection ends. */
  readonly endLine: string;
  readonly endCharacter: number;
  /**
   * `selectedLines` is a selection that ends with a line break, so that `endLine` is the line after the selected text.
   */
  readonly kind: 'cursor' | 'selection' | 'selectedLines';
}

export interface Indentation {
  readonly insertSpaces: boolean;
  readonly tabSize: number;
}

/**
 * The indented text and the range that the text replaces: from `startCharacter` in `startLine` to `endCharacter` in
 * `endLine`. The range contains the selection and may be larger.
 */
export interface FittedCode {
  readonly text: string;
  readonly startCharacter: number;
  readonly endCharacter: number;
}

/**
 * The maximum length of the indentation that each line gets. A hostile file may have a line with a million spaces, and
 * repeating them for each line of the code would fill the memory.
 */
const maxIndent = 1_000;

/**
 * Removes the common indentation of the code's lines, then indents each line like `startLine`. Converts the remaining
 * indentation of the code to the editor's tabs or spaces. Does not indent the first line if `startLine` has text before
 * the inserted code. Also does not indent it if the code is a single line and text follows the cursor. If the code has
 * several lines and the cursor is at the end of a line with text, the code begins on a new line, unless the text is the
 * start of an expression. The lines of the result are separated by `\n`.
 */
export function fitCode(code: string, place: CodePlace, indentation: Indentation): FittedCode {
  const { startLine, startCharacter, endLine, endCharacter, kind } = place;
  const lines = withoutCommonIndent(code.replace(/\r\n?/g, '\n').split('\n')).map((line) =>
    convertIndent(line, indentation),
  );
  const before = startLine.slice(0, startCharacter);
  const after = endLine.slice(endCharacter);
  const indent = leadingSpace(startLine).slice(0, maxIndent);
  const [first = '', ...others] = lines;
  const rest = others.map((line) => (line === '' ? '' : indent + line));
  const end = kind === 'selectedLines' ? '\n' : '';

  const whole = [first === '' ? '' : indent + first, ...rest].join('\n');
  if (kind === 'cursor' && rest.length > 0 && isLineEnd(before, after))
    return { text: `\n${whole}`, startCharacter, endCharacter: endLine.length };

  const isInText = hasText(before) || (kind === 'cursor' && hasText(after) && rest.length === 0);
  if (isInText) return { text: [first, ...rest].join('\n') + end, startCharacter, endCharacter };

  if (kind !== 'cursor') return { text: whole + end, startCharacter: 0, endCharacter };
  if (!hasText(after)) return { text: whole, startCharacter: 0, endCharacter: endLine.length };
  // Move the text after the cursor to a new line.
  return { text: `${whole}\n${before}`, startCharacter: 0, endCharacter };
}

/**
 * Returns an upper bound of the length of the text that `fitCode` returns, without building this text. `lines` is the
 * number of lines of the code, and `tabs` the number of its tabs.
 */
export function maxFittedLength(
  code: { readonly length: number; readonly lines: number; readonly tabs: number },
  startLine: string,
  { tabSize }: Indentation,
): number {
  const { length } = leadingSpace(startLine);
  // The text may contain white space before the cursor once more.
  return code.length + code.tabs * (tabSize - 1) + code.lines * Math.min(length, maxIndent) + length + 1;
}

function withoutCommonIndent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map(leadingSpace);
  const [first = ''] = indents;
  let length = 0;
  while (length < first.length && indents.every((indent) => indent[length] === first[length])) length += 1;
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(length)));
}

/**
 * Converts the indentation of a line to spaces, or to tabs followed by fewer than `tabSize` spaces. Keeps the width of
 * the indentation.
 */
function convertIndent(line: string, { insertSpaces, tabSize }: Indentation): string {
  const indent = leadingSpace(line);
  let width = 0;
  for (const character of indent) width += character === '\t' ? tabSize - (width % tabSize) : 1;
  const converted = insertSpaces
    ? ' '.repeat(width)
    : '\t'.repeat(Math.floor(width / tabSize)) + ' '.repeat(width % tabSize);
  return converted + line.slice(indent.length);
}

/**
 * Returns true if `text` contains more than spaces and tabs. Takes time only for the spaces and tabs at the start, which
 * `maxFittedLength` counts. Skipping other white space too could take long for each selection in a hostile line.
 */
function hasText(text: string): boolean {
  return /[^ \t]/.test(text);
}

/**
 * Returns true if a cursor is at the end of a line with text that is not the start of an expression, such as `a = `.
 * Reads only the text beside the cursor, because there may be thousands of cursors in a hostile line.
 */
function isLineEnd(before: string, after: string): boolean {
  if (!hasText(before) || after.length > maxIndent || hasText(after)) return false;
  return !/(?:[=([]|=>|\breturn)$/.test(before.slice(-maxIndent).trimEnd());
}

/** Returns the spaces and tabs at the start of a line. */
export function leadingSpace(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
