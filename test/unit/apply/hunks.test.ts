import { strict as assert } from 'node:assert';
import { undoHunkAt } from '../../../src/apply/hunks.ts';

describe('undoHunkAt', () => {
  const before = 'a\nb\nc\nd\ne\n';
  const after = 'a\nB\nc\nnew\nd\n';

  it('undoes only the hunk that contains the line', () => {
    assert.equal(undoHunkAt(before, after, 1), 'a\nb\nc\nnew\nd\n');
    assert.equal(undoHunkAt(before, after, 3), 'a\nB\nc\nd\n');
  });

  it('undoes removed lines from the line before or after them', () => {
    for (const line of [0, 1]) assert.equal(undoHunkAt('a\nb\nc\n', 'a\nc\n', line), 'a\nb\nc\n');
    assert.equal(undoHunkAt('a\nb\n', 'a\n', 1), 'a\nb\n');
  });

  it('returns undefined for a line that no hunk touches', () => {
    assert.equal(undoHunkAt('a\nb\nc\nd\n', 'A\nb\nc\nd\n', 3), undefined);
    assert.equal(undoHunkAt(before, before, 0), undefined);
  });

  it('undoes a whole new text, and a change of the final line break', () => {
    assert.equal(undoHunkAt('', 'a\nb\n', 0), '');
    assert.equal(undoHunkAt('a\nb', 'a\nb\n', 1), 'a\nb');
  });
});
