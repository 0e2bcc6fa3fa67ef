import type { Browser } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The event of microtasks that run outside a `RunTask` event, for example after a dynamic import. */
const microtasks = 'BlinkScheduler_PerformMicrotaskCheckpoint';

/**
 * Calls `run`. Resolves with the longest CPU time, in milliseconds, that a task of a page's main thread has taken. The
 * page can answer input only between tasks. Unlike the elapsed time, the CPU time hardly depends on other programs.
 */
export async function longestTask(browser: Browser, run: () => Promise<void>): Promise<number> {
  await browser.startTracing(undefined, { categories: ['toplevel', '__metadata'] });
  await run();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const threads = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = trace.traceEvents.filter(
    (event) => (event.name.endsWith('RunTask') || event.name === microtasks) && threads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks.');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000;
}
