import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';

/** Thrown by `readLines` if a line is longer than `maxLength`. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

/**
 * Yields the non-empty lines of a UTF-8 text. Omits line breaks, and a byte order mark at the start of a line. Keeps
 * only one line and one chunk in memory. Throws a LineTooLongError as soon as a line is longer than `maxLength` UTF-16
 * code units.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxLength: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  const takeLine = () => {
    const line = parts.join('').replace(/^\uFEFF|\r$/g, '');
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of inSlices(chunks)) {
    const pieces = decoder.write(Buffer.from(chunk)).split('\n');
    for (const [index, piece] of pieces.entries()) {
      parts.push(piece);
      length += piece.length;
      if (length > maxLength) throw new LineTooLongError(`A line is longer than ${maxLength}.`);
      if (index === pieces.length - 1) continue;
      const line = takeLine();
      if (line !== '') yield line;
    }
  }
  parts.push(decoder.end());
  const last = takeLine();
  if (last !== '') yield last;
}

/** The maximum length of a slice, in bytes. Reading the lines of such a slice takes a few milliseconds. */
const sliceLength = 65_536;

/** Yields the bytes of all chunks. Cuts long chunks, so that other tasks of the process can run in between. */
async function* inSlices(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += sliceLength) {
      if (start > 0) await setImmediate();
      yield chunk.subarray(start, start + sliceLength);
    }
  }
}
