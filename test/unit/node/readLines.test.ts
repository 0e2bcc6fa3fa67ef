import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { LineTooLongError, readLines } from '../../../src/node/readLines.ts';

describe('readLines', () => {
  async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }

  const read = async (text: string, size: number, maxLength = 1_000) => {
    const lines: string[] = [];
    for await (const line of readLines(chunks(Buffer.from(text), size), maxLength)) lines.push(line);
    return lines;
  };

  it('yields the same lines for chunks of any size, even if a chunk ends inside a character', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).filter((line) => !/[\r\n\uFEFF]/.test(line))),
        fc.integer({ min: 1, max: 9 }),
        async (lines, size) => assert.deepEqual(await read(lines.join('\n'), size), lines),
      ),
    );
  });

  it('removes carriage returns, empty lines and a byte order mark', async () => {
    assert.deepEqual(await read('\uFEFFa\r\n\r\n\nb', 2), ['a', 'b']);
  });

  it('lets other tasks run while it reads a large chunk', async () => {
    let turns = 0;
    let immediate = setImmediate(function count() {
      turns += 1;
      immediate = setImmediate(count);
    });
    await read('line\n'.repeat(1_000_000), Infinity);
    clearImmediate(immediate);
    assert.ok(turns > 50, `${turns}`);
  });

  it('throws as soon as a line is too long, and does not read the rest of the line', async () => {
    let count = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        count += 1;
        yield await Promise.resolve(Buffer.from('abcd'));
      }
    }
    const lines = readLines(endless(), 10);
    await assert.rejects(async () => lines.next(), LineTooLongError);
    assert.equal(new LineTooLongError('').name, 'LineTooLongError');
    assert.equal(count, 3);
  });
});
