import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser, type Parser } from '../../../../src/webview/markdown/parser/parser.ts';
import {
  MarkdownStream,
  type BlocksUpdate,
  type MarkdownUpdate,
} from '../../../../src/webview/markdown/markdownStream.ts';
import { TextNormalizer } from '../../../../src/webview/markdown/textNormalizer.ts';
import { tokensToView } from '../../../../src/webview/markdown/tokensToView.ts';
import type { ViewNode } from '../../../../src/webview/markdown/viewNode.ts';

const parser = createParser();

/**
 * Renders a whole text at once. Adds a missing final line break, because otherwise the parser drops a last line of only
 * spaces or tabs.
 */
export function oneShot(source: string): ViewNode[] {
  return tokensToView(parser.parse(/[\r\n]$/.test(source) ? source : `${source}\n`, {}), { open: false });
}

/**
 * Renders a text that is received in chunks. After each `BlocksUpdate`, calls `onUpdate` with the shown nodes and the
 * update. Returns the final nodes, with adjacent text nodes merged.
 */
export function streamed(
  chunks: Iterable<string>,
  onUpdate: (shown: readonly ViewNode[], update: BlocksUpdate) => void = () => undefined,
): ViewNode[] {
  const stream = new MarkdownStream(parser);
  const normalizer = new TextNormalizer();
  const shown: ViewNode[] = [];
  for (const chunk of chunks) {
    stream.append(normalizer.take(chunk));
    const update = stream.update();
    if (update.kind === 'plain') continue;
    show(shown, update);
    onUpdate(shown, update);
  }
  stream.append(normalizer.finish());
  const last = stream.finish();
  show(shown, last);
  revise(shown, stream);
  onUpdate(shown, last);
  return shown.map(withMergedTexts);
}

/** Merges adjacent text nodes, because a streamed text may be shown in several nodes. */
function withMergedTexts(node: ViewNode): ViewNode {
  if (node.kind !== 'element') return node;
  const children: ViewNode[] = [];
  for (const child of node.children.map(withMergedTexts)) {
    const before = children.at(-1);
    if (child.kind === 'text' && before?.kind === 'text')
      children[children.length - 1] = { kind: 'text', text: before.text + child.text };
    else children.push(child);
  }
  return { ...node, children };
}

/** Creates a parser that calls `onParse` with each source before parsing the source. */
export function watchedParser(onParse: (source: string) => void): Parser {
  return {
    utils: parser.utils,
    parse: (source, env) => (onParse(source), parser.parse(source, env)),
    parseInline: (source, env) => (onParse(source), parser.parseInline(source, env)),
  };
}

export function blocksOf(update: MarkdownUpdate): BlocksUpdate {
  assert.ok(update.kind === 'blocks');
  return update;
}

/**
 * Asserts that the streamed text renders like the complete text. Streams the text in chunks of fixed and of random
 * sizes. For texts over 4,096 characters, the chunks are larger and there are fewer runs.
 */
export function assertSameInPieces(source: string, name: string): void {
  const expected = oneShot(source);
  const isLong = source.length > 4096;
  for (const size of isLong ? [301] : [1, 3, 7])
    assert.deepEqual(streamed(pieces(source, [size])), expected, `${name}, in pieces of ${size}`);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: isLong ? 2000 : 40 }), { minLength: 1, maxLength: 20 }), (sizes) => {
      assert.deepEqual(streamed(pieces(source, sizes)), expected, name);
    }),
    { numRuns: isLong ? 3 : 10 },
  );
}

/** Splits a text into chunks of the given sizes. Repeats the list of sizes as often as needed. */
export function* pieces(source: string, sizes: readonly number[]): Generator<string> {
  for (let position = 0, turn = 0; position < source.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    yield source.slice(position, position + size);
    position += size;
  }
}

/** Applies an update to the nodes in `shown`, in the same way as the panel applies the update to the DOM. */
function show(shown: ViewNode[], update: BlocksUpdate): void {
  update.nodes.forEach((node, index) => {
    shown[update.start + index] = patched(shown[update.start + index], node);
  });
  shown.length = update.start + update.nodes.length;
}

function revise(shown: ViewNode[], stream: MarkdownStream): void {
  for (const { index, source } of stream.revisedBlocks()) {
    const revision = stream.createRevision();
    revision.append(source);
    const { nodes } = revision.finish();
    assert.equal(nodes.length, 1);
    shown[index] = nodes[0]!;
  }
}

function patched(before: ViewNode | undefined, node: ViewNode): ViewNode {
  if (node.kind !== 'element') return node;
  const children = before?.kind === 'element' && (before.tag === node.tag || node.kept > 0) ? before.children : [];
  const fresh = node.children.map((child, index) => patched(children[node.kept + index], child));
  return { ...node, kept: 0, children: [...children.slice(0, node.kept), ...fresh] };
}
