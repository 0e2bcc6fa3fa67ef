import MarkdownIt, { type Token } from 'markdown-it';
import { hasOtherPurpose, sectionHeadings } from './headings.ts';
import type { ReplyBlock } from './planTypes.ts';

/** A code block in the text of a reply. */
export interface ParsedBlock extends ReplyBlock {
  /** False if the reply ends before the closing fence. The code may then be cut off. */
  readonly isClosed: boolean;
}

/** In longer replies, the text before later blocks begins with no headings. Otherwise, it could be too long in total. */
const maxBlocksWithHeadings = 1_000;

/** Only the rules that find blocks are needed, because code blocks contain no inline Markdown. */
const parser = new MarkdownIt({ html: false });
parser.core.ruler.enableOnly(['normalize', 'block']);

/** Returns the code blocks of a reply in order, also those in lists and quotations. `reply` is Markdown. */
export function parseReply(reply: string): readonly ParsedBlock[] {
  const lines = reply.split(/\r\n?|\n/);
  let end = 0;
  let headings: readonly string[] = [];
  return parser
    .parse(reply, {})
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map((token, index) => {
      const [start, next] = token.map ?? [end, end];
      const between = lines.slice(end, start);
      const isContinued = index < maxBlocksWithHeadings && !hasOtherPurpose(between);
      const before = [...(isContinued ? headings : []), ...between].join('\n');
      headings = sectionHeadings(headings, between);
      end = next;
      return { code: token.content.replace(/\n$/, ''), info: token.info.trim(), before, isClosed: isClosed(token) };
    });
}

function isClosed({ type, map, content }: Token): boolean {
  if (type !== 'fence' || map === null) return true;
  const contentLines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
  return map[1] - map[0] - 1 > contentLines;
}
