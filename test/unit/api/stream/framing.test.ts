import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import {
  countUndecodable,
  createLineEndNormalizer,
  sniffFraming,
  type FramingName,
} from '../../../../src/api/stream/framing.ts';

describe('sniffFraming', () => {
  const starts: readonly (readonly [string, FramingName])[] = [
    ['data: {', 'events'],
    ['data:{', 'events'],
    ['event: message', 'events'],
    ['id: 1', 'events'],
    ['retry: 100', 'events'],
    [': PROCESSING', 'events'],
    [':', 'events'],
    ['error: {"code":400}', 'events'],
    ['{"error"', 'json'],
    ['[{', 'json'],
    ['<!DOCTYPE html>', 'html'],
    ['<html>', 'html'],
    ['Hello', 'plainText'],
    ['data is', 'plainText'],
    ['error: out of memory', 'plainText'],
    ['日本', 'plainText'],
    ['"quoted"', 'plainText'],
    ['Ça', 'plainText'],
    ['\ufffd\u0008', 'binary'],
    ['\ufffda', 'binary'],
    ['\u0000', 'binary'],
    ['\u001fa', 'binary'],
    ['\u001b[0m', 'plainText'],
    ['\u0085', 'plainText'],
    ['\u007f', 'plainText'],
    ['x\ufffd\ufffd\u0000', 'plainText'],
    ['It\u0092s', 'plainText'],
    ['Done.\u0007', 'plainText'],
    ['{"response":"It\u0092s"}', 'json'],
    ['{\u0000', 'json'],
  ];
  for (const [start, framing] of starts) {
    it(`returns '${framing}' for ${JSON.stringify(start)}`, () => {
      assert.equal(sniffFraming(start), framing);
      assert.equal(sniffFraming(start, true), framing);
    });
  }

  const fieldStarts = ['d', 'data', 'e', 'even', 'err', 'error: ', 'i', 'id', 'r', 'retry'];

  it('returns undefined if the start is too short to detect the framing', () => {
    for (const start of ['', ...fieldStarts]) assert.equal(sniffFraming(start), undefined, start);
  });

  it("returns 'plainText' for a whole body that is the beginning of a field name", () => {
    for (const body of fieldStarts) assert.equal(sniffFraming(body, true), 'plainText', body);
    assert.equal(sniffFraming('', true), undefined);
  });
});

describe('countUndecodable', () => {
  it('counts replaced bytes and control characters that text does not contain', () => {
    assert.equal(countUndecodable('a\ufffd\u0000b\u0007\ufffd'), 4);
    assert.equal(countUndecodable('a\t\n\v\f\r\u001b[0m\u007f\u0085\u0092 é'), 0);
  });
});

describe('createLineEndNormalizer', () => {
  it('joins several blank lines of a piece into one', () => {
    const normalize = createLineEndNormalizer();
    assert.equal(normalize('a\r\n\r\n\r\n\n\n\rb\n\n\nc\r\r'), 'a\n\nb\n\nc\n\n');
    assert.equal(normalize('\nd'), 'd');
  });

  it('converts every line end to LF, wherever the text is split', () => {
    const joinBlankLines = (text: string) => text.replaceAll(/\n{3,}/g, '\n\n');
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('\r', '\n', 'a', '\u2028', '') }), { maxLength: 20 });
    fc.assert(
      fc.property(pieces, (texts) => {
        const normalize = createLineEndNormalizer();
        const expected = texts.join('').replaceAll(/\r\n|\r/g, '\n');
        assert.equal(joinBlankLines(texts.map(normalize).join('')), joinBlankLines(expected));
      }),
    );
  });

  it('converts a CR at the end of a piece to LF at once', () => {
    assert.equal(createLineEndNormalizer()('a\r'), 'a\n');
  });
});
