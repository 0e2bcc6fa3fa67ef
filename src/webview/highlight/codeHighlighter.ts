import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import type { LineTokenizer, TokenEngine } from './tokenEngine.ts';

/** A code block to highlight. */
export interface HighlightTarget {
  readonly element: HTMLElement;
  readonly language: string;
  /** Highlights the next complete line. Returns false if no complete line is left to highlight. */
  readonly highlightLine: (tokenize: LineTokenizer) => boolean;
}

const plainLine: LineTokenizer = (line) => [{ text: line, className: undefined }];

/**
 * Highlights code blocks near the viewport, in idle time if possible.
 * Loads the token engine when the first block that names a language comes near the viewport.
 */
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
    // `rootMargin` would not enlarge the visible area of the conversation, which scrolls in a nested element.
    { scrollMargin: '600px' },
  );

  /** Requests highlighting of a block's complete lines. Call `request` again when more lines are complete. */
  request(target: HighlightTarget): void {
    if (this.#seen.has(target.element)) {
      this.#enqueue(target);
    } else {
      this.#targets.set(target.element, target);
      this.#visibility.observe(target.element);
    }
  }

  /** Sets the theme for all code, including code that is already highlighted. */
  setTheme(rules: readonly TokenRule[] | undefined): void {
    this.#theme = rules;
    // A load failure is already reported in #load.
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
      // A load failure is not fatal, because the code stays readable without colours.
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
    // On a busy page, the idle callback runs after its timeout with no idle time left. Therefore always allow 4 ms.
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
