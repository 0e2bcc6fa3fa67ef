import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rebaseText } from '../../../src/common/rebaseText.ts';

describe('rebaseText', () => {
  const cases: readonly (readonly [title: string, text: string, before: string, after: string, expected: string])[] = [
    ['takes the new text where nothing was typed', 'hello', 'hello', '', ''],
    ['keeps the text typed behind a message that was sent', 'first second', 'first', '', ' second'],
    ['keeps the text typed before a message that was sent', 'so first', 'first', '', 'so '],
    ['keeps both texts that were added at the end, the typed one first', 'ab!', 'ab', 'ab\n\ncode', 'ab!\n\ncode'],
    [
      'puts an earlier draft on a line of its own before the text typed meanwhile',
      'third!',
      'third',
      'half a thought',
      'half a thought\n!',
    ],
    ['keeps the whole text when a sent message was edited in its middle', 'fi-rst', 'first', '', 'fi-rst'],
    [
      'keeps the whole text, and the new part, when both changed the same place',
      'fixed',
      'first',
      'other',
      'fixed\nother',
    ],
    ['adds nothing twice', 'same', '', 'same', 'same'],
  ];
  for (const [title, text, before, after, expected] of cases) {
    it(title, () => {
      assert.equal(rebaseText(text, before, after), expected);
    });
  }

  it('never loses text typed at the end', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (before, after, typed) => {
        assert.ok(rebaseText(before + typed, before, after).includes(typed));
      }),
      { seed: 12 },
    );
  });
});
