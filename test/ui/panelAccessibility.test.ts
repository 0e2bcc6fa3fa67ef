import assert from 'node:assert/strict';
import { assertAccessible } from './accessibility.ts';
import type { PanelHarness, PanelPage } from './panelHarness.ts';
import { sharedPanelHarness } from './sharedHarnesses.ts';
import { themeNames } from './webviewHarness.ts';
import { panelStates, showState } from './panelStates.ts';

describe('the panel under WCAG 2.2 AA', () => {
  let harness: PanelHarness;

  before(async () => {
    harness = await sharedPanelHarness();
  });

  for (const state of Object.keys(panelStates)) {
    describe(`in the state ${state}`, () => {
      let panel: PanelPage;

      before(async () => {
        panel = await harness.open();
        await showState(panel, state);
      });

      after(async () => panel.close());

      for (const [index, theme] of themeNames.entries()) {
        it(`has no violations, and no button or code block outside the panel, in the theme ${theme}`, async () => {
          await panel.setTheme(theme);
          await assertAccessible(panel.page, index === 0 ? 'all' : 'theme');
          assert.deepEqual(await partsOutside(panel), []);
          assert.deepEqual(panel.problems, []);
        });
      }
    });
  }
});

/**
 * Returns the buttons, `<summary>` elements and code blocks that reach beyond the left or right edge of the panel.
 * The panel is 300 px wide, and has the layout of a panel of 600 px at 200 % zoom.
 */
async function partsOutside({ page }: PanelPage): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, summary, pre')]
      .filter((each) => each.getBoundingClientRect().left < 0 || each.getBoundingClientRect().right > window.innerWidth)
      .map((each) => `${each.localName}.${each.className}: ${each.textContent.slice(0, 50)}`),
  );
}
