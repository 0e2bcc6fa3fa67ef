import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import type { LineTokenizer, TokenEngine } from './lineTokenizer.ts';

/** A block of code with lines that are not highlighted yet. */
export interface HighlightTarget {
  readonly element: HTMLElement;
  readonly language: string;
  /** Highlights the next finished line; false when there is none for now. */
  readonly highlightLine: (tokenize: LineTokenizer) => boolean;
}

/** Colours code when there is time for it, blocks on the screen only. */
export interface CodeHighlighter {
  /** Says that a block has finished lines; may be called at any time, any number of times. */
  readonly request: (target: HighlightTarget) => void;
  /** Colours code as this theme does, what is on the page already, too. */
  readonly setTheme: (rules: readonly TokenRule[] | undefined) => void;
}

const plainLine: LineTokenizer = (line) => [{ text: line, className: undefined }];

/** `loadEngine` is called when the first block with a language comes near the screen. */
export function codeHighlighter(loadEngine: () => Promise<TokenEngine>): CodeHighlighter {
  let engine: Promise<TokenEngine> | undefined;
  let theme: readonly TokenRule[] | undefined;
  let isScheduled = false;
  const seen = new WeakSet<HTMLElement>();
  const targets = new WeakMap<Element, HighlightTarget>();
  const tokenizers = new WeakMap<HighlightTarget, LineTokenizer | 'loading'>();
  const queue = new Set<HighlightTarget>();

  const visibility = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const highlightTarget = targets.get(target);
        if (!isIntersecting || highlightTarget === undefined) continue;
        visibility.unobserve(target);
        seen.add(highlightTarget.element);
        enqueue(highlightTarget);
      }
    },
    // The conversation scrolls in a box of its own, to which a margin of the root does not reach.
    { scrollMargin: '600px' },
  );

  function enqueue(target: HighlightTarget): void {
    const tokenizer = tokenizers.get(target);
    if (tokenizer === undefined) {
      tokenizers.set(target, target.language === '' ? plainLine : 'loading');
      if (target.language === '') enqueue(target);
      else void load(target);
    } else if (typeof tokenizer === 'function') {
      queue.add(target);
      schedule();
    }
  }

  async function startEngine(): Promise<TokenEngine> {
    const started = await loadEngine();
    started.setTheme(theme);
    return started;
  }

  async function load(target: HighlightTarget): Promise<void> {
    try {
      engine ??= startEngine();
      const tokenizer = await (await engine).loadTokenizer(target.language);
      tokenizers.set(target, tokenizer ?? plainLine);
    } catch (error) {
      // Code without colours is still readable.
      console.warn('Cannot highlight', target.language, error);
      tokenizers.set(target, plainLine);
    }
    enqueue(target);
  }

  function schedule(): void {
    if (isScheduled || queue.size === 0) return;
    isScheduled = true;
    requestIdleCallback(work, { timeout: 100 });
  }

  function work(deadline: IdleDeadline): void {
    isScheduled = false;
    const started = performance.now();
    // An idle slice may be of no length when the page is busy: then a little is done all the same.
    const hasTime = (): boolean => deadline.timeRemaining() > 2 || performance.now() - started < 4;
    for (const target of queue) {
      const tokenizer = tokenizers.get(target);
      while (hasTime()) {
        if (typeof tokenizer === 'function' && target.highlightLine(tokenizer)) continue;
        queue.delete(target);
        break;
      }
      if (!hasTime()) break;
    }
    schedule();
  }

  return {
    request: (target) => {
      if (seen.has(target.element)) {
        enqueue(target);
      } else {
        targets.set(target.element, target);
        visibility.observe(target.element);
      }
    },
    setTheme: (rules) => {
      theme = rules;
      // An engine that could not be loaded has been reported by the block that needed it.
      engine?.then((loaded) => loaded.setTheme(theme)).catch(() => undefined);
    },
  };
}
