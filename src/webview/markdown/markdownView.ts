import { element } from '../dom.ts';
import { createBlockParts } from './blockParts.ts';
import type { PanelContext } from '../panelContext.ts';
import { MarkdownStream, type MarkdownUpdate } from './markdownStream.ts';
import { Patcher } from './patcher.ts';

/** Shows markdown in the DOM while the markdown is received. */
export interface MarkdownView {
  readonly element: HTMLElement;
  /** Adds text and schedules an update of the DOM for the next animation frame. */
  readonly append: (text: string) => void;
  /** Shows all appended text immediately as complete markdown. Text appended later is not shown. */
  readonly finish: () => void;
}

export function createMarkdownView(context: PanelContext): MarkdownView {
  const root = element('div', { class: 'markdown' });
  const stream = new MarkdownStream(context.parser);
  const patch = new Patcher(context);
  const blocks = createBlockParts(root, patch);
  let isScheduled = false;
  let isFinished = false;

  function show(update: MarkdownUpdate): void {
    if (update.kind === 'plain') {
      patch.plain(root, update.text);
      return;
    }
    blocks.replace(update.start, update.nodes);
    for (const [index, node] of update.revised) blocks.revise(index, node);
  }

  function schedule(): void {
    if (isScheduled || isFinished) return;
    isScheduled = true;
    requestAnimationFrame(render);
  }

  function render(): void {
    isScheduled = false;
    if (!isFinished) show(stream.update());
  }

  return {
    element: root,
    append: (text) => {
      stream.append(text);
      schedule();
    },
    finish: () => {
      if (isFinished) return;
      isFinished = true;
      show(stream.finish());
    },
  };
}
