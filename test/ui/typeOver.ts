import type { FrameLocator, Locator } from 'playwright-core';

/**
 * Replaces the content of a text field of a webview, which must have or get the focus without a click. Resolves when the
 * text has arrived. Types again if necessary: after a dialog, VS Code may focus a webview twice, and loses a key between.
 */
export async function typeOver(webview: FrameLocator, field: Locator, text: string): Promise<void> {
  const page = field.page();
  do {
    await page.waitForFunction(() => document.activeElement?.matches('iframe.webview') === true);
    await field.and(webview.locator(':focus')).waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
  } while ((await field.inputValue()) !== text);
}
