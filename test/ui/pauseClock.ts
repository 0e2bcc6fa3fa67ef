import type { WebviewPage } from './webviewHarness.ts';

/** The members of `WebviewPage` that `pauseClock` needs. */
type ClockPage = Pick<WebviewPage<unknown, { readonly type: string }>, 'page' | 'isolateTab'>;

/** Pauses the time in the page. Afterwards, only `page.clock` advances the time. */
export async function pauseClock({ page, isolateTab }: ClockPage): Promise<void> {
  isolateTab();
  await page.clock.install({ time: 0 });
  // `pauseAt` needs a future time, and the clock runs after `install`. One hour is enough even on a slow machine.
  await page.clock.pauseAt(3_600_000);
}
