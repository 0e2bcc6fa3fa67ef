import type { Page } from 'playwright-core';

/** Resolves after `count` animation frames. Two frames suffice for work that the page scheduled for its next frame. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (wanted) => {
    for (let each = 0; each < wanted; each += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}
