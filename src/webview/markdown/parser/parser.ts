import MarkdownIt, { type Token } from 'markdown-it';
import { addChunkRule } from './chunkRule.ts';
import { addDetailsRules } from './detailsRules.ts';
import { addFlankingRule } from './flanking.ts';
import { addFootnoteRules } from './footnoteRules.ts';
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
  addDetailsRules(parser);
  addFootnoteRules(parser);
  return parser;
}

/** Stores the source offset of a list item's or footnote's text in its token, for {@link contentStart}. */
function noteContentStarts({ block }: ReturnType<typeof MarkdownIt>): void {
  block.ruler.before('table', 'content_start', (state, line) => {
    const opener = state.tokens.at(-1);
    if (opener !== undefined && /^(?:list_item|footnote)_open$/.test(opener.type) && opener.map?.[0] === line) {
      opener.meta = { contentStart: (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0) };
    }
    return false;
  });
}

/**
 * Returns the source offset of the text of a list item or footnote, or the offset after a `<details>` tag. Returns
 * undefined if an item's first line has no text after the marker, or if the item is nested too deeply (see
 * `addLimitRules`).
 */
export function contentStart({ meta }: Token): number | undefined {
  const start = meta?.['contentStart'];
  return typeof start === 'number' ? start : undefined;
}
