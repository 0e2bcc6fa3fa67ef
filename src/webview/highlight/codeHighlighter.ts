import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { HighlightJob, type HighlightTarget } from './highlightJob.ts';
import type { BlockTokenizer, TokenEngine } from './tokenEngine.ts';

/** The maximum length of the text in one request to the token engine, in characters, except if a line is longer. */
const maxRequestLength = 20_000;

/**
 * Highlights code blocks near the viewport. A worker tokenizes their lines, and the lines are shown in idle time if
 * possible. Loads the token engine when the first block that names a language comes near the viewport.
 */
export class CodeHighlighter {
  #engine: Promise<TokenEngine> | undefined;
  #theme: readonly TokenRule[] | undefined;
  #isScheduled = false;
  #isTokenizing = false;
  readonly #seen = new WeakSet<HTMLElement>();
  readonly #targets = new WeakMap<Element, HighlightTarget>();
  readonly #jobs = new WeakMap<HighlightTarget, HighlightJob>();
  readonly #toTokenize = new Set<HighlightJob>();
  readonly #toShow = new Set<HighlightJob>();
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
    // A load failure is already reported in #tokenize.
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
    let job = this.#jobs.get(target);
    if (job === undefined) {
      job = new HighlightJob(target);
      this.#jobs.set(target, job);
    }
    if (job.isPlain) return;
    this.#toTokenize.add(job);
    void this.#tokenizeAll();
  }

  async #tokenizeAll(): Promise<void> {
    if (this.#isTokenizing) return;
    this.#isTokenizing = true;
    for (const job of this.#toTokenize) {
      this.#toTokenize.delete(job);
      try {
        await this.#tokenize(job);
      } catch (error) {
        // A failure is not fatal, because the code stays readable without colours.
        console.warn('Cannot highlight', job.target.language, error);
        job.isPlain = true;
      }
    }
    this.#isTokenizing = false;
  }

  /** Tokenizes the complete lines of a block. Sets `isPlain` if it is impossible. */
  async #tokenize(job: HighlightJob): Promise<void> {
    for (;;) {
      const { text, isOpen, version } = job.target.source();
      if (job.tokenizer === undefined || job.version !== version) {
        job.restart(version, await this.#loadTokenizer(job.target.language));
        if (job.tokenizer === undefined) job.isPlain = true;
      }
      const end = requestEnd(text, job.end, isOpen);
      if (job.tokenizer === undefined || end <= job.end) {
        if (!isOpen) job.tokenizer?.release();
        return;
      }
      const isTokenized = await job.tokenizer.tokenize(text, end, (spans, lineEnd) => {
        job.end = lineEnd;
        job.lines.push({ spans, lineEnd });
        this.#show(job);
      });
      if (!isTokenized) {
        job.isPlain = true;
        return;
      }
    }
  }

  async #loadTokenizer(language: string): Promise<BlockTokenizer | undefined> {
    this.#engine ??= this.#startEngine();
    return (await this.#engine).loadTokenizer(language);
  }

  async #startEngine(): Promise<TokenEngine> {
    const [{ createTokenEngine }, { createWorkerStarter }] = await Promise.all([
      import('./tokenEngine.ts'),
      import('./startHighlightWorker.ts'),
    ]);
    const engine = createTokenEngine(createWorkerStarter());
    engine.setTheme(this.#theme);
    return engine;
  }

  #show(job: HighlightJob): void {
    this.#toShow.add(job);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#toShow.size === 0) return;
    this.#isScheduled = true;
    requestIdleCallback((deadline) => this.#work(deadline), { timeout: 100 });
  }

  #work(deadline: IdleDeadline): void {
    this.#isScheduled = false;
    const started = performance.now();
    // On a busy page, the idle callback runs after its timeout with no idle time left. Therefore always allow 4 ms.
    const hasTime = (): boolean => deadline.timeRemaining() > 2 || performance.now() - started < 4;
    for (const job of this.#toShow) {
      while (hasTime()) {
        if (job.showLine()) continue;
        this.#toShow.delete(job);
        break;
      }
      if (!hasTime()) break;
    }
    this.#schedule();
  }
}

/**
 * Returns the end of the text to tokenize next: the last line end within `maxRequestLength`, or the end of the next
 * line. Returns `start` if no complete line is left.
 */
function requestEnd(text: string, start: number, isOpen: boolean): number {
  const limit = start + maxRequestLength;
  if (!isOpen && text.length <= limit) return text.length;
  const last = text.lastIndexOf('\n', limit - 1) + 1;
  if (last > start) return last;
  const next = text.indexOf('\n', start) + 1;
  if (next > 0) return next;
  return isOpen ? start : text.length;
}
