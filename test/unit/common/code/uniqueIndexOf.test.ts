import assert from 'node:assert/strict';
import { uniqueIndexOf } from '../../../../src/common/code/uniqueIndexOf.ts';

describe('uniqueIndexOf', () => {
  it('returns the offset of the only occurrence', () => {
    assert.equal(uniqueIndexOf('a\nbc\n', 'bc'), 2);
    assert.equal(uniqueIndexOf('abc', 'abc'), 0);
    assert.equal(uniqueIndexOf('aab', 'ab'), 1);
  });

  it('returns -1 for a part that is missing, empty, longer than the text, or occurs twice', () => {
    for (const [text, part] of [
      ['abc', 'd'],
      ['abc', ''],
      ['', ''],
      ['ab', 'abc'],
      ['abcab', 'ab'],
      ['ababa', 'aba'],
    ] as const)
      assert.equal(uniqueIndexOf(text, part), -1, `${part} in ${text}`);
  });

  it('agrees with indexOf for all texts of 8 letters from an alphabet of two', () => {
    const words = Array.from({ length: 1 << 8 }, (_, number) => (number + (1 << 8)).toString(2).slice(1));
    const parts = ['0', '01', '010', '0101', '0010', '00100', '1111'];
    for (const word of words)
      for (const part of parts) {
        const first = word.indexOf(part);
        assert.equal(uniqueIndexOf(word, part), word.includes(part, first + 1) ? -1 : first, `${part} in ${word}`);
      }
  });

  it('returns the offset in a text of a megabyte with equal lines', () => {
    const line = '0,0,0,0,0,0,0,0\n';
    const first = '0,0,0,0,0,0,0,1\n';
    assert.equal(uniqueIndexOf(first + line.repeat(60_000), first + line.repeat(30_000)), 0);
    assert.equal(uniqueIndexOf(line.repeat(60_000), first + line.repeat(30_000)), -1);
    assert.equal(uniqueIndexOf(line.repeat(60_000), line.repeat(30_000)), -1);
  });
});
