import type { Attributes, AllowedTag, ElementNode, ViewNode } from './viewNode.ts';

/**
 * A block that is still being received and whose first parts are finished: a list, an item, a quote, a
 * table, a paragraph. What is not finished is parsed as if it began with a short head instead of them.
 * Levels are ordered from the outermost; each is the first child after the head of the one before.
 */
export type OpenLevel = OpenElement | OpenCode;

export interface OpenElement {
  readonly kind: 'element';
  readonly tag: AllowedTag;
  readonly attributes: Attributes;
  /** How many of the first children of the rest stand for the finished ones. */
  readonly head: number;
  /** Whether the rest begins with `textMark` instead of the finished text. */
  readonly isText: boolean;
  /** How many finished children have been shown. */
  readonly kept: number;
  /** Finished children that have not been shown. */
  readonly fresh: readonly ViewNode[];
}

/** A block of code with its finished lines. */
interface OpenCode {
  readonly kind: 'code';
  readonly text: string;
}

/** Keeps what follows a paragraph's finished text a paragraph. */
export const textMark = 'x ';

/** A block without finished parts. */
export function createOpenElement({ tag, attributes }: ElementNode): OpenElement {
  return { kind: 'element', tag, attributes, head: 0, isText: false, kept: 0, fresh: [] };
}

/** Whether the rest still is what the levels say; text may turn out to be a heading, or something else. */
export function fits(rest: ViewNode | undefined, [level, ...inner]: readonly OpenLevel[]): boolean {
  if (level === undefined) return true;
  if (rest === undefined || rest.kind !== level.kind) return false;
  if (rest.kind !== 'element' || level.kind !== 'element') return true;
  const [first] = rest.children;
  if (level.isText) return /^(?:p|h[12])$/.test(rest.tag) && first?.kind === 'text' && first.text.startsWith(textMark);
  if (rest.tag !== level.tag || rest.children.length < level.head) return false;
  if (level.tag === 'li' && level.head > 0 && (first?.kind !== 'element' || first.tag !== 'h1')) return false;
  return fits(rest.children[level.head], inner);
}

/** The block with what is new since it was shown: its finished parts and those of the rest. */
export function joined(rest: ViewNode | undefined, [level, ...inner]: readonly OpenLevel[]): ViewNode {
  if (rest === undefined) throw new Error('The rest of a block is missing.');
  if (level?.kind === 'code' && rest.kind === 'code') return { ...rest, text: level.text + rest.text };
  if (level?.kind !== 'element' || rest.kind !== 'element') return rest;
  const children = level.isText ? withoutMark(rest.children) : rest.children.slice(level.head);
  const first = inner.length > 0 ? [joined(children[0], inner), ...children.slice(1)] : children;
  const isLoose = rest.attributes.class === 'loose';
  return {
    kind: 'element',
    tag: rest.tag,
    attributes: isLoose ? { ...level.attributes, class: 'loose' } : level.attributes,
    children: [...level.fresh, ...first],
    kept: level.kept,
  };
}

/** The levels after what they join has been shown. */
export function shown(levels: readonly OpenLevel[]): readonly OpenLevel[] {
  return levels.map((level) =>
    level.kind === 'code' ? level : { ...level, kept: level.kept + level.fresh.length, fresh: [] },
  );
}

/**
 * The levels after a cut. `whole` is the block as it is, `finished` what it is before the cut, both joined;
 * `heads` has for each level how many children will stand for the finished ones.
 */
export function levelsAfterCut(whole: ViewNode, finished: ViewNode, heads: readonly number[]): readonly OpenLevel[] {
  const [head, ...inner] = heads;
  if (head === undefined || whole.kind !== 'element' || finished.kind !== 'element') return [];
  const innermost = inner.length === 0;
  const level: OpenElement = {
    ...createOpenElement(whole),
    head,
    kept: finished.kept,
    fresh: innermost ? finished.children : finished.children.slice(0, -1),
  };
  const [nextWhole, nextFinished] = [whole.children.at(-1), finished.children.at(-1)];
  if (innermost || nextWhole === undefined || nextFinished === undefined) return [level];
  return [level, ...levelsAfterCut(nextWhole, nextFinished, inner)];
}

function withoutMark([first, ...rest]: readonly ViewNode[]): readonly ViewNode[] {
  if (first?.kind !== 'text') return rest;
  const text = first.text.slice(textMark.length);
  return text === '' ? rest : [{ kind: 'text', text }, ...rest];
}
