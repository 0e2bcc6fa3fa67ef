import type { FrameLocator } from 'playwright-core';

/** Resolves when nothing more moves the conversation or the focus, which comes last: a file opened before would lose it. */
export async function startNewSession(panel: FrameLocator): Promise<void> {
  await panel.getByRole('button', { name: 'New session' }).click();
  await panel.getByRole('article').first().waitFor({ state: 'detached' });
  await panel.getByRole('textbox', { name: 'Message' }).and(panel.locator(':focus')).waitFor();
}
