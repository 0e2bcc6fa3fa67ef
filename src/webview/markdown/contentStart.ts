import type { MarkdownIt, Token } from 'markdown-it';

/** Notes on the token of a list item where in the source its text begins. */
export function noteContentStarts({ block }: MarkdownIt): void {
  block.ruler.before('table', 'content_start', (state, line) => {
    const opener = state.tokens.at(-1);
    if (opener?.type === 'list_item_open' && opener.map?.[0] === line) {
      opener.meta = { contentStart: (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0) };
    }
    return false;
  });
}

/** The offset; undefined where the item's first line is blank. */
export function contentStart(item: Token): number | undefined {
  const start = item.meta?.['contentStart'];
  return typeof start === 'number' ? start : undefined;
}
