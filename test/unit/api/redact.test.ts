import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { redact, redactWord } from '../../../src/api/redact.ts';

const maxLength = 65_536;
const namedEntities: Readonly<Record<string, string>> = {
  '+': '&plus;',
  '/': '&sol;',
  '=': '&equals;',
  '-': '&hyphen;',
  _: '&lowbar;',
  '"': '&quot;',
  "'": '&apos;',
};
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
      (character) => String.raw`\x${hex(character)}`,
      (character) => String.raw`\u{${hex(character)}}`,
      (character) => `%u00${hex(character)}`,
      (character) => `%25${hex(character)}`,
      encodeURIComponent,
    ];
    for (const escaped of escapes) {
      const spellings = Array.from(secret, escaped);
      for (const [index, next] of spellings.entries()) {
        const before = `Bad key ${spellings.slice(0, index).join('')}`;
        for (let length = 0; length < next.length; length += 1) {
          const truncated = before + next.slice(0, length);
          // An escape sequence that lacks only its semicolon or its brace is a whole character.
          const isWhole = /[;}]$/.test(next) && length === next.length - 1;
          const characters = isWhole ? index + 1 : index;
          assert.equal(redact(truncated, secret), characters < 8 ? truncated : 'Bad key •••');
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

  it('masks the first eight or more characters of the key anywhere in the text', () => {
    const secret = 'sk-live-0123456789abcdefghijklmnopqrstuv';
    for (let length = 8; length < secret.length; length += 1) {
      for (const end of ['","type":"invalid"}', '…', '...', ' and more']) {
        assert.equal(redact(`Bad key ${secret.slice(0, length)}${end}`, secret), `Bad key •••${end}`);
      }
    }
    const untouched = 'sk-live, sk-liv and live-0123456789';
    assert.equal(redact(untouched, secret), untouched);
  });

  it('masks a whole key whose beginning is repeated before it', () => {
    assert.equal(redact('key aaaaaaaaaaab', 'aaaaaaaaaab'), 'key •••');
    assert.equal(redact('key sk-1-sk-1-sk-1-sk-1-secret.', 'sk-1-sk-1-sk-1-secret'), 'key •••.');
  });

  const escapable = 'sk-ab+cd/EFGH-ijkl_mnop=qrst"uvwx\'yz0123';
  const escapes: Readonly<Record<string, (character: string) => string>> = {
    'a numeric HTML entity without semicolon': (character) => `&#${character.charCodeAt(0)}`,
    'a numeric HTML entity in HTML': (character) => `&amp;#${character.charCodeAt(0)};`,
    'a numeric HTML entity with leading zeros': (character) => `&#${String(character.charCodeAt(0)).padStart(9, '0')};`,
    'a named HTML entity': (character) => namedEntities[character] ?? character,
    'a hexadecimal escape of C': (character) => `\\x${hex(character)}`,
    'an octal escape of C': (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
    'a Unicode escape of JavaScript': (character) => `\\u{${hex(character)}}`,
    'a Unicode escape of old URLs': (character) => `%u00${hex(character)}`,
    'quoted-printable': (character) => `=${hex(character).toUpperCase()}`,
    'a URL in a URL': (character) => `%25${hex(character)}`,
    'a URL in a URL in a URL': (character) => `%2525${hex(character)}`,
    'JSON in a URL': (character) => `%5Cu00${hex(character)}`,
  };
  for (const [name, escape] of Object.entries(escapes)) {
    it(`masks a key with punctuation escaped as ${name}`, () => {
      const escaped = escapable.replaceAll(/[^a-zA-Z0-9]/g, escape);
      assert.equal(redact(`Bad key ${escaped}, sorry`, escapable), 'Bad key •••, sorry');
      assert.equal(redact(JSON.stringify(`Bad key ${escaped}`), escapable), '"Bad key •••"');
    });
  }

  it('masks any key, however its characters are escaped, and leaves the text around the key', () => {
    const anyEscape = fc.constantFrom(
      (character: string) => character,
      (character: string) => `%${hex(character)}`,
      (character: string) => `&#x${hex(character)};`,
      (character: string) => `\\u00${hex(character)}`,
      (character: string) => `%25${hex(character)}`,
      (character: string) => `&amp;#${character.charCodeAt(0)};`,
      (character: string) => `\\x${hex(character)}\u200b`,
    );
    const keys = fc.string({ unit: fc.constantFrom(...Array.from('abXY019-_.+/=')), minLength: 8, maxLength: 60 });
    // The text around the key contains no character of the key, so that it cannot match a part of the key.
    const texts = fc.string({ unit: fc.constantFrom(...Array.from('klmn {}:,')) });
    fc.assert(
      fc.property(
        texts,
        keys,
        fc.array(anyEscape, { minLength: 60, maxLength: 60 }),
        texts,
        (before, key, list, after) => {
          const escaped = Array.from(key, (character, index) => list[index]?.(character) ?? '').join('');
          const redacted = redact(`${before} ${escaped} ${after}`, key).replaceAll('\u200b', '');
          assert.equal(redacted, `${before} ••• ${after}`);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('masks a key in base64 and in hexadecimal, alone or in a longer text', () => {
    for (const before of ['', 'k', 'ke', 'Bearer ', 'key=']) {
      for (const after of ['', '.', '..']) {
        const text = Buffer.from(before + escapable + after);
        for (const encoding of ['base64', 'base64url', 'hex'] as const) {
          for (const encoded of [text.toString(encoding), text.toString('hex').toUpperCase()]) {
            const redacted = redact(`Bad key ${encoded}, sorry`, escapable);
            assert.match(redacted, /•••/);
            // Only the characters next to the key are left.
            const left = redacted.replaceAll(/^Bad key |•••|, sorry$/g, '');
            assert.ok(left.length <= 2 * (before.length + after.length) + 4, redacted);
          }
        }
      }
    }
  });

  it('masks base64 and hexadecimal that is truncated', () => {
    const encoded = Buffer.from(escapable).toString('base64');
    assert.equal(redact(`Bad key ${encoded.slice(0, 15)}…`, escapable), 'Bad key •••…');
    assert.equal(redact(`Bad key ${Buffer.from(escapable).toString('hex').slice(0, 21)}…`, escapable), 'Bad key •••…');
  });

  it('looks for a short key only in its own spelling and escaped, not in other encodings', () => {
    assert.equal(redact('a key key%21, 6b657921 and a2V5IQ==', 'key!'), 'a key •••, 6b657921 and a2V5IQ==');
  });

  it('does not look for a key of one or two characters, which are in many words', () => {
    for (const key of ['k', 'ke']) assert.equal(redact('Bad key', key), 'Bad key');
    assert.equal(redact('Bad key', 'key'), 'Bad •••');
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
