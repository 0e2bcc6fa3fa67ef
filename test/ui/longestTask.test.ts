import assert from 'node:assert/strict';
import { longestTask } from './longestTask.ts';
import { startPanelHarness, type PanelHarness } from './panelHarness.ts';

describe('longestTask', () => {
  let harness: PanelHarness;

  before(async () => {
    harness = await startPanelHarness();
  });

  after(async () => harness.dispose());

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
        (window as unknown as Page).work = () => {
          const start = performance.now();
          while (performance.now() - start < 500);
        };
      });
      const time = await longestTask(page.context().browser()!, async () => {
        await page.evaluate(run);
        await page.evaluate(async () => new Promise(requestAnimationFrame));
      });
      await close();
      assert.ok(time > 100, `${time} ms`);
    });
  }
});

interface Page {
  work: () => void;
}
