/** The beginning of a line: the white space and the marks of quotes and list items before the text. */
export interface LineStart {
  /** The text after the last mark. Tabs are replaced by spaces. */
  readonly text: string;
  /** The column of the text. In a line that begins a list item, the column at which text of later lines is in the item. */
  readonly column: number;
  /** The column after the last white space that is wide enough for indented code; undefined if there is none. */
  readonly codeColumn: number | undefined;
  /** True if a list item in this line begins with indented code. */
  readonly isCodeItem: boolean;
  readonly quotes: number;
  readonly items: number;
}

/** Indented code begins after at least this number of columns of white space. */
const minCodeIndentation = 4;

export function readLineStart(line: string): LineStart {
  const source = withoutTabs(line);
  const nextMark = / *(?:>|(?:[-+*]|\d{1,9}[.)])(?= |$))?/y;
  let [quotes, items, column] = [0, 0, 0];
  let codeColumn: number | undefined;
  let isCodeItem = false;
  let isInItem = false;
  for (;;) {
    const start = nextMark.lastIndex;
    const [match = ''] = nextMark.exec(source) ?? [];
    const mark = match.trimStart();
    column = start + match.length - mark.length;
    // The marker of a list item includes one space. Depending on tabs, that of a quote may include none.
    const isCode = column - start >= minCodeIndentation + (isInItem ? 1 : 0) && column < source.length;
    if (isCode) codeColumn = column;
    isCodeItem ||= isCode && isInItem;
    if (mark === '') {
      const text = source.slice(column);
      const isItemStart = isInItem && (isCode || text === '');
      return { text, column: isItemStart ? start + 1 : column, codeColumn, isCodeItem, quotes, items };
    }
    isInItem = mark !== '>';
    if (isInItem) items += 1;
    else quotes += 1;
  }
}

/** Replaces each tab by spaces up to the next multiple of four columns, like the parser. */
function withoutTabs(line: string): string {
  let text = '';
  for (const [index, part] of line.split('\t').entries()) {
    if (index > 0) text = text.padEnd(Math.floor(text.length / 4) * 4 + 4);
    text += part;
  }
  return text;
}
