import { pipeline, type Duplex } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { ResponseHeaders } from './transport.ts';

/** Limits the memory that a hostile header can allocate: each encoding needs a decoder. */
const maxEncodings = 5;

/**
 * Decompresses a body while it streams, as its `content-encoding` header says. A truncated body ends after its last
 * bytes. A corrupt body throws. Unknown encodings are ignored, because some servers put a charset or `none` there.
 */
export function decodeContent(
  body: AsyncIterable<Uint8Array>,
  header: ResponseHeaders[string],
): AsyncIterable<Uint8Array> {
  const encodings = [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  // Encodings are listed in the order in which they were applied.
  return encodings.length > maxEncodings ? body : encodings.reduceRight(decode, body);
}

// With this flush mode, zlib does not treat a truncated body as an error.
const zlibOptions = { finishFlush: constants.Z_SYNC_FLUSH };

function decode(body: AsyncIterable<Uint8Array>, encoding: string): AsyncIterable<Uint8Array> {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return through(body, createGunzip(zlibOptions));
    case 'deflate':
      return inflate(body);
    case 'br':
      return through(body, createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }));
    case 'zstd':
      return through(body, createZstdDecompress({ finishFlush: constants.ZSTD_e_flush }));
    default:
      return body;
  }
}

/** Accepts `deflate` with a zlib header, as the standard requires, and without it, as some servers send it. */
async function* inflate(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const isRaw = ((first.value[0] ?? 0) & 0x0f) !== 0x08;
  const whole = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  yield* through(whole(), isRaw ? createInflateRaw(zlibOptions) : createInflate(zlibOptions));
}

function through(body: AsyncIterable<Uint8Array>, decoder: Duplex): AsyncIterable<Uint8Array> {
  // The callback ignores errors, because whoever reads the decoder receives them.
  return pipeline(untilBroken(body), decoder, () => undefined);
}

/** Ends at an error of the source. The error itself would destroy the decoder and the data still inside. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // The caller notices the truncation, because the stream's end mark is missing.
  }
}
