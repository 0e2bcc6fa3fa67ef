import MarkdownIt from 'markdown-it';
import { noteContentStarts } from './contentStart.ts';
import { addFormulaRules } from './formulaRules.ts';

/** Only what turns text into tokens: nothing here renders HTML. */
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
