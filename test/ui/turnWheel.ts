import type { Locator, Page } from 'playwright-core';

/**
 * Turns the wheel over the element that scrolls, where the pointer must be, and resolves when it has moved and come to rest.
 * `mouse.wheel` alone resolves before anything has moved.
 */
export async function turnWheel(page: Page, pixels: number, scroller: Locator = page.getByRole('log')): Promise<void> {
  const from = await scroller.evaluate(restingPlace, undefined);
  await page.mouse.wheel(0, pixels);
  await scroller.evaluate(restingPlace, from);
}

/** Turns the wheel where nothing may scroll, and resolves when the page has heard of it. */
export async function turnWheelInVain(page: Page, pixels: number): Promise<void> {
  const heard = await page.evaluateHandle(() => ({
    wheel: new Promise((resolve) => document.addEventListener('wheel', resolve, { once: true, passive: true })),
  }));
  await page.mouse.wheel(0, pixels);
  await heard.evaluate(async ({ wheel }) => wheel.then(() => undefined));
}

/** Where the element stands when it has left the given place and then not moved for two frames. */
async function restingPlace(scroller: Element, from: number | undefined): Promise<number> {
  const frame = async (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  while (scroller.scrollTop === from) await frame();
  for (let place = scroller.scrollTop, rested = 0; rested < 2;) {
    await frame();
    rested = scroller.scrollTop === place ? rested + 1 : 0;
    place = scroller.scrollTop;
  }
  return scroller.scrollTop;
}
