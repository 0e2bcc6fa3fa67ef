import MarkdownIt, { type Token } from 'markdown-it';
import { addFormulaRules } from './formulaRules.ts';

/** The part of markdown-it that turns text into tokens. Nothing here renders HTML. */
export type Parser = Pick<ReturnType<typeof MarkdownIt>, 'parse' | 'parseInline' | 'utils'>;

/**
 * A markdown parser for replies: CommonMark with tables, strikethrough, formulas and addresses as links.
 * Raw HTML stays text. A line break in the source is a line break on the screen, as the model meant it.
 */
export function createParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: true, breaks: true });
  // Names of files such as README.md and main.rs would otherwise become links to hosts.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  parser.linkify.add('www.', {
    validate: (text, position, linkify) => linkify.testSchemaAt(text, '//', position),
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  addFormulaRules(parser);
  noteContentStarts(parser);
  return parser;
}

/** Records in each list item's token the offset of its text in the source; see {@link contentStart}. */
function noteContentStarts({ block }: ReturnType<typeof MarkdownIt>): void {
  block.ruler.before('table', 'content_start', (state, line) => {
    const opener = state.tokens.at(-1);
    if (opener?.type === 'list_item_open' && opener.map?.[0] === line) {
      opener.meta = { contentStart: (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0) };
    }
    return false;
  });
}

/** The offset of a list item's text in the source; undefined if the item's first line is blank. */
export function contentStart(item: Token): number | undefined {
  const start = item.meta?.['contentStart'];
  return typeof start === 'number' ? start : undefined;
}
