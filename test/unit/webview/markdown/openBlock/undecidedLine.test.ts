import assert from 'node:assert/strict';
import { isUndecidedLine } from '../../../../../src/webview/markdown/openBlock/undecidedLine.ts';

describe('isUndecidedLine', () => {
  for (const line of ['   ', '\u3000', '  ---', '> - ', '  1', '  123456789.', '1)', '  <detail', '> [^1'])
    it(`returns true for ${JSON.stringify(line)}`, () => assert.ok(isUndecidedLine(line)));

  for (const line of ['', '  words', '  1234567890', '1.)', '- 1', '[a'])
    it(`returns false for ${JSON.stringify(line)}`, () => assert.equal(isUndecidedLine(line), false));

  for (const space of [' ', '\u3000'])
    it(`returns false for words after 100,000 times ${JSON.stringify(space)}`, () => {
      assert.equal(isUndecidedLine(`${space.repeat(100_000)}words`), false);
    });
});
