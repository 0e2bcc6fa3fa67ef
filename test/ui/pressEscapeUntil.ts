import type { Locator, Page } from 'playwright-core';

/** Presses Escape until `target` is visible. The panel ignores Escape for a second after the end of a reply. */
export async function pressEscapeUntil(page: Page, target: Locator): Promise<void> {
  do await page.keyboard.press('Escape');
  while (!(await target.isVisible()));
}
