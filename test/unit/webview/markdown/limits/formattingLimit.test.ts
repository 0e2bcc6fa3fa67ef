import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FormattingLimit } from '../../../../../src/webview/markdown/limits/formattingLimit.ts';
import { mixedMarkdown } from '../../../../bench/panel/mixedMarkdown.ts';
import { pieces } from '../streamMarkdown.ts';

describe('FormattingLimit', () => {
  it('formats 400 kB of mixed Markdown, and 400 kB of code', () => {
    const mixed = mixedMarkdown(10_000);
    const code = 'const value = compute(first, "second");\n';
    for (const text of [mixed, code]) {
      const long = text.repeat(Math.ceil(400_000 / text.length));
      assert.equal(formattedLength([long]), long.length);
    }
  });

  it('formats up to the end of the line in which the text exceeds 150,000 characters of punctuation and line breaks', () => {
    assert.equal(formattedLength(['a.b\n'.repeat(100_000)]), 75_001 * 4);
  });

  it('formats up to the end of the line in which the text exceeds 16,000 blank lines, rules and headings', () => {
    for (const block of [
      'a\n\n',
      'a\n \t\n',
      `a\n${' '.repeat(9)}\n`,
      '# a\n',
      '#\n',
      'a\n=\n',
      'a\n====\n',
      '****\n',
    ]) {
      const blocks = formattedLength([block.repeat(20_000)]) / block.length;
      // The end of a blank line belongs to the next line. A rule at the start of the text is not counted.
      assert.ok(blocks >= 16_000 && blocks <= 16_002, `${blocks} times ${JSON.stringify(block)}`);
    }
  });

  it('formats up to the end of the line in which the text exceeds 8,000 marks of list items, quotes or cells', () => {
    for (const line of ['- a\n', '1. a\n', '> a\n', '|a\n']) {
      const lines = formattedLength([line.repeat(10_000)]) / line.length;
      // A mark at the start of the text is not always counted.
      assert.ok(lines === 8_001 || lines === 8_002, `${lines} times ${line}`);
    }
  });

  it('formats up to the end of the line in which the text exceeds 4,000 tasks', () => {
    for (const line of ['- [x] a\n', '- [ ] a\n', '- [X] a\n']) {
      const lines = formattedLength([line.repeat(10_000)]) / line.length;
      assert.ok(lines === 4_001, `${lines} times ${line}`);
    }
  });

  it('formats up to the end of the line in which the text exceeds 16,000 characters that are hidden in code', () => {
    for (const line of ['\u200b\n', 'a\u200c\n', '\u202e\u202d\n', '\u{e0001}\n'])
      assert.equal(
        formattedLength([line.repeat(20_000)]) / line.length,
        line.length === 3 && line.startsWith('\u202e') ? 8_001 : 16_001,
      );
  });

  it('does not count joiners that words or emoji need', () => {
    const text = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 👩\u200d💻 ❤\ufe0f\n'.repeat(10_000);
    assert.equal(formattedLength([text]), text.length);
    assert.equal(formattedLength(pieces(text, [1, 2, 3, 5])), text.length);
  });

  it('formats a table of 200 × 20 cells', () => {
    const text = `${'|a'.repeat(20)}|\n${'|-'.repeat(20)}|\n${`${'|b'.repeat(20)}|\n`.repeat(200)}`;
    assert.equal(formattedLength([text]), text.length);
  });

  it('formats up to the end of the row in which the tables together exceed 40,000 slots, even if rows have one cell', () => {
    for (const quote of ['', '> ']) {
      // 9 pipes in the delimiter row count as 10 columns. The delimiter row counts as one row.
      const head = `${quote}${'|a'.repeat(8)}|\n${quote}${'|-'.repeat(8)}|\n`;
      const table = `${head}${`${quote}b\n`.repeat(3_000)}${quote}\n`;
      const rest = `${head}${`${quote}b\n`.repeat(999)}`;
      assert.equal(formattedLength([`${table}Text\n${table}`]), table.length + 'Text\n'.length + rest.length);
    }
  });

  it('counts each row of a table with the columns of its delimiter row, even if the row looks like a delimiter row', () => {
    const head = `${'|a'.repeat(99)}|\n${'|-'.repeat(99)}|\n`;
    // The delimiter row has 100 pipes, so each row counts 101 slots. The delimiter row and 395 rows below it
    // count 39,996 slots, so the next row exceeds 40,000.
    assert.equal(formattedLength([`${head}${'-|\n'.repeat(2_000)}`]), head.length + 396 * '-|\n'.length);
  });

  it('ends a table only at a line of spaces and tabs, not at a line of other white space', () => {
    const head = `${'|a'.repeat(99)}|\n${'|-'.repeat(99)}|\n`;
    for (const space of ['\u00a0', '\u3000', '\f', '\v', '\u2028', '\ufeff']) {
      const text = `${head}${space}\n${'b\n'.repeat(2_000)}`;
      assert.equal(formattedLength([text]), head.length + 2 + 395 * 2, JSON.stringify(space));
    }
    for (const space of ['', ' ', '\t']) {
      const text = `${head}${space}\n${'b\n'.repeat(2_000)}`;
      assert.equal(formattedLength([text]), text.length);
    }
  });

  it('counts two slots for each row below a delimiter row of only dashes', () => {
    const head = '|a|\n---\n';
    assert.equal(formattedLength([`${head}${'b\n'.repeat(100_000)}`]), head.length + 20_000 * 'b\n'.length);
  });

  it('counts at least eight slots for each row below a delimiter row with pipes or colons', () => {
    for (const head of ['|a|\n:-:\n', 'a|b\n-|-\n'])
      assert.equal(formattedLength([`${head}${'b\n'.repeat(100_000)}`]), head.length + 5_000 * 'b\n'.length);
  });

  it('counts no slots for lines without a delimiter row before them', () => {
    const text = 'b\n'.repeat(100_000);
    assert.equal(formattedLength([text]), text.length);
  });

  it('formats 15,000 thematic breaks', () => {
    const text = '---\n'.repeat(15_000);
    assert.equal(formattedLength([text]), text.length);
  });

  it('formats up to the end of the line in which the text exceeds 2,000 opening and closing code fences', () => {
    for (const fence of ['```\na\n```\n', '~~~\na\n~~~\n'])
      assert.equal(formattedLength([fence.repeat(1_500)]), 1_000 * fence.length + '```\n'.length);
  });

  it('formats up to the end of the line in which the text exceeds 1,000 blocks of indented code', () => {
    for (const text of ['    a\n***\n', '    a\n\nb\n\n', '>     a\n> ***\n'])
      assert.equal(formattedLength([text.repeat(5_000)]), 1_000 * text.length + text.indexOf('\n') + 1);
    assert.equal(formattedLength([`- a\n${'  ***\n      c\n'.repeat(5_000)}`]), 4 + 1_001 * 14);
  });

  it('formats up to the end of the line in which the text exceeds 8,000 further blocks of list items', () => {
    assert.equal(formattedLength([`- a\n\n${'  b\n\n'.repeat(20_000)}`]), 5 + 8_000 * 5 + 4);
    assert.equal(formattedLength([`- a\n${'  # b\n'.repeat(20_000)}`]), 4 + 8_001 * 6);
  });

  it('formats 400 kB of Python in a top-level fence', () => {
    const code = 'class Queue:\n\n    def wait(self):\n        first = self.first\n\n        return first\n\n';
    const text = `\`\`\`py\n${code.repeat(Math.ceil(400_000 / code.length))}\`\`\`\n`;
    assert.equal(formattedLength([text]), text.length);
  });

  it('formats up to the end of the line in which the text exceeds 2,200 formulas', () => {
    for (const formula of ['$a$\n', '$a$"\n', '\\(a\\)\n'])
      assert.equal(formattedLength([formula.repeat(10_000)]), 2_201 * formula.length);
  });

  it('formats a text with 1,000 formulas, for each kind of delimiter', () => {
    for (const formula of ['$a$ ', '$$a$$\n\n', '$$\na\n$$\n\n', '\\(a\\) ', '\\[a\\] ']) {
      const text = formula.repeat(1_000);
      assert.equal(formattedLength([text]), text.length);
    }
  });

  it('does not count dollar signs in code as formulas', () => {
    const text = 'a = `${b}`; $c["d"] = $_GET[$e]; echo "$f";\n'.repeat(3_000);
    assert.equal(formattedLength([text]), text.length);
  });

  it('formats 2,000,000 characters, and at most 1,000 further characters of the same line', () => {
    assert.equal(formattedLength(['word '.repeat(500_000)]), 2_001_000);
  });

  it('formats up to the end of the line in which the limit is reached, even if a received piece ends with this line', () => {
    assert.equal(formattedLength(['a.b\n'.repeat(75_001), 'a\n', 'a\n']), 75_001 * 4);
  });

  it('formats at most 1,000 further characters of the line in which the limit is reached', () => {
    assert.equal(formattedLength(['*'.repeat(200_000)]), 151_000);
  });

  it('formats the same length, however the received text is divided into pieces', () => {
    for (const text of [
      '- **a** b\n'.repeat(20_000),
      '**a** b\n'.repeat(40_000),
      '$a$ $$b$$'.repeat(2_000),
      'word '.repeat(420_000),
      'a\u200c👩\u200d💻\u200b\u{e0001}'.repeat(10_000),
      `|a|b|c|d|\n|-|-|-|-|\n${'b\n'.repeat(20_000)}`,
    ]) {
      const expected = formattedLength([text]);
      assert.ok(expected < text.length);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: text.length / 4 }), { minLength: 1 }), (sizes) => {
          assert.equal(formattedLength(pieces(text, sizes)), expected);
        }),
        { numRuns: 20 },
      );
    }
  });
});

function formattedLength(texts: Iterable<string>): number {
  const limit = new FormattingLimit();
  let length = 0;
  let isReached = false;
  for (const text of texts) {
    const taken = limit.take(text);
    assert.ok(taken === 0 || !isReached);
    isReached ||= taken < text.length;
    assert.equal(limit.isReached, isReached);
    length += taken;
  }
  return length;
}
