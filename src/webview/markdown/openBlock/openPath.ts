import type { Token } from 'markdown-it';
import type { OpenLevel } from './openLevel.ts';
import { contentStart } from '../parser/parser.ts';

/** A list, list item, quote, footnote, `<details>`, table or table body that contains the last line of a source. */
interface OpenContainer {
  readonly token: Token;
  /** One token for each child that does not come from the head (see `OpenLevel`). */
  readonly children: readonly Token[];
}

/** The blocks that contain the last line of a source. */
export interface OpenPath {
  /** The containers, outermost first. */
  readonly containers: readonly OpenContainer[];
  /** The last block in the innermost container. Without containers, the only block of the source. */
  readonly leaf: Token | undefined;
  /**
   * True if each container has exactly one child that does not come from the head. Tables are not checked, because a
   * table always has its header row beside its body. Text is cut from the leaf only if `isSingleChain` is true.
   */
  readonly isSingleChain: boolean;
}

/** A cut of finished parts from a source. */
export interface PartCut {
  /** Index of the first line after the finished parts. */
  readonly line: number;
  /** Source to insert in place of the finished parts. */
  readonly head: string;
  /** For each level, the number of children that the head produces. */
  readonly headCounts: readonly number[];
}

const containerTypes: ReadonlySet<string> = new Set([
  'bullet_list_open',
  'ordered_list_open',
  'list_item_open',
  'blockquote_open',
  'footnote_open',
  'details_open',
  'table_open',
  'tbody_open',
]);

/** True if the line is blank by the parser's rules: it has only spaces and tabs, but no other white space. */
export function isBlankLine(line: string): boolean {
  return /^[ \t]*\n?$/.test(line);
}

/** Finds the open path of a source that is a single block. `levels` tells which children come from the head. */
export function findOpenPath(tokens: readonly Token[], levels: readonly OpenLevel[]): OpenPath {
  const containers: OpenContainer[] = [];
  let remaining = tokens;
  let inner = levels;
  let isSingleChain = true;
  let leaf = tokens[0];
  while (leaf !== undefined && containerTypes.has(leaf.type)) {
    const token = leaf;
    remaining = remaining.slice(remaining.indexOf(token) + 1);
    const all = remaining.filter(({ level, nesting }) => level === token.level + 1 && nesting >= 0);
    // A table has two levels: the frame that scrolls, and the table element.
    const own = inner[token.type === 'table_open' ? 1 : 0];
    const children = all.slice(own?.kind === 'element' ? own.headCount : 0);
    containers.push({ token, children });
    leaf = all.at(-1);
    inner = children.length === 1 ? inner.slice(token.type === 'table_open' ? 2 : 1) : [];
    if (token.type !== 'table_open') isSingleChain &&= children.length === 1;
  }
  return { containers, leaf, isSingleChain };
}

/**
 * Returns the last possible cut in the innermost container that can be cut. Returns undefined if there is no
 * such container. `starts` has the offset of each line of `source`.
 */
export function lastPartCut({ containers }: OpenPath, source: string, starts: readonly number[]): PartCut | undefined {
  for (let depth = containers.length - 1; depth >= 0; depth -= 1) {
    const container = containers[depth];
    if (container === undefined) continue;
    const line = lastPart(
      container,
      source,
      starts,
      containers.slice(0, depth + 1).some(({ token }) => token.type === 'blockquote_open'),
    );
    if (line > (container.children[0]?.map?.[0] ?? Infinity))
      return { line, ...headOf(containers.slice(0, depth + 1), source, starts) };
  }
  return undefined;
}

/** Returns the index of the first line of the last item, block or row that can be parsed alone; 0 if there is none. */
function lastPart(
  { token, children }: OpenContainer,
  source: string,
  starts: readonly number[],
  isInQuote: boolean,
): number {
  if (token.type === 'table_open') return 0;
  if (token.type === 'tbody_open') return children.at(-1)?.map?.[0] ?? 0;
  const textOf = (line: number): string => source.slice(starts[line], starts[line + 1]);
  // Exclude parts whose first line has a pipe. If a line of dashes follows that first line, the first line becomes the
  // header row of a table.
  const parts = children.filter(({ map }) => map !== null && !textOf(map[0]).includes('|'));
  if (token.type.endsWith('_list_open')) return parts.at(-1)?.map?.[0] ?? 0;
  return lastSafeStart(parts, (line) => isBlankLine(isInQuote ? textOf(line).replaceAll('>', '') : textOf(line)));
}

/**
 * Returns the index of the first line of the last block that can be parsed alone, that is, without the preceding
 * blocks. Returns 0 if there is none.
 * A block can be parsed alone if it follows a blank line, or if it starts right after the last line of another block.
 * In the second case, two kinds of blocks cannot be parsed alone:
 * - A paragraph, if the preceding block may end with a link definition. The paragraph may be the title of that
 *   definition.
 * - A formula without a closing delimiter, because the formula may become text of a preceding paragraph.
 */
export function lastSafeStart(blocks: readonly Token[], isBlank: (line: number) => boolean): number {
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    const before = blocks[index - 1];
    const line = block?.map?.[0] ?? 0;
    const mayBeTitle = block?.type === 'paragraph_open' && before?.nesting === 1 && before.type !== 'heading_open';
    const mayBeText = block?.type === 'open_formula';
    const follows = (before?.map?.[1] ?? 0) >= line && !mayBeTitle && !mayBeText;
    if (line > 0 && (isBlank(line - 1) || follows)) return line;
  }
  return 0;
}

/**
 * Builds the head (see `OpenLevel`). For each line that opens list items or footnotes, the head has an empty heading in
 * the innermost of them.
 * For an open table, the head has the header row and the delimiter row. For `<details>`, the head has only the tag.
 */
function headOf(
  containers: readonly OpenContainer[],
  source: string,
  starts: readonly number[],
): Omit<PartCut, 'line'> {
  const headCounts: number[] = [];
  const lines = new Map<number, { readonly text: string; readonly level: number }>();
  for (const { token } of containers) {
    const line = token.map?.[0] ?? 0;
    const isDetails = token.type === 'details_open';
    const hasChild = /^(?:list_item|footnote|table)_open$/.test(token.type);
    if (token.type === 'table_open') headCounts.push(0);
    headCounts.push(hasChild ? 1 : 0);
    if (!hasChild && !isDetails) continue;
    const outer = lines.get(line);
    if (outer !== undefined) headCounts[outer.level] = 0;
    const text =
      token.type === 'table_open'
        ? source.slice(starts[line], starts[line + 2])
        : `${itemPrefix(token, source, starts)}${isDetails ? '' : '#'}\n`;
    lines.set(line, { text, level: headCounts.length - 1 });
  }
  return { head: [...lines.values()].map(({ text }) => text).join(''), headCounts };
}

/** Returns a block's first line up to its text (see `contentStart`). Adds a space if the line has no such text. */
function itemPrefix(token: Token, source: string, starts: readonly number[]): string {
  const line = token.map?.[0] ?? 0;
  const end = contentStart(token);
  return end === undefined
    ? `${source.slice(starts[line], starts[line + 1]).trimEnd()} `
    : source.slice(starts[line], end);
}

/** Returns the tokens. If the last block is a formula without a closing delimiter, leaves out that formula. */
export function withoutOpenFormula(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.findLastIndex(({ nesting }) => nesting >= 0);
  return tokens[last]?.type === 'open_formula' ? tokens.toSpliced(last, 1) : tokens;
}
