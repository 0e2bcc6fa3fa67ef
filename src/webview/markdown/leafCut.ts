import type { Token } from 'markdown-it';
import { textMark } from './openLevel.ts';
import type { OpenPath } from './openPath.ts';
import { settledPositions } from './settledPositions.ts';

/** Paragraphs with fewer characters are not cut (see `LeafCut`), because they are cheap to parse as a whole. */
const minLength = 1_024;

/**
 * The result of a cut. A cut removes finished text (see `MarkdownStream`) from the source of a block that is still
 * being received. The text is removed from the leaf, the innermost block at the end of the source. The leaf must be a
 * paragraph or a code fence.
 */
export interface LeafCut {
  /** The text that was cut: markdown of a paragraph, or complete lines of code. */
  readonly finished: string;
  /** The source without the finished text. In a paragraph, `textMark` replaces the finished text. */
  readonly rest: string;
}

/**
 * Cuts all lines of code before the last non-blank line from an open code fence, that is, a fence that is not closed.
 * `text` is the code in the fence. `starts` has the offset of each line of `source`,
 * then the length of `source`.
 * Returns undefined if the leaf is not an open code fence, or if there is no line to cut.
 */
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
  // Skip trailing blank lines. In a quote, a blank line without `>` ends the quote, so it is not code.
  while (last > fence && /^[\s>]*$/.test(source.slice(starts[last], starts[last + 1]))) last -= 1;
  const count = last - fence - 1;
  if (isClosed || count <= 0 || end <= last) return undefined;
  const finished = text.split('\n').slice(0, count).join('\n');
  return { finished: `${finished}\n`, rest: source.slice(0, starts[fence + 1]) + source.slice(starts[last]) };
}

/**
 * Cuts the settled beginning (see `settledPositions`) from a long paragraph.
 * Returns undefined if the paragraph cannot be cut, for example because its settled beginning is too short.
 * `isMarked` is true if the paragraph was already cut. The text of such a paragraph starts with `textMark`.
 */
export function textCut(
  paragraph: Token,
  { content }: Token,
  isMarked: boolean,
  source: string,
  starts: readonly number[],
): LeafCut | undefined {
  const first = paragraph.map?.[0];
  // A paragraph that starts with a bracket may become a link definition.
  if (first === undefined || content.length < minLength || content.startsWith('[')) return undefined;
  const markLength = isMarked ? textMark.length : 0;
  const length = settledPositions(content.slice(markLength, undecidedFrom(content))).at(-1) ?? 0;
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

/**
 * Returns the offset of the first pipe (`|`) in the last line; undefined if that line has no pipe.
 * A last line with a pipe may become the header row of a table. The pipe stays in the source, so that the rest of the line
 * then also becomes a table. `matchesLevels` detects that, and the cut is undone.
 */
function undecidedFrom(content: string): number | undefined {
  const bar = content.indexOf('|', content.lastIndexOf('\n') + 1);
  return bar < 0 ? undefined : bar;
}

/**
 * Returns the offset in `source` at which the text of one line of a paragraph starts. Returns undefined if the source
 * line does not end with this text. `content` is the text of the paragraph. The text of the line starts at the offset
 * `start` of `content`. `line` is the index of the line in `source`.
 */
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
