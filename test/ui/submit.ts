import type { FrameLocator } from 'playwright-core';

/**
 * Presses Enter in the panel's message box until the box is empty. The key is lost if VS Code moves the focus in this
 * moment, which it may do some time after it has opened the panel. An empty box ignores Enter.
 */
export async function submit(panel: FrameLocator): Promise<void> {
  const box = panel.getByRole('textbox', { name: 'Message' });
  const emptyBox = box.and(panel.locator(':placeholder-shown'));
  while (!(await emptyBox.isVisible())) {
    await box.press('Enter');
    await emptyBox.waitFor({ timeout: 5_000 }).catch(() => undefined);
  }
}

/**
 * Fills the panel's message box with `text`, and submits it. VS Code must ask nothing before the message is sent. The
 * text goes elsewhere if VS Code moves the focus in this moment, for example after an input box has closed.
 */
export async function sendMessage(panel: FrameLocator, text: string): Promise<void> {
  const box = panel.getByRole('textbox', { name: 'Message' });
  do await box.fill(text);
  while ((await box.inputValue()) !== text);
  await submit(panel);
}
