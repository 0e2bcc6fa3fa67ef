import { settledPositions } from './settledPositions.ts';

/**
 * Limits for the length of a chunk in characters. A formatted chunk ends at the first settled position that is at the
 * start of a line and not before `chunkLength`. If there is none up to `maxChunkLength`, the chunk ends at the last
 * settled position up to `maxChunkLength`. A plain chunk has at most `chunkLength` characters.
 */
const chunkLength = 2_048;
const maxChunkLength = 4_096;

/**
 * A part of the text of a long block, such as a paragraph. The chunks of a text are parsed separately and shown in
 * separate elements, so that neither parsing nor layout takes longer at the end of a long text.
 */
export interface TextChunk {
  readonly text: string;
  /**
   * True if the chunk is shown without formatting. A chunk is plain if `maxChunkLength` characters from its start on
   * have no settled position, for example 4,096 opening brackets. All chunks after a plain chunk are plain. A caller
   * can also make all chunks of a text plain (see `CutText`).
   */
  readonly isPlain: boolean;
}

/** The text that replaces the finished text of a paragraph, so that the rest is parsed as a paragraph. */
export const textMark = 'x ';

/** Describes the text that was cut from the beginning of a longer text (see `LeafCut`). */
export interface CutText {
  /** Number of whole chunks that were cut. */
  readonly chunks: number;
  /** Number of characters that were cut from the beginning of the chunk after the whole chunks. */
  readonly length: number;
  /** True if the chunk after the whole chunks is plain. */
  readonly isPlain: boolean;
  /** True if the last of the whole chunks is plain. */
  readonly isAfterPlain: boolean;
  /** Number of characters that were cut from the last line, without white space at the start of the line. */
  readonly lineLength: number;
}

export const nothingCut: CutText = { chunks: 0, length: 0, isPlain: false, isAfterPlain: false, lineLength: 0 };

/**
 * Splits the rest of a text into chunks. `cut` describes the text before the rest. If `cut` ends within a chunk, the
 * first returned chunk is the remainder of that chunk; its text may be empty.
 * The ends of the chunks do not depend on what was cut. If text is appended, all chunks before the last stay the same.
 */
export function splitText(rest: string, cut: CutText): readonly TextChunk[] {
  const chunks: TextChunk[] = [];
  let { isPlain } = cut;
  let cutLength = cut.length;
  let start = 0;
  for (;;) {
    const length = isPlain ? plainLength(rest, start) : formattedLength(rest, start, cutLength);
    if (length === undefined) break;
    if (length === 0 && cutLength === 0) {
      isPlain = true;
      continue;
    }
    chunks.push({ text: rest.slice(start, start + length), isPlain });
    start += length;
    cutLength = 0;
  }
  return [...chunks, { text: rest.slice(start), isPlain }];
}

/**
 * Returns the length of the formatted chunk at `start`, without the first `cutLength` characters of the chunk, which
 * were cut before `start`. Returns undefined if more text could extend the chunk. Returns 0 if the text at `start` has
 * no settled position at which the chunk can end.
 */
function formattedLength(text: string, start: number, cutLength: number): number | undefined {
  const restLength = text.length - start;
  if (cutLength + restLength <= chunkLength) return undefined;
  const maxLength = maxChunkLength - cutLength;
  const window = text.slice(start, start + maxLength);
  const settled = settledPositions(window);
  const newLine = settled.find((position) => cutLength + position >= chunkLength && isAtLineStart(window, position));
  if (newLine !== undefined) return newLine;
  return restLength < maxLength ? undefined : (settled.at(-1) ?? 0);
}

/** True if `text` has a line break before `position`, and only white space between the two. */
function isAtLineStart(text: string, position: number): boolean {
  const lineBreak = text.lastIndexOf('\n', position - 1);
  return lineBreak >= 0 && text.slice(lineBreak, position).trim() === '';
}

/**
 * Returns the length of the plain chunk at `start`; undefined if more text could extend the chunk. The chunk ends after
 * the last line break in its second half. If there is none, the chunk ends after the last white space in that half. If
 * that half has no white space, the chunk has `chunkLength` characters, or one less to keep a surrogate pair whole.
 */
function plainLength(text: string, start: number): number | undefined {
  if (text.length - start <= chunkLength) return undefined;
  const window = text.slice(start, start + chunkLength);
  const lineLength = window.lastIndexOf('\n') + 1;
  if (lineLength > chunkLength / 2) return lineLength;
  for (let length = chunkLength; length > chunkLength / 2; length -= 1)
    if (/\s/.test(window.charAt(length - 1))) return length;
  return /[\ud800-\udbff]$/.test(window) ? chunkLength - 1 : chunkLength;
}
