import assert from 'node:assert/strict';
import { MarkdownStream } from '../../../../../src/webview/markdown/markdownStream.ts';
import { assertSameInPieces, blocksOf, oneShot, watchedParser } from '../streamMarkdown.ts';
import { viewToHtml } from '../viewToHtml.ts';

/** Markdown with `<details>`, and the expected HTML. */
const examples: Readonly<Record<string, readonly [markdown: string, html: string]>> = {
  'a summary on a line of its own, with markdown in both': [
    '<details>\n<summary>The *log*</summary>\n\n- one\n- two\n</details>\n\nAfter\n',
    '<details><summary>The <em>log</em></summary><ul><li>one</li><li>two</li></ul></details><p>After</p>',
  ],
  'a summary on the same line, and open': [
    'Before\n<details open><summary>Code</summary>\n```\n</details>\n```\n</details>\nAfter\n',
    '<p>Before</p><details open><summary>Code</summary><pre><code>&lt;/details&gt;</code></pre></details><p>After</p>',
  ],
  'no summary, nested, in a list and in a quote': [
    '<details>\n<details>\na\n</details>\nb\n</details>\n\n- <details>\n  c\n  </details>\n\n> <details>\n> d\n> </details>\n',
    '<details><details><p>a</p></details><p>b</p></details><ul><li><details><p>c</p></details></li></ul>' +
      '<blockquote><details><p>d</p></details></blockquote>',
  ],
  'unclosed, up to the end of the block around it': [
    '> <details>\n> a\n\nb\n',
    '<blockquote><details><p>a</p></details></blockquote><p>b</p>',
  ],
  'other attributes and other text on the line are text': [
    '<details class="a">\n\n<details> a\n\n</details>\n\n<summary>b</summary>\n',
    '<p>&lt;details class=&quot;a&quot;&gt;</p><p>&lt;details&gt; a</p><p>&lt;/details&gt;</p><p>&lt;summary&gt;b&lt;/summary&gt;</p>',
  ],
};

describe('addDetailsRules', () => {
  for (const [name, [markdown, html]] of Object.entries(examples)) {
    it(`renders streamed and complete text as expected: ${name}`, () => {
      assert.equal(viewToHtml(oneShot(markdown)), html);
      assertSameInPieces(markdown, name);
    });
  }

  it('renders a long streamed text in nested `<details>` like complete text', () => {
    const start = '<details>\n<summary>a</summary>\n\n- <details><summary>b</summary>\n\n';
    assertSameInPieces(`${start}${'  text *b*\n\n  - item\n\n'.repeat(400)}  </details>\n</details>\nend\n`, 'nested');
  });

  it('does not parse finished blocks of an open `<details>` again', () => {
    const parsed: string[] = [];
    const stream = new MarkdownStream(watchedParser((source) => parsed.push(source)));
    stream.append('<details>\n<summary>a</summary>\n\none\n\ntwo\n\nthree\n\n');
    stream.update();
    parsed.length = 0;
    stream.append('four\n\nfive');
    stream.update();
    assert.ok(parsed.every((source) => !/one|two/.test(source)));
  });

  it('does not show the beginning of a tag while the tag is incomplete', () => {
    for (const piece of ['<', '<det', '<details', '<details op', '<details><summary>The l']) {
      const stream = new MarkdownStream(watchedParser(() => undefined));
      stream.append(`Text\n${piece}`);
      assert.deepEqual(blocksOf(stream.update()).nodes, oneShot('Text'), piece);
    }
  });
});
