import type { Env, Token } from 'markdown-it';
import type { Parser } from './parser.ts';
import { fenceCut, textCut } from './leafCut.ts';
import { createOpenFence, type OpenFence } from './openFence.ts';
import { fits, joined, levelsAfterCut, createOpenElement, shown, type OpenLevel } from './openLevel.ts';
import { lastPartCut, lastSafeStart, findOpenPath } from './openPath.ts';
import { createPendingReferences, type PendingReferences } from './pendingReferences.ts';
import { tokensToView } from './tokensToView.ts';
import type { ElementNode, ViewNode } from './viewNode.ts';

/** What to show after more text came. */
export type MarkdownUpdate = BlocksUpdate | PlainUpdate;

/** Blocks before `start` stay as they are, except the revised ones. */
export interface BlocksUpdate {
  readonly kind: 'blocks';
  /** Index of the first of `nodes` among the blocks of the reply. */
  readonly start: number;
  /** All blocks from `start` on. */
  readonly nodes: readonly ViewNode[];
  /** Finished blocks whose link definition came only now, by index; to be shown after `nodes`. */
  readonly revised: ReadonlyMap<number, ViewNode>;
}

/** Text at the end of what is shown, until it is parsed. */
interface PlainUpdate {
  readonly kind: 'plain';
  readonly text: string;
}

/** What is not finished is parsed again with each update up to this length; longer, when it has grown by one part in eight. */
const alwaysParsed = 4_096;
const shareOfGrowth = 8;

/** A line that may still become a heading's underline, a list, a fence or a table: it is not shown until it says which. */
const undecidedLine = /^\s*(?:[-*+=#>`~|_:\s]+|\d{1,9}[.)]?)$/;

/**
 * Parses markdown while it arrives. A block is finished when the next one has begun on a complete
 * line; finished blocks, and finished parts of the list, quote, table, code or paragraph that is being
 * received, are not parsed again.
 * All text appended in any pieces gives the same blocks as the same text in one piece.
 */
export class MarkdownStream {
  readonly #parser: Parser;
  readonly #references: NonNullable<Env['references']> = {};
  /** Labels of the definitions that came since the last update. */
  readonly #defined: string[] = [];
  readonly #pending: PendingReferences;
  /**
   * The source from the start of the first unfinished block (or line of an open fence); with a short head
   * in place of the finished parts that `#levels` has.
   */
  #tail = '';
  #levels: readonly OpenLevel[] = [];
  /** While there are levels, the source of the tail as it came. */
  #source = '';
  /** Whether the block that is being received has turned out to be other than its parts: they stay together. */
  #isWhole = false;
  #heldCarriageReturn = '';
  #finishedBlocks = 0;
  #fence: OpenFence | undefined;
  #newLines = false;
  #added = '';
  #parsedLength = 0;

  constructor(parser: Parser) {
    this.#parser = parser;
    this.#pending = createPendingReferences((label) => parser.utils.normalizeReference(label));
  }

  append(text: string): void {
    const joint = this.#heldCarriageReturn + text;
    this.#heldCarriageReturn = joint.endsWith('\r') ? '\r' : '';
    const complete = this.#heldCarriageReturn === '' ? joint : joint.slice(0, -1);
    const normalized = complete.replace(/\r\n?/g, '\n');
    this.#tail += normalized;
    this.#added += normalized;
    if (this.#levels.length > 0) this.#source += normalized;
    if (normalized.includes('\n')) this.#newLines = true;
  }

  /** Parses what came since the last update. */
  update(): MarkdownUpdate {
    const text = this.#added;
    this.#added = '';
    const { length } = this.#tail;
    const isPlain =
      this.#fence === undefined && length > alwaysParsed && (length - this.#parsedLength) * shareOfGrowth < length;
    if (isPlain) return { kind: 'plain', text };
    const start = this.#finishedBlocks;
    const finished = this.#newLines ? this.#finishBlocks() : [];
    this.#newLines = false;
    const nodes = [...finished, ...this.#viewOfTail()];
    this.#parsedLength = this.#tail.length;
    return { kind: 'blocks', start, nodes, revised: this.#revise() };
  }

  /** The last update: nothing more will come. */
  finish(): BlocksUpdate {
    if (this.#heldCarriageReturn !== '') this.append('\n');
    if (this.#tail !== '' && !this.#tail.endsWith('\n')) this.append('\n');
    const start = this.#finishedBlocks;
    const finished = this.#finishBlocks();
    finished.push(...this.#finishFence(), ...this.#finishTo(this.#tail.length));
    return { kind: 'blocks', start, nodes: finished, revised: this.#revise() };
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
        finished.push(...this.#finishTo(cut));
        continue;
      }
      this.#finishParts(tokens, lines, starts);
      const first = tokens[0];
      if (first?.type !== 'fence' || !lines.startsWith(first.markup)) return finished;
      this.#fence = createOpenFence(first);
      this.#tail = this.#tail.slice(starts[1] ?? lines.length);
    }
  }

  /** Takes the finished parts out of the one block that the tail consists of. */
  #finishParts(tokens: readonly Token[], lines: string, starts: readonly number[]): void {
    const [opening] = tokens;
    if (this.#isWhole || opening?.nesting !== 1 || opening.map?.[0] !== 0 || topLevel(tokens).length > 1) return;
    const [block] = this.#view(tokens, true);
    if (block === undefined || !fits(block, this.#levels)) return;
    const whole = joined(block, this.#levels);
    const path = findOpenPath(tokens, this.#levels);
    const cut = lastPartCut(path, lines, starts);
    if (cut !== undefined) {
      const source = lines.slice(0, starts[cut.line]);
      const [parts] = this.#view(this.#parse(source), false);
      if (!fits(parts, this.#levels)) return;
      this.#replaceTail(
        cut.head + this.#tail.slice(source.length),
        levelsAfterCut(whole, joined(parts, this.#levels), cut.heads),
      );
      return;
    }
    if (!path.isOnly) return;
    const code = innermost(block);
    const lineCut = code.kind === 'code' ? fenceCut(path, code.text, lines, starts) : undefined;
    if (lineCut === undefined) return;
    const last = this.#levels.at(-1);
    const text = (last?.kind === 'code' ? last.text : '') + lineCut.finished;
    this.#replaceTail(lineCut.rest + this.#tail.slice(lines.length), [
      ...levelsTo(whole, this.#levels),
      { kind: 'code', text },
    ]);
  }

  /** Takes the settled beginning out of the long paragraph that the tail ends with; returns whether it did. */
  #finishText(tokens: readonly Token[], source: string): boolean {
    if (this.#isWhole || topLevel(tokens).length > 1 || tokens[0]?.map?.[0] !== 0) return false;
    const path = findOpenPath(tokens, this.#levels);
    const { leaf } = path;
    const inline = tokens.findLast(({ type }) => type === 'inline');
    const last = this.#levels.at(-1);
    const isMarked = last?.kind === 'element' && last.isText;
    if (!path.isOnly || leaf?.type !== 'paragraph_open' || inline === undefined) return false;
    const [block] = this.#view(tokens, true);
    const cut = textCut(leaf, inline, isMarked, source, lineStarts(source));
    if (cut === undefined || block === undefined || !fits(block, this.#levels)) return false;
    const nodes = this.#view(this.#parser.parseInline(cut.finished, { references: this.#references }), false);
    const whole = joined(block, this.#levels);
    const paragraph = isMarked ? last : { ...createOpenElement(innermostElement(whole)), isText: true };
    const outer = isMarked ? this.#levels.slice(0, -1) : levelsTo(whole, this.#levels);
    this.#replaceTail(cut.rest + this.#tail.slice(source.length), [
      ...outer,
      { ...paragraph, fresh: [...paragraph.fresh, ...nodes] },
    ]);
    return true;
  }

  #replaceTail(tail: string, levels: readonly OpenLevel[]): void {
    if (this.#levels.length === 0) this.#source = this.#tail;
    this.#tail = tail;
    this.#levels = levels;
  }

  /** Puts the finished parts back into the tail. */
  #restoreTail(): void {
    this.#tail = this.#source;
    this.#levels = [];
    this.#isWhole = true;
  }

  #finishFence(): ViewNode[] {
    if (this.#fence === undefined) return [];
    const node = this.#fence.view('', false);
    this.#fence = undefined;
    this.#finishedBlocks += 1;
    return [node];
  }

  /** Finishes the blocks of the tail up to this offset. */
  #finishTo(end: number): ViewNode[] {
    const source = this.#tail.slice(0, end);
    const tokens = this.#parse(source);
    const nodes = this.#view(tokens, false);
    if (!fits(nodes[0], this.#levels)) {
      const rest = this.#tail.length - end;
      this.#restoreTail();
      return this.#finishTo(this.#tail.length - rest);
    }
    const starts = lineStarts(source);
    const blocks = topLevel(tokens);
    const before = this.#finishedBlocks + nodes.length - blocks.length;
    blocks.forEach((block, index) => {
      const [from, to] = block.map ?? [0, 0];
      // The first parts may have been shown before a definition that is known by now.
      if (index === 0 && this.#levels.length > 0)
        this.#pending.add(before, this.#sourceTo(starts[to] ?? end), true, this.#isKnown);
      else this.#pending.add(before + index, source.slice(starts[from], starts[to]), false, this.#isKnown);
    });
    const finished = this.#joined(nodes);
    this.#finishedBlocks += nodes.length;
    this.#tail = this.#tail.slice(end);
    this.#levels = [];
    this.#isWhole = false;
    this.#parsedLength = 0;
    return finished;
  }

  /** The source as it came of what the tail has up to this offset. */
  #sourceTo(end: number): string {
    return this.#source.slice(0, this.#source.length - (this.#tail.length - end));
  }

  #viewOfTail(): readonly ViewNode[] {
    const partialLine = this.#tail.slice(this.#tail.lastIndexOf('\n') + 1);
    if (this.#fence !== undefined) return [this.#fence.view(partialLine, true)];
    const source = undecidedLine.test(partialLine)
      ? this.#tail.slice(0, this.#tail.length - partialLine.length)
      : this.#tail;
    const tokens = this.#parseUnfinished(source);
    if (this.#finishText(tokens, source)) return this.#viewOfTail();
    const nodes = this.#view(tokens, true);
    if (!fits(nodes[0], this.#levels)) {
      this.#restoreTail();
      return this.#viewOfTail();
    }
    const view = this.#joined(nodes);
    this.#levels = shown(this.#levels);
    return view;
  }

  #joined(nodes: readonly ViewNode[]): ViewNode[] {
    return this.#levels.length === 0 ? [...nodes] : [joined(nodes[0], this.#levels), ...nodes.slice(1)];
  }

  #revise(): ReadonlyMap<number, ViewNode> {
    const revised = new Map<number, ViewNode>();
    for (const [index, source] of this.#pending.resolve(this.#defined.splice(0))) {
      const [node] = this.#view(this.#parse(source), false);
      if (node !== undefined) revised.set(index, node);
    }
    return revised;
  }

  /** Remembers the definitions in a finished source. */
  #parse(source: string): Token[] {
    const references = Object.create(this.#references) as NonNullable<Env['references']>;
    const tokens = this.#parser.parse(source, { references });
    this.#defined.push(...Object.keys(references));
    Object.assign(this.#references, references);
    return tokens;
  }

  /** Definitions in unfinished text may still change, so they are not remembered. */
  #parseUnfinished(source: string): Token[] {
    const references = Object.create(this.#references) as NonNullable<Env['references']>;
    return this.#parser.parse(source, { references, unfinished: true });
  }

  #view(tokens: readonly Token[], open: boolean): ViewNode[] {
    return tokensToView(tokens, { open });
  }

  readonly #isKnown = (label: string): boolean => Object.hasOwn(this.#references, label);
}

const containerTags: ReadonlySet<string> = new Set(['ul', 'ol', 'li', 'blockquote', 'div', 'table', 'tbody']);

/** The levels of a block down to, and without, its innermost one, those that exist first. */
function levelsTo(block: ViewNode, levels: readonly OpenLevel[]): readonly OpenLevel[] {
  const [level, ...inner] = levels;
  const last = block.kind === 'element' ? block.children.at(-1) : undefined;
  if (block.kind !== 'element' || level?.kind === 'code' || !containerTags.has(block.tag)) return [];
  return [level ?? createOpenElement(block), ...(last === undefined ? [] : levelsTo(last, inner))];
}

function innermost(block: ViewNode): ViewNode {
  const last = block.kind === 'element' && containerTags.has(block.tag) ? block.children.at(-1) : undefined;
  return last === undefined ? block : innermost(last);
}

function innermostElement(block: ViewNode): ElementNode {
  const node = innermost(block);
  if (node.kind !== 'element') throw new Error('A paragraph is an element.');
  return node;
}

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

const closedByBlankLine: ReadonlySet<string> = new Set([
  'paragraph_open',
  'heading_open',
  'hr',
  'table_open',
  'blockquote_open',
]);

/**
 * The offset up to which the source can be parsed by itself: after a blank line that closes the last block,
 * else where the last block, or an earlier one, starts.
 */
function lastSafeCut(tokens: readonly Token[], source: string, starts: readonly number[]): number {
  const isBlank = (line: number): boolean =>
    line + 1 < starts.length && source.slice(starts[line], starts[line + 1]).trim() === '';
  const blocks = topLevel(tokens);
  const last = blocks.at(-1);
  const end = last?.map?.[1] ?? 0;
  if (last !== undefined && closedByBlankLine.has(last.type) && isBlank(end)) return starts[end + 1] ?? 0;
  return starts[lastSafeStart(blocks, isBlank)] ?? 0;
}
