import assert from 'node:assert/strict';
import fc from 'fast-check';
import { rebaseText } from '../../../../src/common/text/rebaseText.ts';

describe('rebaseText', () => {
  /**
   * The user's edit changes the text from `before` to `text`. The other edit, for example sending the message, changes
   * the text from `before` to `after`.
   */
  const cases: readonly (readonly [title: string, text: string, before: string, after: string, expected: string])[] = [
    ['returns the result of the other edit if the user typed nothing', 'hello', 'hello', '', ''],
    ['keeps text typed after a sent message', 'first second', 'first', '', ' second'],
    ['keeps text typed before a sent message', 'so first', 'first', '', 'so '],
    [
      'puts the typed text before the text of the other edit if both were added at the end',
      'ab!',
      'ab',
      'ab\n\ncode',
      'ab!\n\ncode',
    ],
    [
      'puts a line break between a restored draft and the text that was typed after the sent message',
      'third!',
      'third',
      'half a thought',
      'half a thought\n!',
    ],
    ['keeps the whole text if the user edited the middle of a sent message', 'fi-rst', 'first', '', 'fi-rst'],
    [
      'keeps the user’s text and appends the text of the other edit if the two edits overlap',
      'fixed',
      'first',
      'other',
      'fixed\nother',
    ],
    [
      'keeps the position of the other edit’s insertion if the user deleted one of several equal letters',
      'aab',
      'aaab',
      'aaa!b',
      'aa!b',
    ],
    ['adds a text only once if the user’s edit and the other edit both added this text', 'same', '', 'same', 'same'],
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
