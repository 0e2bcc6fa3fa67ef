import assert from 'node:assert/strict';
import { MarkdownStream } from '../../../../src/webview/markdown/markdownStream.ts';
import type { ViewNode } from '../../../../src/webview/markdown/viewNode.ts';
import { growingBlocks } from './growingBlocks.ts';
import { assertSameInPieces, pieces, watchedParser } from './streamMarkdown.ts';

/**
 * Upper bounds of the work for each third of a text, about 12% above the measured values. Both fields are averages per
 * character of the third. `parsed` is how often a character is parsed. `created` is how many view nodes are created.
 * Each text has about 30,000 characters and is streamed in chunks of 25 characters.
 */
const maxWork: Readonly<Record<string, Work>> = {
  'a paragraph in one line': { parsed: 25, created: 3 },
  'a paragraph of many lines': { parsed: 40, created: 3.2 },
  'a nested list': { parsed: 5, created: 0.7 },
  'a list indented by four spaces': { parsed: 5.4, created: 0.6 },
  'an item with many paragraphs': { parsed: 7.3, created: 0.41 },
  'a task list': { parsed: 4.1, created: 0.7 },
  'a fence in an item': { parsed: 5.2, created: 0.14 },
  'a fence in a quote': { parsed: 3.6, created: 0.1 },
  'a paragraph in an item': { parsed: 25, created: 2 },
  'a quote with one paragraph': { parsed: 49, created: 4.9 },
  'a quote in one line': { parsed: 25, created: 1.9 },
  'a quote with many paragraphs': { parsed: 5.6, created: 0.55 },
  'a quote with a list': { parsed: 4.2, created: 0.62 },
  'an item with many paragraphs, in a quote': { parsed: 7.8, created: 0.43 },
  'a quote with many paragraphs, in an item': { parsed: 6.3, created: 0.6 },
  'a table': { parsed: 7.8, created: 1.2 },
  'a table in an item': { parsed: 8.2, created: 1.2 },
  'a row of a table': { parsed: 42, created: 5.3 },
  'a heading': { parsed: 42, created: 5.1 },
  'indented code': { parsed: 84, created: 0.03 },
  'unclosed bold': { parsed: 42, created: 0.06 },
  'unclosed brackets': { parsed: 42, created: 0.06 },
  'unclosed asterisks': { parsed: 42, created: 0.06 },
  'unclosed backticks': { parsed: 26, created: 4.5 },
  'unclosed dollar signs': { parsed: 49, created: 4.4 },
  'an unclosed formula': { parsed: 84, created: 14 },
  'an unclosed title of a link definition': { parsed: 102, created: 22.6 },
  'an unclosed title below a link definition': { parsed: 102, created: 22.6 },
  'link definitions': { parsed: 75, created: 0.03 },
  'references without definitions': { parsed: 2.7, created: 0.22 },
};

/** Totals of the work for a sequence of updates. In `maxWork`, the fields are averages per character instead. */
interface Work {
  /** Number of characters parsed. A character that is parsed again counts again. */
  parsed: number;
  /** Number of view nodes that the updates contain, including nested nodes. */
  created: number;
}

describe('MarkdownStream with a growing block', () => {
  for (const [kind, grow] of Object.entries(growingBlocks)) {
    it(`needs bounded work per character, which grows at most by 20% from the first to the last third: ${kind}`, () => {
      const source = grow(30_000);
      const thirds = workByThird(source, 25);
      assert.equal(thirds.length, 3);
      for (const field of ['parsed', 'created'] as const) {
        const work = thirds.map((third) => (third[field] * 3) / source.length);
        const limit = maxWork[kind]![field];
        assert.ok(Math.max(...work) <= limit, `${field} per character: ${work.join(', ')}; at most ${limit}`);
        assert.ok(work.at(-1)! <= work[0]! * 1.2, `${field} per character grows: ${work.join(', ')}`);
      }
    });

    it(`renders streamed text like complete text: ${kind}`, () => assertSameInPieces(grow(9_000), kind));
  }

  const turns: Readonly<Record<string, string>> = {
    'becomes a heading': '\n===\n\ntext',
    'becomes the header row of a table': ' | b\n--|--\n1 | 2\n\ntext',
    'has links that are defined later': ' and [a], [b].\n\n[b]: https://b.example\n\n> [a]: https://a.example',
  };
  for (const [turn, end] of Object.entries(turns)) {
    it(`renders streamed text like complete text if a long paragraph ${turn}`, () => {
      for (const [start, indent] of [
        ['', ''],
        ['> ', '> '],
        ['- ', '  '],
      ] as const) {
        const paragraph = `${'Some [a] and **bold** words of it. '.repeat(120)}and last${end}`;
        assertSameInPieces(start + paragraph.replaceAll('\n', `\n${indent}`), turn);
      }
    });
  }
});

/** Streams `source` in chunks of `size` characters. Returns the work for each third of the source. */
function workByThird(source: string, size: number): readonly Work[] {
  const work: Work[] = [];
  const stream = new MarkdownStream(watchedParser((text) => (work.at(-1)!.parsed += text.length)));
  const third = Math.ceil(source.length / 3);
  let position = 0;
  for (const piece of pieces(source, [size])) {
    if (position >= work.length * third) work.push({ parsed: 0, created: 0 });
    stream.append(piece);
    const update = stream.update();
    if (update.kind === 'blocks') work.at(-1)!.created += countOf(update.nodes);
    position += piece.length;
  }
  return work;
}

function countOf(nodes: readonly ViewNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + (node.kind === 'element' ? countOf(node.children) : 0), 0);
}
