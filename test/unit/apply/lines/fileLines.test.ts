import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { applyEdits, splitFile } from '../../../../src/apply/lines/fileLines.ts';

const edited = (text: string, start: number, end: number, lines: readonly string[]) =>
  applyEdits(splitFile(text), [{ start, end, lines }]);

describe('applyEdits', () => {
  it('returns any text unchanged without edits', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '\r', '\ufeff', ' ') });
    fc.assert(fc.property(texts, (text) => assert.equal(applyEdits(splitFile(text), []), text)));
  });

  it('gives new lines the most frequent line break', () => {
    assert.equal(edited('a\r\nb\r\nc\n', 1, 2, ['x', 'y']), 'a\r\nx\r\ny\r\nc\n');
  });

  it('ends the text with a line break only if it did before', () => {
    assert.equal(edited('a\nb', 1, 2, ['x', 'y']), 'a\nx\ny');
    assert.equal(edited('a\nb', 1, 2, []), 'a');
    assert.equal(edited('a\nb\n', 2, 2, ['c']), 'a\nb\nc\n');
    assert.equal(edited('', 0, 0, ['a']), 'a\n');
    assert.equal(edited('a\n', 0, 1, []), '');
  });

  it('keeps the byte order mark and the line breaks of equal lines', () => {
    assert.equal(edited('\ufeffa\nb\r\nc\r\n', 0, 3, ['a', 'x', 'c']), '\ufeffa\nx\r\nc\r\n');
  });
});
