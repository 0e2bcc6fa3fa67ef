import assert from 'node:assert/strict';
import { codeFence, codeSpan } from '../../../../src/common/code/codeFence.ts';

describe('codeFence', () => {
  it('returns three backticks if the code has no run of three', () => {
    for (const code of ['', 'a', '`a` ``b``']) assert.equal(codeFence(code), '```', code);
  });

  it('returns one backtick more than the longest run in the code', () => {
    assert.equal(codeFence('````\n```\na'), '`````');
    assert.equal(codeFence('`'.repeat(100_000)).length, 100_001);
  });
});

describe('codeSpan', () => {
  it('returns inline code that no backtick and no line break of the text ends', () => {
    assert.equal(codeSpan('src/a.ts:3-4'), '`src/a.ts:3-4`');
    assert.equal(codeSpan('a`b``c````d'), '````` a`b``c````d `````');
    assert.equal(codeSpan('a\n\r\n# b\u2028c'), '`a # b c`');
  });
});
