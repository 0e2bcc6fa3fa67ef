import assert from 'node:assert/strict';
import { createParser } from '../../../../../src/webview/markdown/parser/parser.ts';
import { MarkdownStream } from '../../../../../src/webview/markdown/markdownStream.ts';
import type { ViewNode } from '../../../../../src/webview/markdown/viewNode.ts';
import { blocksOf } from '../streamMarkdown.ts';
import { viewToHtml } from '../viewToHtml.ts';

const parser = createParser();

describe('completeDelimiterRow', () => {
  for (const [before, header, row] of [
    ['', '| a | b |', '|---|:-:|'],
    ['', 'a | b', '--|:-:'],
    ['Text\n', '| a | b |', '| --- | :-: |'],
    ['', '> | a | b |', '> |---|:-:|'],
    ['', '- | a | b |', '  |---|:-:|'],
  ] as const) {
    it(`shows a table from the first pipe of the delimiter row, without a change back: ${(before + header).replace('\n', ', ')}`, () => {
      const first = row.indexOf('|') + 1;
      for (let length = first; length <= row.length; length += 1)
        assert.match(
          shown(`${before}${header}\n${row.slice(0, length)}`),
          /<table>.*a.*b.*<\/table>/,
          row.slice(0, length),
        );
      assert.match(shown(`${before}${header}\n${row}`), /<th>a<\/th><th align="center">b<\/th>/);
    });
  }

  it('shows no delimiter row for the first pipe of a further row', () => {
    for (const rows of ['', '| c | d |\n', '| c | d |\n| e | f |\n', '| c | d |\n'.repeat(40)]) {
      const table = `| a | b |\n|---|---|\n${rows}`;
      assert.doesNotMatch(shown(`${table}|`), /-/, table);
    }
  });

  it('shows no table after a header row without a pipe, or for dashes that may underline a heading', () => {
    for (const text of ['a\n|--', 'a | b\n--', '| a |\n|-|-', '| a |\n\n|-', '| a |\n|x'])
      assert.doesNotMatch(shown(text), /<table>/, text);
  });
});

/** Streams a text in two pieces and returns the HTML that is shown then. */
function shown(text: string): string {
  const stream = new MarkdownStream(parser);
  let nodes: readonly ViewNode[] = [];
  for (const piece of [text.slice(0, -1), text.slice(-1)]) {
    stream.append(piece);
    nodes = blocksOf(stream.update()).nodes;
  }
  return viewToHtml(nodes);
}
