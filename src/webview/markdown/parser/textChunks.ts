import { settledPositions } from './settledPositions.ts';

/**
 * Limits of a chunk in characters. A chunk ends at the first settled position after a line break from `chunkLength` on.
 * Without a line break, a chunk ends at the last settled position up to `maxChunkLength`.
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
   * True if the chunk is shown without formatting. This is the case from the first position on that is followed by
   * `maxChunkLength` characters without a settled position, for example 4,096 opening brackets.
   */
  readonly isPlain: boolean;
}

/** The text that replaces the finished text of a paragraph, so that the rest is parsed as a paragraph. */
export const textMark = 'x ';

/** Describes the text that was cut from the beginning of a longer text (see `LeafCut`). */
export interface CutText {
  /** Number of chunks that were cut. */
  readonly chunks: number;
  /** Number of characters that were cut from the next chunk. */
  readonly length: number;
  /** True if the next chunk is plain. */
  readonly isPlain: boolean;
}

export const nothingCut: CutText = { chunks: 0, length: 0, isPlain: false };

/**
 * Splits the rest of a text into chunks. `cut` tells what precedes the rest. The first chunk is the rest of the chunk of
 * which the beginning was cut; its text may be empty.
 * The result does not depend on what was cut. If text is appended, only the last chunk changes.
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
 * Returns the length of the formatted chunk at `start`, of which `cutLength` characters were cut. Returns undefined if
 * more text could extend the chunk. Returns 0 if nothing may be added to what was cut.
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

/** True if only white space precedes `position` in its line. */
function isAtLineStart(text: string, position: number): boolean {
  const lineBreak = text.lastIndexOf('\n', position - 1);
  return lineBreak >= 0 && text.slice(lineBreak, position).trim() === '';
}

/**
 * Returns the length of the plain chunk at `start`; undefined if more text could extend the chunk. A chunk ends after a
 * line break, or else after white space, if there is any in its second half.
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
