import assert from 'node:assert/strict';
import { MarkdownStream } from '../../../../src/webview/markdown/markdownStream.ts';
import type { ViewNode } from '../../../../src/webview/markdown/viewNode.ts';
import { growingBlocks } from './growingBlocks.ts';
import { assertSameInPieces, pieces, watchedParser } from './streamMarkdown.ts';

/** The work for updates. */
interface Work {
  /** Number of characters parsed. */
  parsed: number;
  /** Number of view nodes returned. */
  created: number;
}

describe('MarkdownStream with a growing block', () => {
  for (const [kind, grow] of Object.entries(growingBlocks)) {
    it(`needs no more work per token at the end than at the start: ${kind}`, () => {
      const source = grow(30_000);
      const [early, , late] = workByThird(source, 25);
      // What is not finished is parsed whole up to about this length, and longer ones ever more rarely.
      const limit = (each: number): number => each * 1.2 + source.length * 9;
      assert.ok(
        late!.parsed <= limit(early!.parsed),
        `${late!.parsed} characters parsed in the last third, ${early!.parsed} in the first`,
      );
      assert.ok(
        late!.created <= limit(early!.created),
        `${late!.created} nodes created in the last third, ${early!.created} in the first`,
      );
    });

    it(`renders the same streamed as at once: ${kind}`, () => assertSameInPieces(grow(9_000), kind));
  }

  const turns: Readonly<Record<string, string>> = {
    'into a heading': '\n===\n\ntext',
    'into the head of a table': ' | b\n--|--\n1 | 2\n\ntext',
    'into a paragraph whose links are defined later':
      ' and [a], [b].\n\n[b]: https://b.example\n\n> [a]: https://a.example',
  };
  for (const [turn, end] of Object.entries(turns)) {
    it(`renders the same streamed as at once if a long paragraph turns ${turn}`, () => {
      for (const start of ['', '> ', '- '])
        assertSameInPieces(`${start}${'Some [a] and **bold** words of it. '.repeat(120)}and last${end}`, turn);
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
