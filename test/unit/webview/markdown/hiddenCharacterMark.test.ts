import assert from 'node:assert/strict';
import { createCodeSplitter } from '../../../../src/webview/markdown/hiddenCharacterMark.ts';

describe('createCodeSplitter', () => {
  it('returns a function whose calls together mark at most 1,000 hidden characters, and replace the others', () => {
    const split = createCodeSplitter();
    const text = 'a\u200b'.repeat(600);
    const first = split(text, 0, text.length);
    const second = split(text, 0, text.length);
    assert.equal(first.filter(({ isHidden }) => isHidden).length, 600);
    assert.equal(second.filter(({ isHidden }) => isHidden).length, 400);
    assert.deepEqual(second.at(-1), { text: 'a\ufffd'.repeat(200), isHidden: false });
  });

  it('counts the marks of each returned function separately', () => {
    const text = '\u200b'.repeat(1_000);
    for (const split of [createCodeSplitter(), createCodeSplitter()])
      assert.ok(split(text, 0, text.length).every(({ isHidden }) => isHidden));
  });
});
