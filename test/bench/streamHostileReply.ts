import type { PanelHarness } from '../ui/panelHarness.ts';
import { question, reply, replyChange, session } from '../ui/panelMessages.ts';
import { holdUpOf, usePanel } from './panelHoldUp.ts';

/** The panel's times for a reply that was streamed into it, in milliseconds. */
export interface HostileReplyTimes {
  /** The panel's longest hold-up (see `holdUpOf`). */
  readonly holdUp: number;
  /** Elapsed time from the last piece until the whole reply was laid out, and the panel had no changes or long tasks. */
  readonly settleTime: number;
}

/** Opens a panel, streams the text into it in `pieceCount` pieces at intervals of 10 ms, and measures the times. */
export async function streamHostileReply(
  harness: PanelHarness,
  text: string,
  pieceCount: number,
): Promise<HostileReplyTimes> {
  return usePanel(harness, async (panel) => {
    await panel.send(session({ messages: [question(), reply({ state: 'streaming' })] }));
    // Pass the text to the page before the measurement, because receiving a long text takes time.
    await panel.page.evaluate((hostileReply) => Object.assign(window, { hostileReply }), text);
    let settleTime = Infinity;
    const holdUp = await holdUpOf(panel, async () => {
      settleTime = await panel.page.evaluate(stream, { pieceCount, complete: replyChange({ state: 'complete' }) });
    });
    return { holdUp, settleTime };
  });
}

/** Runs in the page. Streams `window.hostileReply`, and resolves with `settleTime` (see HostileReplyTimes). */
async function stream({
  pieceCount,
  complete,
}: {
  readonly pieceCount: number;
  readonly complete: unknown;
}): Promise<number> {
  /** The panel counts as settled after this time without changes and without long tasks, in milliseconds. */
  const quietTime = 500;
  const { hostileReply: text } = window as unknown as { readonly hostileReply: string };
  let busyUntil = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) busyUntil = Math.max(busyUntil, startTime + duration);
  });
  tasks.observe({ type: 'longtask' });
  const changes = new MutationObserver(() => (busyUntil = performance.now()));
  changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  const wait = async (milliseconds: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

  const size = Math.ceil(text.length / pieceCount);
  for (let start = 0; start < text.length; start += size) {
    const piece = text.slice(start, start + size);
    window.postMessage({ type: 'didAppendText', responseId: 'r1', part: 'text', text: piece });
    await wait(10);
  }
  window.postMessage(complete);
  const end = performance.now();
  busyUntil = Math.max(busyUntil, end);
  const isSettled = (): boolean =>
    performance.now() - busyUntil >= quietTime && document.querySelector('.markdown.growing') === null;
  while (!isSettled() && performance.now() - end < 90_000) await wait(50);
  tasks.disconnect();
  changes.disconnect();
  return busyUntil - end;
}
