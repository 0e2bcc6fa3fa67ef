import type { PanelHarness } from '../ui/panelHarness.ts';
import { median, type Figure } from './figure.ts';
import { usePanel } from './panelHoldUp.ts';

/** Times in milliseconds, by their names in the figures. */
export type Times = Readonly<Record<string, number>>;

/** The calibration's time in milliseconds up to which the limits are not raised. */
const calibrationTime = 60;
/** If a time exceeds its limit, all times are measured again, because another program may have delayed the panel. */
const maxAttempts = 3;

/**
 * Measures times of the panel with `attempt`, which resolves with a time for each of `limits`. Resolves with one figure
 * for each time: the shortest of all attempts. A slow computer gets higher limits: if `calibrate` returns more than
 * `calibrationTime`, all limits grow by the same factor.
 */
export async function measureTimes(
  harness: PanelHarness,
  name: string,
  limits: Times,
  attempt: () => Promise<Times>,
): Promise<readonly Figure[]> {
  let figures: readonly Figure[] = [];
  let slowness = 1;
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    slowness = Math.max(slowness, (await calibrate(harness)) / calibrationTime);
    const times = await attempt();
    figures = Object.entries(limits).map(([timeName, limit], index) => ({
      name: `${name}, ${timeName}`,
      value: Math.min(figures[index]?.value ?? Infinity, times[timeName] ?? Infinity),
      unit: 'ms',
      atMost: limit * slowness,
    }));
    if (figures.every(({ value, atMost }) => value <= atMost)) break;
  }
  return figures;
}

/** Returns the median time in milliseconds that a fixed amount of script and layout takes in the panel's browser. */
async function calibrate(harness: PanelHarness): Promise<number> {
  return usePanel(harness, async ({ page }) => {
    const times = await page.evaluate(async () => {
      const run = (): number => {
        const start = performance.now();
        const root = document.createElement('div');
        for (let index = 0; index < 2_000; index += 1) {
          const paragraph = document.createElement('p');
          paragraph.textContent = `Some words and the number ${index}, `.repeat(5);
          root.append(paragraph);
        }
        document.body.append(root);
        root.getBoundingClientRect();
        root.remove();
        return performance.now() - start;
      };
      const results: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        results.push(run());
        await new Promise(requestAnimationFrame);
      }
      return results;
    });
    return median(times);
  });
}
