import assert from 'node:assert/strict';
import { assertSameInPieces, oneShot } from './streamMarkdown.ts';
import { normalizedHtml, viewToHtml } from './viewToHtml.ts';

/** One case for each rule of the extensions that GitHub's specification adds, as markdown and HTML. */
const examples: Readonly<Record<string, readonly [markdown: string, html: string]>> = {
  'a table has a head and a body': [
    '| Name | Size |\n| ---- | ---- |\n| a    | 1    |\n',
    '<table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody><tr><td>a</td><td>1</td></tr></tbody></table>',
  ],
  'outer bars are optional, and columns have alignments': [
    'a | b | c | d\n:-- | :-: | --: | ---\n1 | 2 | 3 | 4\n',
    '<table><thead><tr><th align="left">a</th><th align="center">b</th><th align="right">c</th><th>d</th></tr></thead>' +
      '<tbody><tr><td align="left">1</td><td align="center">2</td><td align="right">3</td><td>4</td></tr></tbody></table>',
  ],
  'an escaped bar is text, in code too': [
    '| f\\|oo |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
    '<table><thead><tr><th>f|oo</th></tr></thead><tbody><tr><td>b <code>|</code> az</td></tr><tr><td>b <strong>|</strong> im</td></tr></tbody></table>',
  ],
  'a quote ends a table': [
    '| a | b |\n| - | - |\n| 1 | 2 |\n> text\n',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table><blockquote><p>text</p></blockquote>',
  ],
  'a line without a bar is a row, a blank line ends the table': [
    '| a | b |\n| - | - |\ntext\n\ntext\n',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>text</td><td></td></tr></tbody></table><p>text</p>',
  ],
  'no table without as many dashes as heads': ['| a | b |\n| - |\n| 1 |\n', '<p>| a | b |\n| - |\n| 1 |</p>'],
  'rows are filled and cut': [
    '| a | b |\n| - | - |\n| 1 |\n| 1 | 2 | 3 |\n',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td></td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  'a table needs no body': ['| a | b |\n| - | - |\n', '<table><thead><tr><th>a</th><th>b</th></tr></thead></table>'],
  'a table follows a paragraph, stands in a list and in a quote': [
    'text\n| a |\n| - |\n\n- | b |\n  | - |\n\n> | c |\n> | - |\n',
    '<p>text</p><table><thead><tr><th>a</th></tr></thead></table><ul><li><table><thead><tr><th>b</th></tr></thead></table></li></ul>' +
      '<blockquote><table><thead><tr><th>c</th></tr></thead></table></blockquote>',
  ],
  'a task is open or done': [
    '- [ ] open\n- [x] done\n- [X] also\n',
    '<ul><li><input disabled="" type="checkbox"> open</li><li><input checked="" disabled="" type="checkbox"> done</li>' +
      '<li><input checked="" disabled="" type="checkbox"> also</li></ul>',
  ],
  'tasks are nested': [
    '- [x] outer\n  1. [ ] inner\n',
    '<ul><li><input checked="" disabled="" type="checkbox"> outer<ol><li><input disabled="" type="checkbox"> inner</li></ol></li></ul>',
  ],
  'two tildes strike out': [
    '~~Hi~~ Hello, ~~*there* `x`~~!\n',
    '<p><del>Hi</del> Hello, <del><em>there</em> <code>x</code></del>!</p>',
  ],
  'nothing is struck out over paragraphs': [
    'This ~~has a\n\nnew paragraph~~.\n',
    '<p>This ~~has a</p><p>new paragraph~~.</p>',
  ],
  'a host that begins with www is a link': [
    'www.example.com and (www.example.com/help?a=b), **www.example.com.**\n',
    '<p><a href="http://www.example.com">www.example.com</a> and (<a href="http://www.example.com/help?a=b">www.example.com/help?a=b</a>), ' +
      '<strong><a href="http://www.example.com">www.example.com</a>.</strong></p>',
  ],
  'an address is a link without the punctuation after it': [
    'Visit https://example.com/a_b_(c). Or (http://example.com/~x), or https://example.com?q="!\n',
    '<p>Visit <a href="https://example.com/a_b_(c)">https://example.com/a_b_(c)</a>. Or (<a href="http://example.com/~x">http://example.com/~x</a>), ' +
      'or <a href="https://example.com?q=">https://example.com?q=</a>&quot;!</p>',
  ],
  'an address ends at a bracket of HTML': [
    'https://example.com/a<b\n',
    '<p><a href="https://example.com/a">https://example.com/a</a>&lt;b</p>',
  ],
  'addresses are links in tables and emphasis, not in code': [
    '| https://example.com |\n| - |\n| **http://example.com** `https://example.com` |\n',
    '<table><thead><tr><th><a href="https://example.com">https://example.com</a></th></tr></thead><tbody><tr>' +
      '<td><strong><a href="http://example.com">http://example.com</a></strong> <code>https://example.com</code></td></tr></tbody></table>',
  ],
};

/** Where the panel does not follow GitHub, and why. */
const deviations: Readonly<Record<string, readonly [markdown: string, shown: string]>> = {
  'one tilde is text: it means “about” more often than it strikes out': ['~5 to ~6\n', '<p>~5 to ~6</p>'],
  'a mail address is text: git@host would become one': [
    'git@example.com:a/b.git, a@example.com\n',
    '<p>git@example.com:a/b.git, a@example.com</p>',
  ],
  'three tildes strike out, too: so does the parser': [
    'This ~~~will~~~ strike.\n',
    '<p>This ~<del>will</del>~ strike.</p>',
  ],
  'a host right after a tilde is text: the parser wants a boundary there': [
    '~~www.example.com~~\n',
    '<p><del>www.example.com</del></p>',
  ],
  'tildes after an address are part of it: the parser takes them': [
    '~~http://example.com~~\n',
    '<p>~~<a href="http://example.com~~">http://example.com~~</a></p>',
  ],
  'raw HTML is text': ['a <b>c</b>\n', '<p>a &lt;b&gt;c&lt;/b&gt;</p>'],
};

describe("GitHub's markdown", () => {
  for (const [name, [markdown, html]] of Object.entries({ ...examples, ...deviations })) {
    it(`is followed, and the same in pieces as in one: ${name}`, () => {
      assert.equal(viewToHtml(oneShot(markdown)), normalizedHtml(html));
      assertSameInPieces(markdown, name);
    });
  }
});
