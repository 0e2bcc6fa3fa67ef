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

  it('takes about the same time if one letter cannot be converted', () => {
    const text = 'Some Words and More Words. '.repeat(80_000);
    const timeOf = (each: string): number => {
      const start = process.cpuUsage();
      for (let count = 0; count < 5; count += 1) lowerCase(each);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    };
    const usual = timeOf(`${text}Ж`);
    const time = timeOf(`${text}İ`);
    assert.ok(time < 5 * usual + 50, `${time} ms instead of ${usual} ms`);
  });

  it('converts each sigma to the same letter, wherever it stands', () => {
    assert.equal(lowerCase('ΟΔΟΣ'), lowerCase('οδος'));
    assert.equal(lowerCase('ΟΔΟΣ'), lowerCase('ΟΔΟΣΑ').slice(0, 4));
  });
});
