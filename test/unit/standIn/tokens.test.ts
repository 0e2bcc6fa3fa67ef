import assert from 'node:assert/strict';
import { fillerOf } from '../../standIn/filler.ts';
import { countTokens, splitIntoPieces } from '../../standIn/tokens.ts';

describe('splitIntoPieces', () => {
  for (const text of ['', 'plain words', 'naïve 你好 👩‍👩‍👧‍👦 𝒳 𒀱ꙮ', '<|endoftext|>', '\r\n\t  ']) {
    it(`returns pieces of whole characters that join to ${JSON.stringify(text)}`, () => {
      const pieces = splitIntoPieces(text);
      assert.equal(pieces.map((piece) => piece.text).join(''), text);
      for (const piece of pieces) assert.equal(piece.text !== '' && piece.text.isWellFormed(), true);
    });
  }

  it('replaces a lone surrogate, which UTF-8 cannot encode', () => {
    assert.equal(
      splitIntoPieces('a\ud800b')
        .map((piece) => piece.text)
        .join(''),
      'a\ufffdb',
    );
  });
});

describe('fillerOf', () => {
  it('returns a text of exactly the given number of tokens', () => {
    for (const count of [0, 1, 2, 37, 250, 1111]) {
      const text = fillerOf(count);
      assert.equal(countTokens(text), count);
      assert.equal(splitIntoPieces(text).length, count);
    }
  });
});
