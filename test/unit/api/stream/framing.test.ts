import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createLineEndNormalizer, sniffFraming, type FramingName } from '../../../../src/api/stream/framing.ts';

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
    ['\ufffd\u0008', 'binary'],
    ['\u0000', 'binary'],
    ['\u001b[0m', 'binary'],
    ['x\ufffd\ufffd', 'binary'],
    ['![\u0001', 'binary'],
    ['[[\u0001', 'binary'],
    ['{\u0000"\u0000', 'binary'],
    ['d\u0000a\u0000', 'binary'],
    ['D\ufffdsol\ufffd \u001b[1m', 'plainText'],
    ['{"error":"\ufffd\ufffd"}', 'json'],
    ['{\n\t"a":1}\n\u0001', 'json'],
    [`${'a'.repeat(32)}\u0001`, 'plainText'],
  ];
  for (const [start, framing] of starts) {
    it(`returns '${framing}' for ${JSON.stringify(start)}`, () => {
      assert.equal(sniffFraming(start, true), framing);
      assert.equal(sniffFraming(start + ' '.repeat(32)), framing);
    });
  }

  it('returns undefined if the start is too short to detect the framing', () => {
    for (const start of ['', 'd', 'data', 'e', 'even', 'err', 'error: ', 'i', 'id', 'r', 'retry']) {
      assert.equal(sniffFraming(start), undefined, start);
    }
    for (const start of ['Hello', '{"error"', '[', '<html>']) assert.equal(sniffFraming(start), undefined, start);
  });

  it('waits for no more than the first line of JSON', () => {
    assert.equal(sniffFraming('{"error":"no"}\n'), 'json');
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
