import type { Token } from 'markdown-it';
import { textMark } from './openLevel.ts';
import type { OpenPath } from './openPath.ts';
import { settledLength } from './settledLength.ts';

/** Shorter texts are parsed whole each time. */
const minLength = 1_024;

/** What is finished of a paragraph or a block of code that is still being received. */
export interface LeafCut {
  /** The finished text: of a paragraph markdown, of a block of code its lines. */
  readonly finished: string;
  /** The source without it. */
  readonly rest: string;
}

/** The finished lines of a fence that has not been closed; `text` is what it holds. */
export function fenceCut(
  { leaf }: OpenPath,
  text: string,
  source: string,
  starts: readonly number[],
): LeafCut | undefined {
  if (leaf?.map === null || leaf?.type !== 'fence') return undefined;
  const [fence, end] = leaf.map;
  const isClosed = end - fence - 1 > leaf.content.split('\n').length - 1;
  let last = starts.length - 2;
  // Blank lines may turn out to stand after the fence.
  while (last > fence && /^[\s>]*$/.test(source.slice(starts[last], starts[last + 1]))) last -= 1;
  const count = last - fence - 1;
  if (isClosed || count <= 0 || end <= last) return undefined;
  const finished = text.split('\n').slice(0, count).join('\n');
  return { finished: `${finished}\n`, rest: source.slice(0, starts[fence + 1]) + source.slice(starts[last]) };
}

/** The settled beginning of a long paragraph, `inline` being its text; `isMarked` says that it was cut before. */
export function textCut(
  paragraph: Token,
  { content }: Token,
  isMarked: boolean,
  source: string,
  starts: readonly number[],
): LeafCut | undefined {
  const first = paragraph.map?.[0];
  // A bracket may begin a link definition.
  if (first === undefined || content.length < minLength || content.startsWith('[')) return undefined;
  const markLength = isMarked ? textMark.length : 0;
  const length = settledLength(content.slice(markLength, undecidedFrom(content)));
  const end = markLength + length;
  const line = content.slice(0, end).split('\n').length - 1;
  const prefixEnd = offsetInSource(content, 0, first, source, starts);
  const cut = offsetInSource(content, content.lastIndexOf('\n', end - 1) + 1, first + line, source, starts);
  if (length < minLength / 2 || prefixEnd === undefined || cut === undefined) return undefined;
  const column = end - (content.lastIndexOf('\n', end - 1) + 1);
  return {
    finished: content.slice(markLength, end),
    rest: source.slice(0, prefixEnd) + textMark + source.slice(cut + column),
  };
}

/** A bar in the last line may turn out to be in a table's head. */
function undecidedFrom(content: string): number | undefined {
  const bar = content.indexOf('|', content.lastIndexOf('\n') + 1);
  return bar < 0 ? undefined : bar;
}

/** Where in the source the line of a paragraph stands whose text begins at `start`. */
function offsetInSource(
  content: string,
  start: number,
  line: number,
  source: string,
  starts: readonly number[],
): number | undefined {
  const end = content.indexOf('\n', start);
  const text = content.slice(start, end < 0 ? undefined : end).trimEnd();
  const sourceLine = source.slice(starts[line], starts[line + 1]).trimEnd();
  return sourceLine.endsWith(text) ? (starts[line] ?? 0) + sourceLine.length - text.length : undefined;
}
