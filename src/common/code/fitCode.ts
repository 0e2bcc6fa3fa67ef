/** The place for code in a document: a cursor, or a selection that it replaces. */
export interface CodePlace {
  /** The whole line where the selection starts. */
  readonly startLine: string;
  readonly startCharacter: number;
  /** The whole line where it ends. */
  readonly endLine: string;
  readonly endCharacter: number;
  readonly kind: 'cursor' | 'selection' | 'selectedLines';
}

export interface Indentation {
  readonly insertSpaces: boolean;
  readonly tabSize: number;
}

/** The indented text, and the columns of the first and last line that it replaces: at least the selection. */
export interface FittedCode {
  readonly text: string;
  readonly startCharacter: number;
  readonly endCharacter: number;
}

/** Indents code like its place, with the editor's tabs or spaces. Lines end with `\n`. */
export function fitCode(code: string, place: CodePlace, indentation: Indentation): FittedCode {
  const { startLine, startCharacter, endLine, endCharacter, kind } = place;
  const lines = withoutCommonIndent(code.replace(/\r\n?/g, '\n').split('\n')).map((line) =>
    convertIndent(line, indentation),
  );
  const before = startLine.slice(0, startCharacter);
  const after = endLine.slice(endCharacter);
  const indent = leadingSpace(startLine);
  const [first = '', ...others] = lines;
  const rest = others.map((line) => (line === '' ? '' : indent + line));
  const end = kind === 'selectedLines' ? '\n' : '';

  const isInText = before.trim() !== '' || (kind === 'cursor' && after.trim() !== '' && rest.length === 0);
  if (isInText) return { text: [first, ...rest].join('\n') + end, startCharacter, endCharacter };

  const whole = [first === '' ? '' : indent + first, ...rest].join('\n');
  if (kind !== 'cursor') return { text: whole + end, startCharacter: 0, endCharacter };
  if (after.trim() === '') return { text: whole, startCharacter: 0, endCharacter: endLine.length };
  // The text right of the cursor continues in a line of its own.
  return { text: `${whole}\n${before}`, startCharacter: 0, endCharacter };
}

function withoutCommonIndent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map(leadingSpace);
  const [shortest = ''] = indents.toSorted((one, other) => one.length - other.length);
  let length = 0;
  while (length < shortest.length && indents.every((indent) => indent[length] === shortest[length])) length += 1;
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(length)));
}

/** Converts between tabs and spaces and keeps the width. A rest of less than a tab remains spaces. */
function convertIndent(line: string, { insertSpaces, tabSize }: Indentation): string {
  const indent = leadingSpace(line);
  let width = 0;
  for (const character of indent) width += character === '\t' ? tabSize - (width % tabSize) : 1;
  const converted = insertSpaces
    ? ' '.repeat(width)
    : '\t'.repeat(Math.floor(width / tabSize)) + ' '.repeat(width % tabSize);
  return converted + line.slice(indent.length);
}

function leadingSpace(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
