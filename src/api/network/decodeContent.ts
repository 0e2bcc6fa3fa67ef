import { createBrotliDecompress, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { ByteInput } from './byteInput.ts';
import { decompress } from './decompress.ts';
import type { ResponseHeaders } from './transport.ts';

/**
 * The maximum number of encodings of one body. A body with more encodings is not decompressed. Each encoding needs a
 * decoder, so without this limit a hostile header could use up the memory.
 */
const maxEncodings = 5;

const gzipFlags = { headerChecksum: 2, extra: 4, name: 8, comment: 16 };
/** The length of the checksum and the size at the end of a gzip member, in bytes. */
const gzipTrailerLength = 8;

/**
 * Decompresses a body while it streams, as its `content-encoding` header says. If a compressed body is truncated or
 * corrupt, the result yields the content of the data that arrived, and then throws. Ignores checksums, also if they are
 * missing, and bytes after the end of the data in br or deflate. Yields bytes after the end of the data in gzip as
 * they are, except NUL bytes, which are padding.
 *
 * Recognizes gzip and zstd by their first bytes, whatever the header says, because some servers name the wrong
 * encoding, a charset or `none` in the header, or none at all. For `br` and `deflate`, which have no signature, a body
 * that begins with text in ASCII is not decompressed. Some proxies compress a compressed body once more without a
 * second name in the header. So the content of the innermost encoding may be gzip or zstd again.
 *
 * If the body does not begin with data of its encoding, yields the body itself, so that a caller can see how much
 * arrived. Converts text in UTF-16 to UTF-8, if it begins with a byte order mark or with two characters in ASCII.
 *
 * When `signal` aborts, the decompression stops, and reading the result throws. A few kilobytes that were compressed
 * several times can keep the decoders busy for minutes, without any output.
 */
export function decodeContent(
  body: AsyncIterable<Uint8Array>,
  header: ResponseHeaders[string],
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const encodings = [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((encoding) => encoding.replace(/;.*/, '').trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length > maxEncodings) return body;
  const [innermost = 'detected', ...others] = encodings;
  // Decode from right to left, because the header lists the encodings in the order in which they were applied.
  const decoded = others.reduceRight((content, encoding) => decode(content, encoding, signal), body);
  return decode(decoded, innermost, signal, true);
}

/** @param mayRepeat true if the content may be compressed again, in a format that is recognized by its first bytes */
async function* decode(
  body: AsyncIterable<Uint8Array>,
  encoding: string,
  signal: AbortSignal,
  mayRepeat = false,
): AsyncGenerator<Uint8Array, void, void> {
  signal.throwIfAborted();
  const input = new ByteInput(body);
  try {
    const formats = await possibleFormats(encoding, input);
    const content = firstThatFits(formats, input, signal);
    if (mayRepeat && formats.length > 0) yield* decode(content, 'detected', signal);
    else yield* content;
  } finally {
    await input.close();
  }
}

/** Yields the decompressed content of the input. Throws if the input is in another format, truncated or corrupt. */
type Decompress = (input: ByteInput, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** Returns the formats that the input may have, the most likely format first. */
async function possibleFormats(encoding: string, input: ByteInput): Promise<readonly Decompress[]> {
  const detected = (await isGzip(input)) || (await isZstd(input)) ? [decompressMembers] : [];
  if (encoding !== 'br' && encoding !== 'deflate') return detected;
  const named: Decompress = encoding === 'br' ? unbrotli : inflate;
  // Data in br may begin like gzip.
  return detected.length === 0 && (await beginsPlain(input)) ? [] : [...detected, named];
}

/**
 * Decompresses the input in the first format that does not fail before it yields anything. If each format fails, yields
 * the input itself, and then throws if the input was only too short.
 */
async function* firstThatFits(
  formats: readonly Decompress[],
  input: ByteInput,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  let truncation: { readonly error: unknown } | undefined;
  for (const decompressFormat of formats) {
    try {
      for await (const bytes of decompressFormat(input, signal)) {
        input.release();
        yield bytes;
      }
      return;
    } catch (error) {
      const isTruncated = input.hasEnded;
      if (signal.aborted || !input.rewind()) throw error;
      if (isTruncated) truncation ??= { error };
    }
  }
  yield* readText(input);
  if (truncation !== undefined) throw truncation.error;
}

type Utf16 = 'utf-16le' | 'utf-16be';

type Byte = number | undefined;
type ByteTest = (byte: Byte) => boolean;

/** The start of text in UTF-16LE without a byte order mark. */
const littleEndianStart: readonly ByteTest[] = [isPrintable, isZero, isPrintable, isZero];

/** The possible starts of text in UTF-16. */
const utf16Starts: readonly (readonly [Utf16, readonly ByteTest[]])[] = [
  ['utf-16le', [is(0xff), is(0xfe)]],
  ['utf-16be', [is(0xfe), is(0xff)]],
  ['utf-16be', [isZero, isPrintable, isZero, isPrintable]],
  ['utf-16le', littleEndianStart],
];

/** Returns the encoding of the input if the input is text in UTF-16. */
async function findUtf16(input: ByteInput): Promise<Utf16 | undefined> {
  for (const [encoding, start] of utf16Starts) if (await matches(input, start)) return encoding;
  return undefined;
}

/**
 * Yields the input, and converts UTF-16 to UTF-8. If only the first byte has arrived, yields it without waiting for the
 * second byte, which may be long after the first. In UTF-16LE and in ASCII, this byte means the same character.
 */
async function* readText(input: ByteInput): AsyncGenerator<Uint8Array, void, void> {
  input.release();
  const start = await input.next();
  if (start === undefined) return;
  let encoding: Utf16 | undefined;
  if (start.length === 1 && isPrintable(start[0])) {
    yield start;
    if (await matches(input, littleEndianStart.slice(1))) {
      await input.skip(1);
      encoding = 'utf-16le';
    }
  } else {
    input.unread(start);
    encoding = await findUtf16(input);
  }
  yield* encoding === undefined ? unchanged(input) : toUtf8(input, encoding);
}

async function* toUtf8(input: ByteInput, encoding: Utf16): AsyncGenerator<Uint8Array, void, void> {
  const decoder = new TextDecoder(encoding);
  const utf8 = new TextEncoder();
  for await (const bytes of unchanged(input)) yield utf8.encode(decoder.decode(bytes, { stream: true }));
}

async function* unchanged(input: ByteInput): AsyncGenerator<Uint8Array, void, void> {
  for (let bytes = await input.next(); bytes !== undefined; bytes = await input.next()) yield bytes;
}

/**
 * The number of bytes that tell text from compressed data, which may begin with a few letters. With deflate, short words
 * become up to about 13 letters, but events and JSON at most six.
 */
const plainStartLength = 16;

/** Returns true if the input begins with, or consists of, text in ASCII or UTF-16. Also returns true for an empty body. */
async function beginsPlain(input: ByteInput): Promise<boolean> {
  if ((await findUtf16(input)) !== undefined) return true;
  for (let length = 1; length <= plainStartLength; length += 1) {
    const bytes = await input.peek(length);
    if (bytes.length < length) return true;
    if (!isText(bytes[length - 1])) return false;
  }
  return true;
}

/**
 * Decompresses gzip members (RFC 1952) and zstd frames (RFC 8878), one after another. Then yields the bytes after them.
 * Node's decoder of zstd may stop at the end of a frame, or fail at other bytes after it.
 */
async function* decompressMembers(input: ByteInput, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  for (;;) {
    if (await isGzip(input)) yield* gunzip(input, signal);
    else if (await isZstd(input)) yield* decompress(input, createZstdDecompress(), signal);
    else break;
    while (isZero((await input.peek(1))[0])) await input.skip(1);
  }
  yield* unchanged(input);
}

/** Decompresses one gzip member. */
async function* gunzip(input: ByteInput, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  await skipGzipHeader(input);
  // The gunzip of Node is not used, because it discards the last content if the checksum is wrong.
  yield* inflateRaw(input, signal);
  await input.skip(gzipTrailerLength);
}

async function isGzip(input: ByteInput): Promise<boolean> {
  return contains(input, 0, [0x1f, 0x8b, 0x08]);
}

async function skipGzipHeader(input: ByteInput): Promise<void> {
  const flags = (await input.peek(4))[3] ?? 0;
  await input.skip(10);
  if ((flags & gzipFlags.extra) !== 0) {
    const [low = 0, high = 0] = await input.peek(2);
    await input.skip(2 + low + 256 * high);
  }
  if ((flags & gzipFlags.name) !== 0) await input.skipPastZero();
  if ((flags & gzipFlags.comment) !== 0) await input.skipPastZero();
  if ((flags & gzipFlags.headerChecksum) !== 0) await input.skip(2);
}

/** Returns true if the input starts with a zstd frame or a skippable frame. */
async function isZstd(input: ByteInput): Promise<boolean> {
  const [first = 0] = await input.peek(1);
  const isSkippable = (first & 0xf0) === 0x50;
  return isSkippable ? contains(input, 1, [0x2a, 0x4d, 0x18]) : contains(input, 0, [0x28, 0xb5, 0x2f, 0xfd]);
}

/** Returns true if the input contains the bytes at `start`. Waits only while all bytes match. */
async function contains(input: ByteInput, start: number, bytes: readonly number[]): Promise<boolean> {
  return matches(input, bytes.map(is), start);
}

/** Returns true if each of the bytes at `start` passes its test. Waits only while the bytes pass. */
async function matches(input: ByteInput, tests: readonly ByteTest[], start = 0): Promise<boolean> {
  for (const [index, passes] of tests.entries()) {
    if (!passes((await input.peek(start + index + 1))[start + index])) return false;
  }
  return true;
}

function is(expected: number): ByteTest {
  return (byte) => byte === expected;
}

function isZero(byte: Byte): boolean {
  return byte === 0;
}

/** Returns true for printable ASCII. */
function isPrintable(byte: Byte = 0): boolean {
  return byte >= 0x20 && byte < 0x7f;
}

/** Returns true for printable ASCII, tab, CR and LF. */
function isText(byte: Byte): boolean {
  return isPrintable(byte) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function unbrotli(input: ByteInput, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  return decompress(input, createBrotliDecompress(), signal);
}

/**
 * Decompresses `deflate` data with or without a zlib header. The standard requires the header, but some servers omit
 * it.
 */
async function* inflate(input: ByteInput, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  const [first = 0] = await input.peek(1);
  if ((first & 0x0f) === 0x08) await input.skip(2);
  yield* inflateRaw(input, signal);
}

function inflateRaw(input: ByteInput, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  return decompress(input, createInflateRaw(), signal);
}
