/** Sample replies, by the markdown constructs that they contain. */
export const markdownSamples: Readonly<Record<string, string>> = {
  'paragraphs and a heading': '# Title\n\nOne\ntwo **bold** and *soft* `code`.\n\nAnother ~~gone~~.\n',
  'setext headings': 'Heading\n=======\n\nOther\n---\n\nText\n\n---\n\nafter',
  'a tight list': '- one\n- two\n  - inner\n  - inner two\n- three\n\nAfter',
  'a list that becomes loose at a later item':
    '1. one\n2. two\n3. three\n\n4. four\n\n   second paragraph\n5. five\n\nAfter',
  'a list that starts at 7, and lists with different markers': '7. seven\n8. eight\n\n- a\n- b\n\n* c\n+ d\n',
  'fences in a list':
    '1. First:\n\n   ```bash\n   npm ci\n\n   npm test\n   ```\n\n2. Second:\n   ```ts\n   const a = 1;\n   ```\n3. Third\n',
  'loose items that contain only code': '- ```\n  a\n  ```\n\n- ```\n  b\n  ```\n- text\n- more\n',
  'an item with a pipe, above a line of dashes': '- one\n- a | b\n--|--\n- three | 3\n- four\n',
  'a list that becomes loose at a blank line between two quotes': '- one\n- > two\n\n  > three\n',
  'text like a link title, after the quote or list item that contains the link definition':
    '> [a]: /url\n"title\nend"\n\n- [b]: /url\n"title\nend"\n\n[a] [b]',
  'task lists':
    '- [ ] open\n- [x] **done**\n  - [X] inner\n- [x](https://example.com) a link\n- \\[ ] escaped\n- [ ]\n\n1. [ ] first\n2. [y] none\n\n- [x] known\n- [ ] new\n\n[x]: https://example.com',
  'a table': 'Before\n\n| Name | Value |\n|:-----|------:|\n| a | `1` |\n| b | **2** |\n\nAfter',
  'a table right after a paragraph': 'Before\na | b\n--|--\n1 | 2\nAfter without blank\n\nEnd',
  'open and closed fences':
    '```ts\nconst a = `x`;\n```\nText\n~~~~\n~~~\n```\n~~~~\n\n```python\ndef f():\n    return 1',
  'a fence that contains a shorter fence': '````markdown\n```js\nx\n```\n````\n\nDone.',
  'indented code': 'Text\n\n    one\n\n    two\n\nMore\n',
  quotes: '> one\nlazy\n> - a\n>\n> - b\n\n> other\n\ntext',
  'link definitions after references to them':
    'See [one][1], [Two] and [never].\n\n- item with [Two]\n- item\n- item\n\n[1]: https://example.com/1\n[two]: https://example.com/2 "Title"\n\nEnd [1].',
  'a link definition with a title on later lines': 'See [a].\n\n[a]: https://example.com\n"title\nmore"\nText\n\nEnd',
  'two link definitions with the same label': '[a]: https://one.example\n\n[a]\n\n[a]: https://two.example\n\n[a]',
  'raw HTML and images':
    '<div onclick="x()">hi</div>\n\n<script>alert(1)</script>\n\n![alt](https://example.com/a.png) ![](https://example.com/b.png) [![in](x)](https://example.com)',
  links:
    '<https://example.com> https://example.com/a?b=c [js](javascript:alert(1)) [cmd](command:x) [mail](mailto:a@b.c) [rel](./a.md) README.md',
  'line endings CR and CRLF': 'One\r\ntwo\r\n\r\n- a\r\n- b\rc\r\r```\rx\r```',
  'hard breaks and entities': 'a  \nb\\\nc &amp; &lt;b&gt; &#x1F600; \\*not\\*',
  formulas:
    'Of $x^2$ and \\(y\\), $$z$$ costs $5 and $10.\n\n$$\na = b\n- c\n$$\n\n\\[ \\frac{1}{2} \\]\n\n- item\n  $$\n  - x\n  $$\n- \\[\n  y\n  \\]\n\n> $$\n> q\n> $$\n\n| $a$ | \\(b\\) |\n|---|---|\n| $5 | $6 |\n',
  'unclosed formulas': 'text\n$$\n- a\n- b\n\n- $$\n  x\n\ny\n\n$$\nz',
  'inline tags': 'H<sub>2</sub>O<br>x<sup>*2*</sup><br />\n<kbd>Ctrl</kbd>\n\n| a<br>b |\n|---|\n| <sub>c |\n\n<sup>d',
  'details in details, in a list and in a quote':
    'Text\n<details>\n<summary>The *log*</summary>\n\n- one\n- <details open><summary>Inner</summary>\n\n  ```ts\n  a\n  ```\n\n  </details>\n- three\n</details>\n\n> <details>\n> quoted\n\nEnd <details>\n</details>\n',
  footnotes:
    'One[^1], *two[^b]* and [^none].\n\n- item[^1]\n\n[^1]: First\nlazy\n\n    - more\n[^b]: Second[^1]\n\n[^1]: again\n\nEnd[^b]',
  'only blank lines': '\n\n  \n\n',
};
