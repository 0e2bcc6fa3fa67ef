import type { Page } from 'playwright-core';

/**
 * Picks an item of the context menu that is open. By the keyboard: VS Code ignores the mouse for the first 100 ms that
 * an item is there, so that the click that opened a menu does not pick from it.
 */
export async function pickMenuItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name }).first();
  await item.hover();
  // The item of a submenu is within that of its menu.
  await page.locator('.action-item.focused').filter({ hasText: name }).last().waitFor();
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'hidden' });
}
