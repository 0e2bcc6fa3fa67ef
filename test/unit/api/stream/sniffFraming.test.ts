import { strict as assert } from 'node:assert';
import { sniffFraming, type FramingName } from '../../../../src/api/stream/sniffFraming.ts';

describe('the framing of a body', () => {
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
  ];
  for (const [start, framing] of starts) {
    it(`is told by its start: ${JSON.stringify(start)}`, () => {
      assert.equal(sniffFraming(start), framing);
    });
  }

  it('waits while the start could still become a field', () => {
    for (const start of ['', 'd', 'data', 'e', 'even', 'err', 'error: ', 'i', 'id', 'r', 'retry']) {
      assert.equal(sniffFraming(start), undefined, start);
    }
  });
});
