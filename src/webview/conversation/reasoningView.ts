import * as l10n from '@vscode/l10n';
import { element, icon } from '../dom.ts';
import { createMarkdownView, type MarkdownView } from '../markdown/markdownView.ts';
import type { PanelContext } from '../panelContext.ts';

/** The model's reasoning, collapsed at first. Rendered only after the user has opened it or `render` was called. */
export interface ReasoningView {
  readonly element: HTMLElement;
  readonly append: (text: string) => void;
  /** Must be called after the last `append`. A later `append`, for a continuation, renders the whole text again. */
  readonly finish: () => void;
  /** Renders the text, if there is any, even while the reasoning is collapsed. */
  readonly render: () => void;
}

export function createReasoningView(context: PanelContext): ReasoningView {
  let text = '';
  let unrendered = '';
  let isFinished = false;
  let markdown: MarkdownView | undefined;
  const summary = element('summary', {}, icon('chevron-right'), l10n.t('Reasoning'));
  const details = element('details', { class: 'reasoning', hidden: true }, summary);
  details.addEventListener('toggle', show);

  function show(): void {
    if (details.open || markdown !== undefined) render();
  }

  function render(): void {
    if (details.hidden) return;
    if (markdown === undefined) {
      markdown = createMarkdownView(context);
      details.append(markdown.element);
    }
    if (unrendered !== '') markdown.append(unrendered);
    unrendered = '';
    if (isFinished) markdown.finish();
  }

  function reopen(): void {
    isFinished = false;
    if (markdown === undefined) return;
    markdown.element.remove();
    markdown = undefined;
    unrendered = text;
    render();
  }

  return {
    element: details,
    append: (added) => {
      text += added;
      unrendered += added;
      if (isFinished) reopen();
      details.hidden = false;
      show();
    },
    finish: () => {
      isFinished = true;
      show();
    },
    render,
  };
}
