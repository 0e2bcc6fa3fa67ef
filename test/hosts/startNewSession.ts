import type { FrameLocator } from 'playwright-core';

/**
 * Clicks _New session_. Resolves when the conversation is empty and the message box has the focus.
 * The focus moves last. If a test opened a file before the focus moves, the file's editor would lose the focus.
 */
export async function startNewSession(panel: FrameLocator): Promise<void> {
  await panel.getByRole('button', { name: 'New session' }).click();
  await panel.getByRole('article').first().waitFor({ state: 'detached' });
  await panel.getByRole('textbox', { name: 'Message' }).and(panel.locator(':focus')).waitFor();
}
