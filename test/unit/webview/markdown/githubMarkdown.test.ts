import assert from 'node:assert/strict';
import { assertSameInPieces, oneShot } from './streamMarkdown.ts';
import { normalizedHtml, viewToHtml } from './viewToHtml.ts';

/** Examples of the rules that GitHub's specification adds to CommonMark, each with markdown and the expected HTML. */
const examples: Readonly<Record<string, readonly [markdown: string, html: string]>> = {
  'table with header row and body': [
    '| Name | Size |\n| ---- | ---- |\n| a    | 1    |\n',
    '<table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody><tr><td>a</td><td>1</td></tr></tbody></table>',
  ],
  'table without outer pipes, with column alignments': [
    'a | b | c | d\n:-- | :-: | --: | ---\n1 | 2 | 3 | 4\n',
    '<table><thead><tr><th align="left">a</th><th align="center">b</th><th align="right">c</th><th>d</th></tr></thead>' +
      '<tbody><tr><td align="left">1</td><td align="center">2</td><td align="right">3</td><td>4</td></tr></tbody></table>',
  ],
  'escaped pipe in a table cell, also within code': [
    '| f\\|oo |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
    '<table><thead><tr><th>f|oo</th></tr></thead><tbody><tr><td>b <code>|</code> az</td></tr><tr><td>b <strong>|</strong> im</td></tr></tbody></table>',
  ],
  'table ended by a quote': [
    '| a | b |\n| - | - |\n| 1 | 2 |\n> text\n',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table><blockquote><p>text</p></blockquote>',
  ],
  'table row without a pipe, and table ended by a blank line': [
    '| a | b |\n| - | - |\ntext\n\ntext\n',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>text</td><td></td></tr></tbody></table><p>text</p>',
  ],
  'no table if header row and delimiter row have different numbers of cells': [
    '| a | b |\n| - |\n| 1 |\n',
    '<p>| a | b |\n| - |\n| 1 |</p>',
  ],
  'table rows padded or truncated to the number of columns': [
    '| a | b |\n| - | - |\n| 1 |\n| 1 | 2 | 3 |\n',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td></td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  'table without a body': ['| a | b |\n| - | - |\n', '<table><thead><tr><th>a</th><th>b</th></tr></thead></table>'],
  'table after a paragraph, in a list and in a quote': [
    'text\n| a |\n| - |\n\n- | b |\n  | - |\n\n> | c |\n> | - |\n',
    '<p>text</p><table><thead><tr><th>a</th></tr></thead></table><ul><li><table><thead><tr><th>b</th></tr></thead></table></li></ul>' +
      '<blockquote><table><thead><tr><th>c</th></tr></thead></table></blockquote>',
  ],
  'task list with open and completed items': [
    '- [ ] open\n- [x] done\n- [X] also\n',
    '<ul><li><input disabled="" type="checkbox"> open</li><li><input checked="" disabled="" type="checkbox"> done</li>' +
      '<li><input checked="" disabled="" type="checkbox"> also</li></ul>',
  ],
  'nested task lists': [
    '- [x] outer\n  1. [ ] inner\n',
    '<ul><li><input checked="" disabled="" type="checkbox"> outer<ol><li><input disabled="" type="checkbox"> inner</li></ol></li></ul>',
  ],
  'strikethrough with two tildes': [
    '~~Hi~~ Hello, ~~*there* `x`~~!\n',
    '<p><del>Hi</del> Hello, <del><em>there</em> <code>x</code></del>!</p>',
  ],
  'no strikethrough across paragraphs': [
    'This ~~has a\n\nnew paragraph~~.\n',
    '<p>This ~~has a</p><p>new paragraph~~.</p>',
  ],
  'link from a host name that starts with www': [
    'www.example.com and (www.example.com/help?a=b), **www.example.com.**\n',
    '<p><a href="http://www.example.com">www.example.com</a> and (<a href="http://www.example.com/help?a=b">www.example.com/help?a=b</a>), ' +
      '<strong><a href="http://www.example.com">www.example.com</a>.</strong></p>',
  ],
  'link from a bare URL, without trailing punctuation': [
    'Visit https://example.com/a_b_(c). Or (http://example.com/~x), or https://example.com?q="!\n',
    '<p>Visit <a href="https://example.com/a_b_(c)">https://example.com/a_b_(c)</a>. Or (<a href="http://example.com/~x">http://example.com/~x</a>), ' +
      'or <a href="https://example.com?q=">https://example.com?q=</a>&quot;!</p>',
  ],
  'line breaks in a table cell': [
    '| a |\n| - |\n| b<br>c<br/>d<BR />e |\n',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b<br />c<br />d<br />e</td></tr></tbody></table>',
  ],
  'subscript, superscript and keys': [
    'H<sub>2</sub>O, x<sup>a<sup>*b*</sup></sup>, <kbd>Ctrl</kbd>+<KBD>C</KBD>, `<sub>`, \\<sub>\n',
    '<p>H<sub>2</sub>O, x<sup>a<sup><em>b</em></sup></sup>, <kbd>Ctrl</kbd>+<kbd>C</kbd>, <code>&lt;sub&gt;</code>, &lt;sub&gt;</p>',
  ],
  'bare URL ended by <': [
    'https://example.com/a<b\n',
    '<p><a href="https://example.com/a">https://example.com/a</a>&lt;b</p>',
  ],
  'links from bare URLs in tables and emphasis, but not in code': [
    '| https://example.com |\n| - |\n| **http://example.com** `https://example.com` |\n',
    '<table><thead><tr><th><a href="https://example.com">https://example.com</a></th></tr></thead><tbody><tr>' +
      '<td><strong><a href="http://example.com">http://example.com</a></strong> <code>https://example.com</code></td></tr></tbody></table>',
  ],
};

/** The panel's deviations from GitHub, by description, each with markdown and the HTML that the panel shows. */
const deviations: Readonly<Record<string, readonly [markdown: string, shown: string]>> = {
  'single tilde is text, because it usually means “about”': ['~5 to ~6\n', '<p>~5 to ~6</p>'],
  'mail address is text, because git@host looks like a mail address': [
    'git@example.com:a/b.git, a@example.com\n',
    '<p>git@example.com:a/b.git, a@example.com</p>',
  ],
  'text between three tildes is struck through (markdown-it)': [
    'This ~~~will~~~ strike.\n',
    '<p>This ~<del>will</del>~ strike.</p>',
  ],
  'host name right after a tilde is text (linkify-it needs a word boundary)': [
    '~~www.example.com~~\n',
    '<p><del>www.example.com</del></p>',
  ],
  'tildes after a bare URL are part of the URL (linkify-it)': [
    '~~http://example.com~~\n',
    '<p>~~<a href="http://example.com~~">http://example.com~~</a></p>',
  ],
  'raw HTML is text, because replies are untrusted': ['a <b>c</b>\n', '<p>a &lt;b&gt;c&lt;/b&gt;</p>'],
  'tag with an attribute is text': ['<kbd id="a">b</kbd>\n', '<p>&lt;kbd id=&quot;a&quot;&gt;b&lt;/kbd&gt;</p>'],
  'tag without its counterpart in the same emphasis is text': [
    'a<sub> *b</sub>* <sup>c\n',
    '<p>a&lt;sub&gt; <em>b&lt;/sub&gt;</em> &lt;sup&gt;c</p>',
  ],
  'line break right after <br> is not a second line break': ['a<br>\nb\n', '<p>a<br />b</p>'],
};

describe('GitHub Flavored Markdown', () => {
  for (const [name, [markdown, html]] of Object.entries({ ...examples, ...deviations })) {
    it(`renders streamed and complete text as expected: ${name}`, () => {
      assert.equal(viewToHtml(oneShot(markdown)), normalizedHtml(html));
      assertSameInPieces(markdown, name);
    });
  }
});
