import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedLines } from '../../../../src/common/code/changedLines.ts';

describe('changedLines', () => {
  it('returns a change without the equal lines at the start and the end, and undefined for equal texts', () => {
    assert.deepEqual(changedLines('a\nb\nc\nd\n', 'a\nx\ny\nd\n'), { start: 2, end: 6, text: 'x\ny\n' });
    assert.deepEqual(changedLines('a\nb\n', 'x\nb\n'), { start: 0, end: 2, text: 'x\n' });
    assert.deepEqual(changedLines('a\na\n', 'a\na\na\n'), { start: 4, end: 4, text: 'a\n' });
    assert.equal(changedLines('a\r\nb', 'a\r\nb'), undefined);
  });

  it('returns a change that turns the first text into the second', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changedLines(before, after);
        const made =
          change === undefined ? before : before.slice(0, change.start) + change.text + before.slice(change.end);
        assert.equal(made, after);
      }),
    );
  });
});
