import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createByteCollector } from '../../../../src/api/stream/byteCollector.ts';

/** Lengths around the length from which chunks are not copied, and around the length of a block. */
const chunkLength = fc.oneof(fc.nat(20), fc.constantFrom(4_095, 4_096, 65_535, 65_536, 65_537));

describe('createByteCollector', () => {
  it('returns all collected bytes, or the last of them, for chunks of any lengths', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), length: chunkLength }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('last' as const), length: chunkLength }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('keepLast' as const), length: chunkLength }) },
      fc.record({ kind: fc.constant('take' as const), length: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const collector = createByteCollector();
        let expected = Buffer.alloc(0);
        for (const [index, { kind, length }] of steps.entries()) {
          if (kind === 'add') {
            const bytes = Uint8Array.from({ length }, (_, at) => index + at);
            collector.add(bytes);
            expected = Buffer.concat([expected, bytes]);
          } else if (kind === 'take') {
            assert.ok(expected.equals(collector.take()), 'all bytes');
            expected = Buffer.alloc(0);
          } else {
            const last = expected.subarray(Math.max(0, expected.length - length));
            if (kind === 'last') assert.ok(last.equals(collector.last(length)), `the last ${length} bytes`);
            else {
              collector.keepLast(length);
              expected = last;
            }
          }
          assert.equal(collector.length, expected.length);
        }
        assert.ok(expected.equals(collector.take()), 'all bytes at the end');
        assert.equal(collector.length, 0);
      }),
    );
  });

  it('returns bytes in shared memory from `take`', () => {
    const collector = createByteCollector();
    collector.add(Uint8Array.of(1, 2));
    assert.ok(collector.take().buffer instanceof SharedArrayBuffer);
  });

  it('keeps 10,000 chunks of one byte in less than 1 MiB', () => {
    const collector = createByteCollector();
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 10_000; count += 1) collector.add(new Uint8Array(1));
    // V8 does not count the bytes of such a short chunk in `arrayBuffers`, so only the blocks count.
    const bytes = process.memoryUsage().arrayBuffers - before;
    assert.equal(collector.length, 10_000);
    assert.ok(bytes < 1024 * 1024, `${bytes} bytes`);
  });
});
