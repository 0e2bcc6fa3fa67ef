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

/** Limits the memory that a hostile header can claim: each decoder takes some. */
const maxEncodings = 5;

/**
 * Undoes the `content-encoding` of a body as it streams in. A body that was cut off ends after its last bytes; a damaged
 * one throws. Unknown encodings are ignored: some servers name a charset there, or `none`.
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
  // The last one was applied last.
  return encodings.length > maxEncodings ? body : encodings.reduceRight(decode, body);
}

// With these a body that was cut off is no error.
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

/** Accepts deflate with the zlib header, as the standard requires, and without it, as some servers send it. */
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
  // The reader of the decoder receives its errors.
  return pipeline(untilBroken(body), decoder, () => undefined);
}

/** Ends at an error of the source, which would destroy the decoder together with the text that it holds. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // The reader notices that the stream's own end mark is missing.
  }
}
