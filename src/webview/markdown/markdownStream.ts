import type { Env, Token } from 'markdown-it';
import type { Parser } from './createParser.ts';
import { looseLists } from './looseLists.ts';
import { openFence, type OpenFence } from './openFence.ts';
import { openList, type OpenList } from './openList.ts';
import { pendingReferences, type PendingReferences } from './pendingReferences.ts';
import { tokensToView } from './tokensToView.ts';
import type { ViewNode } from './viewNode.ts';

/** What to show after more text came. Blocks before `start` stay as they are, except the revised ones. */
export interface MarkdownUpdate {
  /** Index of the first of `nodes` among the blocks of the reply. */
  readonly start: number;
  /** All blocks from `start` on. */
  readonly nodes: readonly ViewNode[];
  /** Finished blocks whose link definition came only now, by index; to be shown after `nodes`. */
  readonly revised: ReadonlyMap<number, ViewNode>;
}

/**
 * Parses markdown while it arrives. A block is finished when the next one has begun on a complete
 * line; finished blocks, and finished items of the list that is being received, are not parsed again.
 * All text appended in any pieces gives the same blocks as the same text in one piece.
 */
export class MarkdownStream {
  readonly #parser: Parser;
  readonly #imageLabel: string;
  readonly #references: NonNullable<Env['references']> = {};
  readonly #pending: PendingReferences;
  /** The source from the start of the first unfinished block (or list item, or line of an open fence). */
  #tail = '';
  #heldCarriageReturn = '';
  #finishedBlocks = 0;
  #fence: OpenFence | undefined;
  #list: OpenList | undefined;
  #newLines = false;

  constructor(parser: Parser, imageLabel: string) {
    this.#parser = parser;
    this.#imageLabel = imageLabel;
    this.#pending = pendingReferences((label) => parser.utils.normalizeReference(label));
  }

  append(text: string): void {
    const joined = this.#heldCarriageReturn + text;
    this.#heldCarriageReturn = joined.endsWith('\r') ? '\r' : '';
    const whole = this.#heldCarriageReturn === '' ? joined : joined.slice(0, -1);
    const normalized = whole.replace(/\r\n?/g, '\n');
    this.#tail += normalized;
    if (normalized.includes('\n')) this.#newLines = true;
  }

  /** Parses what came since the last update. */
  update(): MarkdownUpdate {
    const start = this.#finishedBlocks;
    const finished = this.#newLines ? this.#finishBlocks() : [];
    this.#newLines = false;
    return { start, nodes: [...finished, ...this.#viewOfTail()], revised: this.#revise() };
  }

  /** The last update: nothing more will come. */
  finish(): MarkdownUpdate {
    if (this.#heldCarriageReturn !== '') this.append('\n');
    if (this.#tail !== '' && !this.#tail.endsWith('\n')) this.append('\n');
    const start = this.#finishedBlocks;
    const finished = this.#finishBlocks();
    finished.push(...this.#finishFence(), ...this.#finishSource(this.#tail));
    this.#tail = '';
    return { start, nodes: finished, revised: this.#revise() };
  }

  #finishBlocks(): ViewNode[] {
    const finished: ViewNode[] = [];
    for (;;) {
      const lines = this.#tail.slice(0, this.#tail.lastIndexOf('\n') + 1);
      if (this.#fence !== undefined) {
        const partialLine = this.#tail.slice(lines.length);
        const rest = this.#fence.take(lines);
        this.#tail = (rest ?? '') + partialLine;
        if (rest === undefined) return finished;
        finished.push(...this.#finishFence());
        continue;
      }
      const tokens = this.#parseUnfinished(lines);
      const starts = lineStarts(lines);
      const cut = lastSafeCut(tokens, lines, starts);
      if (cut > 0) {
        finished.push(...this.#finishSource(this.#tail.slice(0, cut)));
        this.#tail = this.#tail.slice(cut);
        continue;
      }
      this.#finishListItems(tokens, starts);
      const first = tokens[0];
      if (first?.type !== 'fence' || !lines.startsWith(first.markup)) return finished;
      this.#fence = openFence(first);
      this.#tail = this.#tail.slice(starts[1] ?? lines.length);
    }
  }

  /** Takes the finished items, all but the last, out of the list that the tail consists of. */
  #finishListItems(tokens: readonly Token[], starts: readonly number[]): void {
    const [list] = tokens;
    const last = tokens.findLast(({ type, level }) => type === 'list_item_open' && level === 1);
    const cut = starts[last?.map?.[0] ?? 0] ?? 0;
    if (list?.map?.[0] !== 0 || cut === 0 || topLevel(tokens).length > 1) return;
    const source = this.#tail.slice(0, cut);
    const items = this.#view(this.#parser.parse(source, { references: this.#references }), false);
    if (this.#list?.continuedBy(list) !== true) this.#list = openList(list);
    this.#list.finishItems(items[0], looseLists(tokens).has(list), source);
    this.#tail = this.#tail.slice(cut);
  }

  #finishFence(): ViewNode[] {
    if (this.#fence === undefined) return [];
    const node = this.#fence.view('', false);
    this.#fence = undefined;
    this.#finishedBlocks += 1;
    return [node];
  }

  #finishSource(source: string): ViewNode[] {
    const tokens = this.#parser.parse(source, { references: this.#references });
    const list = this.#list;
    const nodes = this.#joinList(tokens, this.#view(tokens, false));
    this.#list = undefined;
    const starts = lineStarts(source);
    const blocks = topLevel(tokens);
    const before = this.#finishedBlocks + nodes.length - blocks.length;
    blocks.forEach((block, index) => {
      const [from, to] = block.map ?? [0, 0];
      const own = source.slice(starts[from], starts[to]);
      // The first items may have been shown before a definition that is known by now.
      if (index === 0 && list?.continuedBy(block) === true) this.#pending.add(before, list.source() + own, () => false);
      else this.#pending.add(before + index, own, this.#isKnown);
    });
    this.#finishedBlocks += nodes.length;
    return nodes;
  }

  #viewOfTail(): ViewNode[] {
    const partialLine = this.#tail.slice(this.#tail.lastIndexOf('\n') + 1);
    if (this.#fence !== undefined) return [this.#fence.view(partialLine, true)];
    const lines = this.#tail.slice(0, this.#tail.length - partialLine.length);
    const tokens = this.#parseUnfinished(undecidedLine.test(partialLine) ? lines : this.#tail);
    return this.#joinList(tokens, this.#view(tokens, true));
  }

  #joinList(tokens: readonly Token[], nodes: ViewNode[]): ViewNode[] {
    const [first] = tokens;
    if (this.#list === undefined) return nodes;
    return this.#list.continuedBy(first) ? [this.#list.join(nodes[0]), ...nodes.slice(1)] : [this.#list.join(undefined), ...nodes];
  }

  #revise(): ReadonlyMap<number, ViewNode> {
    const revised = new Map<number, ViewNode>();
    for (const [index, source] of this.#pending.resolve(this.#isKnown)) {
      const [node] = this.#view(this.#parser.parse(source, { references: this.#references }), false);
      if (node !== undefined) revised.set(index, node);
    }
    return revised;
  }

  /** Definitions in unfinished text may still change, so they are not remembered. */
  #parseUnfinished(source: string): Token[] {
    const references = Object.create(this.#references) as NonNullable<Env['references']>;
    return this.#parser.parse(source, { references });
  }

  #view(tokens: readonly Token[], open: boolean): ViewNode[] {
    return tokensToView(tokens, { open, imageLabel: this.#imageLabel });
  }

  readonly #isKnown = (label: string): boolean => Object.hasOwn(this.#references, label);
}

/** A line that may still become a heading's underline, a list, a fence or a table: it is not shown until it says which. */
const undecidedLine = /^\s*(?:[-*+=#>`~|_:\s]+|\d{1,9}[.)]?)$/;

function topLevel(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(({ level, nesting }) => level === 0 && nesting >= 0);
}

/** Offsets of the lines' starts, and of the end. */
function lineStarts(source: string): readonly number[] {
  const starts = [0];
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) starts.push(end + 1);
  if (starts.at(-1) !== source.length) starts.push(source.length);
  return starts;
}

/**
 * The offset up to which the source can be parsed by itself: after a blank line that closes the last block,
 * else where the last block, or an earlier one, starts.
 * A block right after a link definition is no such place: it may turn out to be the definition's title.
 */
function lastSafeCut(tokens: readonly Token[], source: string, starts: readonly number[]): number {
  const isBlank = (line: number): boolean => line + 1 < starts.length && source.slice(starts[line], starts[line + 1]).trim() === '';
  const blocks = topLevel(tokens);
  const last = blocks.at(-1);
  const end = last?.map?.[1] ?? 0;
  if (last !== undefined && closedByBlankLine.has(last.type) && isBlank(end)) return starts[end + 1] ?? 0;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const line = blocks[index]?.map?.[0] ?? 0;
    const endBefore = blocks[index - 1]?.map?.[1] ?? 0;
    if (line > 0 && (endBefore >= line || isBlank(line - 1))) return starts[line] ?? 0;
  }
  return 0;
}

const closedByBlankLine: ReadonlySet<string> = new Set(['paragraph_open', 'heading_open', 'hr', 'table_open', 'blockquote_open']);
