import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatTranscriptRecord, type TranscriptRecord } from '../../../src/chat/messages/transcript.ts';
import { mixedMarkdown } from './mixedMarkdown.ts';
import type { PanelWindow } from './panelWindow.ts';

export interface LongSession {
  /** Milliseconds from the arrival of the message that loads the session until the session is painted. */
  readonly openedAfter: number;
  /** Milliseconds between frames while scrolling from the end to the start. */
  readonly frameTimes: readonly number[];
  /** Number of frames during scrolling in which rendered messages did not fill the view. */
  readonly blankFrames: number;
}

/** Reloads the window with a session of `messageCount` messages, and scrolls through the session. */
export async function openLongSession(
  { workbench, dataFolder }: PanelWindow,
  messageCount: number,
): Promise<LongSession> {
  await writeSession(dataFolder, messageCount);
  await workbench.context.addInitScript(timeLoading);
  await workbench.reload();
  await workbench.openPanel();
  const frame = await workbench.panelFrame();
  await frame.waitForFunction(() => 'openedAfter' in window);
  const openedAfter = await frame.evaluate(() => (window as unknown as { readonly openedAfter: number }).openedAfter);
  if ((await frame.getByRole('article').count()) !== messageCount)
    throw new Error('The panel does not show all messages.');
  return { openedAfter, ...(await frame.evaluate(scrollToTop)) };
}

/** Overwrites a stored session with a session of `messageCount` messages. */
async function writeSession(dataFolder: string, messageCount: number): Promise<void> {
  const files = await readdir(dataFolder, { recursive: true, withFileTypes: true });
  const file = files.findLast(({ name, parentPath }) => basename(parentPath) === 'sessions' && name.endsWith('.jsonl'));
  if (file === undefined) throw new Error('There is no stored session.');
  const reply = mixedMarkdown(600);
  const records = Array.from({ length: messageCount / 2 }, (_, index): readonly TranscriptRecord[] => {
    const [questionId, replyId, at] = [`question-${index}`, `reply-${index}`, Date.now() - 1_000_000 + index * 1000];
    const length = 200 + ((index * 397) % (reply.length - 200));
    const tokens = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 100 };
    return [
      {
        type: 'question',
        id: questionId,
        at,
        text: `Question ${index}`,
        attachments: [],
        content: `Question ${index}`,
      },
      { type: 'reply', id: replyId, questionId, at },
      { type: 'text', replyId, text: reply.slice(0, length) },
      { type: 'end', replyId, end: 'complete', charged: 'yes', finishReason: 'stop', usage: undefined },
      {
        type: 'booked',
        replyId,
        cost: { low: 1000, high: 1000, isReported: true, ...tokens },
        history: { least: index * 110, most: index * 110 },
      },
    ];
  });
  await writeFile(join(file.parentPath, file.name), records.flat().map(formatTranscriptRecord).join(''));
}

/**
 * Runs in every page before the page's own scripts. Measures the time from the start of the panel's listener for the
 * message `didLoadSession` until the next frame is painted.
 * Wraps `addEventListener` to time the panel's own listener. A listener that this script adds would be lost, because VS
 * Code loads the panel with `document.open()`, which removes earlier listeners.
 */
function timeLoading(): void {
  const add = window.addEventListener.bind(window);
  window.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (type !== 'message' || typeof listener !== 'function') {
      add(type, listener, options);
      return;
    }
    add(
      type,
      (event) => {
        const started = performance.now();
        listener(event);
        if ((event.data as { readonly type?: unknown } | null)?.type !== 'didLoadSession') return;
        requestAnimationFrame(() => {
          const painted = new MessageChannel();
          painted.port1.onmessage = () => Object.assign(window, { openedAfter: performance.now() - started });
          painted.port2.postMessage('');
        });
      },
      options,
    );
  };
}

/** Scrolls up to the start of the session, by one height of the view in each frame. Runs in the panel. */
async function scrollToTop(): Promise<Pick<LongSession, 'frameTimes' | 'blankFrames'>> {
  const log = document.querySelector('[role=log]');
  if (log === null) throw new Error('There is no conversation.');
  const frameTimes: number[] = [];
  let blankFrames = 0;
  let last = performance.now();
  const nextFrame = async () => new Promise((resolve) => requestAnimationFrame(resolve));
  const painted = async () =>
    new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      channel.port2.postMessage('');
    });
  while (log.scrollTop > 0) {
    await nextFrame();
    log.scrollTop -= log.clientHeight;
    await painted();
    const now = performance.now();
    frameTimes.push(now - last);
    last = now;
    if (!isFilled(log)) blankFrames += 1;
  }
  return { frameTimes, blankFrames };

  /** Returns true if rendered messages cover the view. Ignores gaps below 60 px, because messages have margins. */
  function isFilled(view: Element): boolean {
    const { top, bottom } = view.getBoundingClientRect();
    let filledTo = top;
    for (const article of document.querySelectorAll('[role=article]')) {
      const box = article.getBoundingClientRect();
      if (box.bottom <= top || box.top >= bottom) continue;
      if (box.top - filledTo > 60 || !article.checkVisibility({ contentVisibilityAuto: true })) return false;
      filledTo = box.bottom;
    }
    return bottom - filledTo < 60;
  }
}
