import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';
import { splitCode } from '../../../../src/apply/lines/fileLines.ts';
import { createLineFinder } from '../../../../src/apply/lines/findLines.ts';
import {
  blockStyle,
  createReindent,
  fitLines,
  isUniformShift,
  keepUnchanged,
  type BlockStyle,
} from '../../../../src/apply/lines/fitLines.ts';

const two = { text: '  ', columns: 2 };
const four = { text: '    ', columns: 4 };
const tab = { text: '\t', columns: 4 };
const style: BlockStyle = {
  blockUnit: two,
  fileUnit: two,
  hasOtherQuotes: false,
  losesTrailingSpaces: false,
  isVerbatim: false,
};

describe('blockStyle', () => {
  const styleOf = (block: string, file: string) => blockStyle(splitCode(block), createLineFinder(splitCode(file)));

  it('returns the units of indentation', () => {
    const { blockUnit, fileUnit } = styleOf('a\n  b', 'a\n\tb');
    assert.deepEqual([blockUnit, fileUnit], [two, tab]);
    assert.equal(styleOf('a\nb', 'a').blockUnit, undefined);
  });

  it('has other quotes if the block has changed lines, and no unchanged line with a string', () => {
    const blocks: readonly (readonly [block: string, hasOtherQuotes: boolean])[] = [
      ["a('b');\nc('x');", true],
      ["a('b');\nd();\nx();", true],
      ['a("b");\nc("x");', false],
      ["a('b');\nc('d');", false],
      ['// "a"\nc("x");', true],
    ];
    for (const [block, expected] of blocks)
      assert.equal(styleOf(block, 'a("b");\nc("d");\nd();\n// "a"').hasOtherQuotes, expected, block);
  });

  it('loses spaces at the ends of lines if at least three lines, and 2 % of the file, have some', () => {
    const files: readonly (readonly [file: string, losesTrailingSpaces: boolean])[] = [
      ['a \nb \nc\t', true],
      ['a \nb \nc', false],
      ['a \nb \n  \n ', false],
      [`a \nb \nc \n${'d\n'.repeat(100)}`, true],
      [`a \nb \nc \n${'d\n'.repeat(200)}`, false],
    ];
    for (const [file, expected] of files) assert.equal(styleOf('a', file).losesTrailingSpaces, expected);
  });
});

describe('createReindent', () => {
  it('does not continue the indentation of the asterisks of a comment', () => {
    const pairs = [
      ['a', '    a'],
      ['  /*', '        /*'],
      ['   * b', '         * b'],
    ] as const;
    const reindent = createReindent(pairs, two, four);
    assert.deepEqual(['    c', '   * d'].map(reindent), ['            c', '         * d']);
  });

  it('indents lines like the equal lines of the file, and others relative to the nearest shorter indentation', () => {
    const pairs = [
      ['a', '  a'],
      ['  b', '      b'],
      [' ', 'blank'],
    ] as const;
    const reindent = createReindent(pairs, two, four);
    const lines: readonly (readonly [line: string, expected: string])[] = [
      ['c', '  c'],
      ['  c', '      c'],
      ['    c', '          c'],
      ['', ''],
    ];
    for (const [line, expected] of lines) assert.equal(reindent(line), expected, line);
  });

  it('indents lines that are indented less than all equal lines by the missing levels less', () => {
    assert.equal(createReindent([['    a', '\t\ta']], two, tab)('  b'), '\tb');
    assert.equal(createReindent([['    a', '  a']], two, tab)('  b'), '  b');
  });

  it('keeps lines if the equal lines are indented alike, unless they are at the margin and the units differ', () => {
    assert.equal(createReindent([['  a', '  a']], two, tab)('    b'), '    b');
    assert.equal(createReindent([['a', 'a']], two, two)('  b'), '  b');
    assert.equal(createReindent([['a', 'a']], two, tab)('  b'), '\tb');
    assert.equal(createReindent([], undefined, tab)('  b'), '  b');
  });
});

describe('isUniformShift', () => {
  it('is true if all lines are indented by the same number of columns or levels more, or less', () => {
    const shifts: readonly (readonly [pairs: readonly (readonly [string, string])[], isUniform: boolean])[] = [
      [[], true],
      [
        [
          ['a', '  a'],
          ['  b', '    b'],
          ['', '        '],
        ],
        true,
      ],
      [
        [
          ['    a', '  a'],
          ['  b', 'b'],
        ],
        true,
      ],
      [
        [
          ['a', '\ta'],
          ['  b', '\t\tb'],
        ],
        true,
      ],
      [
        [
          ['a', 'a'],
          ['  b', '\t\tb'],
        ],
        false,
      ],
      [
        [
          ['a', '\ta'],
          ['  b', '\tb'],
        ],
        false,
      ],
    ];
    for (const [pairs, expected] of shifts)
      assert.equal(isUniformShift(pairs, { ...style, fileUnit: tab }), expected, JSON.stringify(pairs));
    assert.equal(
      isUniformShift(
        [
          ['a', '\ta'],
          ['  b', '\t\tb'],
        ],
        { ...style, fileUnit: undefined },
      ),
      false,
    );
  });
});

describe('fitLines', () => {
  it('replaces the outermost indentation', () => {
    const fitted = fitLines(['a {', '  b', '', '}'], [], { from: '', to: '    ' }, style);
    assert.deepEqual(fitted, ['    a {', '      b', '', '    }']);
    assert.deepEqual(fitLines(['    a', '  b'], [], { from: '  ', to: '' }, style), ['  a', 'b']);
  });

  it('keeps lines that are indented less than the outermost line', () => {
    assert.deepEqual(fitLines(['  a', 'b'], [], { from: '  ', to: '    ' }, style), ['    a', 'b']);
  });

  it('converts the other indentation if this makes more lines equal to the old ones', () => {
    const base = { from: '', to: '' };
    const units = { ...style, fileUnit: four };
    assert.deepEqual(fitLines(['a', '  b', '  c'], ['a', '    b'], base, units), ['a', '    b', '    c']);
    assert.deepEqual(fitLines(['a', '  b', '  c'], ['a', '  b'], base, units), ['a', '  b', '  c']);
  });

  it('takes the unit of the old lines, even if a line that moved out of a block has the indentation of the file', () => {
    const old = ['f {', '  if (a) {', '    b;', '    c {', '      d;', '    }', '  }', '}'];
    const fitted = fitLines(['f {', '    b;', '    c {', '        d;', '    }', '}'], old, { from: '', to: '' }, style);
    assert.deepEqual(fitted, ['f {', '  b;', '  c {', '    d;', '  }', '}']);
  });

  it('ignores the indentation of a header that continues in the next line', () => {
    const fitted = fitLines(
      ['f(a)', '\t\t: b {'],
      ['f(a)', '    : b {'],
      { from: '', to: '' },
      { ...style, blockUnit: tab },
    );
    assert.deepEqual(fitted, ['f(a)', '    : b {']);
  });

  it('converts spaces to tabs, and tabs to spaces, if no line tells', () => {
    const base = { from: '', to: '' };
    assert.deepEqual(fitLines(['a', '  b'], [], base, { ...style, fileUnit: tab }), ['a', '\tb']);
    assert.deepEqual(fitLines(['a', '\tb'], [], base, { ...style, blockUnit: tab }), ['a', '  b']);
    assert.deepEqual(fitLines(['a', '  b'], [], base, { ...style, fileUnit: four }), ['a', '  b']);
    assert.deepEqual(fitLines(['a', '  b'], [], base, { ...style, fileUnit: undefined }), ['a', '  b']);
  });
});

describe('keepUnchanged', () => {
  it('returns the old lines that differ only in what the block has lost or changed everywhere', () => {
    const old = ['a("b"); ', 'c'];
    const block = ["a('b');", 'd'];
    const kept = (changed: Partial<BlockStyle>, lines = block) =>
      keepUnchanged(lines, old, { ...style, ...changed })[0];
    assert.equal(kept({}), "a('b');");
    assert.equal(kept({ hasOtherQuotes: true }), old[0]);
    assert.equal(kept({}, ['a("b");']), old[0]);
    assert.equal(kept({}, ['a("b");  ']), 'a("b");  ');
    assert.equal(kept({ hasOtherQuotes: true, isVerbatim: true }), "a('b');");
  });

  it('returns blank lines without their spaces, unless many lines of the file end with spaces', () => {
    const old = ['a', '  ', 'b'];
    const kept = (losesTrailingSpaces: boolean) =>
      keepUnchanged(['a', '', 'b'], old, { ...style, losesTrailingSpaces });
    assert.deepEqual([kept(false), kept(true)], [['a', '', 'b'], old]);
  });
});

describe('the indentation of C++', () => {
  it('is that of the block if only its continued lines are indented', () => {
    const file = 'struct A {\n  using B = C;\n\n  void start(D const &d) noexcept;\n\n  void stop() noexcept;\n};\n';
    const code = 'using B = C;\n\nvoid start(\n    D const &d,\n    E &e) noexcept;\n\nvoid stop() noexcept;';
    const indented = code.replaceAll(/^(?=.)/gm, '  ');
    assert.equal(applied('a.h', file, code), `struct A {\n${indented}\n};\n`);
  });
});
