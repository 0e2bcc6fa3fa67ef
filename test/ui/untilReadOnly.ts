import type { Page } from 'playwright-core';

/** Types in the focused editor until VS Code says that it is read-only, and removes what it typed before. */
export async function untilReadOnly(page: Page): Promise<void> {
  const message = page.getByText('Editor is read-only because the file is read-only').filter({ visible: true }).first();
  // VS Code makes a file read-only some time after the extension has changed its permissions.
  for (;;) {
    await page.keyboard.press('x');
    // Each further key would hide the message, and show it again later.
    const isShown = await message.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
    await page.keyboard.press('Backspace');
  }
}
