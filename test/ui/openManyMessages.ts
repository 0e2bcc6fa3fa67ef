import { mixedMarkdown } from '../bench/panel/mixedMarkdown.ts';
import { longestTask } from './longestTask.ts';
import type { PanelHarness } from './panelHarness.ts';
import { question, reply, session } from './panelMessages.ts';

/** A panel that has drawn a session. */
export interface DrawnSession {
  /** CPU time of the main thread's longest task while the panel drew the session, in milliseconds. */
  readonly holdUp: number;
  /** The distance from the end of the visible part to the end of the session, in pixels. */
  readonly distanceToEnd: number;
}

/** Shows a session of `count` questions and `count` replies in a new panel, and waits until all messages are drawn. */
export async function openManyMessages(harness: PanelHarness, count: number): Promise<DrawnSession> {
  const { page, close } = await harness.open({ width: 400, height: 800 });
  try {
    const ids = Array.from({ length: count }, (_, index) => String(index));
    const messages = ids.flatMap((id) => [
      { ...question(), id: `q${id}`, attachments: [] },
      reply({ id, text: `${mixedMarkdown(250)}\n\nEnd of reply ${id}.` }),
    ]);
    // Pass the messages to the page before the measurement, because receiving them takes time.
    await page.evaluate((loaded) => Object.assign(window, { loaded }), session({ messages }));
    const browser = page.context().browser();
    if (browser === null) throw new Error('The page has no browser.');
    const holdUp = await longestTask(browser, async () => {
      await page.evaluate(() => window.postMessage((window as unknown as { readonly loaded: unknown }).loaded));
      // Replies are drawn from the last to the first. A locator would search the whole page in a long task.
      await page.waitForFunction(
        () => document.querySelector('.reply .markdown')?.textContent.endsWith('End of reply 0.') === true,
      );
    });
    const distanceToEnd = await page
      .getByRole('log')
      .evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
    return { holdUp, distanceToEnd };
  } finally {
    await close();
  }
}
