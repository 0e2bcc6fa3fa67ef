import assert from 'node:assert/strict';
import { createParser } from '../../../../src/webview/markdown/parser/parser.ts';
import { tokensToView } from '../../../../src/webview/markdown/tokensToView.ts';
import { viewToText } from '../../../../src/webview/markdown/viewToText.ts';

describe('viewToText', () => {
  it('removes the marks of headings, emphasis, strikethrough and inline code', () => {
    assert.equal(textOf('# A *title*\n\nSome **bold**, ~~old~~ and `code`.'), 'A title\n\nSome bold, old and code.');
  });

  it('keeps line breaks in a paragraph, and the code of blocks without fences', () => {
    assert.equal(
      textOf('One\ntwo\n\n```ts\nif (a) {\n  b();\n}\n```\n\nEnd.'),
      'One\ntwo\n\nif (a) {\n  b();\n}\n\nEnd.',
    );
  });

  it('keeps bullets, numbers, task boxes and the nesting of lists', () => {
    assert.equal(
      textOf('3. three\n4. four\n   - nested\n     - deeper\n\n- [ ] open\n- [x] done'),
      '3. three\n4. four\n   - nested\n     - deeper\n\n- [ ] open\n- [x] done',
    );
  });

  it('separates the items of a loose list, and their paragraphs, by blank lines', () => {
    assert.equal(textOf('- one\n\n  more\n\n- two'), '- one\n\n  more\n\n- two');
  });

  it('shows the labels of footnotes in brackets, and the summary and the content of details', () => {
    assert.equal(textOf('A claim[^a].\n\n[^a]: A source.'), 'A claim[a].\n\n[a] A source.');
    assert.equal(textOf('<details>\n<summary>More</summary>\n\nText.\n\n</details>'), 'More\n\nText.');
  });

  it('quotes each line of a quotation', () => {
    assert.equal(textOf('> One\n> two\n>\n> three'), '> One\n> two\n>\n> three');
  });

  it('separates the cells of a table by tabs', () => {
    assert.equal(textOf('| Way | Cost |\n|:---|---:|\n| loop | **1** |'), 'Way\tCost\nloop\t1');
  });

  it('adds the address of a link if the text does not show it', () => {
    assert.equal(
      textOf('[The page](https://a.example/b), https://c.example and www.d.example'),
      'The page (https://a.example/b), https://c.example and www.d.example',
    );
  });

  it('shows a formula as TeX, and a horizontal rule as dashes', () => {
    assert.equal(textOf('From $O(n)$:\n\n---\n\n$$\nx^2\n$$'), 'From O(n):\n\n---\n\nx^2');
  });
});

function textOf(source: string): string {
  return viewToText(tokensToView(createParser().parse(source, {}), { open: false }));
}
