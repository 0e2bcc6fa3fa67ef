import type { Browser } from 'playwright-core';
import type { PanelHarness } from './panelHarness.ts';
import { question, reply, replyChange, session } from './panelMessages.ts';

/** Number of pieces in which a reply is streamed. */
const pieceCount = 200;

/** The panel's times for a reply that was streamed into it, in milliseconds. */
export interface HostileReplyTimes {
  /**
   * CPU time of the main thread's longest task. The panel can answer input only between tasks. Unlike the elapsed time,
   * the CPU time hardly depends on other programs.
   */
  readonly holdUp: number;
  /** Elapsed time from the last piece until the panel no longer changed and had no long tasks. */
  readonly settleTime: number;
}

/** Opens a panel, streams the text into it in pieces at intervals of 10 ms, and measures the times. */
export async function streamHostileReply(harness: PanelHarness, text: string): Promise<HostileReplyTimes> {
  const panel = await harness.open({ width: 400, height: 800 });
  try {
    const browser = panel.page.context().browser();
    if (browser === null) throw new Error('The page has no browser.');
    await panel.send(session({ messages: [question(), reply({ state: 'streaming' })] }));
    // Pass the text to the page before the measurement, because receiving a long text takes time.
    await panel.page.evaluate((hostileReply) => Object.assign(window, { hostileReply }), text);
    let settleTime = Infinity;
    const holdUp = await longestTask(browser, async () => {
      settleTime = await panel.page.evaluate(stream, { pieceCount, complete: replyChange({ state: 'complete' }) });
    });
    return { holdUp, settleTime };
  } finally {
    panel.isolateTab();
    await panel.close();
  }
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Calls `run`. Resolves with the longest CPU time, in milliseconds, that a task of a page's main thread has taken. */
async function longestTask(browser: Browser, run: () => Promise<void>): Promise<number> {
  await browser.startTracing(undefined, { categories: ['toplevel', '__metadata'] });
  await run();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const threads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = trace.traceEvents.filter((event) => event.name.endsWith('RunTask') && threads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no tasks.');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000;
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
  while (performance.now() - busyUntil < quietTime && performance.now() - end < 90_000) await wait(50);
  tasks.disconnect();
  changes.disconnect();
  return busyUntil - end;
}
