import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { undoChange } from '../../../src/apply/undoChange.ts';

describe('undoChange', () => {
  const before = 'a\nb\nc\nd\ne\n';
  const after = 'a\nB\nc\ne\n';

  it('returns the text before the change if nothing has changed since, for any texts', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd'), { maxLength: 12 }).map((lines) => lines.join(''));
    fc.assert(fc.property(text, text, (old, changed) => assert.equal(undoChange(old, changed, changed), old)));
  });

  it('keeps lines that were added, changed or removed elsewhere', () => {
    assert.equal(undoChange(before, after, 'x\na\nB\nc\ne\ny'), 'x\na\nb\nc\nd\ne\ny');
    assert.equal(undoChange(before, after, 'B\nc\ne\n'), 'b\nc\nd\ne\n');
    assert.equal(undoChange('', 'a\n', 'a\nb\n'), 'b\n');
  });

  it('returns undefined if a changed line, or a line beside removed lines, has changed since', () => {
    for (const now of ['a\nB2\nc\ne\n', 'a\nB\nc\nx\ne\n', 'a\nc\ne\n', ''])
      assert.equal(undoChange(before, after, now), undefined, now);
    assert.equal(undoChange('a', 'a\nb', 'a\nb\nc'), undefined);
  });

  it('returns undefined if text would follow an old last line without a line break', () => {
    assert.equal(undoChange('a\nb', 'a\nc\n', 'a\nc\nuser\n'), undefined);
    assert.equal(undoChange('a\nb', 'a\nc\n', 'x\na\nc\n'), 'x\na\nb');
  });

  it('takes little time for 200,000 lines', () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `${index}\n`);
    const changed = lines.toSpliced(100_000, 1, 'changed\n');
    assert.equal(
      undoChange(lines.join(''), changed.join(''), ['new\n', ...changed].join('')),
      ['new\n', ...lines].join(''),
    );
  });
});
