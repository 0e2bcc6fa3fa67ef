import { element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { layOutGradually } from './gradualLayout.ts';
import { MarkdownSteps } from './markdownSteps.ts';

/** Shows markdown in the DOM while the markdown is received. */
export interface MarkdownView {
  readonly element: HTMLElement;
  /** Adds text and schedules an update of the DOM for the next animation frame. */
  readonly append: (text: string) => void;
  /**
   * Shows all appended text as complete markdown. If this takes long, the rest of the text is shown in the next
   * animation frames. Text that is appended after `finish` is ignored.
   */
  readonly finish: () => void;
}

/** Time in milliseconds for the steps in each animation frame. */
const timeInFrame = 12;
/** Time in milliseconds for the steps that `finish` runs before it returns. */
const timeOfFinish = 50;

export function createMarkdownView(context: PanelContext): MarkdownView {
  const root = element('div', { class: 'markdown' });
  const steps = new MarkdownSteps(root, context);
  let isScheduled = false;
  let isFinished = false;
  let isShown = false;

  /** Runs steps for at most about `time` milliseconds. Schedules an animation frame if steps may remain. */
  function showFor(time: number): void {
    const end = performance.now() + time;
    while (steps.next()) {
      if (performance.now() < end) continue;
      schedule();
      return;
    }
    if (!isFinished || isShown) return;
    isShown = true;
    if (root.classList.contains('growing')) layOutGradually(root);
  }

  function schedule(): void {
    if (isScheduled || isShown) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      if (isShown) return;
      root.classList.add('growing');
      showFor(timeInFrame);
    });
  }

  return {
    element: root,
    append: (text) => {
      if (isFinished) return;
      steps.append(text);
      schedule();
    },
    finish: () => {
      if (isFinished) return;
      isFinished = true;
      steps.finish();
      showFor(timeOfFinish);
    },
  };
}
