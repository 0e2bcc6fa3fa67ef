import assert from 'node:assert/strict';
import { fillerOf } from '../../standIn/filler.ts';
import { countTokens, splitIntoPieces } from '../../standIn/tokens.ts';

describe('tokens', () => {
  for (const text of ['', 'plain words', 'naïve 你好 👩‍👩‍👧‍👦 𝒳 𒀱ꙮ', '<|endoftext|>', '\r\n\t  ']) {
    it(`splits ${JSON.stringify(text)} into pieces that join to it and never cut a character`, () => {
      const pieces = splitIntoPieces(text);
      assert.equal(pieces.map((piece) => piece.text).join(''), text);
      for (const piece of pieces) assert.equal(piece.text !== '' && piece.text.isWellFormed(), true);
    });
  }

  it('replaces a lone surrogate, which cannot be sent', () => {
    assert.equal(
      splitIntoPieces('a\ud800b')
        .map((piece) => piece.text)
        .join(''),
      'a\ufffdb',
    );
  });

  it('fills to exactly so many tokens, in as many pieces', () => {
    for (const wanted of [0, 1, 2, 37, 250, 1111]) {
      const text = fillerOf(wanted);
      assert.equal(countTokens(text), wanted);
      assert.equal(splitIntoPieces(text).length, wanted);
    }
  });
});
