import assert from 'node:assert/strict';
import { longestTask } from '../bench/longestTask.ts';
import type { PanelHarness } from './panelHarness.ts';
import { sharedPanelHarness } from './sharedHarnesses.ts';

describe('longestTask', () => {
  let harness: PanelHarness;

  before(async () => {
    harness = await sharedPanelHarness();
  });

  for (const [place, run] of [
    [
      'in a timer',
      async () =>
        new Promise((resolve) =>
          setTimeout(() => {
            (window as unknown as Page).work();
            resolve(undefined);
          }, 50),
        ),
    ],
    [
      'after a dynamic import',
      async () => {
        const module = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
        await import(module);
        (window as unknown as Page).work();
      },
    ],
  ] as const) {
    it(`counts the CPU time of work ${place}`, async () => {
      const { page, close } = await harness.open();
      await page.evaluate(() => {
        // A loop of a fixed length, so that it takes the same CPU time while other programs run. Each remainder needs the
        // result of the one before, so that the loop takes more than 50 ms on any computer.
        (window as unknown as Page).work = () => {
          const page = window as unknown as Page;
          let sum = 0;
          for (let count = 0; count < 30_000_000; count += 1) sum = (sum * 7 + count) % 1_000_003;
          page.sum = sum;
        };
      });
      const time = await longestTask(page.context().browser()!, async () => {
        await page.evaluate(run);
        await page.evaluate(async () => new Promise(requestAnimationFrame));
      });
      await close();
      assert.ok(time > 50, `${time} ms`);
    });
  }
});

interface Page {
  work: () => void;
  sum: number;
}
