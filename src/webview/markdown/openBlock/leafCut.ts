import type { Token } from 'markdown-it';
import type { OpenPath } from './openPath.ts';
import { maxDefinitionLength, maxLineLength } from '../parser/limitRules.ts';
import { settledPositions } from '../parser/settledPositions.ts';
import { nothingCut, splitText, textMark, type CutText, type TextChunk } from '../parser/textChunks.ts';

/** Paragraphs with fewer characters are not cut (see `LeafCut`), because they are cheap to parse as a whole. */
const minLength = 1_024;

/**
 * Matches a paragraph that may still become a link definition, or the title of the definition above it. A paragraph of
 * more than `maxDefinitionLength` characters can become neither.
 */
const mayBeDefinition = /^(?:\[(?:[^[\]\\]|\\.)*(?:\]:|\]?$)|["'(])/s;

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
 * Cuts all lines of code before the last non-blank line of an open code fence. A fence is open while it has no
 * closing line.
 * `text` is the code in the fence. `starts` has the offset of each line of `source`, then the length of `source`.
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
  // Skip trailing blank lines. In a quote, a blank line without `>` ends the quote, so that line is not code.
  while (last > fence && /^[ \t\n>]*$/.test(source.slice(starts[last], starts[last + 1]))) last -= 1;
  const count = last - fence - 1;
  if (isClosed || count <= 0 || end <= last) return undefined;
  const finished = text.split('\n').slice(0, count).join('\n');
  return { finished: `${finished}\n`, rest: source.slice(0, starts[fence + 1]) + source.slice(starts[last]) };
}

/** A cut from the text of a paragraph. */
export interface TextCut extends LeafCut {
  /** Describes all text that was cut from the paragraph, in this cut and in earlier cuts. */
  readonly cutText: CutText;
  /**
   * Number of unfinished chunks at the end of the paragraph. Undefined if the cut does not reach the end of a chunk:
   * `finished` is then text of the paragraph's last chunk.
   */
  readonly openChunks: number | undefined;
}

/**
 * Cuts the finished chunks from a long paragraph. If only one chunk is left, cuts the settled beginning of that chunk
 * (see `settledPositions`).
 * Returns undefined if the paragraph cannot be cut, for example because its settled beginning is too short.
 * If text was already cut from the paragraph, `cutText` describes that text, and the paragraph starts with `textMark`.
 */
export function textCut(
  paragraph: Token,
  { content, meta }: Token,
  cutText: CutText | undefined,
  source: string,
  starts: readonly number[],
): TextCut | undefined {
  const first = paragraph.map?.[0];
  if (first === undefined || content.length < minLength || meta?.['isPlain'] === true) return undefined;
  if (content.length <= maxDefinitionLength && mayBeDefinition.test(content)) return undefined;
  const markLength = cutText === undefined ? 0 : textMark.length;
  const cut = cutText ?? nothingCut;
  const end = undecidedFrom(content, cut) ?? content.length;
  const chunks = splitText(content.slice(markLength), cut);
  const chunk =
    finishedChunks(chunks, cut, end - markLength) ??
    (chunks.length > 1 ? undefined : finishedText(content.slice(markLength, end), cut));
  if (chunk === undefined) return undefined;
  const rest = withoutText(content, markLength + chunk.length, first, source, starts);
  if (rest === undefined) return undefined;
  const finished = content.slice(markLength, markLength + chunk.length);
  const lineStart = finished.lastIndexOf('\n') + 1;
  const lineLength = (lineStart === 0 ? cut.lineLength : 0) + finished.slice(lineStart).trimStart().length;
  return { finished, rest, cutText: { ...chunk.cutText, lineLength }, openChunks: chunk.openChunks };
}

interface FinishedText extends Pick<TextCut, 'openChunks'> {
  readonly cutText: Omit<CutText, 'lineLength'>;
  readonly length: number;
}

/**
 * Describes the chunks that end at or before `end`, an offset in the joined text of all `chunks`. Does not include the
 * last chunk. Returns undefined if there are no such chunks.
 */
function finishedChunks(chunks: readonly TextChunk[], cut: CutText, end: number): FinishedText | undefined {
  let length = 0;
  let count = 0;
  for (const { text } of chunks.slice(0, -1)) {
    if (length + text.length > end) break;
    length += text.length;
    count += 1;
  }
  if (count === 0) return undefined;
  const [isAfterPlain, isPlain] = [chunks[count - 1]?.isPlain === true, chunks[count]?.isPlain === true];
  const cutText = { chunks: cut.chunks + count, length: 0, isPlain, isAfterPlain };
  return { length, cutText, openChunks: chunks.length - count };
}

/**
 * Describes the settled beginning of `text`, the text of an open chunk. Returns undefined if the beginning is too
 * short, or if the chunk is plain.
 */
function finishedText(text: string, cut: CutText): FinishedText | undefined {
  if (cut.isPlain) return undefined;
  const length = settledPositions(text).at(-1) ?? 0;
  if (length < minLength / 2) return undefined;
  return { length, cutText: { ...cut, length: cut.length + length }, openChunks: undefined };
}

/**
 * Returns the source with `textMark` in place of the first `end` characters of `content`, the paragraph's text. Returns
 * undefined if this text is not found in the source. `first` is the index of the paragraph's first line.
 */
function withoutText(
  content: string,
  end: number,
  first: number,
  source: string,
  starts: readonly number[],
): string | undefined {
  const lineStart = content.lastIndexOf('\n', end - 1) + 1;
  const line = content.slice(0, end).split('\n').length - 1;
  const prefixEnd = offsetInSource(content, 0, first, source, starts);
  const cut = offsetInSource(content, lineStart, first + line, source, starts);
  if (prefixEnd === undefined || cut === undefined) return undefined;
  return source.slice(0, prefixEnd) + textMark + source.slice(cut + end - lineStart);
}

/**
 * Returns the offset of the first pipe (`|`) in the last line of `content`; undefined if that line has no pipe. A last
 * line with a pipe may become the header row of a table. The pipe is not cut, so that the parser can still find this
 * table in the remaining source. If the parser finds a table, `matchesLevels` returns false, and the cut is undone.
 * Also returns undefined for a last line that is longer than `maxLineLength`, because it cannot become a header row.
 */
function undecidedFrom(content: string, cut: CutText): number | undefined {
  const lineStart = content.lastIndexOf('\n') + 1;
  const cutLength = lineStart === 0 ? cut.lineLength : 0;
  if (cutLength + content.slice(lineStart).trimStart().length > maxLineLength + textMark.length) return undefined;
  const bar = content.indexOf('|', lineStart);
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
