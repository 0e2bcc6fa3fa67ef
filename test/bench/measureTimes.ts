import type { PanelHarness } from '../ui/panelHarness.ts';
import { median, type Figure } from './figure.ts';
import { holdUpOf, usePanel } from './panelHoldUp.ts';

/** Times in milliseconds, by their names in the figures. */
export type Times = Readonly<Record<string, number>>;

/** The name of the only elapsed time. All other times are CPU times, which hardly depend on other programs. */
const elapsedTime = 'settled after';
/** The calibration's CPU time and elapsed time in milliseconds up to which the limits are not raised. */
const calibrationTime = 60;
/** If a time exceeds its limit, all times are measured again, because another program may have delayed the panel. */
const maxAttempts = 3;

/**
 * Measures times of the panel with `attempt`, which resolves with a time for each of `limits`. Resolves with one figure
 * for each time: the shortest of all attempts. A slow computer gets higher limits: if `calibrate` takes more CPU time
 * than `calibrationTime`, the limits of CPU times grow by the same factor, and likewise for elapsed times.
 */
export async function measureTimes(
  harness: PanelHarness,
  name: string,
  limits: Times,
  attempt: () => Promise<Times>,
): Promise<readonly Figure[]> {
  let figures: readonly Figure[] = [];
  let slowness = { cpuTime: 1, elapsed: 1 };
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const { cpuTime, elapsed } = await calibrate(harness);
    slowness = {
      cpuTime: Math.max(slowness.cpuTime, cpuTime / calibrationTime),
      elapsed: Math.max(slowness.elapsed, elapsed / calibrationTime),
    };
    const times = await attempt();
    figures = Object.entries(limits).map(([timeName, limit], index) => ({
      name: `${name}, ${timeName}`,
      value: Math.min(figures[index]?.value ?? Infinity, times[timeName] ?? Infinity),
      unit: 'ms',
      atMost: limit * (timeName === elapsedTime ? slowness.elapsed : slowness.cpuTime),
    }));
    if (figures.every(({ value, atMost }) => value <= atMost)) break;
  }
  return figures;
}

/**
 * Measures a fixed amount of script and layout five times in the panel's browser. Resolves with the longest CPU time and
 * the median of the elapsed times, in milliseconds.
 */
async function calibrate(harness: PanelHarness): Promise<{ readonly cpuTime: number; readonly elapsed: number }> {
  return usePanel(harness, async (panel) => {
    let elapsed = 0;
    const cpuTime = await holdUpOf(panel, async () => {
      elapsed = median(await panel.page.evaluate(timeFixedWork));
    });
    return { cpuTime, elapsed };
  });
}

/** Runs in the page. */
async function timeFixedWork(): Promise<number[]> {
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
}
