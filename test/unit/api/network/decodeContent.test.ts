import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { decodeContent } from '../../../../src/api/network/decodeContent.ts';
import type { ResponseHeaders } from '../../../../src/api/network/transport.ts';

const text = 'data: {"choices":[]}\n\n'.repeat(50);

const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => zlib.gzipSync(bytes),
  'x-gzip': (bytes) => zlib.gzipSync(bytes),
  deflate: (bytes) => zlib.deflateSync(bytes),
  // The space makes the key unique. decodeContent trims the name of an encoding.
  'deflate ': (bytes) => zlib.deflateRawSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes),
  zstd: (bytes) => zlib.zstdCompressSync(bytes),
};

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function decoded(body: AsyncIterable<Uint8Array>, header: ResponseHeaders[string]): AsyncIterable<Uint8Array> {
  return decodeContent(body, header, new AbortController().signal);
}

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('decodeContent', () => {
  for (const [name, encode] of Object.entries(encoders)) {
    const encoding = name === 'deflate ' ? 'deflate without a zlib header' : name;

    it(`decodes a body that arrives in pieces of any size: ${encoding}`, async () => {
      const encoded = encode(Buffer.from(text));
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: encoded.length }), async (size) => {
          assert.equal(await read(decoded(inPieces(encoded, size), name)), text);
        }),
        { numRuns: 20 },
      );
    });

    it(`decodes the beginning of a truncated body in ${encoding}, even if the connection broke`, async () => {
      // The random bytes are long, so that each decoder has returned the text before it reaches the truncated end.
      const encoded = encode(Buffer.concat([Buffer.from(text), randomBytes(300_000)]));
      const cut = await read(decoded(inPieces(encoded.subarray(0, -10), 10_000), name));
      assert.ok(cut.startsWith(text));
      const broken = async function* () {
        yield* inPieces(encoded.subarray(0, -10), 10_000);
        throw new Error('The connection broke.');
      };
      assert.equal(await read(decoded(broken(), name)), cut);
    });
  }

  it('yields the content of each piece as soon as the piece arrives', async () => {
    for (const [name, encoder] of [
      ['gzip', zlib.createGzip()],
      ['deflate', zlib.createDeflateRaw()],
      ['br', zlib.createBrotliCompress()],
      ['zstd', zlib.createZstdCompress()],
    ] as const) {
      const flush = promisify(encoder.flush.bind(encoder) as (done: () => void) => void);
      let arrived = Promise.withResolvers<string>();
      const pieces = async function* () {
        for (const word of ['one', 'two', 'three']) {
          encoder.write(word);
          await flush();
          yield encoder.read() as Buffer;
          assert.equal(await arrived.promise, word);
          arrived = Promise.withResolvers<string>();
        }
      };
      for await (const part of decoded(pieces(), name)) arrived.resolve(Buffer.from(part).toString());
    }
  });

  it('decodes several encodings in the reverse of their order in the header', async () => {
    const encoded = zlib.brotliCompressSync(zlib.gzipSync(text));
    assert.equal(await read(decoded(inPieces(encoded, 7), 'gzip, identity , BR')), text);
    assert.equal(await read(decoded(inPieces(encoded, 7), ['gzip', 'br'])), text);
  });

  it('returns a body without encoding unchanged', () => {
    const body = inPieces(Buffer.from(text), 5);
    for (const header of [undefined, '', 'identity', ' , ']) assert.equal(decoded(body, header), body);
  });

  it('decodes an empty body', async () => {
    for (const name of Object.keys(encoders)) assert.equal(await read(decoded(inPieces(Buffer.alloc(0), 1), name)), '');
  });

  it('ignores unknown encodings, such as a charset', async () => {
    for (const header of ['utf-8', 'none', 'compress'])
      assert.equal(await read(decoded(inPieces(Buffer.from(text), 7), header)), text);
    assert.equal(await read(decoded(inPieces(zlib.gzipSync(text), 7), 'gzip, utf-8')), text);
  });

  it('returns a body with more than five encodings unchanged', async () => {
    const encode = (times: number): Buffer => (times === 0 ? Buffer.from(text) : zlib.gzipSync(encode(times - 1)));
    assert.equal(await read(decoded(inPieces(encode(5), 7), 'gzip, '.repeat(5))), text);
    const body = inPieces(encode(0), 7);
    assert.equal(decoded(body, 'gzip, '.repeat(6)), body);
  });

  it('throws for a body that is not encoded as its header says', async () => {
    for (const name of ['gzip', 'deflate', 'br', 'zstd']) {
      await assert.rejects(read(decoded(inPieces(Buffer.from('{"no": "encoding"}'), 100), name)), name);
    }
  });

  it('closes the body when the consumer stops iterating', async () => {
    let isClosed = false;
    const body = async function* () {
      try {
        for (;;) yield* inPieces(zlib.gzipSync(text), 100);
      } finally {
        isClosed = true;
      }
    };
    for await (const part of decoded(body(), 'gzip')) {
      assert.ok(part.length > 0);
      break;
    }
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isClosed, true);
  });

  it('stops decoding when the signal aborts, even if decoding would take minutes and yield nothing', async () => {
    const emptyBlocks = Buffer.alloc(5 * 1_048_576);
    for (let start = 0; start < emptyBlocks.length; start += 5) emptyBlocks.writeUInt16LE(0xffff, start + 3);
    const header = zlib.gzipSync(zlib.gzipSync('').subarray(0, 10));
    const block = zlib.gzipSync(emptyBlocks);
    const encoded = zlib.gzipSync(Buffer.concat([header, ...Array.from({ length: 10_000 }, () => block)]));
    const stopping = new AbortController();
    const reading = read(decodeContent(inPieces(encoded, encoded.length), 'gzip, gzip, gzip', stopping.signal));
    // The decoders are now busy.
    await new Promise((resolve) => setImmediate(resolve));
    stopping.abort();
    await assert.rejects(reading, { name: 'AbortError' });
  });
});
