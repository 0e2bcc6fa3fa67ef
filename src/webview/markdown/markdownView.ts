import { element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { layOutGradually } from './gradualLayout.ts';
import { MarkdownSteps } from './markdownSteps.ts';

/** Shows markdown in the DOM while the markdown is received. */
export interface MarkdownView {
  readonly element: HTMLElement;
  /** Adds text, and shows the text when the panel's `DrawingQueue` runs the next steps. */
  readonly append: (text: string) => void;
  /** Marks the markdown as complete. Text that is appended after `finish` is ignored. */
  readonly finish: () => void;
  /** Shows all appended text before the text of other messages. */
  readonly drawFirst: () => void;
}

export function createMarkdownView(context: PanelContext): MarkdownView {
  const root = element('div', { class: 'markdown' });
  const steps = new MarkdownSteps(root, context);
  let hasBegun = false;
  let isFinished = false;
  /** The steps after the last step of `steps`. */
  let layout: Iterator<void> | undefined;
  const drawing = { next, pause: markGrowing };
  const drawSoon = (): void => context.drawings.drawSoon(drawing);

  function next(): boolean {
    if (steps.next()) {
      hasBegun = true;
      return true;
    }
    if (!isFinished || (layout === undefined && !root.classList.contains('growing'))) return false;
    layout ??= layOutGradually(root);
    return layout.next().done !== true;
  }

  function markGrowing(): void {
    if (layout === undefined) root.classList.add('growing');
  }

  return {
    element: root,
    append: (text) => {
      if (isFinished) return;
      // Don't mark the markdown before the first steps, so that the browser knows the heights of the parts it skips.
      if (hasBegun) markGrowing();
      steps.append(text);
      drawSoon();
    },
    finish: () => {
      if (isFinished) return;
      isFinished = true;
      steps.finish();
      drawSoon();
    },
    drawFirst: drawSoon,
  };
}
