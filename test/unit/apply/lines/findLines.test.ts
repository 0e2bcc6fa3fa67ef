import { strict as assert } from 'node:assert';
import { createLineFinder, normalize, type Level } from '../../../../src/apply/lines/findLines.ts';

describe('createLineFinder', () => {
  describe('find', () => {
    it('returns all places at the lowest level at which there is one', () => {
      const file = ['if (a)', '  b("c");  ', 'else', '    b("c");', '', 'b("c");'];
      const cases: readonly (readonly [wanted: readonly string[], level: Level, starts: readonly number[]])[] = [
        [['b("c");'], 'exact', [5]],
        [['  b("c");'], 'trailing', [1]],
        [["    b('c');"], 'style', [3]],
        [['   b("c");'], 'indentation', [1, 3, 5]],
        [["   b('c');"], 'all', [1, 3, 5]],
        [['', 'b("c");'], 'exact', [4]],
        [['  else', '', 'b("d");'], 'all', []],
      ];
      for (const [wanted, level, starts] of cases)
        assert.deepEqual(
          createLineFinder(file).find(wanted),
          starts.length === 0 ? undefined : { level, starts },
          wanted.join('\n'),
        );
    });

    it('returns no places above the highest level', () => {
      const { find } = createLineFinder(['  a']);
      assert.equal(find(['a'], 'style'), undefined);
      assert.deepEqual(find(['a'], 'indentation')?.starts, [0]);
    });

    it('returns only places where equal indentations are equal, and others are not', () => {
      const { find } = createLineFinder(['if:', '\ta', '\tb', 'if:', 'a', 'b']);
      assert.deepEqual(find(['  if:', '    a', '    b'])?.starts, [0]);
      assert.deepEqual(find(['  if:', '  a', '  b'])?.starts, [3]);
      assert.equal(find(['  if:', '    a', '      b']), undefined);
    });

    it('returns overlapping places', () => {
      assert.deepEqual(createLineFinder(['a', 'a', 'a']).find(['a', 'a'])?.starts, [0, 1]);
    });

    it('returns no places of blank lines, and of no lines', () => {
      const { find } = createLineFinder(['', 'a', '']);
      for (const wanted of [[], [''], ['', ' ']]) assert.equal(find(wanted), undefined);
    });
  });

  describe('findRuns', () => {
    const file = ['a', 'b', 'c', 'a', 'b', 'd', 'a'];
    const { findRuns } = createLineFinder(file);

    it('returns the places of the most first lines, or of the most last lines', () => {
      assert.deepEqual(findRuns(['a', 'b', 'x'], 1, 0, 7), { length: 2, starts: [0, 3] });
      assert.deepEqual(findRuns(['a', 'b', 'd'], 1, 0, 7), { length: 3, starts: [3] });
      assert.deepEqual(findRuns(['x', 'c', 'a', 'b'], -1, 0, 7), { length: 3, starts: [4] });
      assert.deepEqual(findRuns(['x', 'a'], 1, 0, 7), { length: 0, starts: [] });
    });

    it('returns no lines outside of the bounds', () => {
      assert.deepEqual(findRuns(['a', 'b'], 1, 1, 7), { length: 2, starts: [3] });
      assert.deepEqual(findRuns(['a', 'b'], 1, 0, 4), { length: 2, starts: [0] });
      assert.deepEqual(findRuns(['a', 'b'], 1, 3, 4), { length: 1, starts: [3] });
      assert.deepEqual(findRuns(['a', 'b'], -1, 4, 7), { length: 1, starts: [4] });
    });

    it('ends a run where the indentation changes differently', () => {
      const finder = createLineFinder(['  a', '  b', '    c']);
      assert.equal(finder.runLength(['a', 'b', '  c'], 1, 0, 0, 3), 3);
      assert.equal(finder.runLength(['a', 'b', 'c'], 1, 0, 0, 3), 2);
    });
  });

  it('aligns lines that differ only in spaces and quotes', () => {
    assert.deepEqual([...createLineFinder(['a', '  "b" ', 'c']).align(['x', "'b'", 'c'])], [-1, 1, 2]);
  });

  it('finds nothing more after 20 million steps', () => {
    const lines = Array.from({ length: 10_000 }, () => 'a');
    const { find, isExhausted } = createLineFinder([...lines, 'b']);
    assert.deepEqual(find(['b'])?.starts, [10_000]);
    assert.equal(isExhausted(), false);
    assert.equal(find(lines.slice(5_000)), undefined);
    assert.equal(isExhausted(), true);
    assert.equal(find(['b']), undefined);
  });
});

describe('normalize', () => {
  it('removes the differences that a level ignores', () => {
    const normalized: readonly (readonly [level: Level, line: string])[] = [
      ['exact', '  a("b") '],
      ['trailing', '  a("b")'],
      ['style', "  a('b')"],
      ['indentation', 'a("b")'],
      ['all', "a('b')"],
    ];
    for (const [level, line] of normalized) assert.equal(normalize('  a("b") ', level), line, level);
  });
});
