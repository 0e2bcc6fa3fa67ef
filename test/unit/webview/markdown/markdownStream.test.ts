import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser } from '../../../../src/webview/markdown/parser/parser.ts';
import { MarkdownStream } from '../../../../src/webview/markdown/markdownStream.ts';
import type { ElementNode, ViewNode } from '../../../../src/webview/markdown/viewNode.ts';
import { lines, phrases, shortBlocks } from './markdownPieces.ts';
import { markdownSamples } from './markdownSamples.ts';
import { assertSameInPieces, blocksOf, oneShot, pieces, streamed, watchedParser } from './streamMarkdown.ts';

const parser = createParser();

/** A paragraph, often so long that the stream finishes the paragraph's beginning before the paragraph ends. */
const longParagraph = fc
  .tuple(
    fc.constantFrom('', '', '> ', '- '),
    fc.array(fc.constantFrom(...phrases), { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 900, max: 2_400 }),
  )
  .map(([marker, chosen, length]) => {
    const text = `${chosen.join('')}some words `;
    return marker + text.repeat(Math.ceil(length / text.length));
  });

describe('MarkdownStream', () => {
  it('renders 200,000 blocks, which are too many for the arguments of one function call', () => {
    const stream = new MarkdownStream(parser);
    stream.append('***\n'.repeat(200_000));
    assert.equal(stream.finish().nodes.length, 200_000);
  });

  for (const [name, source] of Object.entries(markdownSamples)) {
    it(`renders streamed text like complete text: ${name}`, () => {
      const expected = oneShot(source);
      assert.deepEqual(streamed(pieces(source, [1])), expected, 'one character at a time');
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }), (sizes) => {
          assert.deepEqual(streamed(pieces(source, sizes)), expected);
        }),
        { numRuns: 40 },
      );
    });
  }

  it('renders streamed text like complete text: random sequences of lines', () => {
    const line = fc.constantFrom(...lines);
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 14 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
        (chosen, sizes) => {
          const source = chosen.join('\n');
          assert.deepEqual(streamed(pieces(source, sizes)), oneShot(source));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('renders streamed text like complete text: long paragraphs between short blocks', () => {
    const few = fc.array(fc.constantFrom(...shortBlocks), { maxLength: 4 }).map((chosen) => chosen.join(''));
    const text = fc
      .tuple(few, longParagraph, few, fc.option(longParagraph, { nil: '' }), few)
      .map((all) => all.join(''));
    const sizes = fc.array(fc.constantFrom(30, 100, 300, 1_000, 3_000), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(text, sizes, (source, chunkSizes) => {
        assert.deepEqual(streamed(pieces(source, chunkSizes)), oneShot(source));
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  it('renders streamed text like complete text: a long paragraph after blank lines', () => {
    const paragraph = 'Some words that can be cut. '.repeat(50);
    const source = `\n\n${paragraph}\`code\n`;
    assert.deepEqual(streamed(pieces(source, [1_300])), oneShot(source));
  });

  it('renders a table whose header row first looked like the last line of a long paragraph', () => {
    const paragraph = `${'Some words. '.repeat(100)}\n${'cell '.repeat(300)}| other cell\n`;
    const delimiterRow = '--|--\n';
    assert.deepEqual(streamed([paragraph, delimiterRow]), oneShot(paragraph + delimiterRow));
  });

  it('marks a code block as open, and hides the beginning of its closing fence, until the fence is complete', () => {
    const stream = new MarkdownStream(parser);
    const views = ['```js\na\n', 'b\n``', '`\n'].map((piece) => {
      stream.append(piece);
      return blocksOf(stream.update()).nodes;
    });
    const block = (text: string, open: boolean) => [{ kind: 'code', info: 'js', text, open }];
    assert.deepEqual(views, [block('a', true), block('a\nb', true), block('a\nb', false)]);
  });

  it('shows the complete table as soon as a long line becomes the header row', () => {
    const line = 'Some words that can be cut. '.repeat(50);
    const end = '| b\n--|--\n1 | 2\n';
    const stream = new MarkdownStream(parser);
    stream.append(line);
    stream.update();
    stream.append(end);
    assert.deepEqual(blocksOf(stream.update()).nodes, oneShot(line + end));
  });

  it('keeps the note “not formatted” of a text that starts with a pipe, even if the text before the pipe is already finished', () => {
    const prose = 'Some words that can be cut. '.repeat(100);
    const source = `${prose}\n|${'['.repeat(4_200)}`;
    const expected = oneShot(source);
    assert.match(JSON.stringify(expected), /not-formatted/);
    assert.deepEqual(streamed([source]), expected);
    assert.deepEqual(streamed([source.slice(0, -9), source.slice(-9)]), expected);
  });

  it('keeps the line breaks of the last chunk of a paragraph when later text makes this chunk too complex to format', () => {
    const source = `${'Some words that settle. '.repeat(60)}${'[a\n'.repeat(1_500)}`;
    assert.deepEqual(streamed(pieces(source, [4_097])), oneShot(source));
  });

  it('shows the check box of a task with a text so long that its beginning is finished before its end arrives', () => {
    const source = `- [x] ${'Some words that settle. '.repeat(60)}`;
    assert.deepEqual(streamed(pieces(source, [700])), oneShot(source));
  });

  it('renders streamed text like complete text: NUL characters in a code fence', () => {
    const source = '```\na\0\nb\0\n```\n\0';
    assert.deepEqual(streamed(pieces(source, [4])), oneShot(source));
  });

  it('renders streamed text like complete text: a long quote right after a table', () => {
    const source = `| a |\n|---|\n> ${'Some words that can be cut. '.repeat(50)}\n===\n> quote\n`;
    assert.deepEqual(streamed(pieces(source, [source.length - 14, 5])), oneShot(source));
  });

  it('renders a paragraph that begins with `x` after a long paragraph of the same quote or list item', () => {
    const long = 'some words '.repeat(2_000);
    assertSameInPieces(`> ${long}\n>\n> x after it\n`, 'quote');
    assertSameInPieces(`- ${long}\n\n  x after it\n`, 'list item');
  });

  it('adds the lines of the second code block in a quote to this block, not to the first code block', () => {
    const source = '> ```\n> ```\n> a | b\n> ```\n> one\n> two\n';
    assert.deepEqual(streamed([source]), oneShot(source));
    assertSameInPieces(source, 'two code blocks');
  });

  it('does not parse finished blocks again', () => {
    const parsed: string[] = [];
    const stream = new MarkdownStream(watchedParser((source) => parsed.push(source)));
    stream.append('First paragraph.\n\nSecond paragraph.\n\nThird');
    stream.update();
    parsed.length = 0;
    stream.append(' paragraph.\n\nFourth.\n\n');
    const update = blocksOf(stream.update());
    assert.equal(update.start, 2);
    assert.ok(parsed.every((source) => !/First|Second/.test(source)));
  });

  const growing: Readonly<Record<string, readonly [finished: string, growing: string]>> = {
    'items of a list': ['- one\n- two\n- three\n', '- four\n- five'],
    'blocks of a quote': ['> one\n>\n> two\n>\n> three\n', '>\n> four\n>\n> five'],
    'rows of a table': ['| a |\n|---|\n| one |\n| two |\n| three |\n', '| four |\n| five'],
  };
  for (const [name, [finished, more]] of Object.entries(growing)) {
    it(`does not parse the finished ${name} again`, () => {
      const parsed: string[] = [];
      const stream = new MarkdownStream(watchedParser((source) => parsed.push(source)));
      stream.append(finished);
      stream.update();
      parsed.length = 0;
      stream.append(more);
      const update = blocksOf(stream.update());
      assert.ok(parsed.every((source) => !/one|two/.test(source)));
      assert.equal(keptParts(update.nodes[0]), 2);
    });
  }

  it('never changes a finished block, list item, table row or quoted block in text without brackets', () => {
    const line = fc.constantFrom(...lines.filter((each) => !each.includes('[')));
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 14 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
        (chosen, sizes) => {
          const finished = new Map<number, ViewNode>();
          const finishedParts = new Map<number, readonly ViewNode[]>();
          const final = streamed(pieces(chosen.join('\n'), sizes), (shown, { start, nodes }) => {
            for (let index = 0; index < start; index += 1) {
              assert.equal(shown[index], finished.get(index) ?? shown[index]);
              finished.set(index, shown[index]!);
            }
            const kept = keptParts(nodes[0]);
            assert.ok(kept >= (finishedParts.get(start)?.length ?? 0));
            if (kept > 0) finishedParts.set(start, parts(shown[start]).slice(0, kept));
          });
          for (const [index, before] of finishedParts)
            assert.deepEqual(parts(final[index]).slice(0, before.length), before);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('does not show a block again if the definitions before the block are its only definitions', () => {
    for (const block of ['w *b* [a] '.repeat(2_000), '- *b* [a]\n'.repeat(2_000)]) {
      const stream = new MarkdownStream(parser);
      for (const piece of pieces(`[a]: /x\n${block}\n\nnext\n`, [301])) {
        stream.append(piece);
        stream.update();
      }
      stream.finish();
      assert.deepEqual(stream.revisedBlocks(), []);
    }
  });

  it('renders streamed text like complete text: definitions before, inside and after a long block', () => {
    const texts = ['w *b* [a] [b] [c] '.repeat(300), '- *b* [a] [b] [c]\n'.repeat(300)];
    for (const text of texts)
      for (const inside of ['\n> [b]: /y\n', '\n\n- [b]: /y\n', '\n  - [b]: /y\n    [b]: /z\n'])
        assertSameInPieces(`[a]: /x\n- c\n\n  ${text}${inside}${text}\n\nnext\n\n[a]: /z\n[c]: /z\n`, inside);
  });

  it('renders streamed text like complete text: link definitions of less and more than 4,096 characters', () => {
    for (const count of [100, 452, 455])
      for (const start of ['[a]: /u "', '[a]: /u\n"']) {
        const definition = `${start}${'word *b*\n'.repeat(count)}end"\n`;
        assert.equal(oneShot(definition).length === 0, definition.length <= 4_097);
        assertSameInPieces(`${definition}Text [a].\n\nNext [a].\n`, `${start}, ${count}`);
      }
  });

  it('parses at most 20,000 characters at once of a long paragraph that begins like a link definition', () => {
    for (const start of ['[a]: /u "', '[a]: /u\n"', '[a', '> [a]: /u "']) {
      let longest = 0;
      const stream = new MarkdownStream(watchedParser((source) => (longest = Math.max(longest, source.length))));
      stream.append(start);
      for (let count = 0; count < 100; count += 1) {
        stream.append('word *b*\n'.repeat(100));
        stream.update();
      }
      assert.ok(longest <= 20_000, `${start}: ${longest} characters`);
    }
  });

  it('does not run the parser for lines of an open top-level code fence', () => {
    let parses = 0;
    const stream = new MarkdownStream(watchedParser(() => (parses += 1)));
    stream.append('```ts\nconst a = 1;\n');
    stream.update();
    parses = 0;
    for (let line = 0; line < 100; line += 1) {
      stream.append(`const b${line} = ${line};\n`);
      stream.update();
    }
    assert.equal(parses, 0);
  });

  it('does not show a line that may become a heading underline', () => {
    const stream = new MarkdownStream(parser);
    stream.append('Some text\n--');
    assert.deepEqual(blocksOf(stream.update()).nodes, oneShot('Some text'));
  });

  it('parses each character fewer than 20 times on average if a long reply arrives in chunks of 37 characters', () => {
    const source = [
      'A sentence of a paragraph that is followed by others.\n\n'.repeat(800),
      '- an item of a long list\n'.repeat(800),
      '\n',
      '> a quote of many paragraphs\n>\n'.repeat(800),
      '\n| head | head |\n| --- | --- |\n',
      '| a cell of a long table | another |\n'.repeat(800),
      '\nend\n',
    ].join('');
    let characters = 0;
    const stream = new MarkdownStream(watchedParser((text) => (characters += text.length)));
    for (const piece of pieces(source, [37])) {
      stream.append(piece);
      stream.update();
    }
    stream.finish();
    assert.ok(characters < source.length * 20, `${characters} characters parsed for ${source.length}`);
  });
});

/** Returns the items of a list, the blocks of a quote, the rows of a table body, or the children of other elements. */
function parts(node: ViewNode | undefined): readonly ViewNode[] {
  return container(node)?.children ?? [];
}

function keptParts(node: ViewNode | undefined): number {
  return container(node)?.kept ?? 0;
}

function container(node: ViewNode | undefined): ElementNode | undefined {
  if (node?.kind !== 'element') return undefined;
  return node.tag === 'div' || node.tag === 'table' ? container(node.children.at(-1)) : node;
}
