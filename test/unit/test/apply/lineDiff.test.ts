import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyHunks, diffLines } from '../../../apply/lineDiff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 15 });

describe('diffLines', () => {
  it('returns hunks that turn the first text into the second', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const hunks = diffLines(before, after, 30) ?? [];
        assert.deepEqual(applyHunks(before, after, hunks), after);
      }),
    );
  });

  it('leaves at least one unchanged line between two hunks', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const hunks = diffLines(before, after, 30) ?? [];
        for (const [index, hunk] of hunks.slice(1).entries()) assert.ok(hunk.beforeStart > hunks[index]!.beforeEnd);
      }),
    );
  });

  it('returns the smallest possible hunk for one changed line', () => {
    const hunk = { beforeStart: 1, beforeEnd: 2, afterStart: 1, afterEnd: 2 };
    assert.deepEqual(diffLines(['a', 'b', 'c'], ['a', 'x', 'c'], 5), [hunk]);
  });

  it('returns undefined if more lines differ than allowed', () => {
    assert.equal(diffLines(['a', 'b'], ['c', 'd'], 3), undefined);
  });
});
