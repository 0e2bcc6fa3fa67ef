import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { startPanelHarness, themeNames, type PanelHarness } from './panelHarness.ts';
import { panelStates } from './panelStates.ts';

describe('the panel is accessible (WCAG 2.2 AA)', () => {
  let harness: PanelHarness;

  before(async () => {
    harness = await startPanelHarness();
  });

  after(async () => harness.dispose());

  for (const theme of themeNames) {
    for (const [state, messages] of Object.entries(panelStates)) {
      it(`${state} in ${theme}`, async () => {
        const panel = await harness.open({ theme });
        try {
          await panel.send(...messages);
          if (state === 'long') await panel.page.locator('.token-keyword').first().waitFor();
          // Evaluated by the debugger's protocol, which the page's policy does not stop.
          await panel.page.evaluate(axeSource);
          const violations = await panel.page.evaluate(async (tags) => {
            const { axe } = window as unknown as { axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> } };
            const results = await axe.run(document, { runOnly: tags, preload: false, resultTypes: ['violations'] });
            return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
          }, wcagTags);
          assert.deepEqual(violations, []);
          assert.deepEqual(panel.problems, []);
        } finally {
          await panel.close();
        }
      });
    }
  }
});

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const axeSource = (createRequire(import.meta.url)('axe-core') as { source: string }).source;
