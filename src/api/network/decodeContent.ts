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
 * missing, and bytes after the end of the compressed data.
 *
 * Recognizes gzip and zstd by their first bytes, whatever the header says, because some servers name the wrong
 * encoding, a charset or `none` in the header, or none at all. For `br` and `deflate`, which have no signature, a body
 * that begins like a reply in plain text (see plainStarts) is not decompressed. Some proxies compress a compressed body
 * once more without a second name in the header. So the content of the innermost encoding may be gzip or zstd again.
 *
 * If the body does not begin with data of its encoding, yields the body itself, so that a caller can see how much
 * arrived. Converts text in UTF-16 that begins with a byte order mark to UTF-8.
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
    const decompressed = await decompressAs(encoding, input, signal);
    if (decompressed === undefined) yield* readText(input);
    else if (mayRepeat) yield* decode(orUnchanged(decompressed, input, signal), 'detected', signal);
    else yield* orUnchanged(decompressed, input, signal);
  } finally {
    await input.close();
  }
}

/** Returns the decompressed content, or undefined if the input is not compressed. */
async function decompressAs(
  encoding: string,
  input: ByteInput,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  // No deflate data and hardly any br data begin like gzip or zstd.
  if (await isGzip(input)) return gunzip(input, signal);
  if (await isZstd(input)) return unzstd(input, signal);
  if (!['br', 'deflate'].includes(encoding) || (await beginsPlain(input))) return undefined;
  return encoding === 'br' ? decompress(input, createBrotliDecompress(), signal) : inflate(input, signal);
}

/**
 * Yields the decompressed content. If the decompression fails before it yields anything, yields the input itself, and
 * then throws if the input was only too short.
 */
async function* orUnchanged(
  decompressed: AsyncIterable<Uint8Array>,
  input: ByteInput,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const bytes of decompressed) {
      input.release();
      yield bytes;
    }
  } catch (error) {
    const isTruncated = input.hasEnded;
    if (signal.aborted || !input.rewind()) throw error;
    yield* readText(input);
    if (isTruncated) throw error;
  }
}

/** The byte order marks of UTF-16. No content that is compressed with br or deflate begins with these bytes. */
const utf16Marks = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** Yields the input, and converts UTF-16 to UTF-8. */
async function* readText(input: ByteInput): AsyncGenerator<Uint8Array, void, void> {
  input.release();
  for (const [encoding, mark] of utf16Marks) {
    if (!(await contains(input, 0, mark))) continue;
    const decoder = new TextDecoder(encoding);
    const utf8 = new TextEncoder();
    for await (const bytes of unchanged(input)) yield utf8.encode(decoder.decode(bytes, { stream: true }));
    return;
  }
  yield* unchanged(input);
}

async function* unchanged(input: ByteInput): AsyncGenerator<Uint8Array, void, void> {
  for (let bytes = await input.next(); bytes !== undefined; bytes = await input.next()) yield bytes;
}

/** The first bytes of a reply in plain text. Compressed text hardly ever begins with these bytes. */
const plainStarts = [
  ...['data:', 'event:', '{"'].map((start) => [...new TextEncoder().encode(start)]),
  ...utf16Marks.map(([, mark]) => mark),
];

/** Returns true also for an empty body. */
async function beginsPlain(input: ByteInput): Promise<boolean> {
  if ((await input.peek(1)).length === 0) return true;
  for (const start of plainStarts) if (await contains(input, 0, start)) return true;
  return false;
}

/** Decompresses one or more gzip members (RFC 1952). */
async function* gunzip(input: ByteInput, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  do {
    await skipGzipHeader(input);
    // The gunzip of Node is not used, because it discards the last content if the checksum is wrong.
    yield* inflateRaw(input, signal);
    await input.skip(gzipTrailerLength);
  } while (await isGzip(input));
  input.throwIfBroken();
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

/** Decompresses one or more zstd frames (RFC 8878). Node's decoder may stop at the end of a frame. */
async function* unzstd(input: ByteInput, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  do {
    yield* decompress(input, createZstdDecompress(), signal);
  } while (await isZstd(input));
  input.throwIfBroken();
}

/** Returns true if the input starts with a zstd frame or a skippable frame. */
async function isZstd(input: ByteInput): Promise<boolean> {
  const [first = 0] = await input.peek(1);
  const isSkippable = (first & 0xf0) === 0x50;
  return isSkippable ? contains(input, 1, [0x2a, 0x4d, 0x18]) : contains(input, 0, [0x28, 0xb5, 0x2f, 0xfd]);
}

/** Returns true if the input contains the bytes at `start`. Waits only while all bytes match. */
async function contains(input: ByteInput, start: number, bytes: readonly number[]): Promise<boolean> {
  for (const [index, byte] of bytes.entries()) {
    if ((await input.peek(start + index + 1))[start + index] !== byte) return false;
  }
  return true;
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
