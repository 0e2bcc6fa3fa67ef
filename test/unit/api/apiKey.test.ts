import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { parseApiKey } from '../../../src/api/apiKey.ts';

describe('parseApiKey', () => {
  it('trims whitespace, line breaks and byte order marks', () => {
    assert.deepEqual(parseApiKey('  sk-abc123\r\n'), { key: 'sk-abc123' });
    assert.deepEqual(parseApiKey('\u{feff}sk-abc\t'), { key: 'sk-abc' });
  });

  it('removes the scheme `Bearer` before the key, as copied from an example request', () => {
    for (const text of ['Bearer sk-abc', ' bearer  sk-abc ', 'Authorization: Bearer sk-abc'])
      assert.deepEqual(parseApiKey(text), { key: 'sk-abc' });
    assert.deepEqual(parseApiKey('bearer-abc'), { key: 'bearer-abc' });
    assert.equal(parseApiKey('Bearer '), 'empty');
  });

  it('removes one pair of quotation marks or backticks around the key, as copied from a program', () => {
    for (const text of [
      '"sk-abc"',
      "'sk-abc'",
      '`sk-abc`',
      ' "sk-abc" ',
      '" sk-abc "',
      '"Bearer sk-abc"',
      'Bearer "sk-abc"',
    ])
      assert.deepEqual(parseApiKey(text), { key: 'sk-abc' }, text);
    assert.deepEqual(parseApiKey('""sk-abc""'), { key: '"sk-abc"' });
    assert.equal(parseApiKey('""'), 'empty');
  });

  it('rejects a URL', () => {
    for (const text of ['https://api.example.com/v1', 'HTTP://localhost:8080', '"https://api.example.com/v1"'])
      assert.equal(parseApiKey(text), 'url', text);
  });

  it('accepts short keys, long keys, and keys with quotation marks or Latin-1 letters', () => {
    for (const key of ['a', 'clé', 'sk-"a"', '"sk-a', 'x'.repeat(10_000)]) assert.deepEqual(parseApiKey(key), { key });
  });

  it('returns the reason why a text cannot be a key', () => {
    assert.equal(parseApiKey(''), 'empty');
    assert.equal(parseApiKey(' \n\t '), 'empty');
    assert.equal(parseApiKey('sk-a\nsk-b'), 'lineBreak');
    assert.equal(parseApiKey('sk-a\rb'), 'lineBreak');
    for (const text of ['sk-a b', 'sk-a\tb', 'sk-a\u{a0}b', 'sk-a\u{3000}b', 'Bearer sk-a b', '"sk-a b"'])
      assert.equal(parseApiKey(text), 'whitespace', text);
    assert.equal(parseApiKey('sk-日本'), 'notLatin1');
    assert.equal(parseApiKey('sk-“a”'), 'notLatin1');
    assert.equal(parseApiKey('sk-\u0007'), 'notLatin1');
  });

  it('returns only keys that are valid header values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseApiKey(text);
        if (typeof parsed !== 'string') new Headers({ authorization: `Bearer ${parsed.key}` });
      }),
    );
  });
});
