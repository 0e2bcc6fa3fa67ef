import * as l10n from '@vscode/l10n';
import { element, replaceAllChildren } from '../dom.ts';
import { createBlockParts } from './blockParts.ts';
import type { PanelContext } from '../panelContext.ts';
import { MarkdownStream, type MarkdownUpdate } from './markdownStream.ts';
import { Patcher } from './patcher.ts';
import { reviseBlocks } from './reviseBlocks.ts';

/**
 * Shows markdown in the DOM while the markdown is received. If an error occurs in the parser or while nodes are created,
 * shows the whole text as plain text, so that the text is readable and other messages are not affected.
 */
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
  let text = '';
  /** The node with the whole text, after an error. */
  let plain: Text | undefined;
  let isScheduled = false;
  let isFinished = false;

  function attempt(step: () => void): void {
    if (plain !== undefined) return;
    try {
      step();
    } catch (error) {
      console.error(error);
      plain = document.createTextNode(text);
      replaceAllChildren(root, [
        element('p', { class: 'not-formatted' }, l10n.t('This text could not be formatted.')),
        element('div', { class: 'part plain-text', dir: 'auto' }, plain),
      ]);
    }
  }

  function show(update: MarkdownUpdate): void {
    if (update.kind === 'plain') patch.plain(root, update.text);
    else blocks.replace(update.start, update.nodes);
  }

  function showAll(): void {
    show(stream.finish());
    Array.from(reviseBlocks(stream, blocks, patch));
  }

  function schedule(): void {
    if (isScheduled || isFinished) return;
    isScheduled = true;
    requestAnimationFrame(render);
  }

  function render(): void {
    isScheduled = false;
    if (!isFinished) attempt(() => show(stream.update()));
  }

  return {
    element: root,
    append: (added) => {
      text += added;
      plain?.appendData(added);
      attempt(() => stream.append(added));
      schedule();
    },
    finish: () => {
      if (isFinished) return;
      isFinished = true;
      attempt(showAll);
    },
  };
}
