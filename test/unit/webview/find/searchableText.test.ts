import assert from 'node:assert/strict';
import { lowerCase } from '../../../../src/webview/find/searchableText.ts';

describe('lowerCase', () => {
  it('keeps the length of every character', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      assert.equal(lowerCase(character).length, character.length, code.toString(16));
    }
  });

  it('converts all other letters of a text with a letter that it cannot convert', () => {
    assert.equal(lowerCase('AİB\u{10400}'), 'aİb\u{10428}');
  });

  it('converts each sigma to the same letter, wherever it stands', () => {
    assert.equal(lowerCase('ΟΔΟΣ'), lowerCase('οδος'));
    assert.equal(lowerCase('ΟΔΟΣ'), lowerCase('ΟΔΟΣΑ').slice(0, 4));
  });
});
