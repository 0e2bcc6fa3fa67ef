import MarkdownIt, { type Token } from 'markdown-it';
import { addChunkRule } from './chunkRule.ts';
import { addFlankingRule } from './flanking.ts';
import { addFormulaRules } from './formulaRules.ts';
import { addInlineTagRules } from './inlineTags.ts';
import { addLimitRules } from './limitRules.ts';

/** The parts of markdown-it that are used. The HTML renderer is left out, because replies are untrusted. */
export type Parser = Pick<ReturnType<typeof MarkdownIt>, 'parse' | 'parseInline' | 'utils'>;

/**
 * Creates the markdown parser for replies: CommonMark with tables, strikethrough, formulas and bare URLs as links.
 * Raw HTML stays text, except for the tags of `inlineTag`. A line break in the source is shown as a line break.
 */
export function createParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: true, breaks: true });
  // With fuzzy links, file names such as README.md and main.rs become links, because .md and .rs are top-level domains.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  parser.linkify.add('www.', {
    validate: (text, position, linkify) => linkify.testSchemaAt(text, '//', position),
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  addFlankingRule(parser);
  addFormulaRules(parser);
  addInlineTagRules(parser);
  addChunkRule(parser);
  addLimitRules(parser);
  noteContentStarts(parser);
  return parser;
}

/** Stores the source offset of a list item's text in the item's token, for {@link contentStart}. */
function noteContentStarts({ block }: ReturnType<typeof MarkdownIt>): void {
  block.ruler.before('table', 'content_start', (state, line) => {
    const opener = state.tokens.at(-1);
    if (opener?.type === 'list_item_open' && opener.map?.[0] === line) {
      opener.meta = { contentStart: (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0) };
    }
    return false;
  });
}

/**
 * Returns the source offset of a list item's text. Returns undefined if the item's first line has no text after the
 * marker, or if the item is nested too deeply (see `addLimitRules`).
 */
export function contentStart(item: Token): number | undefined {
  const start = item.meta?.['contentStart'];
  return typeof start === 'number' ? start : undefined;
}
