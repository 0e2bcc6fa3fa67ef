import assert from 'node:assert/strict';
import { codeFence } from '../../../../src/common/code/codeFence.ts';

describe('codeFence', () => {
  it('returns three backticks if the code has no run of three', () => {
    for (const code of ['', 'a', '`a` ``b``']) assert.equal(codeFence(code), '```', code);
  });

  it('returns one backtick more than the longest run in the code', () => {
    assert.equal(codeFence('````\n```\na'), '`````');
    assert.equal(codeFence('`'.repeat(100_000)).length, 100_001);
  });
});
