import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser } from '../../../src/webview/markdown/createParser.ts';
import { MarkdownStream, type MarkdownUpdate } from '../../../src/webview/markdown/markdownStream.ts';
import { tokensToView } from '../../../src/webview/markdown/tokensToView.ts';
import type { ViewNode } from '../../../src/webview/markdown/viewNode.ts';
import { markdownSamples } from './markdownSamples.ts';

const parser = createParser();

describe('MarkdownStream', () => {
  for (const [name, source] of Object.entries(markdownSamples)) {
    it(`shows the same in pieces as in one: ${name}`, () => {
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

  it('shows the same in pieces as in one for any mixture of lines', () => {
    const line = fc.constantFrom(...lines);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (chosen, sizes) => {
        const source = chosen.join('\n');
        assert.deepEqual(streamed(pieces(source, sizes)), oneShot(source));
      }),
      { numRuns: 3000 },
    );
  });

  it('does not parse finished blocks again', () => {
    const parsed: string[] = [];
    const stream = new MarkdownStream({ ...parser, parse: (source, env) => (parsed.push(source), parser.parse(source, env)) }, '');
    stream.append('First paragraph.\n\nSecond paragraph.\n\nThird');
    stream.update();
    parsed.length = 0;
    stream.append(' paragraph.\n\nFourth.\n\n');
    const update = stream.update();
    assert.equal(update.start, 2);
    assert.ok(parsed.every((source) => !/First|Second/.test(source)));
  });

  it('does not parse finished list items again', () => {
    const parsed: string[] = [];
    const stream = new MarkdownStream({ ...parser, parse: (source, env) => (parsed.push(source), parser.parse(source, env)) }, '');
    stream.append('- one\n- two\n- three\n');
    stream.update();
    parsed.length = 0;
    stream.append('- four\n- five');
    const [list] = stream.update().nodes;
    assert.ok(parsed.every((source) => !/one|two/.test(source)));
    assert.equal(list?.kind === 'element' ? list.kept : undefined, 2);
  });

  it('does not run the parser while a code fence is open', () => {
    let parses = 0;
    const stream = new MarkdownStream({ ...parser, parse: (source, env) => ((parses += 1), parser.parse(source, env)) }, '');
    stream.append('```ts\nconst a = 1;\n');
    stream.update();
    parses = 0;
    for (let line = 0; line < 100; line += 1) {
      stream.append(`const b${line} = ${line};\n`);
      stream.update();
    }
    assert.equal(parses, 0);
  });

  it('does not show a line that may still become a heading underline', () => {
    const stream = new MarkdownStream(parser, '');
    stream.append('Some text\n--');
    assert.deepEqual(stream.update().nodes, oneShot('Some text'));
  });

  it('parses each character a bounded number of times in a long reply', () => {
    const source = [
      'A sentence of a paragraph that is followed by others.\n\n'.repeat(800),
      '- an item of a long list\n'.repeat(800),
      '\nend\n',
    ].join('');
    let characters = 0;
    const counting = { ...parser, parse: (...[text, env]: Parameters<typeof parser.parse>) => ((characters += text.length), parser.parse(text, env)) };
    const stream = new MarkdownStream(counting, '');
    for (const piece of pieces(source, [37])) {
      stream.append(piece);
      stream.update();
    }
    stream.finish();
    assert.ok(characters < source.length * 20, `${characters} characters parsed for ${source.length}`);
  });
});

/** Lines that open, continue, interrupt and close every kind of block. */
const lines = [
  '', '', '', 'text', '  text', '    indented', '- item', '- other', '  - nested', '* star', '1. one', '2. two', '3) paren',
  '> quote', '> - quoted item', '# heading', '===', '---', '```', '```ts', '~~~', '  ```', '   continued', 'a | b', '--|--', '| c | d |',
  '[ref]: https://example.com/a', '[ref]', '[two]:', '/url', '"title', 'end"', 'see [ref] and [two]', '* * *', '- ', '-', '<div>', '\tTab', '- ```', '- [ ] task',
];

function oneShot(source: string): ViewNode[] {
  return tokensToView(parser.parse(source, {}), { open: false, imageLabel: 'Image: {0}' });
}

function streamed(chunks: Iterable<string>): ViewNode[] {
  const stream = new MarkdownStream(parser, 'Image: {0}');
  const shown: ViewNode[] = [];
  for (const chunk of chunks) {
    stream.append(chunk);
    show(shown, stream.update());
  }
  show(shown, stream.finish());
  return shown;
}

/** What the panel does with an update, on plain data. */
function show(shown: ViewNode[], update: MarkdownUpdate): void {
  update.nodes.forEach((node, index) => {
    const before = shown[update.start + index];
    const keptChildren = node.kind === 'element' && before?.kind === 'element' ? before.children.slice(0, node.kept) : [];
    shown[update.start + index] = node.kind === 'element' ? { ...node, kept: 0, children: [...keptChildren, ...node.children] } : node;
  });
  shown.length = update.start + update.nodes.length;
  for (const [index, node] of update.revised) shown[index] = node;
}

function* pieces(source: string, sizes: readonly number[]): Generator<string> {
  for (let position = 0, turn = 0; position < source.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    yield source.slice(position, position + size);
    position += size;
  }
}
