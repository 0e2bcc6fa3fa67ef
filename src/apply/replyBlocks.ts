import MarkdownIt, { type Token } from 'markdown-it';
import { blockKind } from './blockKind.ts';
import { hasOtherPurpose, replacesBlockAbove, sectionHeadings } from './headings.ts';
import { namedPaths } from './namedPaths.ts';
import type { ReplyBlock } from './planTypes.ts';

/** A code block in the text of a reply. */
export interface ParsedBlock extends ReplyBlock {
  /** False if the reply ends before the closing fence. The code may then be cut off. */
  readonly isClosed: boolean;
}

/** In longer replies, the text before later blocks begins with no headings. Otherwise, it could be too long in total. */
const maxBlocksWithHeadings = 1_000;

/** A line such as ``Save this as `cart.ts`.`` below a block. With a colon at its end, it is about the next block. */
const namesAbove =
  /^\W{0,9}(?:(?:then|now|you can|please|and|just)\s+){0,2}(?:save|store|put|place|write|name|call)\s+(?:this|it|that|the (?:above|code|file|script|snippet)(?: above)?)\s[^:]*\w[^:\w]*$/i;
/** The maximum length of such a line. */
const maxNameLength = 300;

/** Only the rules that find blocks are needed, because code blocks contain no inline Markdown. */
const parser = new MarkdownIt({ html: false });
parser.core.ruler.enableOnly(['normalize', 'block']);

/** Returns the code blocks of a reply in order, also those in lists and quotations. `reply` is Markdown. */
export function parseReply(reply: string): readonly ParsedBlock[] {
  const lines = reply.split(/\r\n?|\n/);
  let end = 0;
  let headings: readonly string[] = [];
  const blocks: ParsedBlock[] = [];
  /** Moves the line that names the last block from the lines below it to the text before it. */
  const nameLast = (below: readonly string[]) => {
    const last = blocks.at(-1);
    const index = last === undefined ? -1 : indexOfName(last, below);
    if (last === undefined || index < 0) return below;
    // Before the block, `above` would mean another block.
    const name = (below[index] ?? '').replace(/\sabove\b/i, '');
    blocks[blocks.length - 1] = { ...last, before: `${last.before}\n${name}` };
    return below.toSpliced(index, 1);
  };
  for (const token of parser.parse(reply, {})) {
    if (token.type !== 'fence' && token.type !== 'code_block') continue;
    const [start, next] = token.map ?? [end, end];
    const between = nameLast(lines.slice(end, start));
    const isContinued = blocks.length < maxBlocksWithHeadings && !hasOtherPurpose(between);
    const last = blocks.at(-1);
    const isPair = last !== undefined && last.replaced === undefined && replacesBlockAbove(last.before, between);
    const replaced = isPair ? last : undefined;
    const above = isContinued ? headings : [];
    headings = sectionHeadings(headings, between);
    end = next;
    blocks.push({
      code: token.content.replace(/\n$/, ''),
      info: token.info.trim(),
      // The file of a pair is named above its first block.
      before: replaced?.before ?? [...above, ...between].join('\n'),
      ...(replaced && { replaced: replaced.code }),
      isClosed: isClosed(token),
    });
  }
  nameLast(lines.slice(end));
  return blocks;
}

/** Returns the index of the line directly below a block that names it; -1 if there is none. */
function indexOfName(block: ParsedBlock, below: readonly string[]): number {
  const index = below.findIndex((line) => line.trim() !== '');
  if (index < 0 || !namesAbove.test((below[index] ?? '').slice(0, maxNameLength))) return -1;
  const kind = blockKind(block);
  return kind === 'shell' || kind === 'output' || namedPaths(block).length > 0 ? -1 : index;
}

function isClosed({ type, map, content }: Token): boolean {
  if (type !== 'fence' || map === null) return true;
  const contentLines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
  return map[1] - map[0] - 1 > contentLines;
}
