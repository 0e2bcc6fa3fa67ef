import { textMark, type CutText } from '../parser/textChunks.ts';
import type { Attributes, AllowedTag, ElementNode, ViewNode } from '../viewNode.ts';

/**
 * A block that is still being received. Its finished parts, if any, were removed from the source. The block is a list,
 * list item, quote, footnote, `<details>`, table element, paragraph or chunk of a paragraph (`OpenElement`), or code
 * (`OpenCode`). The remaining source is the "rest". The rest may start with a "head", a short placeholder for the
 * removed parts. Example (`⏎` is a line break): in the list item `- a⏎⏎  b⏎⏎  c`, the first two of three paragraphs are
 * finished. The rest is `- #⏎  c`, with the head `- #`. The empty heading in the head stands for the two finished
 * paragraphs.
 *
 * Arrays of levels start with the outermost block. Each further level is a child of the previous level. In the parsed
 * rest, this child is the first child that does not come from the head.
 */
export type OpenLevel = OpenElement | OpenCode;

export interface OpenElement {
  readonly kind: 'element';
  readonly tag: AllowedTag;
  readonly attributes: Attributes;
  /** Number of children that the head adds at the start of the block in the parsed rest. They are not shown. */
  readonly headCount: number;
  /** For a paragraph, what was cut from its text. The paragraph's rest starts with `textMark` in place of that text. */
  readonly cutText?: CutText;
  /** Number of finished children that are already shown. */
  readonly kept: number;
  /** Finished children that are not shown yet. */
  readonly fresh: readonly ViewNode[];
}

interface OpenCode {
  readonly kind: 'code';
  /** The finished lines. */
  readonly text: string;
}

/** Creates a level without finished parts. */
export function createOpenElement({ tag, attributes }: ElementNode): OpenElement {
  return { kind: 'element', tag, attributes, headCount: 0, kept: 0, fresh: [] };
}

/** True if the parsed rest still matches the levels. False if later text has changed the kind of a block. */
export function matchesLevels(rest: ViewNode | undefined, [level, ...inner]: readonly OpenLevel[]): boolean {
  if (level === undefined) return true;
  if (rest === undefined || rest.kind !== level.kind) return false;
  if (rest.kind !== 'element' || level.kind !== 'element') return true;
  const [first] = rest.children;
  if (level.cutText !== undefined)
    return /^(?:p|h[12])$/.test(rest.tag) && first?.kind === 'text' && first.text.startsWith(textMark);
  if (rest.tag !== level.tag || rest.children.length < level.headCount) return false;
  if (/^(?:li|div)$/.test(level.tag) && level.headCount > 0 && (first?.kind !== 'element' || first.tag !== 'h1'))
    return false;
  return matchesLevels(rest.children[level.headCount], inner);
}

/**
 * Returns the block to show. An element contains its finished children that are not shown yet, then the children of the
 * rest. Code contains the finished lines, then the lines of the rest.
 */
export function joinLevels(rest: ViewNode | undefined, [level, ...inner]: readonly OpenLevel[]): ViewNode {
  if (rest === undefined) throw new Error('The rest of a block is missing.');
  if (level?.kind === 'code' && rest.kind === 'code') return { ...rest, text: level.text + rest.text };
  if (level?.kind !== 'element' || rest.kind !== 'element') return rest;
  const children = level.cutText !== undefined ? withoutMark(rest.children) : rest.children.slice(level.headCount);
  const first = inner.length > 0 ? [joinLevels(children[0], inner), ...children.slice(1)] : children;
  return {
    kind: 'element',
    tag: rest.tag,
    attributes: joinAttributes(rest, level),
    children: [...level.fresh, ...first],
    kept: level.kept,
  };
}

function joinAttributes({ attributes }: ElementNode, level: OpenElement): Attributes {
  // An open chunk becomes plain if the text that was received later shows that the chunk is too complex.
  if (level.tag === 'span') return attributes;
  return attributes.class === 'loose' ? { ...level.attributes, class: 'loose' } : level.attributes;
}

/** Returns the levels to use after the result of `joinLevels` was shown. All finished children then count as `kept`. */
export function markShown(levels: readonly OpenLevel[]): readonly OpenLevel[] {
  return levels.map((level) =>
    level.kind === 'code' ? level : { ...level, kept: level.kept + level.fresh.length, fresh: [] },
  );
}

/**
 * Returns the levels after a cut. `whole` and `finished` are results of `joinLevels`: `whole` for the complete block,
 * `finished` for the part of the block before the cut. `headCounts` has the `headCount` of each new level.
 */
export function levelsAfterCut(
  whole: ViewNode,
  finished: ViewNode,
  headCounts: readonly number[],
): readonly OpenLevel[] {
  const [headCount, ...inner] = headCounts;
  if (headCount === undefined || whole.kind !== 'element' || finished.kind !== 'element') return [];
  const innermost = inner.length === 0;
  const level: OpenElement = {
    ...createOpenElement(whole),
    headCount,
    kept: finished.kept,
    fresh: innermost ? finished.children : finished.children.slice(0, -1),
  };
  const [nextWhole, nextFinished] = [whole.children.at(-1), finished.children.at(-1)];
  if (innermost || nextWhole === undefined || nextFinished === undefined) return [level];
  return [level, ...levelsAfterCut(nextWhole, nextFinished, inner)];
}

const containerTags: ReadonlySet<string> = new Set([
  'ul',
  'ol',
  'li',
  'blockquote',
  'details',
  'div',
  'table',
  'tbody',
]);

/**
 * Returns a level for each container that contains the end of `block`, outermost first. The block itself can be such a
 * container. Returns the existing level of a container if `levels` has one.
 */
export function levelsTo(block: ViewNode, levels: readonly OpenLevel[]): readonly OpenLevel[] {
  const [level, ...inner] = levels;
  const last = block.kind === 'element' ? block.children.at(-1) : undefined;
  if (block.kind !== 'element' || level?.kind === 'code' || !containerTags.has(block.tag)) return [];
  return [level ?? createOpenElement(block), ...(last === undefined ? [] : levelsTo(last, inner))];
}

/** Returns the innermost block at the end of `block`: `block` itself if it is not a container or has no children. */
export function innermost(block: ViewNode): ViewNode {
  const last = block.kind === 'element' && containerTags.has(block.tag) ? block.children.at(-1) : undefined;
  return last === undefined ? block : innermost(last);
}

/** Like `innermost`, for a block that ends with a paragraph. */
export function innermostElement(block: ViewNode): ElementNode {
  const node = innermost(block);
  if (node.kind !== 'element') throw new Error('A paragraph is an element.');
  return node;
}

/** Returns what was cut from the text of the innermost paragraph; undefined if nothing was cut. */
export function cutTextOf(levels: readonly OpenLevel[]): CutText | undefined {
  return levels.find((level): level is OpenElement => level.kind === 'element' && level.cutText !== undefined)?.cutText;
}

/**
 * Returns the levels of a paragraph, and of its open chunk, if any, after settled text was cut. `levels` are the levels
 * before the cut. `nodes` show the text that was cut.
 */
export function levelsAfterText(
  levels: readonly OpenElement[],
  cutText: CutText,
  nodes: readonly ViewNode[],
): readonly OpenLevel[] {
  return levels.map((level, index) => ({
    ...level,
    fresh: index === levels.length - 1 ? [...level.fresh, ...nodes] : level.fresh,
    ...(index === 0 && { cutText }),
  }));
}

/**
 * Returns the levels of a paragraph after all chunks except the last `openChunks` were cut. The first level is for the
 * paragraph. The second level is for the first remaining chunk, unless that chunk is plain.
 * `paragraph` is the result of `joinLevels` for the complete paragraph.
 */
export function levelsAfterChunks(paragraph: ElementNode, cutText: CutText, openChunks: number): readonly OpenLevel[] {
  const end = paragraph.children.length - openChunks;
  const chunk = paragraph.children[end];
  const level: OpenElement = {
    ...createOpenElement(paragraph),
    cutText,
    kept: paragraph.kept,
    fresh: paragraph.children.slice(0, end),
  };
  return chunk?.kind === 'element' && !cutText.isPlain ? [level, createOpenElement(chunk)] : [level];
}

function withoutMark([first, ...rest]: readonly ViewNode[]): readonly ViewNode[] {
  if (first?.kind !== 'text') return rest;
  const text = first.text.slice(textMark.length);
  return text === '' ? rest : [{ kind: 'text', text }, ...rest];
}
