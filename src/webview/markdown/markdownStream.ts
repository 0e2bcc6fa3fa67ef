import type { Env, Token } from 'markdown-it';
import type { Parser } from './createParser.ts';
import { looseLists } from './looseLists.ts';
import { openFence, type OpenFence } from './openFence.ts';
import { openContainer, openTable, type OpenContainer } from './openContainer.ts';
import { pendingReferences, type PendingReferences } from './pendingReferences.ts';
import { tokensToView, type ViewStrings } from './tokensToView.ts';
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
 * line; finished blocks, and finished parts of the list, quote or table that is being received, are not
 * parsed again.
 * All text appended in any pieces gives the same blocks as the same text in one piece.
 */
export class MarkdownStream {
  readonly #parser: Parser;
  readonly #strings: ViewStrings;
  readonly #references: NonNullable<Env['references']> = {};
  readonly #pending: PendingReferences;
  /** The source from the start of the first unfinished block (or part of one, or line of an open fence). */
  #tail = '';
  #heldCarriageReturn = '';
  #finishedBlocks = 0;
  #fence: OpenFence | undefined;
  #container: OpenContainer | undefined;
  #newLines = false;

  constructor(parser: Parser, strings: ViewStrings) {
    this.#parser = parser;
    this.#strings = strings;
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
      this.#finishParts(tokens, starts);
      const first = tokens[0];
      if (first?.type !== 'fence' || !lines.startsWith(first.markup)) return finished;
      this.#fence = openFence(first);
      this.#tail = this.#tail.slice(starts[1] ?? lines.length);
    }
  }

  /** Takes the finished parts, all but the last, out of the list, quote or table that the tail consists of. */
  #finishParts(tokens: readonly Token[], starts: readonly number[]): void {
    const [opening] = tokens;
    if (opening?.map?.[0] !== 0 || topLevel(tokens).length > 1) return;
    const head = opening.type === 'table_open' ? this.#tail.slice(0, starts[2]) : '';
    const cut = starts[lastPart(tokens, this.#tail, starts)] ?? 0;
    if (cut <= head.length) return;
    const source = this.#tail.slice(0, cut);
    const parts = this.#view(this.#parser.parse(source, { references: this.#references }), false);
    if (this.#container?.continuedBy(opening) !== true) this.#container = head === '' ? openContainer(opening) : openTable(head);
    this.#container.finishParts(parts[0], looseLists(tokens).has(opening), source);
    this.#tail = head + this.#tail.slice(cut);
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
    const container = this.#container;
    const nodes = this.#joinContainer(tokens, this.#view(tokens, false));
    this.#container = undefined;
    const starts = lineStarts(source);
    const blocks = topLevel(tokens);
    const before = this.#finishedBlocks + nodes.length - blocks.length;
    blocks.forEach((block, index) => {
      const [from, to] = block.map ?? [0, 0];
      const own = source.slice(starts[from], starts[to]);
      // The first parts may have been shown before a definition that is known by now.
      if (index === 0 && container?.continuedBy(block) === true) this.#pending.add(before, container.source(own), () => false);
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
    return this.#joinContainer(tokens, this.#view(tokens, true));
  }

  #joinContainer(tokens: readonly Token[], nodes: ViewNode[]): ViewNode[] {
    const [first] = tokens;
    if (this.#container === undefined) return nodes;
    return this.#container.continuedBy(first) ? [this.#container.join(nodes[0]), ...nodes.slice(1)] : [this.#container.join(undefined), ...nodes];
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
    return this.#parser.parse(source, { references, unfinished: true });
  }

  #view(tokens: readonly Token[], open: boolean): ViewNode[] {
    return tokensToView(tokens, { open, strings: this.#strings });
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
 */
function lastSafeCut(tokens: readonly Token[], source: string, starts: readonly number[]): number {
  const isBlank = (line: number): boolean => line + 1 < starts.length && source.slice(starts[line], starts[line + 1]).trim() === '';
  const blocks = topLevel(tokens);
  const last = blocks.at(-1);
  const end = last?.map?.[1] ?? 0;
  if (last !== undefined && closedByBlankLine.has(last.type) && isBlank(end)) return starts[end + 1] ?? 0;
  return starts[lastSafeStart(blocks, isBlank)] ?? 0;
}

const closedByBlankLine: ReadonlySet<string> = new Set(['paragraph_open', 'heading_open', 'hr', 'table_open', 'blockquote_open']);

/**
 * The line where the last block starts that can be parsed without those before it, or 0.
 * A block right after a link definition is none: it may turn out to be the definition's title,
 * as may a paragraph right after a list or quote that ends with one. A formula without an end may turn out
 * to be text that goes on.
 */
function lastSafeStart(blocks: readonly Token[], isBlank: (line: number) => boolean): number {
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

/** The line where the last item, block or row starts that can be parsed without those before it, or 0. */
function lastPart(tokens: readonly Token[], source: string, starts: readonly number[]): number {
  const textOf = (line: number): string => source.slice(starts[line], starts[line + 1]);
  const type = tokens[0]?.type;
  if (type === 'table_open') return tokens.findLast((token) => token.type === 'tr_open')?.map?.[0] ?? 0;
  // With a bar in its first line a part would become the head of a table if a line of dashes followed;
  // indented by four columns it would become code.
  const parts = tokens.filter(({ level, nesting, map }) => level === 1 && nesting >= 0 && map !== null && /^ {0,3}[^\s|][^|]*$/.test(textOf(map[0])));
  if (type === 'blockquote_open') return lastSafeStart(parts, (line) => /^ {0,3}>?\s*$/.test(textOf(line)));
  return parts.at(-1)?.map?.[0] ?? 0;
}
