import { leadingSpace } from './fitCode.ts';

/** The maximum number of lines that are read to find the line. */
const maxLines = 2_000;
/** The maximum number of characters of a line that are read. */
const maxLength = 1_000;
/** A comment, a directive of a preprocessor, or a label such as `public:`, which often have less indentation. */
const noDeclaration =
  /^\s*(?:\/\/|\/\*|\*|--|#\s|#(?:if|el|end|define|region|pragma)|(?:public|private|protected)\s*:$)/;

/**
 * Returns the nearest line above a line that has less indentation and contains a letter, such as the first line of the
 * class of a method. Returns at most its first 1,000 characters, and undefined if no such line is near.
 *
 * @param lineAt Returns the line with a number.
 */
export function containingLine(lineAt: (line: number) => string, line: number): string | undefined {
  const read = (number: number) => lineAt(number).slice(0, maxLength);
  const indent = leadingSpace(read(line)).length;
  for (let above = line - 1; indent > 0 && above >= Math.max(0, line - maxLines); above -= 1) {
    const text = read(above);
    if (leadingSpace(text).length < indent && /\p{L}/u.test(text) && !noDeclaration.test(text)) return text;
  }
  return undefined;
}
