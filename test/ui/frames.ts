import type { Page } from 'playwright-core';

/** Resolves when the page has begun so many more frames: what waits for the next one has come in two. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (wanted) => {
    for (let each = 0; each < wanted; each += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}
