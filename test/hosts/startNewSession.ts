import type { FrameLocator } from 'playwright-core';

/**
 * Clicks _New session_. Resolves when the conversation is empty and the message box has the focus.
 * Waits for the focus, because it moves last. A file that a test opens earlier would lose the focus to the message box.
 */
export async function startNewSession(panel: FrameLocator): Promise<void> {
  await panel.getByRole('button', { name: 'New session' }).click();
  await panel.getByRole('article').first().waitFor({ state: 'detached' });
  await panel.getByRole('textbox', { name: 'Message' }).and(panel.locator(':focus')).waitFor();
}
