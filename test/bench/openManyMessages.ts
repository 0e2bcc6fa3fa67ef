import { manyMessages } from '../ui/manyMessages.ts';
import type { PanelHarness } from '../ui/panelHarness.ts';
import { session } from '../ui/panelMessages.ts';
import { holdUpOf, postLoaded, usePanel } from './panelHoldUp.ts';

/**
 * Shows a session of `count` questions and `count` replies in a new panel, and waits until all messages are drawn.
 * Resolves with the longest hold-up (see `holdUpOf`).
 */
export async function openManyMessages(harness: PanelHarness, count: number): Promise<number> {
  return usePanel(harness, async (panel) => {
    const post = await postLoaded(panel, session({ messages: manyMessages(count) }));
    return holdUpOf(panel, async () => {
      await post();
      // Replies are drawn from the last to the first. A locator would search the whole page in a long task.
      await panel.page.waitForFunction(
        () => document.querySelector('.reply .markdown')?.textContent.endsWith('End of reply 0.') === true,
      );
    });
  });
}
