import * as l10n from '@vscode/l10n';
import { replaceAllChildren } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { createBlockParts, type BlockParts } from './blockParts.ts';
import { FormattingLimit } from './limits/formattingLimit.ts';
import { MarkdownStream, stepLength, type MarkdownUpdate } from './markdownStream.ts';
import { Patcher } from './patcher.ts';
import { createPlainParts, type PlainParts } from './plainParts.ts';
import { reviseBlocks } from './reviseBlocks.ts';
import { TextNormalizer } from './textNormalizer.ts';

/**
 * Shows a Markdown text in steps that are short enough for an animation frame. Text after the formatting limit is shown
 * as plain text. If the parser or the creation of nodes throws an error, the whole text is shown as plain text.
 */
export class MarkdownSteps {
  readonly #root: Element;
  readonly #stream: MarkdownStream;
  readonly #patch: Patcher;
  readonly #blocks: BlockParts;
  readonly #formatting = new FormattingLimit();
  readonly #normalizer = new TextNormalizer();
  /** The whole text, normalized. */
  #text = '';
  /** Text not yet passed to `#stream` or, after the formatting limit is reached, to `#plainParts`. */
  #waiting = '';
  #isFinished = false;
  #hasFailed = false;
  /** The steps that finish the formatted text. Started after all text to format was passed to `#stream`. */
  #lastSteps: Iterator<void> | undefined;
  #plainParts: PlainParts | undefined;

  /** `root` is the element in which the steps show the text. */
  constructor(root: Element, context: PanelContext) {
    this.#root = root;
    this.#stream = new MarkdownStream(context.parser);
    this.#patch = new Patcher(context);
    this.#blocks = createBlockParts(root, this.#patch);
  }

  /** Only stores the text, because many long texts may be appended in one task. */
  append(text: string): void {
    this.#add(this.#normalizer.take(text));
  }

  /** Must be called after the last `append`. */
  finish(): void {
    this.#add(this.#normalizer.finish());
    this.#isFinished = true;
  }

  #add(normalized: string): void {
    this.#text += normalized;
    this.#waiting += normalized;
  }

  /**
   * Runs the next step. Returns false if there was no step to run. Even then, the last line may be missing until
   * `finish` is called, because later text decides how the line is shown.
   */
  next(): boolean {
    if (this.#hasFailed) return this.#showPlain();
    try {
      return this.#showFormatted() || this.#showPlain();
    } catch (error) {
      console.error(error);
      this.#hasFailed = true;
      this.#plainParts = undefined;
      this.#waiting = this.#text;
      replaceAllChildren(this.#root, []);
      return true;
    }
  }

  #showFormatted(): boolean {
    if (this.#waiting !== '' && !this.#formatting.isReached) {
      this.#showPiece();
      return true;
    }
    if (!this.#isFinished && !this.#formatting.isReached) return false;
    this.#lastSteps ??= this.#finishStream();
    return this.#lastSteps.next().done !== true;
  }

  #showPiece(): void {
    const piece = this.#takeWaiting();
    const length = this.#formatting.take(piece);
    this.#waiting = piece.slice(length) + this.#waiting;
    this.#stream.append(piece.slice(0, length));
    // Skip the update after the last text, because the update from `#stream.finish` shows that text.
    const isLast = this.#formatting.isReached || (this.#isFinished && this.#waiting === '');
    if (!isLast) this.#show(this.#stream.update());
  }

  /** Removes the text of one step from the waiting text, and returns it. */
  #takeWaiting(): string {
    const piece = this.#waiting.slice(0, stepLength);
    this.#waiting = this.#waiting.slice(stepLength);
    return piece;
  }

  *#finishStream(): Generator<void> {
    this.#show(this.#stream.finish());
    yield;
    yield* reviseBlocks(this.#stream, this.#blocks, this.#patch);
  }

  #show(update: MarkdownUpdate): void {
    if (update.kind === 'plain') this.#patch.plain(this.#root, update.text);
    else this.#blocks.replace(update.start, update.nodes);
  }

  #showPlain(): boolean {
    if (this.#waiting === '') return false;
    const note = this.#hasFailed
      ? l10n.t('This text couldn’t be formatted.')
      : l10n.t('The rest of this reply isn’t formatted, because the reply is too large.');
    this.#plainParts ??= createPlainParts(this.#root, note);
    this.#plainParts.append(this.#takeWaiting());
    return true;
  }
}
