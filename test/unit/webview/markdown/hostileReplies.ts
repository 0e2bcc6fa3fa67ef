/**
 * Functions that return replies, by description of the reply. The replies are cheap for a service to send and expensive
 * to show. `length` is the approximate number of characters of the reply. Some replies are up to twice as long.
 * The functions named `cmark: …` repeat the pathological inputs of cmark's tests (`test/pathological_tests.py`).
 * The other functions add further inputs, with each construct that the panel shows.
 */
export const hostileReplies: Readonly<Record<string, (length: number) => string>> = {
  'cmark: nested strong emphasis': (length) => {
    const count = length / 10;
    return `${'*a **a '.repeat(count)}b${' a** a*'.repeat(count)}`;
  },
  'cmark: closers of emphasis without openers': filledWith('a_ '),
  'cmark: openers of emphasis without closers': filledWith('_a '),
  'cmark: closers of links without openers': filledWith('a]'),
  'cmark: openers of links without closers': filledWith('[a'),
  'cmark: mismatched openers and closers': filledWith('*a_ '),
  'cmark: openers and closers in multiples of three': (length) => `a**b${'c* '.repeat(length / 3)}`,
  'cmark: asterisks and underscores': (length) => `${'*a '.repeat(length / 4)}${'_a*_ '.repeat(length / 4)}`,
  'cmark: openers of links and closers of emphasis': filledWith('[ a_'),
  'cmark: pattern [ (](': filledWith('[ (]('),
  'cmark: pattern ![[]()': filledWith('![[]()'),
  'cmark: nested brackets': (length) => `${'['.repeat(length / 2)}a${']'.repeat(length / 2)}`,
  'cmark: nested quotes': (length) => `${'> '.repeat(length / 2)}a`,
  'cmark: deeply nested lists': (length) => nestedList(Math.sqrt(length)),
  'cmark: zero bytes': filledWith('abc\0de\0'),
  'cmark: runs of backticks': (length) => increasingRuns('e', '`', length),
  'cmark: unclosed links with a pointed bracket': filledWith('[a](<b'),
  'cmark: unclosed links': filledWith('[a](b'),
  'cmark: unclosed comments': (length) => `</${'<!--'.repeat(length / 4)}`,
  'cmark: empty lines in deeply nested lists': (length) => `${'- '.repeat(length / 3)}x${'\n'.repeat(length / 3)}`,
  'cmark: empty lines in deeply nested lists in quotes': (length) =>
    `> ${'- '.repeat(length / 4)}x\n${'>\n'.repeat(length / 4)}`,
  'cmark: emphasis in deep quotes': (length) => `${'>'.repeat(length / 2)}${'a*'.repeat(length / 4)}`,
  'cmark: link definitions': (length) => numbered(length, (index) => `[key${index}]: /url\n\n[bad_key${index}]\n\n`),
  'cmark: long runs around a letter': (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,

  'one long line': filledWith('words and more words '),
  'one long word': filledWith('a'),
  'one long line of spaces': (length) => `a${' '.repeat(length)}b`,
  'spaces before words': (length) => `${' '.repeat(length)}words`,
  'ideographic spaces before words': (length) => `${'\u3000'.repeat(length)}words`,
  'one long line of Chinese': filledWith('这是一个很长的句子没有空格'),
  'short lines': filledWith('a\n'),
  'short lines without letters': filledWith('1\n'),
  'short paragraphs': filledWith('a\n\n'),
  'a heading in each line': filledWith('# a\n'),
  'a long heading': (length) => `# ${'word '.repeat(length / 5)}`,
  'a long heading of links': (length) => `# ${'[a](https://a.example) '.repeat(length / 23)}\n`,
  'a paragraph that becomes a heading': (length) => `${'word **b** '.repeat(length / 11)}\n===\n`,
  rules: filledWith('---\n\n'),
  emphasis: filledWith('*a* **b** '),
  'nested emphasis': (length) => `${'*a '.repeat(length / 5)}${'b*'.repeat(length / 5)}`,
  strikethrough: filledWith('~~a~~ '),
  'inline code': filledWith('`a` '),
  'unclosed backticks of each length': (length) => increasingRuns(' a', '`', length),
  links: filledWith('[a](https://a.example) '),
  'bare links': filledWith('https://a.example '),
  'one long address': (length) => `https://a.example/${'a/'.repeat(length / 2)}`,
  'addresses without spaces': filledWith('https://a.example/(('),
  'links in angle brackets': filledWith('<https://a.example>'),
  'open angle brackets': filledWith('<a'),
  'inline tags': filledWith('<sub>a</sub>'),
  'unclosed inline tags': filledWith('<sub><kbd>'),
  'closing inline tags': filledWith('<sup>a</sub></kbd>'),
  'nested inline tags': (length) => `${'<sup>'.repeat(length / 11)}${'</sup>'.repeat(length / 11)}`,
  'line breaks as tags': filledWith('a<br>'),
  'unclosed details': filledWith('<details>\n'),
  'details in one another': (length) => `${'<details>\n'.repeat(length / 22)}a\n${'</details>\n'.repeat(length / 22)}`,
  'details with a summary': filledWith('<details><summary>a</summary>\nb\n</details>\n'),
  'a long list in details': (length) => `<details>\n<summary>a</summary>\n\n${'- *a*\n'.repeat(length / 6)}`,
  'closing tags of details': filledWith('a\n</details>\n'),
  'a long summary': (length) => `<details><summary>${'</summary> '.repeat(length / 11)}a`,
  footnotes: (length) => numbered(length, (index) => `a[^${index}]\n\n[^${index}]: b\n\n`),
  'footnotes in one another': filledWith('[^1]: '),
  'marks of one footnote': (length) => `[^1]: a\n\n${'b[^1] '.repeat(length / 6)}`,
  'a long footnote': (length) => `[^1]: ${'a *b* '.repeat(length / 6)}`,
  'a footnote of many blocks': (length) => `[^1]: a\n${'\n    - b\n'.repeat(length / 9)}`,
  'email addresses': filledWith('a@b.example '),
  images: filledWith('![a](https://a.example/a.png) '),
  entities: filledWith('&amp;'),
  'unfinished entities': filledWith('&#'),
  escapes: filledWith('\\*'),
  'escaped brackets': filledWith('\\['),
  'unclosed formulas [\\[': filledWith('[\\['),
  'unclosed formulas \\(': filledWith('\\('),
  'inline formulas': filledWith('$a$ '),
  'fractions in formulas': filledWith('$\\frac{a}{b}$ '),
  'dollar signs': filledWith('$ '),
  'one long formula': (length) => `$$\n${'a + '.repeat(length / 4)}\n$$\n`,
  'formula blocks': filledWith('$$\na\n$$\n\n'),
  'an unclosed formula block': (length) => `$$\n${'x + y\n'.repeat(length / 6)}`,
  'openings of formula blocks': filledWith('$$ a\n'),
  'openings of formula blocks without letters': filledWith('\\[\n'),
  'openings of formula blocks before an end with text after it': filledWith(`${'\\[\n'.repeat(6_600)}\\] x\n\n`),
  'formulas of many nodes': filledWith(`$$\n${'x^2'.repeat(1_600)}\n$$\n\n`),
  'formulas that define long macros': filledWith(`$\\def\\a{${'x'.repeat(400)}}${'\\a'.repeat(240)}$ `),
  fences: filledWith('```\na\n```\n'),
  'fences with a language': filledWith('```ts\nconst a = 1;\n```\n\n'),
  'one long fence': (length) => `\`\`\`ts\n${'const a = [1, "b", /c/];\n'.repeat(length / 25)}`,
  'one long line in a fence': (length) => `\`\`\`ts\n${'a = [1, "b", /c/]; '.repeat(length / 19)}`,
  'short tokens in long lines of a fence': (length) => `\`\`\`js\n${`${'a;'.repeat(990)}\n`.repeat(length / 1_981)}`,
  'brackets in a right-to-left line of a fence': (length) =>
    `\`\`\`\nש${'('.repeat(length / 3)}${']'.repeat(length / 3)}\n\`\`\`\n`,
  'combining characters in a fence': (length) => `\`\`\`\na${'\u0301'.repeat(length)}\n\`\`\`\n`,
  'indented code': filledWith('    a\n'),
  'indented code and rules': filledWith('    a\n***\n'),
  'indented code and paragraphs': filledWith('    a\n\nb\n\n'),
  'indented code in a list item': (length) => `- a\n${'  ***\n      c\n'.repeat(length / 14)}`,
  'indented code in quotes': filledWith('>     a\n> ***\n'),
  'indented code between quotes of code': filledWith('>     a\n\n    b\n\n'),
  'list items of indented code': filledWith('-     a\n'),
  'indented code below tables': filledWith('a|b\n-|-\nc\n    d\n\n'),
  'indented code below definitions': filledWith('[a\nb]: /c\n    d\n'),
  'nested quotes in each line': (length) => `${'> '.repeat(98)}a\n`.repeat(length / 198),
  'quotes of increasing depth': (length) => numbered(length, (index) => `${'>'.repeat(index % 90)} a\n`),
  'a long quote': filledWith('> a\n'),
  'a paragraph in a quote': (length) => `> ${'a *b* '.repeat(length / 6)}`,
  'a flat list': filledWith('- a\n'),
  'a numbered list': filledWith('1. a\n'),
  'paragraphs in a list item': (length) => `- a\n\n${'  b\n\n'.repeat(length / 5)}`,
  'headings in a list item': (length) => `- a\n${'  # b\n'.repeat(length / 6)}`,
  'underlined headings in a list item': (length) => `- a\n\n${'  b\n  -\n'.repeat(length / 8)}`,
  'rules in a list item': (length) => `- a\n${'  ***\n'.repeat(length / 6)}`,
  'a loose list': filledWith('- a\n\n'),
  'lists of each marker': filledWith('- a\n+ b\n* c\n'),
  'lists in one line': filledWith('- - - a\n'),
  'lists nested in one line': (length) => `${'- '.repeat(90)}a\n`.repeat(length / 182),
  'lists in quotes in lists': filledWith('- > - > - > a\n'),
  'task lists': filledWith('- [ ] a\n'),
  'nested task lists': filledWith('- [x] a\n  - [ ] b\n    - [x] c\n'),
  'a fence in each list item': filledWith('- a\n  ```\n  b\n  ```\n'),
  'a table of many rows': (length) => `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(length / 6)}`,
  'a table of many columns': (length) =>
    [`${'|a'.repeat(length / 6)}|`, `${'|-'.repeat(length / 6)}|`, `${'|b'.repeat(length / 6)}|\n`].join('\n'),
  'a table of long cells': (length) =>
    `|${'*a* '.repeat(length / 8)}|b|\n|-|-|\n|c|${'[x](y) '.repeat(length / 14)}|\n`,
  'a table of a long row': (length) => `|a|b|\n|-|-|\n|c|${'[x](y) '.repeat(length / 7)}|\n`,
  'a table with a long header row': (length) =>
    `${'*a* [b](/c) '.repeat(Math.min(600, length / 36))}|b\n-|-\n${'*c* d\n'.repeat(length / 12)}`,
  'a paragraph in one line with a pipe': (length) => `a|${'b *c* d '.repeat(length / 8)}`,
  'a table of short rows': (length) => `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'b\n'.repeat(length / 2)}`,
  'a table of short rows after a line of a no-break space': (length) =>
    `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n\u00a0\n${'b\n'.repeat(length / 2)}`,
  'a table of short rows that end with a carriage return': (length) =>
    `${'|a'.repeat(100)}|\r${'|-'.repeat(100)}|\r${'b\r'.repeat(length / 2)}`,
  'lines of an ideographic space before unclosed formula blocks': filledWith('a\n\u3000\n$$ b\n'),
  'tables in quotes': (length) => numbered(length, () => '> |a|b|\n> |-|-|\n> |c|d|\n\n'),
  'formulas in a table': (length) => `|a|b|\n|-|-|\n${'|$c$|$d$|\n'.repeat(length / 10)}`,
  pipes: filledWith('|'),
  'headers of tables': filledWith('a|b\n-|-\n'),
  'definitions without titles, and paragraphs': filledWith('[^1]: x\n[^1]\n'),
  'a definition before a paragraph': (length) => `[a]: /x\n${'w *b* [a] '.repeat(length / 10)}`,
  'a definition before a list': (length) => `[a]: /x\n${'- a *b*\n'.repeat(length / 8)}`,
  'unused definitions': (length) => numbered(length, (index) => `[a${index}]: /b\n`),
  'one definition of many references': (length) => `${'[a] '.repeat(length / 4)}\n\n[a]: https://a.example\n`,
  // The definitions must be in the formatted beginning of the reply (see `FormattingLimit`).
  'references in many blocks': () => `${'[a] words\n\n'.repeat(15_900)}[a]: https://a.example\n`,
  'references without letters in many blocks': () => `${'[1] *1*\n\n'.repeat(15_900)}[1]: https://a.example\n`,
  'a late footnote with marks in many blocks': (length) => `${'word[^1] words\n\n'.repeat(length / 16)}[^1]: a\n`,
  'hidden characters in inline code': (length) => `\`${'\u200b'.repeat(100)}\` `.repeat(length / 103),
  'hidden characters in fences': (length) => `\`\`\`\n${'\u200b'.repeat(80)}\n\`\`\`\n`.repeat(length / 89),
  'combining characters': filledWith('a\u0301\u0302\u0303'),
  'right-to-left and left-to-right words': filledWith('שלום abc '),
  emoji: filledWith('👩‍👩‍👧‍👦'),
};

function filledWith(text: string): (length: number) => string {
  return (length) => text.repeat(Math.ceil(length / text.length));
}

function nestedList(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}* a\n`).join('');
}

/**
 * Returns a text of about `length` characters. The text has runs of 1, 2, 3 and more times `marker`, and `text` before
 * each run.
 */
function increasingRuns(text: string, marker: string, length: number): string {
  return Array.from({ length: Math.sqrt(2 * length) }, (_, index) => text + marker.repeat(index + 1)).join('');
}

/** Returns `line(0) + line(1) + …`, until the text has at least `length` characters. */
function numbered(length: number, line: (index: number) => string): string {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += line(index);
  return text;
}
