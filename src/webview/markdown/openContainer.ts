import type { Token } from 'markdown-it';
import type { ElementNode, ViewNode } from './viewNode.ts';

/** A list, quote or table that is still being received and whose first parts are finished. */
export interface OpenContainer {
  /** What the rest of the source has to begin with: the head of a table. */
  readonly head: string;
  /** Whether a block that begins with this token is the rest of this one. */
  readonly continuedBy: (token: Token | undefined) => boolean;
  /** Adds the finished parts that `source` became, and whether the list has turned out to be loose. */
  readonly finishParts: (parts: ViewNode | undefined, loose: boolean, source: string) => void;
  /** The block with what is new since the last call: the finished parts and those of `rest`. */
  readonly join: (rest: ViewNode | undefined) => ElementNode;
  /** The source of the block, of which `rest` is what is not finished. */
  readonly source: (rest: string) => string;
}

/** A list with finished items or a quote with finished blocks. */
export function openContainer(opening: Token): OpenContainer {
  let first: ElementNode | undefined;
  let isLoose = false;
  let kept = 0;
  let fresh: readonly ViewNode[] = [];
  const sources: string[] = [];
  return {
    head: '',
    continuedBy: (token) => token?.type === opening.type && token.markup === opening.markup,
    finishParts: (parts, loose, source) => {
      if (parts?.kind !== 'element') return;
      first ??= parts;
      isLoose ||= loose;
      fresh = [...fresh, ...parts.children];
      sources.push(source);
    },
    join: (rest) => {
      if (rest?.kind === 'element' && rest.attributes.class === 'loose') isLoose = true;
      const children = [...fresh, ...childrenOf(rest)];
      const attributes = { ...first?.attributes, ...(isLoose && { class: 'loose' }) };
      const joined: ElementNode = { kind: 'element', tag: first?.tag ?? 'ul', attributes, children, kept };
      kept += fresh.length;
      fresh = [];
      return joined;
    },
    source: (rest) => sources.join('') + rest,
  };
}

/** A table with finished rows; `head` is its first two lines. */
export function openTable(head: string): OpenContainer {
  let frame: ViewNode | undefined;
  let kept = 0;
  let fresh: readonly ViewNode[] = [];
  const sources = [head];
  return {
    head,
    continuedBy: (token) => token?.type === 'table_open',
    finishParts: (parts, _, source) => {
      frame ??= parts;
      fresh = [...fresh, ...rowsOf(parts)];
      sources.push(source.slice(head.length));
    },
    join: (rest) => {
      const table = childrenOf(frame)[0];
      const body: ElementNode = { kind: 'element', tag: 'tbody', attributes: {}, children: [...fresh, ...rowsOf(rest)], kept };
      kept += fresh.length;
      fresh = [];
      return withChildren(frame, [withChildren(table, [...childrenOf(table).slice(0, 1), body])]);
    },
    source: (rest) => sources.join('') + rest.slice(head.length),
  };
}

function rowsOf(frame: ViewNode | undefined): readonly ViewNode[] {
  return childrenOf(childrenOf(childrenOf(frame)[0])[1]);
}

function childrenOf(node: ViewNode | undefined): readonly ViewNode[] {
  return node?.kind === 'element' ? node.children : [];
}

function withChildren(node: ViewNode | undefined, children: readonly ViewNode[]): ElementNode {
  if (node?.kind !== 'element') throw new Error('A table has a frame.');
  return { ...node, children };
}
