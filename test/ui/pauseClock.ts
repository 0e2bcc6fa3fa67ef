import type { Page } from 'playwright-core';

/** Pauses the time in the page. Afterwards, only `page.clock` advances the time. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  // One hour is enough even on a slow machine, because `pauseAt` needs a time in the future.
  await page.clock.pauseAt(3_600_000);
}
