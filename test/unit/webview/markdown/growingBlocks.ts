/**
 * Functions that each return a text of about `length` characters. The keys describe the texts. Most of the texts are one
 * block that is not finished: more text could extend the block.
 */
export const growingBlocks: Readonly<Record<string, (length: number) => string>> = {
  'a paragraph in one line': (length) =>
    repeated('Some words with **bold** ones, `code`, a [link](https://a.example/b_c), $x^2$ and so on. ', length),
  'a paragraph of many lines': (length) =>
    repeated('Some words with *soft* ones, `code` and $5,\nwhich go on in another line: a.\n', length),
  'a nested list': (length) =>
    `- outer\n${repeated('  - an inner item\n    - a deeper one with **bold** words\n  - next\n', length)}`,
  'a list indented by four spaces': (length) =>
    `1. outer\n${repeated('    - an inner item\n    - another with a `word`\n', length)}`,
  'an item with many paragraphs': (length) =>
    `- first\n${repeated('\n  A paragraph of the item that goes on\n  for two lines.\n', length)}`,
  'a task list': (length) => repeated('- [ ] to do\n  1. first this\n  2. then that\n- [x] done\n', length),
  'a fence in an item': (length) => `- Run this:\n\n  \`\`\`ts\n${repeated('  const value = compute(1);\n\n', length)}`,
  'a fence in a quote': (length) => `> \`\`\`\n${repeated('> a line of code\n', length)}`,
  'a paragraph in an item': (length) => `- ${repeated('Some words with **bold** ones and so on. ', length)}`,
  'a quote with one paragraph': (length) =>
    repeated('> Some words with **bold** ones\n> and `code` in them.\n', length),
  'a quote in one line': (length) => `> ${repeated('Some words with **bold** ones and so on. ', length)}`,
  'a quote with many paragraphs': (length) => repeated('> Some words with **bold** ones\n>\n', length),
  'a quote with a list': (length) => `> text\n>\n${repeated('> - an item\n>   - an inner one\n', length)}`,
  'an item with many paragraphs, in a quote': (length) =>
    `> - first\n${repeated('>\n>   A paragraph of the item that goes on\n>   for two lines.\n', length)}`,
  'a quote with many paragraphs, in an item': (length) =>
    `- > first\n${repeated('  >\n  > Some words with **bold** ones\n', length)}`,
  'a table': (length) => `| a | b |\n|---|---|\n${repeated('| a **cell** | of `code` |\n', length)}`,
  'a table in an item': (length) => `- | a | b |\n  |---|---|\n${repeated('  | a **cell** | of `code` |\n', length)}`,
  'a row of a table': (length) => `| a | b |\n|---|---|\n| cell | ${repeated('words with **bold** ones ', length)}`,
  'a heading': (length) => `# ${repeated('words with **bold** ones ', length)}`,
  'indented code': (length) => repeated('    a line of code\n', length),
  'unclosed bold': (length) => `**${repeated('words and words ', length)}`,
  'unclosed brackets': (length) => repeated('[words and ', length),
  'unclosed asterisks': (length) => repeated('*words and ', length),
  'unclosed backticks': (length) => repeated('`a ``b ```c ', length),
  'unclosed dollar signs': (length) => repeated('$a \\(b \\[c\n', length),
  'an unclosed formula': (length) => `$$\n${repeated('x + y\n', length)}`,
  'an unclosed title of a link definition': (length) => `[a]: /u "${repeated('word *b*\n', length)}`,
  'an unclosed title below a link definition': (length) => `[a]: /u\n"${repeated('word *b*\n', length)}`,
  'link definitions': (length) =>
    Array.from({ length: length / 32 }, (_, index) => `[word${index}]: https://a.example/${index}\n`).join(''),
  'references without definitions': (length) =>
    Array.from({ length: length / 20 }, (_, index) => `see [word${index}]\n\n`).join(''),
};

function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length));
}
