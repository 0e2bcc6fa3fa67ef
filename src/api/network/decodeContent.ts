import { pipeline, type Duplex } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';

/** Each takes memory, and nobody means more. */
const maxEncodings = 5;

/**
 * Undoes the `content-encoding` of a body as it streams in. A body that was cut off ends after what came of it; a
 * damaged one throws. An encoding that is not known is left alone: some servers name a charset there, or `none`.
 */
export function decodeContent(body: AsyncIterable<Uint8Array>, header: string | string[] | undefined): AsyncIterable<Uint8Array> {
  const encodings = [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  // The last one was applied last.
  return encodings.length > maxEncodings ? body : encodings.reduceRight(decode, body);
}

// So that a body which was cut off is no error.
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

/** With zlib's two bytes before it, as the standard says, or without them, as some servers send it. */
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
  // Whoever reads the decoder gets its errors from it.
  return pipeline(untilBroken(body), decoder, () => undefined);
}

/** An error of the source would destroy the decoder, and with it text that has come. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    // The end of a body proves nothing: the stream's own marker is missing then.
  }
}
