import type { Frame, Page } from 'playwright-core';

/** Begins to drag something over the panel. Resolves when the code that handles drops is loaded. */
export async function beginDrag(panel: Pick<Page | Frame, 'locator'>): Promise<void> {
  await panel.locator('.panel').dispatchEvent('dragenter');
  await panel.locator('.drop-cover').waitFor({ state: 'attached' });
}
