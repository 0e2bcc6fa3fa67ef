import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import { addFormulaRules } from '../../../../../src/webview/markdown/parser/formulaRules.ts';
import type { ViewNode } from '../../../../../src/webview/markdown/viewNode.ts';
import { assertSameInPieces, oneShot, streamed } from '../streamMarkdown.ts';
import { viewToHtml } from '../viewToHtml.ts';

describe('addFormulaRules', () => {
  const found: Readonly<Record<string, readonly string[]>> = {
    'is $x^2$ here': ['x^2'],
    '$\\alpha$, ($\\beta$) and $f(x) = 5$.': ['\\alpha', '\\beta', 'f(x) = 5'],
    'between \\(a\\) and \\( b + c \\)': ['a', ' b + c '],
    'in a line $$a$$ and \\[ b \\]': ['display a', 'display  b '],
    '$2^{10} = 1024$ and $5 + 3 = 8$ and $10$': ['2^{10} = 1024', '5 + 3 = 8', '10'],
    '$a \\$ b$': ['a \\$ b'],
    '**bold $x$**': ['x'],
    '[a $x$ b](https://a.example)': ['x'],
    '$x$`$y$`': ['x'],
    '$x$*$y$*': ['x', 'y'],
    '$$\nx\n$$\n- $y$\n\n$z$': ['display x', 'y', 'z'],
    '# of $n$': ['n'],
    'ここで$n$です。変数$x$、และ$y$ของ 값$z$은': ['n', 'x', 'y', 'z'],
    '当$x=1$时$y=2$成立': ['x=1', 'y=2'],
    '| $a$ | b |\n|---|---|\n| $c$ | d |': ['a', 'c'],
    '$$\n\\int_0^1 x\n$$': ['display \\int_0^1 x'],
    '$$ x\n= y $$': ['display x\n= y'],
    '\\[\na\n\n\\]': [],
    '\\[\n\\begin{matrix}\n- a \\\\\n# b\n\\end{matrix}\n\\]': [
      'display \\begin{matrix}\n- a \\\\\n# b\n\\end{matrix}',
    ],
    'text\n$$\nx\n$$\ntext': ['display x'],
    '- item\n\n  $$\n  x\n  $$\n- \\[ y \\]': ['display x', 'display y'],
    '> $$\n> x\n> $$': ['display x'],
    '- $$\n  x\n$$\n': [],
    '- \\[\n  x\n\\]\n': [],
    '- item\n $$ x\n  $$\n': [],
    '- $$\n  x\n $$\n': [],
    '- $$\n x\n  $$\n': [],
    '> item\n    $$ x $$': ['display  x '],
    '   $$\n   x\n   $$': ['display x'],
  };
  for (const [source, formulas] of Object.entries(found)) {
    it(`finds the expected formulas in streamed and complete text: ${JSON.stringify(source)}`, () => {
      assert.deepEqual(formulasOf(oneShot(source)), formulas);
      assertSameInPieces(source, source);
    });
  }

  const texts = [
    'from $5 to $10',
    '$5, $10 and $20',
    'costs $2 per 1,000,000 tokens in and $8 out',
    '$2 input + 8$ output',
    'between $5 and 10$.',
    '5$ or 10$.',
    'US$5 and A$6',
    '价格从$5到$10不等，或$5 到 10$。',
    '从$5到10$左右',
    '**$5** and **$10**',
    '$1.50 of 2 ($)',
    '($) and ($)',
    '$HOME and $PATH',
    '`$a` and `$b`',
    '$`a`$',
    '$ x $',
    '$x $',
    '$x$5',
    '\\$x\\$',
    '$a\nb$',
    '$$',
    '\\[1\\] and \\[link\\](x)',
    '\\(\\)',
    '```\n$x$\n```',
    '    $$\n    x\n    $$',
    `$${'x'.repeat(2000)}$`,
  ];
  for (const source of texts) {
    it(`finds no formula in ${JSON.stringify(source.slice(0, 50))}`, () => {
      assert.deepEqual(formulasOf(oneShot(source)), []);
      assertSameInPieces(source, source);
    });
  }

  it('shows a formula as text until the closing delimiter is received', () => {
    const shown: string[] = [];
    streamed(['Of $x', '^2$ and\n\n', '$$\n', '- y\n', '$$'], (nodes) => shown.push(viewToHtml(nodes)));
    assert.deepEqual(shown, [
      '<p>Of $x</p>',
      '<p>Of <math>x^2</math> and</p>',
      '<p>Of <math>x^2</math> and</p><p>$$</p>',
      '<p>Of <math>x^2</math> and</p><p>$$<br />- y</p>',
      '<p>Of <math>x^2</math> and</p><math display="block">- y</math>',
      '<p>Of <math>x^2</math> and</p><math display="block">- y</math>',
    ]);
  });

  it('shows the text and the line breaks around a formula', () => {
    assert.equal(viewToHtml(oneShot('$x$')), '<p><math>x</math></p>');
    assert.equal(viewToHtml(oneShot('a $x$\n$y$ b')), '<p>a <math>x</math><br /><math>y</math> b</p>');
  });

  it('reads a line at most fifty times on average if 2,000 lines open formula blocks that are not closed, or not by a whole line', () => {
    const parser = new MarkdownIt();
    addFormulaRules(parser);
    let reads = 0;
    parser.block.State = class extends parser.block.State {
      constructor(...source: ConstructorParameters<typeof parser.block.State>) {
        super(...source);
        this.bMarks = new Proxy(this.bMarks, {
          get: (marks, line) => {
            reads += 1;
            return Reflect.get(marks, line) as unknown;
          },
        });
      }
    };
    for (const [opening, end] of [
      ['$$ a\n', ''],
      ['\\[ a\n', ''],
      ['\\[\n', '\\] b'],
    ] as const) {
      reads = 0;
      parser.parse(opening.repeat(2_000) + end, {});
      assert.ok(reads <= 100_000, `${reads} reads`);
    }
  });

  it('shows formula blocks of 100,000 characters as text', () => {
    for (const source of [`$$\n${'x + '.repeat(25_000)}\n$$`, `$$\n${'x\n'.repeat(50_000)}$$`])
      assert.deepEqual(formulasOf(oneShot(source)), []);
  });
});

function formulasOf(nodes: readonly ViewNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'formula') return [node.isDisplay ? `display ${node.source}` : node.source];
    return node.kind === 'element' ? formulasOf(node.children) : [];
  });
}
