import type { Token } from 'markdown-it';
import type { ElementNode, ViewNode } from './viewNode.ts';

/** A list that is still being received and whose first items are finished. */
export interface OpenList {
  /** Whether a list that begins with this token is the rest of this one. */
  readonly continuedBy: (token: Token | undefined) => boolean;
  /** Adds finished items, and whether the list has turned out to be loose. */
  readonly finishItems: (items: ViewNode | undefined, loose: boolean, source: string) => void;
  /** The list with what is new since the last call: the finished items and those of `rest`. */
  readonly join: (rest: ViewNode | undefined) => ElementNode;
  /** The source of the finished items. */
  readonly source: () => string;
}

export function openList(opening: Token): OpenList {
  let first: ElementNode | undefined;
  let isLoose = false;
  let kept = 0;
  let fresh: readonly ViewNode[] = [];
  const sources: string[] = [];
  return {
    continuedBy: (token) => token?.type === opening.type && token.markup === opening.markup,
    finishItems: (items, loose, source) => {
      if (items?.kind !== 'element') return;
      first ??= items;
      isLoose ||= loose;
      fresh = [...fresh, ...items.children];
      sources.push(source);
    },
    join: (rest) => {
      if (rest?.kind === 'element' && rest.attributes.class === 'loose') isLoose = true;
      const children = [...fresh, ...(rest?.kind === 'element' ? rest.children : [])];
      const attributes = { ...first?.attributes, ...(isLoose && { class: 'loose' }) };
      const joined: ElementNode = { kind: 'element', tag: first?.tag ?? 'ul', attributes, children, kept };
      kept += fresh.length;
      fresh = [];
      return joined;
    },
    source: () => sources.join(''),
  };
}
