import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { redact, redactWord } from '../../../src/api/redact.ts';

const maxLength = 65_536;
const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');

describe('redact', () => {
  it('returns at most 65,536 characters', () => {
    assert.equal(redact('x'.repeat(20_000_000), 'sk-secret').length, maxLength);
    assert.equal(redact('x'.repeat(maxLength), '').length, maxLength);
    assert.equal(redact('x'.repeat(maxLength + 1), '').length, maxLength);
  });

  it('masks a key with characters above U+007F, escaped for a URL as UTF-8 or Latin-1', () => {
    const secret = 'sk-ÄÖÜ-äöü-ÿ';
    const latin1 = secret.replaceAll(/[\x80-\xff]/g, (character) => `%${hex(character)}`);
    const spellings = [secret, encodeURIComponent(secret), encodeURIComponent(secret).toLowerCase(), latin1];
    for (const spelling of spellings) assert.equal(redact(`Bad key ${spelling}, sorry`, secret), 'Bad key •••, sorry');
  });

  it('masks a key whose Latin-1 bytes were decoded as UTF-8', () => {
    const misread = (text: string) => Buffer.from(text, 'latin1').toString('utf8');
    for (const secret of ['sk-ÄÖÜ-äöü-ÿ', 'sk-Ã¤Ã¶', 'sk-é-0123456789']) {
      assert.equal(redact(misread(`Bad key ${secret}, sorry`), secret), 'Bad key •••, sorry');
      assert.equal(redact(JSON.stringify(misread(secret)).replaceAll('\ufffd', '\\ufffd'), secret), '"•••"');
    }
    assert.equal(redact(misread('Bad key sk-é-01234'), 'sk-é-0123456789'), 'Bad key •••');
  });

  it('leaves at most seven whole characters of an escaped key that is truncated at any position', () => {
    const secret = 'sk-0123456789/äö';
    const escapes: readonly ((character: string) => string)[] = [
      (character) => `%${hex(character)}`,
      (character) => String.raw`\u00${hex(character)}`,
      (character) => String.raw`\\\\u00${hex(character)}`,
      (character) => `&#x${hex(character)};`,
      (character) => `&#${character.charCodeAt(0)};`,
      encodeURIComponent,
    ];
    for (const escaped of escapes) {
      const spellings = Array.from(secret, escaped);
      for (const [index, next] of spellings.entries()) {
        const before = `Bad key ${spellings.slice(0, index).join('')}`;
        for (let length = 0; length < next.length; length += 1) {
          const truncated = before + next.slice(0, length);
          assert.equal(redact(truncated, secret), index < 8 ? truncated : 'Bad key •••');
        }
      }
    }
  });

  it('masks a key that is split by invisible characters, tabs or line feeds, plain or escaped', () => {
    for (const secret of ['sk-Abc123/def', 'sk-Ä-\u{1f511}-äöü']) {
      for (const separator of [
        '\u0000',
        '\t',
        '\n',
        '\r\n',
        '\u200b',
        '\u00ad',
        '\u2028',
        '\ufeff',
        '\u{e0041}',
        '\\u0000',
      ]) {
        for (const escaped of [(text: string) => text, (text: string) => JSON.stringify(text).slice(1, -1)]) {
          const split = escaped(Array.from(secret).join(separator));
          assert.equal(redact(`Bad key ${split}\n, sorry`, secret), 'Bad key •••\n, sorry');
          assert.equal(
            redact(`Bad key ${escaped(Array.from(secret).slice(0, -1).join(separator))}`, secret),
            'Bad key •••',
          );
        }
      }
    }
  });

  it('does not change a text that contains no part of the key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(redact(text, '\u0101-another-key'), text)),
    );
    const escapes = fc.array(
      fc.constantFrom('%', '%4', '%41', '\\', '\\u', '\\u0041', '&', '&#', '&#x41', '&#65;', 'a'),
    );
    fc.assert(fc.property(escapes, (parts) => assert.equal(redact(parts.join(''), 'sk-secret'), parts.join(''))));
  });
});

describe('redactWord', () => {
  it('returns at most 200 characters, and undefined if no character is left', () => {
    assert.equal(redactWord('x'.repeat(201), ''), 'x'.repeat(200));
    assert.equal(redactWord('\u0007', ''), undefined);
  });

  it('removes a key that is split by characters that are not printable ASCII', () => {
    for (const secret of ['sk-0123456789', 'sk-0123ä456789']) {
      for (const separator of ['\u200b', '\u00ad', '\u0000', '\n']) {
        assert.equal(redactWord(`code ${Array.from(secret).join(separator)}.`, secret), 'code .');
      }
    }
  });
});
