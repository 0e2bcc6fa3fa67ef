import type { Page } from 'playwright-core';

/**
 * Focuses an item of the open context menu with the mouse and picks the item with Enter. Resolves when the item is
 * hidden. A click instead of Enter might have no effect, because VS Code ignores clicks for 100 ms after a menu opens.
 */
export async function pickMenuItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name }).first();
  await item.hover();
  // An item of a submenu is a descendant of the item that opens the submenu, so the last match is the item itself.
  await page.locator('.action-item.focused').filter({ hasText: name }).last().waitFor();
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'hidden' });
}
