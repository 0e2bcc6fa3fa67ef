import type { PayloadKind } from './framing.ts';

/** The maximum number of bytes of a blank line and the line end before it. */
export const maxBlankLineLength = 4;

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Finds the end of an incomplete payload that continues in `bytes`. Returns the offset in `bytes` after the payload and
 * its blank line or line end, or -1 if the payload does not end in `bytes`. `before` contains the last bytes that
 * precede `bytes`, at most `maxBlankLineLength` - 1. The blank line after an event may begin in `before`.
 */
export function firstPayloadEnd(kind: PayloadKind, before: Uint8Array, bytes: Uint8Array): number {
  switch (kind) {
    case 'event': {
      const border = Buffer.concat([before, bytes.subarray(0, maxBlankLineLength - 1)]);
      const end = firstBlankLineEnd(border);
      return end < 0 ? firstBlankLineEnd(bytes) : end - before.length;
    }
    case 'firstLine':
    case 'line':
      return firstLineEnd(bytes);
    case 'document':
      return -1;
  }
}

/** Returns the offset of the incomplete payload at the end of `bytes`, or 0 if `bytes` has no complete payload. */
export function lastPayloadStart(kind: PayloadKind, bytes: Uint8Array): number {
  switch (kind) {
    case 'event':
      return lastBlankLineEnd(bytes);
    case 'firstLine':
    case 'line':
      return Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)) + 1;
    case 'document':
      return 0;
  }
}

function firstLineEnd(bytes: Uint8Array): number {
  const buffer = asBuffer(bytes);
  const [lineFeedAt, returnAt] = [buffer.indexOf(lineFeed), buffer.indexOf(carriageReturn)];
  if (lineFeedAt < 0 && returnAt < 0) return -1;
  if (lineFeedAt < 0 || returnAt < 0) return Math.max(lineFeedAt, returnAt) + 1;
  return Math.min(lineFeedAt, returnAt) + 1;
}

/** Matches the end of a line, then a blank line. A line ends with LF, CR or CRLF. */
const blankLine = /(?:\r\n|\n|\r(?!\n))(?:\r\n?|\n)/;

function firstBlankLineEnd(bytes: Uint8Array): number {
  const buffer = asBuffer(bytes);
  if (!buffer.includes(carriageReturn)) {
    const start = buffer.indexOf('\n\n', 0, 'latin1');
    return start < 0 ? -1 : start + 2;
  }
  const match = blankLine.exec(buffer.toString('latin1'));
  return match === null ? -1 : match.index + match[0].length;
}

function lastBlankLineEnd(bytes: Uint8Array): number {
  const buffer = asBuffer(bytes);
  if (!buffer.includes(carriageReturn)) {
    const start = buffer.lastIndexOf('\n\n', undefined, 'latin1');
    return start < 0 ? 0 : start + 2;
  }
  const everyBlankLine = new RegExp(blankLine, 'g');
  // The last blank line is usually near the end, so search the last 4 KiB first, then longer and longer parts.
  for (let length = 4_096; ; length *= 4) {
    const from = Math.max(0, buffer.length - length);
    const last = [...buffer.toString('latin1', from).matchAll(everyBlankLine)].at(-1);
    if (last !== undefined) return from + last.index + last[0].length;
    if (from === 0) return 0;
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
