import type { Locator, Page } from 'playwright-core';

/**
 * Turns the mouse wheel over `scroller`, where the pointer must be. Resolves when scrolling has started and ended.
 * `mouse.wheel` alone resolves before scrolling starts.
 */
export async function turnWheel(page: Page, pixels: number, scroller: Locator = page.getByRole('log')): Promise<void> {
  const from = await scroller.evaluate(untilScrolled, undefined);
  await page.mouse.wheel(0, pixels);
  await scroller.evaluate(untilScrolled, from);
}

/** Turns the mouse wheel in a case in which nothing scrolls. Resolves when the page has received the wheel event. */
export async function turnWheelWithoutScrolling(page: Page, pixels: number): Promise<void> {
  const received = await page.evaluateHandle(() => ({
    wheel: new Promise((resolve) => document.addEventListener('wheel', resolve, { once: true, passive: true })),
  }));
  await page.mouse.wheel(0, pixels);
  await received.evaluate(async ({ wheel }) => wheel.then(() => undefined));
}

/** Waits until `scrollTop` differs from `from` and then stays the same for two frames. Returns the new `scrollTop`. */
async function untilScrolled(scroller: Element, from: number | undefined): Promise<number> {
  const frame = async (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  while (scroller.scrollTop === from) await frame();
  for (let top = scroller.scrollTop, unchangedFrames = 0; unchangedFrames < 2;) {
    await frame();
    unchangedFrames = scroller.scrollTop === top ? unchangedFrames + 1 : 0;
    top = scroller.scrollTop;
  }
  return scroller.scrollTop;
}
