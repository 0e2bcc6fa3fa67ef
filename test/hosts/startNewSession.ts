import type { FrameLocator } from 'playwright-core';

/**
 * Clicks _New session_. Resolves when the conversation is empty and the message box has the focus.
 * Waits for the focus, because the focus moves last. If a test opened a file before that, the message box would take
 * the focus from the file.
 */
export async function startNewSession(panel: FrameLocator): Promise<void> {
  await panel.getByRole('button', { name: 'New session', exact: true }).click();
  await panel.getByRole('article').first().waitFor({ state: 'detached' });
  await panel.getByRole('textbox', { name: 'Message' }).and(panel.locator(':focus')).waitFor();
}
