import { element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { MarkdownStream, type MarkdownUpdate } from './markdownStream.ts';
import { patcher } from './patch.ts';

/** A reply's text on the page. */
export interface MarkdownView {
  readonly element: HTMLElement;
  /** Shows more text with the next frame, or later when the unfinished part has become slow to show. */
  readonly append: (text: string) => void;
  /** Shows everything now: no more text comes. */
  readonly finish: () => void;
  /** Called after the page changed. */
  onDidRender: () => void;
}

/** Rendering may take at most one part in this many of the time. */
const shareOfTime = 5;

export function markdownView(context: PanelContext): MarkdownView {
  const root = element('div', { class: 'markdown' });
  const stream = new MarkdownStream(context.parser, context.strings);
  const patch = patcher(context);
  let isScheduled = false;
  let isFinished = false;
  let notBefore = 0;

  function show(update: MarkdownUpdate): void {
    patch.children(root, update.start, update.nodes);
    for (const [index, node] of update.revised) patch.child(root, index, node);
    view.onDidRender();
  }

  function schedule(): void {
    if (isScheduled || isFinished) return;
    isScheduled = true;
    const wait = notBefore - performance.now();
    if (wait > 0) setTimeout(() => requestAnimationFrame(render), wait);
    else requestAnimationFrame(render);
  }

  function render(): void {
    isScheduled = false;
    if (isFinished) return;
    const started = performance.now();
    show(stream.update());
    const ended = performance.now();
    const took = ended - started;
    // A first slow frame is nothing; a slow tail is one block that is longer than any person reads.
    notBefore = took > 8 ? ended + took * (shareOfTime - 1) : 0;
  }

  const view: MarkdownView = {
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
    onDidRender: () => undefined,
  };
  return view;
}
