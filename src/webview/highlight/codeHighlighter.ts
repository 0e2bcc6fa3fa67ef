import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import type { LineTokenizer, TokenEngine } from './tokenEngine.ts';

/** A block of code with lines that are not highlighted yet. */
export interface HighlightTarget {
  readonly element: HTMLElement;
  readonly language: string;
  /** Highlights the next finished line; false when there is none for now. */
  readonly highlightLine: (tokenize: LineTokenizer) => boolean;
}

const plainLine: LineTokenizer = (line) => [{ text: line, className: undefined }];

/** Colours code in idle time, and only blocks near the screen. Loads the token engine when the first of them needs it. */
export class CodeHighlighter {
  #engine: Promise<TokenEngine> | undefined;
  #theme: readonly TokenRule[] | undefined;
  #isScheduled = false;
  readonly #seen = new WeakSet<HTMLElement>();
  readonly #targets = new WeakMap<Element, HighlightTarget>();
  readonly #tokenizers = new WeakMap<HighlightTarget, LineTokenizer | 'loading'>();
  readonly #queue = new Set<HighlightTarget>();
  readonly #visibility = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.#handleVisible(target);
    },
    // The root's own margin does not apply: the conversation scrolls in a box inside it.
    { scrollMargin: '600px' },
  );

  /** Requests the colouring of a block's finished lines; may be called at any time, any number of times. */
  request(target: HighlightTarget): void {
    if (this.#seen.has(target.element)) {
      this.#enqueue(target);
    } else {
      this.#targets.set(target.element, target);
      this.#visibility.observe(target.element);
    }
  }

  /** Colours all code by this theme, highlighted code included. */
  setTheme(rules: readonly TokenRule[] | undefined): void {
    this.#theme = rules;
    // The block that needed the engine has reported it if it could not be loaded.
    this.#engine?.then((loaded) => loaded.setTheme(rules)).catch(() => undefined);
  }

  #handleVisible(element: Element): void {
    const target = this.#targets.get(element);
    if (target === undefined) return;
    this.#visibility.unobserve(element);
    this.#seen.add(target.element);
    this.#enqueue(target);
  }

  #enqueue(target: HighlightTarget): void {
    const tokenizer = this.#tokenizers.get(target);
    if (tokenizer === undefined) {
      this.#tokenizers.set(target, target.language === '' ? plainLine : 'loading');
      if (target.language === '') this.#enqueue(target);
      else void this.#load(target);
    } else if (typeof tokenizer === 'function') {
      this.#queue.add(target);
      this.#schedule();
    }
  }

  async #load(target: HighlightTarget): Promise<void> {
    try {
      this.#engine ??= this.#startEngine();
      const tokenizer = await (await this.#engine).loadTokenizer(target.language);
      this.#tokenizers.set(target, tokenizer ?? plainLine);
    } catch (error) {
      // Code without colours is still readable.
      console.warn('Cannot highlight', target.language, error);
      this.#tokenizers.set(target, plainLine);
    }
    this.#enqueue(target);
  }

  async #startEngine(): Promise<TokenEngine> {
    const { createTokenEngine } = await import('./tokenEngine.ts');
    const engine = await createTokenEngine();
    engine.setTheme(this.#theme);
    return engine;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.size === 0) return;
    this.#isScheduled = true;
    requestIdleCallback((deadline) => this.#work(deadline), { timeout: 100 });
  }

  #work(deadline: IdleDeadline): void {
    this.#isScheduled = false;
    const started = performance.now();
    // While the page is busy, idle time is 0: work for 4 ms all the same.
    const hasTime = (): boolean => deadline.timeRemaining() > 2 || performance.now() - started < 4;
    for (const target of this.#queue) {
      const tokenizer = this.#tokenizers.get(target);
      while (hasTime()) {
        if (typeof tokenizer === 'function' && target.highlightLine(tokenizer)) continue;
        this.#queue.delete(target);
        break;
      }
      if (!hasTime()) break;
    }
    this.#schedule();
  }
}
