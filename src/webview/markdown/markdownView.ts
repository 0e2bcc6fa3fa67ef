import * as l10n from '@vscode/l10n';
import { element, replaceAllChildren } from '../dom.ts';
import { createBlockParts } from './blockParts.ts';
import type { PanelContext } from '../panelContext.ts';
import { FormattingLimit } from './formattingLimit.ts';
import { layOutGradually } from './gradualLayout.ts';
import { MarkdownStream, stepLength, type MarkdownUpdate } from './markdownStream.ts';
import { Patcher } from './patcher.ts';
import { createPlainParts, type PlainParts } from './plainParts.ts';
import { reviseBlocks } from './reviseBlocks.ts';

/**
 * Shows markdown in the DOM while the markdown is received. If an error occurs in the parser or while nodes are created,
 * shows the whole text as plain text, so that the text is readable and other messages are not affected.
 */
export interface MarkdownView {
  readonly element: HTMLElement;
  /** Adds text and schedules an update of the DOM for the next animation frame. */
  readonly append: (text: string) => void;
  /**
   * Shows all appended text as complete markdown. A text that takes long to show is shown in the next animation frames.
   * Text appended later is not shown.
   */
  readonly finish: () => void;
}

/** Time in milliseconds for steps in each animation frame, and for the first steps of a finished text. */
const timeInFrame = 12;
const timeOfFinish = 50;

export function createMarkdownView(context: PanelContext): MarkdownView {
  const root = element('div', { class: 'markdown' });
  const stream = new MarkdownStream(context.parser);
  const patch = new Patcher(context);
  const blocks = createBlockParts(root, patch);
  const formatting = new FormattingLimit();
  let text = '';
  /** Text that is not shown yet: `waiting` is formatted, `waitingRest` is not. */
  let waiting = '';
  let waitingRest = '';
  let isFinished = false;
  let isScheduled = false;
  let isShown = false;
  let hasFailed = false;
  /** The steps after the last text to format was appended. */
  let lastSteps: Iterator<void> | undefined;
  let rest: PlainParts | undefined;

  function show(update: MarkdownUpdate): void {
    if (update.kind === 'plain') patch.plain(root, update.text);
    else blocks.replace(update.start, update.nodes);
  }

  /** True if no more text to format will be appended. */
  function isComplete(): boolean {
    return isFinished || formatting.isReached;
  }

  function* finishStream(): Generator<void> {
    show(stream.finish());
    yield;
    yield* reviseBlocks(stream, blocks, patch);
  }

  /** Shows the next part of the text. Returns false if there is nothing to show. */
  function showNext(): boolean {
    if (waiting !== '') {
      const isLast = waiting.length <= stepLength && isComplete();
      stream.append(waiting.slice(0, stepLength));
      waiting = waiting.slice(stepLength);
      if (!isLast) show(stream.update());
      return true;
    }
    if (!isComplete()) return false;
    lastSteps ??= finishStream();
    return lastSteps.next().done !== true || showNextOfRest();
  }

  function showNextOfRest(): boolean {
    if (waitingRest === '') return false;
    rest ??= createPlainParts(
      root,
      hasFailed
        ? l10n.t('This text could not be formatted.')
        : l10n.t('The rest of this reply is not formatted, because the reply is too large.'),
    );
    rest.append(waitingRest.slice(0, stepLength));
    waitingRest = waitingRest.slice(stepLength);
    return true;
  }

  /** Like `showNext`. After an error, removes everything shown, and shows the whole text as plain text. */
  function attemptNext(): boolean {
    if (hasFailed) return showNextOfRest();
    try {
      return showNext();
    } catch (error) {
      console.error(error);
      hasFailed = true;
      rest = undefined;
      waiting = '';
      waitingRest = text;
      replaceAllChildren(root, []);
      return true;
    }
  }

  /** Shows text for at most about `time` milliseconds. Schedules an animation frame if text remains. */
  function showFor(time: number): void {
    const end = performance.now() + time;
    while (attemptNext()) {
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
    append: (added) => {
      if (isFinished) return;
      text += added;
      const length = hasFailed ? 0 : formatting.take(added);
      waiting += added.slice(0, length);
      waitingRest += added.slice(length);
      schedule();
    },
    finish: () => {
      if (isFinished) return;
      isFinished = true;
      showFor(timeOfFinish);
    },
  };
}
