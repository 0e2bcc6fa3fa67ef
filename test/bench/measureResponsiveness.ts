import { startPanelHarness } from '../ui/panelHarness.ts';
import type { Figure } from './figure.ts';
import { measureTimes } from './measureTimes.ts';
import { attachments } from './responsiveness/attachments.ts';
import { copying } from './responsiveness/copying.ts';
import { showing } from './responsiveness/showing.ts';

/**
 * Measures how long the panel in a browser blocks its main thread while it shows, searches and copies large or hostile
 * contents. `measureHostileReplies` measures replies that stream.
 */
export async function measureResponsiveness(): Promise<readonly Figure[]> {
  const harness = await startPanelHarness();
  try {
    const figures: Figure[] = [];
    for (const { name, limits, measure } of [...showing, ...attachments, ...copying])
      figures.push(...(await measureTimes(harness, name, limits, async () => measure(harness))));
    return figures;
  } finally {
    await harness.dispose();
  }
}
