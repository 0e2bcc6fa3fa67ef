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

/** Returns the number of bytes at the end of encoded data that do not belong to the compressed data. */
function trailerLength(encoding: string): number {
  return { gzip: 8, 'x-gzip': 8, deflate: 4 }[encoding] ?? 0;
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

function decoded(body: AsyncIterable<Uint8Array>, header: ResponseHeaders[string]): AsyncIterable<Uint8Array> {
  return decodeContent(body, header, new AbortController().signal);
}

/** Returns the decoded text that comes before an error. Fails if there is no error. */
async function readBeforeError(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  await assert.rejects(async () => {
    for await (const part of body) parts.push(part);
  });
  return Buffer.concat(parts).toString();
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

    it(`decodes the beginning of a truncated body in ${encoding}, and then throws`, async () => {
      // The random bytes are long, so that each decoder has returned the text before it reaches the truncated end.
      const encoded = encode(Buffer.concat([Buffer.from(text), randomBytes(300_000)]));
      const cut = await readBeforeError(decoded(inPieces(encoded.subarray(0, -10), 10_000), name));
      assert.ok(cut.startsWith(text));
      const broken = async function* () {
        yield* inPieces(encoded.subarray(0, -10), 10_000);
        throw new Error('The connection broke.');
      };
      assert.equal(await readBeforeError(decoded(broken(), name)), cut);
    });

    it(`throws at the end of a body in ${encoding} that is cut off anywhere`, async () => {
      const whole = encode(Buffer.from(text));
      // Fewer bytes do not show the encoding, or are text.
      const least = Math.max(4, whole.findIndex((byte) => byte >= 0x7f) + 1);
      for (let length = least; length < whole.length - trailerLength(name); length += 1)
        await readBeforeError(decoded(inPieces(whole.subarray(0, length), 7), name));
    });
  }

  it('throws if the connection broke after one of several parts', async () => {
    for (const name of ['gzip', 'zstd']) {
      const broken = async function* () {
        yield* inPieces(encoders[name]?.(Buffer.from(text)) ?? Buffer.alloc(0), 1_000);
        throw new Error('The connection broke.');
      };
      assert.equal(await readBeforeError(decoded(broken(), name)), text);
    }
  });

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
        encoder.end();
        yield* encoder;
      };
      for await (const part of decoded(pieces(), name)) arrived.resolve(Buffer.from(part).toString());
    }
  });

  it('decodes several encodings in the reverse of their order in the header', async () => {
    const encoded = zlib.brotliCompressSync(zlib.gzipSync(text));
    assert.equal(await read(decoded(inPieces(encoded, 7), 'gzip, identity , BR')), text);
    assert.equal(await read(decoded(inPieces(encoded, 7), ['gzip', 'br'])), text);
  });

  it('yields a body without encoding unchanged, and each piece as soon as it arrives', async () => {
    for (const header of [undefined, '', 'identity', ' , ']) {
      // The first bytes of `(k)` and `Px` are also the first bytes of a zstd frame.
      for (const pieces of [['d', 'ata', ': \n'], ['(k', ')'], ['Px', 'y'], ['', '\u001fx'], [text]]) {
        const results: string[] = [];
        const body = async function* () {
          await Promise.resolve();
          for (const [index, piece] of pieces.entries()) {
            yield Buffer.from(piece);
            assert.equal(results.join(''), pieces.slice(0, index + 1).join(''));
          }
        };
        for await (const part of decoded(body(), header)) results.push(Buffer.from(part).toString());
        assert.equal(results.join(''), pieces.join(''));
      }
    }
  });

  it('yields a body without encoding that is shorter than the bytes by which an encoding is recognized', async () => {
    for (const short of ['\u001f', '(', 'P', 'P*M']) {
      assert.equal(await read(decoded(inPieces(Buffer.from(short), 1), undefined)), short);
    }
  });

  it('throws the error of a broken body without encoding, after the bytes that arrived', async () => {
    const broken = async function* () {
      yield* inPieces(Buffer.from('P'), 1);
      throw new Error('The connection broke.');
    };
    const parts = decoded(broken(), undefined)[Symbol.asyncIterator]();
    assert.deepEqual(await parts.next(), { value: Buffer.from('P'), done: false });
    await assert.rejects(async () => parts.next(), /The connection broke/);
  });

  const anyPieces = async (encoded: Buffer, header: string | undefined, expected: string) =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: encoded.length }), async (size) => {
        assert.equal(await read(decoded(inPieces(encoded, size), header)), expected);
      }),
      { numRuns: 20, examples: [[encoded.length]] },
    );

  it('decodes gzip without its trailer', async () => {
    const encoded = zlib.gzipSync(text);
    for (const missing of [1, 8]) await anyPieces(encoded.subarray(0, -missing), 'gzip', text);
  });

  const words = ['one ', 'two ', 'three'];

  for (const [name, encode] of [
    ['gzip', (word: string) => zlib.gzipSync(word)],
    ['zstd', (word: string) => zlib.zstdCompressSync(word)],
  ] as const) {
    it(`decodes a body that consists of several parts, each compressed separately with ${name}`, async () => {
      await anyPieces(Buffer.concat(words.map(encode)), name, 'one two three');
    });

    it(`decodes ${name} that the header does not name`, async () => {
      for (const header of [undefined, 'utf-8']) await anyPieces(encode(text), header, text);
    });

    it(`decodes ${name} with a parameter in the header`, async () => {
      await anyPieces(encode(text), `${name};q=1, identity;q=0.5`, text);
    });

    it(`returns a body unchanged that is not encoded in ${name}, although the header says so`, async () => {
      for (const plain of [text, '{"no": "encoding"}', ':\n\n', '(']) await anyPieces(Buffer.from(plain), name, plain);
    });
  }

  for (const name of ['br', 'deflate']) {
    it(`returns a body unchanged that begins with text in ASCII, although the header says ${name}`, async () => {
      const bodies = [
        'data: {"a":1}\n\ndata: [DONE]\n\n',
        ': ping\n\ndata: {"a":1}\n\n',
        ':\n\ndata: {"a":1}\n\n',
        '\r\n\t{ "choices":[]}',
        'A reply in plain text, 日本',
        'Yes.',
      ];
      for (const plain of bodies) await anyPieces(Buffer.from(plain), name, plain);
    });
  }

  it('decodes data in deflate that begin with a few characters in ASCII', async () => {
    const content = '62d 4gd 2ud 18d 7cc 5qc 44c 2ic wc 70b 5eb 3sb';
    const encoded = zlib.deflateRawSync(content);
    assert.ok(encoded.toString('latin1').startsWith('33JQ0IOQ0*MQ0'));
    await anyPieces(encoded, 'deflate', content);
  });

  it('decodes data in br that begin like gzip', async () => {
    // The window size and the length are the first bytes of the data.
    const content = Array.from({ length: 900 }, (_, index) => ((index * 7_919) % 10_007).toString(36)).join(' ');
    const params = { [zlib.constants.BROTLI_PARAM_LGWIN]: 24, [zlib.constants.BROTLI_PARAM_QUALITY]: 5 };
    const encoded = zlib.brotliCompressSync(content.slice(0, 2_188), { params });
    assert.deepEqual([...encoded.subarray(0, 3)], [0x1f, 0x8b, 0x08]);
    await anyPieces(encoded, 'br', content.slice(0, 2_188));
  });

  it('yields bytes after the end of data in gzip, except NUL bytes', async () => {
    const members = Buffer.concat([...words.map((word) => zlib.gzipSync(word)), Buffer.alloc(3)]);
    for (const rest of ['', ' four', '(k)', 'P'])
      await anyPieces(Buffer.concat([members, Buffer.from(rest)]), 'gzip', `one two three${rest}`);
    await anyPieces(Buffer.concat([members, zlib.zstdCompressSync(' four')]), 'gzip', 'one two three four');
  });

  it('ignores bytes after the end of a body in br or deflate', async () => {
    for (const name of ['br', 'deflate'])
      await anyPieces(Buffer.concat([encoders[name]!(Buffer.from(text)), Buffer.from('a longer text')]), name, text);
  });

  it('decodes gzip and deflate with a wrong checksum', async () => {
    for (const [name, distance] of [
      ['gzip', 8],
      ['deflate', 3],
    ] as const) {
      const encoded = encoders[name]?.(Buffer.from(text)) ?? Buffer.alloc(0);
      encoded.writeUInt8(encoded.readUInt8(encoded.length - distance) ^ 1, encoded.length - distance);
      await anyPieces(encoded, name, text);
    }
  });

  it('decodes gzip with all optional fields of the header', async () => {
    const encoded = zlib.gzipSync(text);
    const fields = Buffer.concat([
      Buffer.from([300 & 0xff, 300 >> 8]),
      Buffer.alloc(300, 1),
      Buffer.from('name\0comment\0'),
      Buffer.from([1, 2]),
    ]);
    encoded[3] = 0b1_1110;
    await anyPieces(Buffer.concat([encoded.subarray(0, 10), fields, encoded.subarray(10)]), 'gzip', text);
  });

  it('decodes zstd with a skippable frame before and after the content', async () => {
    const skippable = Buffer.from('\u0053\u002a\u004d\u0018\u0003\0\0\0abc', 'latin1');
    const frames = [skippable, zlib.zstdCompressSync('one '), skippable, zlib.zstdCompressSync('two')];
    for (const header of ['zstd', undefined]) await anyPieces(Buffer.concat(frames), header, 'one two');
  });

  it('yields what was decoded before corrupt data, and then throws', async () => {
    for (const [name, encoder] of [
      ['gzip', zlib.createGzip()],
      ['br', zlib.createBrotliCompress()],
      ['zstd', zlib.createZstdCompress()],
    ] as const) {
      encoder.write(text);
      await promisify(encoder.flush.bind(encoder) as (done: () => void) => void)();
      const parts: Uint8Array[] = [];
      const body = async function* () {
        yield encoder.read() as Buffer;
        yield* inPieces(Buffer.alloc(100_000, 0xff), 1_000);
      };
      await assert.rejects(async () => {
        for await (const part of decoded(body(), name)) parts.push(part);
      });
      assert.ok(Buffer.concat(parts).toString().startsWith(text.slice(0, -20)), name);
    }
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

  it('returns a body unchanged that is in neither deflate nor br, although its header says so', async () => {
    for (const name of ['deflate', 'br', 'br, deflate'])
      await anyPieces(Buffer.from('Not encoded: none of it'), name, 'Not encoded: none of it');
  });

  it('yields a body unchanged that ends before any of its content, and then throws', async () => {
    for (const [name, length] of [
      ['gzip', 11],
      ['deflate', 3],
      ['br', 8],
    ] as const) {
      const encoded = encoders[name]?.(Buffer.from(text)).subarray(0, length) ?? Buffer.alloc(0);
      const parts: Uint8Array[] = [];
      await assert.rejects(async () => {
        for await (const part of decoded(inPieces(encoded, 4), name)) parts.push(part);
      });
      assert.deepEqual(Buffer.concat(parts), encoded, name);
    }
  });

  for (const name of ['gzip', 'zstd']) {
    it(`decodes ${name} that the header calls br or deflate, or that is compressed twice`, async () => {
      const encoded = encoders[name]?.(Buffer.from(text)) ?? Buffer.alloc(0);
      for (const header of ['br', 'deflate']) await anyPieces(encoded, header, text);
      const twice = encoders[name]?.(encoded) ?? Buffer.alloc(0);
      for (const header of [undefined, name, 'br']) await anyPieces(twice, header, text);
      await anyPieces(zlib.brotliCompressSync(encoded), 'br', text);
    });
  }

  it('decompresses a body at most once more than its header says', async () => {
    const once = zlib.gzipSync(text);
    const thrice = zlib.gzipSync(zlib.gzipSync(once));
    await anyPieces(thrice, 'gzip', once.toString());
    await anyPieces(thrice, 'gzip, gzip', text);
  });

  it('converts UTF-16 with a byte order mark to UTF-8, also if the header names an encoding', async () => {
    const littleEndian = Buffer.from(`\ufeff{"é":"😀"}`, 'utf16le');
    for (const body of [littleEndian, Buffer.from(littleEndian).swap16()]) {
      for (const header of [undefined, 'gzip', 'br', 'deflate']) await anyPieces(body, header, '{"é":"😀"}');
      await anyPieces(zlib.brotliCompressSync(body), 'br', '{"é":"😀"}');
    }
  });

  it('converts UTF-16 without a byte order mark to UTF-8, if it begins with two characters in ASCII', async () => {
    const littleEndian = Buffer.from('{"é":"😀"}', 'utf16le');
    for (const body of [littleEndian, Buffer.from(littleEndian).swap16()]) {
      for (const header of [undefined, 'gzip', 'br', 'deflate']) await anyPieces(body, header, '{"é":"😀"}');
      await anyPieces(zlib.brotliCompressSync(body), 'br', '{"é":"😀"}');
    }
    for (const other of ['a', 'a\0', 'a\0b', 'a\0b!', '\0', '\0a', '\0a\0', '\0a\0\u0007'])
      await anyPieces(Buffer.from(other), undefined, other);
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
