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
    const letters = fc.constantFrom('a', '1');
    const isMasked = (key: string) => /[^\d]/.test(key) && /\d/.test(key);
    const keys = fc.string({ unit: letters, minLength: 8, maxLength: 10 }).filter(isMasked);
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
      fc.property(fc.string({ minLength: 8 }).filter(isMasked), fc.array(fc.string({ unit: 'binary' })), (key, parts) =>
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

  it('does not mask a placeholder, which a server that needs no key accepts', () => {
    const placeholders = [
      'anything',
      'Anything',
      'localhost',
      'lm-studio',
      'not-needed',
      'no-key-needed',
      'NOT_REQUIRED',
      'dummy-api-key',
      'sk-no-key-required',
      'no_api_key_required',
      'your-api-key-here',
      'ollama',
      'EMPTY',
      '00000000',
    ];
    for (const key of placeholders) assert.equal(masked(key, [`It is ${key}.`]), `It is ${key}.`);
  });

  it('masks a key that may be a secret', () => {
    const keys = [
      'sk-abcdefgh',
      'sk-proj-AbCdEf012345',
      'deadbeefcafebabe',
      '3f2a9c41',
      'dGhlIGtleQ==',
      '0b8f9a52-6c1d-4f7e-9a57-2f6a1f4c0d11',
      'hf_AbCdEfGhIj',
      'passw0rd',
      'qwertyuiopasdfgh',
    ];
    for (const key of keys) assert.equal(masked(key, [`It is ${key}.`]).includes(key), false, key);
  });
});
