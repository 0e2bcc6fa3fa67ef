import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createKeyMask } from '../../../src/api/keyMask.ts';

describe('createKeyMask', () => {
  const masked = (key: string, pieces: readonly string[]): string => {
    const mask = createKeyMask(key);
    return pieces.map((piece) => mask.push(piece)).join('') + mask.finish();
  };

  it('masks a key that is split at any position', () => {
    const text = 'The key sk-secret is sk-secret.';
    for (let cut = 0; cut <= text.length; cut += 1) {
      assert.equal(masked('sk-secret', [text.slice(0, cut), text.slice(cut)]), 'The key ••• is •••.');
    }
  });

  it('masks the same occurrences in pieces as in the whole text', () => {
    // With few different characters, the text contains whole keys, parts of keys, and keys that overlap.
    const letters = fc.constantFrom('a', 'b');
    const keys = fc.string({ unit: letters, minLength: 8, maxLength: 10 });
    const pieces = (key: string) =>
      fc.array(
        fc.oneof(
          fc.constant(key),
          fc.string({ unit: letters }),
          fc.integer().map((n) => key.slice(n % 10)),
        ),
      );
    fc.assert(
      fc.property(
        keys.chain((key) => fc.tuple(fc.constant(key), pieces(key))),
        ([key, parts]) => assert.equal(masked(key, parts), parts.join('').replaceAll(key, '•••')),
      ),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.array(fc.string({ unit: 'binary' })), (key, parts) =>
        assert.equal(masked(key, parts), parts.join('').replaceAll(key, '•••')),
      ),
    );
  });

  it('holds back only the end of a piece that may be the beginning of the key', () => {
    const mask = createKeyMask('sk-secret');
    const steps = [
      ['Hello', 'Hello'],
      [' task', ' ta'],
      [' sk-sk-sec', 'sk sk-'],
      ['ure', 'sk-secure'],
      ['sk-secret s', '••• '],
    ] as const;
    for (const [piece, result] of steps) assert.equal(mask.push(piece), result);
    assert.equal(mask.finish(), 's');
    assert.equal(mask.finish(), '');
  });

  it('does not mask a key of fewer than eight characters', () => {
    for (const key of ['', 'k', 'the-key']) assert.equal(masked(key, ['k, the', '-key']), 'k, the-key');
  });
});
