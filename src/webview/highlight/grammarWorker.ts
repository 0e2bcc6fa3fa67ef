import type { LanguageRegistration } from '@shikijs/primitive';
import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import type { GrammarName } from './languages.ts';
import type { TokenClasses } from './tokenClasses.ts';
import type { WatchedWorker } from './watchedWorker.ts';
import type { TokenizedLine } from './workerProtocol.ts';

/** A run of characters with the same class. */
export interface CodeSpan {
  /** In UTF-16 code units. */
  readonly length: number;
  readonly className: string | undefined;
}

/** Receives the spans of a line, and the offset in the code at which the next line starts. */
export type LineHandler = (spans: readonly CodeSpan[], lineEnd: number) => void;

/** The time to load a grammar, in milliseconds. Long, because the text of the reply does not affect it. */
const loadTime = 10_000;

/**
 * The time for a line, in milliseconds. The first lines of C++ take half a second on an idle computer, because the
 * worker then compiles patterns of the grammar.
 */
const lineTime = 2_000;

/** The time for all lines of a block, in milliseconds. Even a block of 10,000 ordinary lines takes less. */
const blockTime = 10_000;

/** The progress of a code block's tokenization. */
export class Block {
  readonly name: GrammarName;
  readonly registrations: readonly LanguageRegistration[];
  /** The offset in the code at which the next line to tokenize starts. */
  end = 0;
  /** The elapsed time of all requests for the block, in milliseconds. */
  time = 0;
  isTooSlow = false;
  /** The worker that has the state of the block at `end`, and the block's id in this worker. */
  state: { readonly worker: GrammarWorker; readonly id: number } | undefined;

  constructor(name: GrammarName, registrations: readonly LanguageRegistration[]) {
    this.name = name;
    this.registrations = registrations;
  }

  release(): void {
    this.state?.worker.forget(this.state.id);
    this.state = undefined;
  }
}

/** A worker and the grammars that it has loaded. */
export class GrammarWorker {
  readonly #worker: WatchedWorker;
  readonly #classes: TokenClasses;
  readonly #loaded = new Set<GrammarName>();
  readonly #registrations = new Set<LanguageRegistration>();
  #blocks = 0;

  constructor(worker: WatchedWorker, classes: TokenClasses, theme: readonly TokenRule[] | undefined) {
    this.#worker = worker;
    this.#classes = classes;
    worker.post({ type: 'theme', rules: theme, known: classes.scopes });
  }

  get isTerminated(): boolean {
    return this.#worker.isTerminated;
  }

  /** Requests the looks of all classes. The worker passes them to the function that WatchedWorker was created with. */
  setTheme(rules: readonly TokenRule[] | undefined): void {
    this.#worker.post({ type: 'theme', rules, known: [] });
  }

  forget(block: number): void {
    this.#worker.post({ type: 'forget', block });
  }

  /** Rejects with the errors of `WatchedWorker.request`. */
  async tokenize(block: Block, text: string, end: number, onLine: LineHandler): Promise<void> {
    await this.#load(block);
    let { state } = block;
    if (state?.worker !== this) {
      state = { worker: this, id: (this.#blocks += 1) };
      // Another worker had the state, or it was released. The lines before `block.end` are already known.
      if (block.end > 0)
        await this.#request(block.name, state.id, text.slice(0, block.end), blockTime, () => undefined);
      block.state = state;
    }
    const next = text.slice(block.end, end);
    block.time += await this.#request(block.name, state.id, next, blockTime - block.time, (line) => {
      const spans = this.#spans(line);
      block.end += spans.reduce((sum, { length }) => sum + length, 0);
      if (text[block.end] === '\n') block.end += 1;
      onLine(spans, block.end);
    });
  }

  async #load({ name, registrations }: Block): Promise<void> {
    if (this.#loaded.has(name)) return;
    const missing = registrations.filter((each) => !this.#registrations.has(each));
    const limits = { answer: loadTime, total: loadTime };
    await this.#worker.request({ type: 'load', name, registrations: missing }, limits, () => true);
    for (const each of missing) this.#registrations.add(each);
    this.#loaded.add(name);
  }

  async #request(
    name: GrammarName,
    block: number,
    text: string,
    total: number,
    handleLine: (line: TokenizedLine) => void,
  ): Promise<number> {
    const limits = { answer: lineTime, total };
    return this.#worker.request({ type: 'tokenize', block, name, text }, limits, (answer) => {
      if (answer.type !== 'tokenized') return false;
      this.#classes.add(answer.newStyles);
      for (const line of answer.lines) handleLine(line);
      return answer.isLast;
    });
  }

  #spans(line: TokenizedLine): readonly CodeSpan[] {
    const spans: CodeSpan[] = [];
    for (let index = 0; index < line.length; index += 2) {
      const length = line[index] ?? 0;
      const className = this.#classes.nameOf(line[index + 1] ?? 0);
      const previous = spans.at(-1);
      if (previous?.className === className && previous !== undefined)
        spans[spans.length - 1] = { length: previous.length + length, className };
      else spans.push({ length, className });
    }
    return spans;
  }
}
