import assert from 'node:assert/strict';
import { assertSameInPieces, oneShot } from '../streamMarkdown.ts';
import { viewToHtml } from '../viewToHtml.ts';

/** Markdown with footnotes, and the expected HTML. */
const examples: Readonly<Record<string, readonly [markdown: string, html: string]>> = {
  'marks before and after the definitions': [
    'A[^1] and *b[^n]*.\n\n[^1]: One.\n[^n]: Two *c*\nlazy\n\nAgain[^1]\n',
    '<p>A<sup>1</sup> and <em>b<sup>n</sup></em>.</p><section id="1"><p>One.</p></section>' +
      '<section id="n"><p>Two <em>c</em><br />lazy</p></section><p>Again<sup>1</sup></p>',
  ],
  'several blocks in a note': [
    'A[^1]\n\n[^1]: One.\n\n    Two.\n\n    - three\n\nEnd.\n',
    '<p>A<sup>1</sup></p><section id="1"><p>One.</p><p>Two.</p><ul><li>three</li></ul></section><p>End.</p>',
  ],
  'a mark without a definition is text': ['The pattern [^1] and [^a-z]\n', '<p>The pattern [^1] and [^a-z]</p>'],
  'a mark in code is text, and brackets around a mark are no link': [
    '[a[^1]](/b) `[^1]`\n\n[^1]: x\n',
    '<p>[a<sup>1</sup>](/b) <code>[^1]</code></p><section id="1"><p>x</p></section>',
  ],
  'a caret before other characters than those of a footnote label': [
    'A [^😀] and [^b c].\n\n[^😀]: https://a.example\n[^b c]: https://b.example\n',
    '<p>A <a href="https://a.example">^😀</a> and <a href="https://b.example">^b c</a>.</p>',
  ],
  'a label is no link label': [
    '[a][^1] [b]\n\n[^1]: x\n\n[b]: https://b.example\n',
    '<p>[a]<sup>1</sup> <a href="https://b.example">b</a></p><section id="1"><p>x</p></section>',
  ],
};

describe('addFootnoteRules', () => {
  for (const [name, [markdown, html]] of Object.entries(examples)) {
    it(`renders complete text as expected: ${name}`, () => {
      const whole = oneShot(markdown);
      assert.equal(viewToHtml(whole), html);
    });

    it(`renders streamed text like complete text: ${name}`, () => assertSameInPieces(markdown, name));
  }

  it('renders a long streamed note like complete text', () => {
    assertSameInPieces(
      `A[^1]\n\n[^1]: ${'word *b* [^1] '.repeat(200)}\n\n${'    more\n\n'.repeat(400)}end\n`,
      'a long note',
    );
  });
});
