// No two adjacent repeats match the same character. Otherwise, a long run of white space would take quadratic time.
const marks = /^(?:[-*+=#>`~|_:\s]+|\s*\d{1,9}[.)]?)$/;
const footnote = /^[>\s]*\[(?:\^[^\]\s]*\]?)?$/;
const tags = /^[>\s]*(?:<\/?[a-z]{0,7}|<details[^>]*|(?:<details[^>]*>\s*)?<summary>.{0,200})$/i;

/**
 * Returns true for an incomplete line that may become, for example, a heading underline, list, fence, table, footnote or
 * `<details>`. A `BlocksUpdate` from `update` leaves out such a line, unless the line is in a top-level fence or is the
 * beginning of the delimiter row of a table.
 */
export function isUndecidedLine(line: string): boolean {
  return marks.test(line) || footnote.test(line) || tags.test(line);
}
