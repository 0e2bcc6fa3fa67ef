import { FormattingLimit } from './limits/formattingLimit.ts';
import { MarkdownStream, stepLength, type BlocksUpdate } from './markdownStream.ts';
import type { Parser } from './parser/parser.ts';
import { TextNormalizer } from './textNormalizer.ts';
import type { ViewNode } from './viewNode.ts';

/** A whole reply as the panel shows it. */
export interface ReplyNodes {
  /** One node for each block. */
  readonly nodes: readonly ViewNode[];
  /** The text after the formatting limit, which is not parsed; empty if the reply is below the limit. */
  readonly rest: string;
}

/** Parses a whole reply in the same short steps as `MarkdownSteps`, but shows nothing. Yields after each step. */
export function* viewInSteps(parser: Parser, text: string): Generator<void, ReplyNodes, void> {
  const normalizer = new TextNormalizer();
  const normalized = normalizer.take(text) + normalizer.finish();
  const limit = new FormattingLimit();
  let length = 0;
  while (length < normalized.length && !limit.isReached) {
    length += limit.take(normalized.slice(length, length + stepLength));
    yield;
  }
  const stream = new MarkdownStream(parser);
  const nodes = yield* parseInSteps(stream, normalized.slice(0, length));
  for (const { index, source } of stream.revisedBlocks()) {
    const [node] = yield* parseInSteps(stream.createRevision(), source);
    if (node !== undefined) nodes[index] = node;
  }
  return { nodes, rest: normalized.slice(length) };
}

function* parseInSteps(stream: MarkdownStream, source: string): Generator<void, ViewNode[], void> {
  const nodes: ViewNode[] = [];
  for (let start = 0; start < source.length; start += stepLength) {
    stream.append(source.slice(start, start + stepLength));
    const update = stream.update();
    if (update.kind === 'blocks') apply(nodes, update);
    yield;
  }
  apply(nodes, stream.finish());
  yield;
  return nodes;
}

function apply(all: ViewNode[], { start, nodes }: BlocksUpdate): void {
  const before = all.splice(start);
  for (const [index, node] of nodes.entries()) all.push(withKept(before[index], node));
}

/** Returns `node` with the children that it keeps of `before`, the node at the same place. */
function withKept(before: ViewNode | undefined, node: ViewNode): ViewNode {
  if (node.kind !== 'element') return node;
  const old = before?.kind === 'element' ? before.children : [];
  const added = node.children.map((child, index) => withKept(old[node.kept + index], child));
  return { ...node, kept: 0, children: [...old.slice(0, node.kept), ...added] };
}
