import type { PanelPage } from './panelHarness.ts';

/** Resolves when the code that copies selections has run. The panel loads this code when a selection starts. */
export async function selectionCodeLoaded({ page, send }: Pick<PanelPage, 'page' | 'send'>): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /selectionMarkdown/.test(name)),
  );
  // Waits until the code has also been run.
  await send();
}
