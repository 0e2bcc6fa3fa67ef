import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import type { PanelHarness, PanelOptions, PanelPage } from '../ui/panelHarness.ts';
import { longestTask } from './longestTask.ts';

/** Opens a panel for `run`, and closes the panel afterwards. The panel's tab is not used again. */
export async function usePanel<T>(
  harness: PanelHarness,
  run: (panel: PanelPage) => Promise<T>,
  options: PanelOptions = { width: 400, height: 800 },
): Promise<T> {
  const panel = await harness.open(options);
  try {
    return await run(panel);
  } finally {
    panel.isolateTab();
    await panel.close();
  }
}

/**
 * Calls `run`, and resolves with the longest hold-up of the panel: the CPU time of the main thread's longest task, in
 * milliseconds.
 */
export async function holdUpOf({ page }: PanelPage, run: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  return longestTask(browser, run);
}

/**
 * Passes a message to the page. The panel gets the message when the returned function is called. This keeps the time that
 * the page needs to receive a long message out of the measurement.
 */
export async function postLoaded({ page }: PanelPage, message: ToWebviewMessage): Promise<() => Promise<void>> {
  await page.evaluate((loaded) => Object.assign(window, { loaded }), message);
  return async () =>
    page.evaluate(() => window.postMessage((window as unknown as { readonly loaded: unknown }).loaded));
}
