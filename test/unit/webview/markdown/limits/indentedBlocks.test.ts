import assert from 'node:assert/strict';
import fc from 'fast-check';
import { IndentedBlocks } from '../../../../../src/webview/markdown/limits/indentedBlocks.ts';
import { createParser } from '../../../../../src/webview/markdown/parser/parser.ts';
import { pieces } from '../streamMarkdown.ts';

const parser = createParser();
const fence = '```';

describe('IndentedBlocks', () => {
  it('counts a block of indented code once', () => {
    for (const text of [
      '    a\n    b\n\n    c\n\n\n    d\n',
      'a\n\n\tb\n',
      '# a\n    b\n',
      'a\n===\n    b\n',
      '- - -\n    b\n',
      '|a|b|\n|-|-|\nc\n    d\n',
      '[a]: /b\n    c\n',
      '[a\nb]: /c\n    d\n',
      '>     a\n',
      '> a\n>\n>     b\n',
      '-     a\n',
      '-\n      a\n',
      '- a\n\n      b\n',
      '1. # a\n       b\n',
      `${fence}\na\n${fence}\n    b\n`,
      `a\n    b\n\n    c\n`,
    ]) {
      assert.equal(codeBlocksIn(text), 1, JSON.stringify(text));
      assert.equal(countOfCode(text), 1, JSON.stringify(text));
    }
  });

  it('counts no code in paragraphs, in nested lists and in top-level fences', () => {
    for (const text of [
      'a\n    b\n',
      '- a\n    - b\n\n- a\n\n    - b\n',
      '1. a\n\n    b\n',
      'a {\n    b\n        c\n}\n',
      `${fence}py\nclass A:\n\n    # b\n        c\n\n-     d\n${fence}\n`,
    ])
      assert.equal(countOfCode(text), 0, JSON.stringify(text));
  });

  it('counts code after fences that are not recognized', () => {
    for (const before of [
      `a ${fence}\n`,
      ` ${fence}\na\n${fence}\n`,
      `> ${fence}\n${fence}\na\n${fence}\n`,
      `$$\n${fence}\n$$\n`,
      `$$\n>\n${fence}\n$$\n`,
      `${fence} a${fence}\n`,
      `${fence}${' '.repeat(300)}a${fence}\n\n`,
      `${fence}\n${fence}${' '.repeat(300)}a\n${fence}\n`,
    ]) {
      const text = `${before}***\n    b\n`;
      assert.equal(codeBlocksIn(text), 1, JSON.stringify(text));
      assert.ok(countOfCode(text) >= 1, JSON.stringify(text));
    }
  });

  it('counts at least as many blocks of indented code as the parser finds in a text without list items', () => {
    const parts = [
      'a',
      '\n',
      '\n',
      '> ',
      '    ',
      '  ',
      ' ',
      '\t',
      `\n${fence}`,
      '~~~',
      '# ',
      '***',
      '|a|',
      '|-|',
      '[a]: /b',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 3, maxLength: 18 }), (text) => {
        const repeated = `${text.join('')}\n`.repeat(4);
        assert.ok(countOfCode(repeated) >= codeBlocksIn(repeated), JSON.stringify(repeated));
      }),
      { numRuns: 2_000 },
    );
  });

  it('counts the second and each further block of a list item', () => {
    for (const text of ['- a\n\n  b\n\n  c\n', '- a\n  # b\n  # c\n', '1. a\n   ***\n   ***\n'])
      assert.equal(countOfBlocksInItems(text), 2, JSON.stringify(text));
  });

  it('does not count the lines of a paragraph in a list item, and the items of nested lists', () => {
    for (const text of ['- a\n  b\n  c\n', '- a\n\n  - b\n\n  - c\n', '# a\n\nb\n\n# c\n'])
      assert.equal(countOfBlocksInItems(text), 0, JSON.stringify(text));
  });

  it('counts the same blocks, however the received text is divided into pieces', () => {
    const text = '    a\n***\n> # b\n>\n>     c\n- d\n\n  e\n\n      f\n'.repeat(20);
    for (const size of [1, 2, 3, 7, 50]) {
      assert.equal(countOfCode(text, size), countOfCode(text), `pieces of ${size}`);
      assert.equal(countOfBlocksInItems(text, size), countOfBlocksInItems(text), `pieces of ${size}`);
    }
  });
});

function codeBlocksIn(text: string): number {
  return parser.parse(text, {}).filter(({ type }) => type === 'code_block').length;
}

function countOfCode(text: string, size = text.length): number {
  return countOf(text, size, (max) => new IndentedBlocks(max, Infinity));
}

function countOfBlocksInItems(text: string, size = text.length): number {
  return countOf(text, size, (max) => new IndentedBlocks(Infinity, max));
}

/** Returns the smallest maximum that the text does not exceed. */
function countOf(text: string, size: number, create: (max: number) => IndentedBlocks): number {
  let max = 0;
  for (;;) {
    const blocks = create(max);
    if ([...pieces(text, [size])].every((piece) => blocks.take(piece) === undefined)) return max;
    max += 1;
  }
}
