import type { Page } from 'playwright-core';

/**
 * Picks an item of the open context menu with the keyboard. A mouse click might be lost: VS Code ignores the mouse
 * for the first 100 ms, so that the click that opens a menu does not also pick an item.
 */
export async function pickMenuItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name }).first();
  await item.hover();
  // An item of a submenu is a descendant of the item that opens the submenu, so the last match is the item itself.
  await page.locator('.action-item.focused').filter({ hasText: name }).last().waitFor();
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'hidden' });
}
