import type { Page } from 'playwright-core';

/** From now on, time in the page advances only by `page.clock`. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  // `pauseAt` needs a time in the future, also on a slow machine.
  await page.clock.pauseAt(3_600_000);
}
