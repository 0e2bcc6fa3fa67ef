import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createKeyMask } from '../../../src/api/keyMask.ts';

describe('createKeyMask', () => {
  const replaced = (text: string, key: string) =>
    text.replaceAll(key, () => `${key.slice(0, Math.min(4, key.length / 4))}•••`);
  const masked = (key: string, pieces: readonly string[]): string => {
    const mask = createKeyMask(key);
    return pieces.map((piece) => mask.push(piece)).join('') + mask.finish();
  };

  it('masks a key that is split at any position', () => {
    const text = 'The key sk-secret is sk-secret.';
    for (let cut = 0; cut <= text.length; cut += 1) {
      assert.equal(masked('sk-secret', [text.slice(0, cut), text.slice(cut)]), 'The key sk••• is sk•••.');
    }
  });

  it('masks the same occurrences in a text in pieces as `replaceAll` in the whole text', () => {
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
        ([key, parts]) => assert.equal(masked(key, parts), replaced(parts.join(''), key)),
      ),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.array(fc.string({ unit: 'binary' })), (key, parts) =>
        assert.equal(masked(key, parts), replaced(parts.join(''), key)),
      ),
    );
  });

  it('holds back the end of a piece only if it continues the visible characters of the key', () => {
    const mask = createKeyMask('sk-secret-of-mine');
    const steps = [
      ['Hello', 'Hello'],
      [' task', ' task'],
      [' sk-sk-sec', ' sk-sk-s'],
      ['ure', 'ecure'],
      ['sk-secret-of-mine s', 'sk-s••• s'],
      ['k-secret', 'k-s'],
    ] as const;
    for (const [piece, result] of steps) assert.equal(mask.push(piece), result);
    assert.equal(mask.finish(), 'ecret');
    assert.equal(mask.finish(), '');
  });

  it('does not mask a key of fewer than eight characters', () => {
    for (const key of ['', 'k', 'the-key']) assert.equal(masked(key, ['k, the', '-key']), 'k, the-key');
  });
});
