import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextNormalizer } from '../../../../src/webview/markdown/textNormalizer.ts';
import { pieces } from './streamMarkdown.ts';

describe('TextNormalizer', () => {
  it('replaces each kind of line break with a line feed, and NUL characters', () => {
    assert.equal(normalized(['a\r\nb\rc\nd\r\r\ne\0\r']), 'a\nb\nc\nd\n\ne\ufffd\n');
  });

  it('returns the same text, however the received text is divided into pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\r', '\n', 'a', '\0')),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
        (characters, sizes) => {
          const text = characters.join('');
          assert.equal(normalized(pieces(text, sizes)), normalized([text]));
        },
      ),
    );
  });
});

function normalized(texts: Iterable<string>): string {
  const normalizer = new TextNormalizer();
  return [...texts].map((text) => normalizer.take(text)).join('') + normalizer.finish();
}
