import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { alignLines } from '../../../../src/apply/lines/alignLines.ts';

describe('alignLines', () => {
  const lines = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', ''), { maxLength: 30 });

  it('aligns equal lines in ascending order', () => {
    fc.assert(
      fc.property(lines, lines, (oldLines, newLines) => {
        const aligned = alignLines(oldLines, newLines);
        let last = -1;
        for (const [index, oldIndex] of aligned.entries()) {
          if (oldIndex < 0) continue;
          assert.ok(oldIndex > last);
          assert.equal(oldLines[oldIndex], newLines[index]);
          last = oldIndex;
        }
      }),
    );
  });

  it('aligns all lines of equal texts, and all lines of a text with inserted lines', () => {
    fc.assert(
      fc.property(lines, fc.nat(30), (oldLines, at) => {
        assert.ok(alignLines(oldLines, oldLines).every((oldIndex, index) => oldIndex === index));
        const aligned = alignLines(oldLines, oldLines.toSpliced(at, 0, 'x', 'y'));
        assert.equal(aligned.filter((index) => index >= 0).length, oldLines.length);
      }),
    );
  });
});
