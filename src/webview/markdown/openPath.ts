import type { Token } from 'markdown-it';
import type { OpenLevel } from './openLevel.ts';
import { contentStart } from './parser.ts';

/** A list, item, quote or table that the last line of a source is in. */
interface OpenContainer {
  readonly token: Token;
  /** Its children, but for those that stand for finished ones. */
  readonly children: readonly Token[];
  /** How many of them stand for finished ones. */
  readonly head: number;
}

/** The containers that the last line is in, from the outermost, and the block in the innermost. */
export interface OpenPath {
  readonly containers: readonly OpenContainer[];
  readonly leaf: Token | undefined;
  /** Whether each container consists of the next one only: nothing else could be finished. */
  readonly isOnly: boolean;
}

/** Where the parts before a line can be taken out of a source. */
export interface PartCut {
  readonly line: number;
  /** What the rest has to begin with in their place. */
  readonly head: string;
  /** For each level, how many children the head makes. */
  readonly heads: readonly number[];
}

const containerTypes: ReadonlySet<string> = new Set([
  'bullet_list_open',
  'ordered_list_open',
  'list_item_open',
  'blockquote_open',
  'table_open',
  'tbody_open',
]);

/** Of a source that is one block, with the finished parts that its head stands for. */
export function findOpenPath(tokens: readonly Token[], levels: readonly OpenLevel[]): OpenPath {
  const containers: OpenContainer[] = [];
  let remaining = tokens;
  let inner = levels;
  let isOnly = true;
  let leaf = tokens[0];
  while (leaf !== undefined && containerTypes.has(leaf.type)) {
    const token = leaf;
    remaining = remaining.slice(remaining.indexOf(token) + 1);
    const all = remaining.filter(({ level, nesting }) => level === token.level + 1 && nesting >= 0);
    // A table is two levels: the frame that it scrolls in, and itself.
    const own = inner[token.type === 'table_open' ? 1 : 0];
    const head = own?.kind === 'element' ? own.head : 0;
    const children = all.slice(head);
    containers.push({ token, children, head });
    leaf = all.at(-1);
    inner = children.length === 1 ? inner.slice(token.type === 'table_open' ? 2 : 1) : [];
    if (token.type !== 'table_open') isOnly &&= children.length === 1;
  }
  return { containers, leaf, isOnly };
}

/** The last line, in the innermost container that has one, before which parts are finished; `starts` are offsets of lines. */
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

/** The line where the last item, block or row starts that can be parsed without those before it, or 0. */
function lastPart(
  { token, children }: OpenContainer,
  source: string,
  starts: readonly number[],
  isInQuote: boolean,
): number {
  if (token.type === 'table_open') return 0;
  if (token.type === 'tbody_open') return children.at(-1)?.map?.[0] ?? 0;
  const textOf = (line: number): string => source.slice(starts[line], starts[line + 1]);
  // With a bar in its first line a part would become the head of a table if a line of dashes followed.
  const parts = children.filter(({ map }) => map !== null && !textOf(map[0]).includes('|'));
  if (token.type !== 'list_item_open' && token.type !== 'blockquote_open') return parts.at(-1)?.map?.[0] ?? 0;
  return lastSafeStart(parts, (line) => (isInQuote ? /^[\s>]*$/ : /^\s*$/).test(textOf(line)));
}

/**
 * The line where the last block starts that can be parsed without those before it, or 0.
 * A block right after a link definition is none: it may turn out to be the definition's title,
 * as may a paragraph right after a list or quote that ends with one. A formula without an end may turn out
 * to be text that goes on.
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

/** An empty heading for each line that opens items; a table's own head. */
function headOf(
  containers: readonly OpenContainer[],
  source: string,
  starts: readonly number[],
): Omit<PartCut, 'line'> {
  const heads: number[] = [];
  const lines = new Map<number, { readonly text: string; readonly level: number }>();
  for (const { token } of containers) {
    const line = token.map?.[0] ?? 0;
    const opensLine = token.type === 'list_item_open' || token.type === 'table_open';
    if (token.type === 'table_open') heads.push(0);
    heads.push(opensLine ? 1 : 0);
    if (!opensLine) continue;
    const outer = lines.get(line);
    if (outer !== undefined) heads[outer.level] = 0;
    const text =
      token.type === 'table_open'
        ? source.slice(starts[line], starts[line + 2])
        : `${itemPrefix(token, source, starts)}#\n`;
    lines.set(line, { text, level: heads.length - 1 });
  }
  return { head: [...lines.values()].map(({ text }) => text).join(''), heads };
}

function itemPrefix(token: Token, source: string, starts: readonly number[]): string {
  const line = token.map?.[0] ?? 0;
  const end = contentStart(token);
  return end === undefined
    ? `${source.slice(starts[line], starts[line + 1]).trimEnd()} `
    : source.slice(starts[line], end);
}
