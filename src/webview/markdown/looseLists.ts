import type { Token } from 'markdown-it';

/**
 * Returns the opening tokens of loose lists. A list is loose if a blank line separates two of its items, or two blocks
 * of an item. In the view, a loose list differs from other lists only in the CSS class of the list. Its earlier items
 * therefore stay unchanged when later text makes the list loose.
 */
export function looseLists(tokens: readonly Token[]): ReadonlySet<Token> {
  const loose = new Set<Token>();
  const open: Token[] = [];
  const started = new Set<Token>();
  let lineAfterText = 0;
  for (const token of tokens) {
    const parent = open.at(-1);
    if (token.map !== null && parent !== undefined) {
      const list =
        token.type === 'list_item_open' ? parent : parent.type === 'list_item_open' ? open.at(-2) : undefined;
      if (list !== undefined && started.has(parent) && lineAfterText < token.map[0]) loose.add(list);
      started.add(parent);
    }
    // The last lines of an item may be blank, so count only its first line here, and later the blocks in the item. The
    // last lines of a list may be blank, too. But the list's first item follows at once, and sets `lineAfterText` again.
    if (token.type === 'list_item_open' && token.map !== null) lineAfterText = token.map[0] + 1;
    else if (token.map !== null) lineAfterText = Math.max(lineAfterText, endOfText(token, token.map));
    if (token.nesting === 1) open.push(token);
    if (token.nesting === -1) open.pop();
  }
  return loose;
}

/** Returns the index of the line after a block. In an unclosed fence, trailing blank lines do not count. */
function endOfText(token: Token, [start, end]: [number, number]): number {
  if (token.type !== 'fence') return end;
  const lines = token.content.split('\n').slice(0, -1);
  const isClosed = end - start - 1 > lines.length;
  return isClosed ? end : start + 2 + lines.findLastIndex((line) => /[^ \t]/.test(line));
}
