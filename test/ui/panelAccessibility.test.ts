import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { startPanelHarness, themeNames, type PanelHarness, type PanelPage } from './panelHarness.ts';
import { panelStates, showState } from './panelStates.ts';

describe('the panel is accessible (WCAG 2.2 AA)', () => {
  let harness: PanelHarness;

  before(async () => {
    harness = await startPanelHarness();
  });

  after(async () => harness.dispose());

  for (const theme of themeNames) {
    for (const state of Object.keys(panelStates)) {
      it(`${state} in ${theme}`, async () => {
        const panel = await harness.open({ theme });
        try {
          await showState(panel, state);
          // Evaluated by the debugger's protocol, which the page's policy does not stop.
          await panel.page.evaluate(axeSource);
          const { ran, violations } = await panel.page.evaluate(async (tags) => {
            const { axe } = window as unknown as { axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> } };
            const results = await axe.run(document, { runOnly: tags, preload: false, resultTypes: ['violations'] });
            return {
              ran: [...results.passes, ...results.violations].map(({ id }) => id),
              violations: results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`),
            };
          }, wcagTags);
          // Off unless its tag is asked for.
          assert.ok(ran.includes('target-size'));
          assert.deepEqual(violations, []);
          assert.deepEqual(await partsOutside(panel), []);
          assert.deepEqual(panel.problems, []);
        } finally {
          await panel.close();
        }
      });
    }
  }
});

/** The harness's panel is 300 px wide, which is also what 200 % zoom leaves of 600 px. */
async function partsOutside({ page }: PanelPage): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, summary, pre')]
      .filter((each) => each.getBoundingClientRect().left < 0 || each.getBoundingClientRect().right > window.innerWidth)
      .map((each) => `${each.localName}.${each.className}: ${each.textContent.slice(0, 50)}`),
  );
}

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const axeSource = (createRequire(import.meta.url)('axe-core') as { source: string }).source;
