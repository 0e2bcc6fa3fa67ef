import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { salvageJson } from '../../../../src/api/stream/salvageJson.ts';

describe('salvageJson', () => {
  const cuts: readonly (readonly [text: string, value: unknown, invalid?: string])[] = [
    ['{', {}],
    ['{"a', {}, '"a'],
    ['{"a"', {}, '"a"'],
    ['{"a":', {}, '"a":'],
    ['{"a":"', { a: '' }],
    ['{"a":"b', { a: 'b' }],
    ['{"a":"b","c', { a: 'b' }, ',"c'],
    ['{"a":"b","c":tr', { a: 'b' }, ',"c":tr'],
    ['{"a":[{"b":1},', { a: [{ b: 1 }] }, ','],
    ['{"a":[{"b":1},{"c":"d', { a: [{ b: 1 }, { c: 'd' }] }],
    ['[{"a":1} x', [{ a: 1 }], ' x'],
    ['{"a":"\\', { a: '' }],
    ['{"a":"b\\u00', { a: 'b' }],
    ['{"a":"\\\\', { a: '\\' }],
    ['{"a":"}]{[,\\"', { a: '}]{[,"' }],
    ['{"a":"b\\ud83d', { a: 'b' }],
    ['{"a":"b\\ud83d\\', { a: 'b' }],
    ['{"a":"b\\uD83D\\uDE0', { a: 'b' }],
    ['{"a":"b\\ud83d\\ude00', { a: 'b😀' }],
    ['{"a":"\\u00e9\\u00', { a: 'é' }],
    ['{"a":"b\\\\ud83d', { a: 'b\\ud83d' }],
  ];
  for (const [text, value, invalid = ''] of cuts) {
    it(`returns ${JSON.stringify(value)} for ${text}`, () => {
      assert.deepEqual(salvageJson(text), { value, invalid });
    });
  }

  it('returns the valid beginning of a truncated string, and the rest', () => {
    for (const invalid of ['\tb c', '\n', "\\'b", '\\x', '\\U00e9', '\\N', '\\u12g', '\\u12 \\', '\u001f']) {
      for (const rest of [invalid, `${invalid}","d":"e`, `${invalid}"}]}`])
        assert.deepEqual(salvageJson(`{"a":[1,{"b":"x\\n😀${rest}`), {
          value: { a: [1, { b: 'x\n😀' }] },
          invalid: rest,
        });
    }
    assert.deepEqual(salvageJson('{"a":"b","c\t'), { value: { a: 'b' }, invalid: ',"c\t' });
  });

  it('returns the text before an appended error, and the error', () => {
    for (const error of [
      '\n{"error":{"message":"no"}}',
      '\n\ndata: {"error":{"message":"no"}}\n\n',
      '\n<!DOCTYPE html>\n<html lang="en"><title>502</title></html>',
      '"\n  Bad gateway',
      '"\u0000\u0000',
      '" {"error":"no"}',
    ]) {
      const salvaged = salvageJson(`{"id":"x","choices":[{"message":{"content":"a b${error}`);
      assert.deepEqual(salvaged, {
        value: { id: 'x', choices: [{ message: { content: 'a b' } }] },
        invalid: error.replace(/^"/, ''),
      });
    }
    assert.deepEqual(salvageJson('{"a":"b{"error":"no"}'), { value: { a: 'b{' }, invalid: 'error":"no"}' });
  });

  it('returns undefined for a complete document, a text that is not truncated JSON, or deep nesting', () => {
    for (const text of [
      '',
      'words',
      '{"a":1}',
      '{oops}',
      '{"a":1}}',
      '[1,]',
      '{"a":1}\n{"b":',
      '{"a":\n1 x,',
      '['.repeat(200),
    ]) {
      assert.equal(salvageJson(text), undefined, text);
    }
  });

  it('closes up to 100 open arrays', () => {
    assert.deepEqual(salvageJson('['.repeat(100)), {
      value: JSON.parse('['.repeat(100) + ']'.repeat(100)) as unknown,
      invalid: '',
    });
    assert.equal(salvageJson('['.repeat(101)), undefined);
  });

  it('returns a prefix of a string field, wherever the document is truncated', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.boolean(), (content, at, isEscaped) => {
        const plain = JSON.stringify({ before: [1, { x: null }], content });
        const text = isEscaped ? plain.replaceAll(/[^\x20-\x7e]/g, escapeUnit) : plain;
        const salvaged = salvageJson(text.slice(0, 1 + (at % (text.length - 1))));
        const value = salvaged?.value as { readonly content?: string };
        assert.ok(content.startsWith(value.content ?? ''));
        if (value.content !== undefined) assert.equal(salvaged?.invalid, '');
      }),
    );
  });

  it('takes linear time', () => {
    // With quadratic time, for example because of a copy of the text at each level, each text would take minutes.
    for (const text of [
      '['.repeat(4e6),
      '[' + '[x,'.repeat(1e6),
      '{"a":'.repeat(8e5),
      '{"a":"' + '\\'.repeat(4e6),
      '{"a":"' + '\\n'.repeat(2e6) + '\t',
      '{' + '"a": "b",\n'.repeat(4e5),
      '{"a"' + ' '.repeat(4e6) + 'x',
    ])
      salvageJson(text);
  }).timeout(20_000);
});

function escapeUnit(unit: string): string {
  return '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0');
}
