import type { CodeSpan } from './grammarWorker.ts';
import type { BlockTokenizer } from './tokenEngine.ts';

/** A code block to highlight. */
export interface HighlightTarget {
  readonly element: HTMLElement;
  readonly language: string;
  readonly source: () => CodeSource;
  /** Highlights the next line, which ends before the offset `lineEnd` of the text. A line feed belongs to its line. */
  readonly showLine: (spans: readonly CodeSpan[], lineEnd: number) => void;
}

/** The code of a block. */
export interface CodeSource {
  readonly text: string;
  /** True if the last line may still grow. */
  readonly isOpen: boolean;
  /** Changes if `text` does not extend the previous text. All lines must then be shown again. */
  readonly version: number;
}

/** The progress of a block's highlighting. */
export class HighlightJob {
  readonly target: HighlightTarget;
  /** True if the lines that are not in `lines` stay without colours. */
  isPlain: boolean;
  /** The version of the code that is tokenized. */
  version = 0;
  tokenizer: BlockTokenizer | undefined;
  /** The offset in the code at which the next line to tokenize starts. */
  end = 0;
  /** Tokenized lines. The lines before `shown` are already shown. */
  lines: { readonly spans: readonly CodeSpan[]; readonly lineEnd: number }[] = [];
  #shown = 0;

  constructor(target: HighlightTarget) {
    this.target = target;
    this.isPlain = target.language === '';
  }

  /** Discards all lines, to tokenize a version of the code from the start. */
  restart(version: number, tokenizer: BlockTokenizer | undefined): void {
    this.tokenizer?.release();
    this.tokenizer = tokenizer;
    this.version = version;
    this.end = 0;
    this.#clear();
  }

  /** Shows the next tokenized line. Returns false if no line is ready. */
  showLine(): boolean {
    // Lines of an earlier version do not fit the code.
    if (this.target.source().version !== this.version) this.#clear();
    const line = this.lines[this.#shown];
    if (line === undefined) {
      this.#clear();
      return false;
    }
    this.#shown += 1;
    this.target.showLine(line.spans, line.lineEnd);
    return true;
  }

  #clear(): void {
    this.lines = [];
    this.#shown = 0;
  }
}
