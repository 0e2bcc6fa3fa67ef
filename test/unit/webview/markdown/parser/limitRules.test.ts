import assert from 'node:assert/strict';
import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { createParser, type Parser } from '../../../../../src/webview/markdown/parser/parser.ts';
import type { ViewNode } from '../../../../../src/webview/markdown/viewNode.ts';
import { mixedMarkdown } from '../../../../bench/panel/mixedMarkdown.ts';
import { assertSameInPieces, oneShot, pieces, streamed } from '../streamMarkdown.ts';
import { viewToHtml } from '../viewToHtml.ts';

describe('Markdown rendering with limits', () => {
  it('shows blocks inside more than 16 levels as one plain paragraph with a note', () => {
    const nodes = oneShot(`${'> '.repeat(30)}# a\n`);
    assert.equal(depthOf(nodes), 17 + 1);
    assert.deepEqual(plainTexts(nodes), ['> > > > > > > > > > > > > # a']);
    assert.match(viewToHtml(nodes), /isn’t formatted, because it’s too complex/);
  });

  it('formats text inside 16 nested quotes, and inside 8 nested lists', () => {
    assert.equal(plainTexts(oneShot(`${'> '.repeat(16)}a\n`)).length, 0);
    const list = Array.from({ length: 8 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('');
    assert.equal(plainTexts(oneShot(list)).length, 0);
  });

  it('a line with less indentation ends a block that is nested too deeply', () => {
    const nested = Array.from({ length: 20 }, (_, level) => `${'  '.repeat(level)}- a${level}\n`).join('');
    assert.match(viewToHtml(oneShot(`${nested}- next\n`)), /<li>next<\/li><\/ul>$/);
    assert.match(viewToHtml(oneShot(`${nested}  - inner\n`)), /<li>inner<\/li><\/ul><\/li><\/ul>$/);
  });

  it('creates at most 40 nested elements for a paragraph with 200 levels of emphasis', () => {
    const depth = (node: ViewNode): number =>
      node.kind === 'element' ? 1 + Math.max(0, ...node.children.map(depth)) : 0;
    const [paragraph] = oneShot(`${'*a '.repeat(200)}${'b*'.repeat(200)}\n`);
    assert.equal(depth(paragraph!), 40);
  });

  it('ends a table in a quote before a formula block that follows the quote', () => {
    const source = '> | a |\n> | - |\n> | b |\n$$\nx\n$$\n';
    assert.match(viewToHtml(oneShot(source)), /<td>b<\/td><\/tr><\/tbody><\/table>.*<\/blockquote><math/);
    assertSameInPieces(source, 'a table in a quote');
  });

  it('shows all lines of a block that is nested too deeply as one plain text', () => {
    const nested = Array.from({ length: 9 }, (_, level) => `${'  '.repeat(level)}- a${level}\n`).join('');
    assert.deepEqual(plainTexts(oneShot(`${nested}\n${' '.repeat(18)}b\n`)), ['a8\n\nb']);
    assert.deepEqual(plainTexts(oneShot(`${'> '.repeat(17)}a\nb\n`)), ['a\nb']);
  });

  it('formats the block after a block that is nested too deeply', () => {
    assertSameInPieces(`${'> '.repeat(30)}a\n> b\n\nnext\n`, 'a deep quote');
    assert.match(viewToHtml(oneShot(`${'> '.repeat(30)}a\n\n# next\n`)), /<h1>next<\/h1>/);
  });

  it('shows a table of 100 columns as a table, and a table of 101 columns as text', () => {
    const table = (columns: number): string => `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`;
    assert.match(viewToHtml(oneShot(table(100))), /<table>/);
    assert.doesNotMatch(viewToHtml(oneShot(table(101))), /<table>/);
  });

  it('formats a heading of 8,000 characters, and shows a longer heading as plain text', () => {
    assert.equal(plainTexts(oneShot(`# ${'*a* '.repeat(2_000).trim()}\n`)).length, 0);
    const longer = '*a* '.repeat(2_001).trim();
    const [heading] = oneShot(`# ${longer}\n`);
    assert.equal(heading?.kind === 'element' && heading.tag, 'h1');
    assert.equal(plainTexts([heading!]).join(''), longer);
  });

  it('formats a long heading that is underlined', () => {
    assert.equal(plainTexts(oneShot(`${'*a* '.repeat(6_000)}\n===\n`)).length, 0);
  });

  it('formats a row of 8,000 characters, and shows the cells of a longer row as plain text', () => {
    const table = (count: number): string => `|a|b|\n|-|-|\n|c|${'*d* '.repeat(count)}|\n|*e*|f|\n`;
    assert.equal(plainTexts(oneShot(table(1_999))).length, 0);
    const nodes = oneShot(table(2_000));
    assert.equal(plainTexts(nodes).join(''), `c${'*d* '.repeat(2_000).trim()}`);
    assert.match(viewToHtml(nodes), /<em>e<\/em>/);
  });

  it('shows a table whose header row has more than 8,000 characters as a paragraph', () => {
    const hasTable = (length: number): boolean =>
      viewToHtml(oneShot(`|${'a'.repeat(length - 3)}|b\n|-|-|\n|c|d|\n`)).includes('<table>');
    assert.equal(hasTable(8_000), true);
    assert.equal(hasTable(8_001), false);
  });

  it('finds the same tables when a reply is streamed, if header rows have about 8,000 characters', () => {
    for (const prefix of ['', '- ', '> ', 'words before\n   ']) {
      for (const length of [8_000, 8_001]) {
        const row = `${'*a* b '.repeat(length / 6).padEnd(length - 2, 'x')}|b`;
        const below = prefix === '> ' ? prefix : prefix === '- ' ? '  ' : '';
        const source = `${prefix}${row}\n${below}-|-\n${below}c|d\n`;
        assert.deepEqual(streamed(pieces(source, [301])), oneShot(source), `${prefix}${length}`);
      }
    }
  });

  it('accepts a table row that is indented by three spaces', () => {
    const [frame] = oneShot('|a|\n|-|\n   |b|\n');
    assert.equal(elements(frame!, 'td').length, 1);
  });

  it('creates one cell across all missing columns if a row lacks more than three cells', () => {
    const [frame] = oneShot(`${'|a'.repeat(50)}|\n${'|-'.repeat(50)}|\n|b\n`);
    const cells = elements(frame!, 'td');
    assert.deepEqual(
      cells.map(({ attributes }) => attributes.colspan),
      [undefined, '49'],
    );
  });

  it('creates a cell for each missing column if a row lacks at most three cells', () => {
    const [frame] = oneShot('|a|b|c|d|\n|-|:-:|-|-|\n|e\n');
    assert.deepEqual(
      elements(frame!, 'td').map(({ attributes }) => attributes),
      [{}, { class: 'align-center' }, {}, {}],
    );
  });

  it('parses the rows of small tables as markdown-it does', () => {
    const tokensOf = (parser: Pick<Parser, 'parse'>, source: string) =>
      parser
        .parse(source, {})
        .map(({ type, tag, content, level, map, attrs }) => ({ type, tag, content, level, map, attrs: attrs ?? [] }));
    const part = fc.constantFrom('|', '|', ' ', 'a', '\\', '\\|', '`', '\n', '\n', '> ', '- ', '    ', '***\n');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.constantFrom('', '> ', '- '), (parts, prefix) => {
        const source = `${prefix}|a|b|c|\n${prefix.replace('-', ' ')}|-|:-|-:|\n${prefix.replace('-', ' ')}${parts.join('')}\n`;
        assert.deepEqual(tokensOf(createParser(), source), tokensOf(new MarkdownIt({ breaks: true }), source), source);
      }),
      { numRuns: 500 },
    );
  });

  it('shows escaped pipes in cells, and drops cells beyond the last column, as markdown-it does', () => {
    const html = viewToHtml(oneShot('|a|b|\n|-|-|\n|c\\|d|`e\\|f`|g|\n'));
    assert.match(html, /<td>c\|d<\/td><td><code>e\|f<\/code><\/td><\/tr>/);
  });

  const ordinary: Readonly<Record<string, string>> = {
    'the examples of CommonMark': examples.map(({ markdown }) => markdown).join('\n\n'),
    '200 kB of mixed Markdown': mixedMarkdown(56_000).replace(/\n\n[^]{0,2000}$/, ''),
    'a table of 200 × 20 cells': `${'|a'.repeat(20)}|\n${'|-'.repeat(20)}|\n${`${'|b'.repeat(20)}|\n`.repeat(200)}`,
    '1,000 formulas in one line': '$a_1$ '.repeat(1_000),
    '1,000 formulas in one paragraph': '$a_1$ and\n'.repeat(1_000),
  };
  for (const [name, source] of Object.entries(ordinary)) {
    it(`applies no limit to ${name}`, () => {
      const nodes = oneShot(source);
      assert.deepEqual(plainTexts(nodes), []);
      assert.equal(
        nodes.flatMap((node) => elements(node, 'td')).filter(({ attributes }) => attributes.colspan).length,
        0,
      );
    });
  }

  it('shows all of 1,000 formulas as formulas', () => {
    const count = (node: ViewNode): number =>
      node.kind === 'formula'
        ? 1
        : node.kind === 'element'
          ? node.children.reduce((sum, each) => sum + count(each), 0)
          : 0;
    for (const source of ['$a_1$ '.repeat(1_000), '$a_1$ and\n'.repeat(1_000), '- $a_1$\n'.repeat(1_000)])
      assert.equal(
        oneShot(source).reduce((sum, node) => sum + count(node), 0),
        1_000,
      );
  });
});

function elements(node: ViewNode, tag: string): readonly Extract<ViewNode, { kind: 'element' }>[] {
  if (node.kind !== 'element') return [];
  const inner = node.children.flatMap((child) => elements(child, tag));
  return node.tag === tag ? [node, ...inner] : inner;
}

/** Returns the texts that are shown without formatting. */
function plainTexts(nodes: readonly ViewNode[]): readonly string[] {
  return nodes
    .flatMap((node) => elements(node, 'span'))
    .filter(({ attributes }) => attributes.class === 'chunk plain-text')
    .map(({ children }) => children.map((child) => (child.kind === 'text' ? child.text : '')).join(''));
}

function depthOf(nodes: readonly ViewNode[]): number {
  const [block] = nodes;
  return block?.kind === 'element' && (block.tag === 'blockquote' || block.tag === 'p')
    ? 1 + depthOf(block.children)
    : 0;
}
