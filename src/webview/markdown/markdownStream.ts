import type { Env, Token } from 'markdown-it';
import { addAll } from '../../common/addAll.ts';
import { footnoteKey } from './parser/footnoteRules.ts';
import type { Parser } from './parser/parser.ts';
import { fenceCut, textCut } from './openBlock/leafCut.ts';
import { createOpenFence, type OpenFence } from './openBlock/openFence.ts';
import {
  createOpenElement,
  cutTextOf,
  innermost,
  innermostElement,
  joinLevels,
  levelsAfterChunks,
  levelsAfterCut,
  levelsAfterText,
  levelsTo,
  markShown,
  matchesLevels,
  type OpenElement,
  type OpenLevel,
} from './openBlock/openLevel.ts';
import { findOpenPath, lastPartCut, withoutOpenFormula } from './openBlock/openPath.ts';
import { PendingReferences, type RevisedBlock } from './pendingReferences.ts';
import { lastSafeCut, linesOfDefinitions, lineStarts, topLevel } from './openBlock/safeCut.ts';
import type { CutText } from './parser/textChunks.ts';
import { isUndecidedLine } from './openBlock/undecidedLine.ts';
import { completeDelimiterRow } from './openBlock/startedTable.ts';
import { taskTextToView, tokensToView } from './tokensToView.ts';
import type { ViewNode } from './viewNode.ts';

/** A change to the shown blocks. */
export type MarkdownUpdate = BlocksUpdate | PlainUpdate;

/** Replaces all blocks from index `start` to the end with `nodes`. */
export interface BlocksUpdate {
  readonly kind: 'blocks';
  /** Index of the first block of `nodes` among all blocks of the reply. */
  readonly start: number;
  readonly nodes: readonly ViewNode[];
}

/** Adds unparsed text at the end; see `Patcher.plain`. The next `BlocksUpdate` replaces the unparsed text. */
interface PlainUpdate {
  readonly kind: 'plain';
  readonly text: string;
}

/**
 * Limits in characters for parsing the tail, that is, the unfinished end of the text. The limits do not apply to an
 * open top-level fence.
 * Each update parses the tail if its length is at most `alwaysParsedLength`. For a tail that is shown without
 * formatting, the limit is `alwaysParsedPlainLength`.
 * An update parses a longer tail only if at least 1 / `growthDivisor` of the tail was received since the last parse. If
 * each update parsed a long tail, the total time would grow with the square of the tail's length.
 */
const alwaysParsedLength = 4_096;
const alwaysParsedPlainLength = 512;
const growthDivisor = 8;

/** Maximum number of characters to append before an update, so that no update takes long. */
export const stepLength = 8_192;

/**
 * Incremental markdown parser. A block is finished when later text cannot extend the block.
 * Parts of the last block can be finished while the block is still open, that is, not finished. Parts are list items,
 * blocks of a list item or quote, table rows, lines of code and the settled beginning of a paragraph (see
 * `settledPositions`).
 * Finished blocks and parts are parsed again only in two cases:
 * - A link definition may have been received after a reference to the definition.
 * - Later text changes the kind of the open block, or of a block inside the open block.
 *
 * The final blocks do not depend on how the text was divided among the calls of `append`.
 */
export class MarkdownStream {
  readonly #parser: Parser;
  readonly #references: NonNullable<Env['references']>;
  readonly #pending: PendingReferences;
  /**
   * The unfinished source. If `#fence` is undefined, the tail starts with the first unfinished block. Otherwise, the
   * tail is the source that was not added to `#fence` yet. If there are `#levels`, finished parts were cut from the
   * tail (see `OpenLevel`).
   */
  #tail = '';
  #levels: readonly OpenLevel[] = [];
  /** The tail as it would be if nothing had been cut. Maintained only while there are `#levels`. */
  #source = '';
  /**
   * If cuts of the open block were undone, the length in characters up to which the block is parsed as a whole; otherwise
   * 0. The length doubles each time, so that the total time for cuts that are undone stays linear.
   */
  #wholeLength = 0;
  #finishedBlocks = 0;
  /** Normalized labels of the link definitions that were stored since the first unfinished block began. */
  readonly #lateLabels = new Set<string>();
  #fence: OpenFence | undefined;
  #hasNewLines = false;
  /** Text appended since the last update. */
  #added = '';
  /** Length of the tail in characters after the last update that parsed the tail. */
  #parsedLength = 0;

  /** `references` has the link definitions that are known from the start. */
  constructor(parser: Parser, references: NonNullable<Env['references']> = {}) {
    this.#parser = parser;
    this.#references = references;
    this.#pending = new PendingReferences(
      (label) => footnoteKey(label) ?? parser.utils.normalizeReference(label),
      (label) => Object.hasOwn(this.#references, label),
    );
  }

  /** Adds text whose line breaks and NUL characters are normalized (see `TextNormalizer`). */
  append(text: string): void {
    this.#tail += text;
    this.#added += text;
    if (this.#levels.length > 0) this.#source += text;
    if (text.includes('\n')) this.#hasNewLines = true;
  }

  /**
   * Returns the change for the text appended since the last update. Does not parse a long tail that grew little;
   * returns a `PlainUpdate` instead.
   */
  update(): MarkdownUpdate {
    const text = this.#added;
    this.#added = '';
    const { length } = this.#tail;
    const isShort =
      length <= (cutTextOf(this.#levels)?.isPlain === true ? alwaysParsedPlainLength : alwaysParsedLength);
    const isPlain = this.#fence === undefined && !isShort && (length - this.#parsedLength) * growthDivisor < length;
    if (isPlain) return { kind: 'plain', text };
    const start = this.#finishedBlocks;
    const finished = this.#hasNewLines ? this.#finishBlocks() : [];
    this.#hasNewLines = false;
    const nodes = [...finished, ...this.#viewOfTail()];
    this.#parsedLength = this.#tail.length;
    return { kind: 'blocks', start, nodes };
  }

  /** Finishes all blocks and returns the final update. Call `finish` after the whole text was appended. */
  finish(): BlocksUpdate {
    if (this.#tail !== '' && !this.#tail.endsWith('\n')) this.append('\n');
    const start = this.#finishedBlocks;
    const finished = this.#finishBlocks();
    addAll(finished, this.#finishFence());
    addAll(finished, this.#finishTo(this.#tail.length));
    return { kind: 'blocks', start, nodes: finished };
  }

  /**
   * Returns the finished blocks to show again, because link definitions were received after references to them. Call
   * `revisedBlocks` after `finish`.
   */
  revisedBlocks(): readonly RevisedBlock[] {
    return this.#pending.resolve();
  }

  /** Returns a stream for a revised block's source. The returned stream knows all link definitions of this stream. */
  createRevision(): MarkdownStream {
    return new MarkdownStream(this.#parser, this.#references);
  }

  /** Finishes all blocks that can be finished and returns their nodes. Also cuts finished parts from the open block. */
  #finishBlocks(): ViewNode[] {
    const finished: ViewNode[] = [];
    for (;;) {
      const lines = this.#tail.slice(0, this.#tail.lastIndexOf('\n') + 1);
      if (this.#fence !== undefined) {
        const partialLine = this.#tail.slice(lines.length);
        const rest = this.#fence.take(lines);
        this.#tail = (rest ?? '') + partialLine;
        if (rest === undefined) return finished;
        addAll(finished, this.#finishFence());
        continue;
      }
      const tokens = this.#parseUnfinished(lines);
      const starts = lineStarts(lines);
      const cut = lastSafeCut(tokens, lines, starts);
      if (cut > 0) {
        addAll(finished, this.#finishTo(cut));
        continue;
      }
      this.#finishParts(tokens, lines, starts);
      const first = tokens[0];
      if (first?.type !== 'fence' || !lines.startsWith(first.markup)) return finished;
      this.#fence = createOpenFence(first);
      this.#tail = this.#tail.slice(starts[1] ?? lines.length);
    }
  }

  /** Cuts finished parts from the tail if the tail is a single block. */
  #finishParts(tokens: readonly Token[], lines: string, starts: readonly number[]): void {
    const [opening] = tokens;
    if (
      this.#tail.length < this.#wholeLength ||
      opening?.nesting !== 1 ||
      opening.map?.[0] !== 0 ||
      topLevel(tokens).length > 1
    )
      return;
    const [block] = this.#view(tokens, true);
    if (block === undefined || !matchesLevels(block, this.#levels)) return;
    const whole = joinLevels(block, this.#levels);
    const path = findOpenPath(tokens, this.#levels);
    const cut = lastPartCut(path, lines, starts);
    if (cut !== undefined) {
      const source = lines.slice(0, starts[cut.line]);
      const [parts] = this.#view(this.#parse(source, cutTextOf(this.#levels)), false);
      if (!matchesLevels(parts, this.#levels)) return;
      this.#replaceTail(
        cut.head + this.#tail.slice(source.length),
        levelsAfterCut(whole, joinLevels(parts, this.#levels), cut.headCounts),
      );
      return;
    }
    if (!path.isSingleChain) return;
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

  /**
   * Cuts finished text from a long paragraph (see `textCut`) if the tail is a single block that ends with the
   * paragraph. A formula without a closing delimiter does not prevent the cut if the formula follows the paragraph.
   * Such a formula can still become text of the paragraph.
   * Finishes link definitions before the paragraph.
   * Returns true if text was cut or finished.
   */
  #finishText(allTokens: readonly Token[], source: string): boolean {
    const tokens = withoutOpenFormula(allTokens);
    const starts = lineStarts(source);
    const definitions = this.#levels.length === 0 ? linesOfDefinitions(tokens[0], source, starts) : 0;
    if (definitions > 0) {
      this.#finishTo(starts[definitions] ?? 0);
      return true;
    }
    if (this.#tail.length < this.#wholeLength || topLevel(tokens).length > 1 || tokens[0]?.map?.[0] !== 0) return false;
    const path = findOpenPath(tokens, this.#levels);
    const { leaf } = path;
    const inline = tokens.findLast(({ type }) => type === 'inline');
    if (!path.isSingleChain || leaf?.type !== 'paragraph_open' || inline === undefined) return false;
    const [block] = this.#view(tokens, true);
    const cut = textCut(leaf, inline, cutTextOf(this.#levels), source, starts);
    if (cut === undefined || block === undefined || !matchesLevels(block, this.#levels)) return false;
    const whole = joinLevels(block, this.#levels);
    const levels =
      cut.openChunks === undefined
        ? levelsAfterText(this.#textLevels(whole), cut.cutText, this.#parseText(cut.finished, this.#startsTask(whole)))
        : levelsAfterChunks(innermostElement(whole), cut.cutText, cut.openChunks);
    this.#replaceTail(cut.rest + this.#tail.slice(source.length), [...levelsTo(whole, this.#levels), ...levels]);
    return true;
  }

  /**
   * Returns the level of the paragraph at the end of `whole`, then the level of the paragraph's open chunk if there is
   * one. `whole` is the result of `joinLevels` for the tail.
   */
  #textLevels(whole: ViewNode): readonly OpenElement[] {
    const levels = this.#levels.filter((level) => level.kind === 'element');
    const index = levels.findIndex(({ cutText }) => cutText !== undefined);
    return index < 0 ? [createOpenElement(innermostElement(whole))] : levels.slice(index);
  }

  /** True if the paragraph at the end of `whole` starts with the mark of a task, and that mark was not cut yet. */
  #startsTask(whole: ViewNode): boolean {
    const [first] = innermostElement(whole).children;
    return cutTextOf(this.#levels) === undefined && first?.kind === 'element' && first.tag === 'input';
  }

  /** Parses a settled part of a paragraph's text. `isTask` is true if the text starts with the mark of a task. */
  #parseText(text: string, isTask: boolean): readonly ViewNode[] {
    const tokens = this.#parser.parseInline(text, { references: this.#references });
    return isTask ? taskTextToView(tokens) : this.#view(tokens, false);
  }

  #replaceTail(tail: string, levels: readonly OpenLevel[]): void {
    if (this.#levels.length === 0) this.#source = this.#tail;
    this.#tail = tail;
    this.#levels = levels;
  }

  /** Undoes all cuts of the open block, and prevents further cuts until the block is twice as long. */
  #restoreTail(): void {
    this.#tail = this.#source;
    this.#levels = [];
    this.#wholeLength = this.#tail.length * 2;
  }

  #finishFence(): ViewNode[] {
    if (this.#fence === undefined) return [];
    const node = this.#fence.view('', false);
    this.#fence = undefined;
    this.#finishedBlocks += 1;
    return [node];
  }

  /** Finishes the blocks of the tail up to the offset `end`, and returns their nodes. */
  #finishTo(end: number): ViewNode[] {
    const source = this.#tail.slice(0, end);
    const tokens = this.#parse(source, cutTextOf(this.#levels));
    const nodes = this.#view(tokens, false);
    if (!matchesLevels(nodes[0], this.#levels)) {
      const rest = this.#tail.length - end;
      this.#restoreTail();
      return this.#finishTo(this.#tail.length - rest);
    }
    const starts = lineStarts(source);
    const blocks = topLevel(tokens);
    const before = this.#finishedBlocks + nodes.length - blocks.length;
    blocks.forEach((block, index) => {
      const [from, to] = block.map ?? [0, 0];
      // Parts of this block may have been rendered before the definition of a link in these parts was received.
      if (index === 0 && this.#levels.length > 0)
        this.#pending.add(before, this.#sourceTo(starts[to] ?? end), this.#lateLabels);
      else this.#pending.add(before + index, source.slice(starts[from], starts[to]));
    });
    const finished = this.#join(nodes);
    this.#finishedBlocks += nodes.length;
    this.#tail = this.#tail.slice(end);
    this.#levels = [];
    this.#wholeLength = 0;
    this.#lateLabels.clear();
    this.#parsedLength = 0;
    return finished;
  }

  /** Returns the tail up to the offset `end`, with all cuts undone. */
  #sourceTo(end: number): string {
    return this.#source.slice(0, this.#source.length - (this.#tail.length - end));
  }

  #viewOfTail(): readonly ViewNode[] {
    const partialLine = this.#tail.slice(this.#tail.lastIndexOf('\n') + 1);
    if (this.#fence !== undefined) return [this.#fence.view(partialLine, true)];
    const source = isUndecidedLine(partialLine)
      ? this.#tail.slice(0, this.#tail.length - partialLine.length)
      : this.#tail;
    const tokens = this.#parseUnfinished(source);
    if (this.#finishText(tokens, source)) return this.#viewOfTail();
    const nodes = this.#viewOfStartedTable(partialLine) ?? this.#view(tokens, true);
    if (!matchesLevels(nodes[0], this.#levels)) {
      this.#restoreTail();
      return this.#viewOfTail();
    }
    const view = this.#join(nodes);
    this.#levels = markShown(this.#levels);
    return view;
  }

  /** Returns the view of the tail if it ends with the header row and the beginning of the delimiter row of a table. */
  #viewOfStartedTable(partialLine: string): readonly ViewNode[] | undefined {
    if (!isUndecidedLine(partialLine)) return undefined;
    const source = completeDelimiterRow(this.#tail, partialLine);
    if (source === undefined) return undefined;
    const tokens = this.#parseUnfinished(source);
    const [firstLine = 0, endLine] = tokens.findLast(({ type }) => type === 'table_open')?.map ?? [];
    // The row would be a body row of a table that has a delimiter row already.
    const isStarted = endLine === source.split('\n').length && endLine - firstLine === 2;
    const nodes = isStarted ? this.#view(tokens, true) : [];
    return isStarted && matchesLevels(nodes[0], this.#levels) ? nodes : undefined;
  }

  #join(nodes: readonly ViewNode[]): ViewNode[] {
    return this.#levels.length === 0 ? [...nodes] : [joinLevels(nodes[0], this.#levels), ...nodes.slice(1)];
  }

  /**
   * Parses finished source and stores its link definitions. `cutText` describes the text that `textMark` replaces in
   * the source; undefined if no text was replaced.
   */
  #parse(source: string, cutText?: CutText): Token[] {
    const references = Object.create(this.#references) as NonNullable<Env['references']>;
    const tokens = this.#parser.parse(source, { references, cutText });
    for (const label of Object.keys(references)) this.#lateLabels.add(label);
    Object.assign(this.#references, references);
    return tokens;
  }

  /** Parses unfinished source. Link definitions in the source are not stored, because they may still change. */
  #parseUnfinished(source: string): Token[] {
    const references = Object.create(this.#references) as NonNullable<Env['references']>;
    return this.#parser.parse(source, { references, unfinished: true, cutText: cutTextOf(this.#levels) });
  }

  #view(tokens: readonly Token[], open: boolean): ViewNode[] {
    return tokensToView(tokens, { open });
  }
}
