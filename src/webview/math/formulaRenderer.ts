import { element } from '../dom.ts';
import type { renderFormula } from './renderFormula.ts';

/** A formula in the DOM. The element shows the source until the formula is rendered, or forever if rendering fails. */
interface FormulaTarget {
  readonly element: HTMLElement;
  readonly source: string;
  readonly isDisplay: boolean;
}

/**
 * Renders each formula when the formula becomes visible. A formula that leaves the view before it is rendered waits
 * until it is visible again. If rendering has taken more than 4 ms in an animation frame,
 * the remaining formulas wait for the next frame.
 */
export interface FormulaRenderer {
  readonly request: (target: FormulaTarget) => void;
}

/** Creates a renderer that loads KaTeX when the first formula becomes visible. */
export function createFormulaRenderer(): FormulaRenderer {
  let loading: Promise<void> | undefined;
  let render: typeof renderFormula | undefined;
  let isScheduled = false;
  const targets = new WeakMap<Element, FormulaTarget>();
  const queue = new Set<FormulaTarget>();

  const visibility = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const formula = targets.get(target);
        if (formula === undefined) continue;
        if (isIntersecting) queue.add(formula);
        else queue.delete(formula);
      }
      if (queue.size > 0) loading ??= start();
      schedule();
    },
    // `rootMargin` would not enlarge the visible area of the conversation, which scrolls in a nested element.
    { scrollMargin: '600px' },
  );

  async function start(): Promise<void> {
    try {
      render = await loadKatex();
      schedule();
    } catch (error) {
      // A load failure is not fatal, because the elements still show the source.
      console.warn('Cannot render formulas', error);
    }
  }

  function schedule(): void {
    if (isScheduled || render === undefined || queue.size === 0) return;
    isScheduled = true;
    requestAnimationFrame(work);
  }

  function work(): void {
    isScheduled = false;
    const started = performance.now();
    for (const target of queue) {
      queue.delete(target);
      visibility.unobserve(target.element);
      const node = render?.(target.source, target.isDisplay);
      if (node !== undefined) target.element.replaceChildren(node);
      if (performance.now() - started > 4) break;
    }
    schedule();
  }

  return {
    request: (target) => {
      targets.set(target.element, target);
      visibility.observe(target.element);
    },
  };
}

/** Loads KaTeX and its style sheet from the folder of the panel's script. */
async function loadKatex(): Promise<typeof renderFormula> {
  const sheet = element('link', { rel: 'stylesheet', href: new URL('./katex.css', import.meta.url).href });
  const isStyled = new Promise((resolve, reject) => {
    sheet.addEventListener('load', resolve);
    sheet.addEventListener('error', reject);
  });
  document.head.append(sheet);
  const [module] = await Promise.all([import('./renderFormula.ts'), isStyled]);
  return module.renderFormula;
}
