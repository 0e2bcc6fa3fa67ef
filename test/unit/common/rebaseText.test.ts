import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rebaseText } from '../../../src/common/rebaseText.ts';

describe('rebaseText', () => {
  const cases: readonly (readonly [title: string, text: string, before: string, after: string, expected: string])[] = [
    ['returns the new text if nothing was typed', 'hello', 'hello', '', ''],
    ['keeps text typed after a sent message', 'first second', 'first', '', ' second'],
    ['keeps text typed before a sent message', 'so first', 'first', '', 'so '],
    ['keeps both texts that were added at the end, the typed text first', 'ab!', 'ab', 'ab\n\ncode', 'ab!\n\ncode'],
    [
      'puts a restored draft on its own line before the text typed since',
      'third!',
      'third',
      'half a thought',
      'half a thought\n!',
    ],
    ['keeps the whole text if a sent message was edited in its middle', 'fi-rst', 'first', '', 'fi-rst'],
    [
      'keeps the whole text and appends the new part if both changed the same range',
      'fixed',
      'first',
      'other',
      'fixed\nother',
    ],
    ['does not add the same text twice', 'same', '', 'same', 'same'],
  ];
  for (const [title, text, before, after, expected] of cases) {
    it(title, () => {
      assert.equal(rebaseText(text, before, after), expected);
    });
  }

  it('keeps any text typed at the end', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (before, after, typed) => {
        assert.ok(rebaseText(before + typed, before, after).includes(typed));
      }),
    );
  });
});
