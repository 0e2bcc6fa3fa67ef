import { addAbortSignal, pipeline, type Duplex } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { ResponseHeaders } from './transport.ts';

/**
 * The maximum number of encodings of one body. A body with more encodings is not decompressed. Each encoding needs a
 * decoder, so without this limit a hostile header could use up the memory.
 */
const maxEncodings = 5;

/**
 * Decompresses a body while it streams, as its `content-encoding` header says. If a compressed body is truncated, the
 * result ends without an error. If a compressed body is corrupt, reading the result throws. Unknown encodings are
 * ignored, because some servers put a charset or `none` into the header.
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
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  // Decode from right to left, because the header lists the encodings in the order in which they were applied.
  return encodings.length > maxEncodings
    ? body
    : encodings.reduceRight((decoded, encoding) => decode(decoded, encoding, signal), body);
}

// With this flush mode, zlib does not treat a truncated body as an error.
const zlibOptions = { finishFlush: constants.Z_SYNC_FLUSH };

function decode(body: AsyncIterable<Uint8Array>, encoding: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return through(body, createGunzip(zlibOptions), signal);
    case 'deflate':
      return inflate(body, signal);
    case 'br':
      return through(body, createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }), signal);
    case 'zstd':
      return through(body, createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }), signal);
    default:
      return body;
  }
}

/**
 * Decompresses `deflate` data with or without a zlib header. The standard requires the header, but some servers omit
 * it.
 */
async function* inflate(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const isRaw = ((first.value[0] ?? 0) & 0x0f) !== 0x08;
  const whole = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  yield* through(whole(), isRaw ? createInflateRaw(zlibOptions) : createInflate(zlibOptions), signal);
}

function through(body: AsyncIterable<Uint8Array>, decoder: Duplex, signal: AbortSignal): AsyncIterable<Uint8Array> {
  addAbortSignal(signal, decoder);
  // The callback ignores errors, because the reader of the decoder's output receives all errors.
  return pipeline(untilBroken(body), decoder, () => undefined);
}

/**
 * Yields the chunks of a body. Ends normally if the body throws, because an error would destroy the decoder, and the
 * data in the decoder would be lost.
 */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // readReply notices the truncation, because the end mark of the reply, such as `[DONE]`, is missing.
  }
}
