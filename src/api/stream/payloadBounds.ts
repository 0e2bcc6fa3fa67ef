import type { PayloadKind } from './framing.ts';

/** The maximum number of bytes of a blank line and the line end before it. */
export const maxBlankLineLength = 4;

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Returns the end of the incomplete payload before `bytes` as an offset in `bytes`. Returns -1 if the payload does not
 * end in `bytes`. `before` has the payload's last bytes, up to `maxBlankLineLength` - 1. They may belong to the blank
 * line after an event.
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

/** Returns the offset at which the last payload starts, which is not complete; 0 if no payload is complete. */
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
  // The blank line is usually near the end, so search longer and longer ends of the bytes.
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
