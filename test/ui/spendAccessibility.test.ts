import assert from 'node:assert/strict';
import { assertAccessible } from './accessibility.ts';
import type { SpendHarness, SpendTestPage } from './spendHarness.ts';
import { sharedSpendHarness } from './sharedHarnesses.ts';
import { now, spendStates } from './spendStates.ts';
import { themeNames } from './webviewHarness.ts';

describe('the Spend page under WCAG 2.2 AA', () => {
  let harness: SpendHarness;

  before(async () => {
    harness = await sharedSpendHarness();
  });

  for (const [name, show] of Object.entries(spendStates)) {
    describe(`in the state ${name}`, () => {
      let view: SpendTestPage;

      before(async () => {
        view = await harness.open({ now, width: 1000, height: 800 });
        await show(view);
      });

      after(async () => view.close());

      for (const [index, theme] of themeNames.entries()) {
        it(`has no violations, low-contrast chart colours or parts outside the page in theme ${theme}`, async () => {
          const rules = index === 0 ? 'all' : 'theme';
          await view.setTheme(theme);
          await view.resize(1000, 800);
          await assertAccessible(view.page, rules);
          assert.deepEqual(await faintParts(view), []);
          // A page of 300 px has the layout of a page of 600 px at 200 % zoom.
          for (const width of [600, 300]) {
            await view.resize(width, 800);
            assert.equal(await view.page.evaluate(() => document.documentElement.scrollWidth), width);
            assert.deepEqual(await partsOutside(view), []);
          }
          await assertAccessible(view.page, rules);
          assert.deepEqual(view.problems, []);
        });
      }
    });
  }

  it('has different chart colours for input, cached input and output in forced colours mode', async () => {
    const view = await harness.open({ now, width: 1000, height: 800, forcedColors: 'active' });
    try {
      await spendStates['month']!(view);
      assert.deepEqual(await faintParts(view), []);
      const colors = await view.page
        .locator('.swatch')
        .evaluateAll((all) => all.map((swatch) => getComputedStyle(swatch).color));
      assert.equal(new Set(colors.slice(0, 3)).size, 3);
    } finally {
      await view.close();
    }
  });
});

/** Returns the chart colours with a contrast below 3:1 against the background. */
async function faintParts({ page }: SpendTestPage): Promise<readonly string[]> {
  return page.evaluate(() => {
    const luminance = (color: string) => {
      const [red, green, blue] = (color.match(/[\d.]+/g) ?? [])
        .map((part) => Number(part) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = luminance(getComputedStyle(document.querySelector('.chart-frame')!).backgroundColor);
    return [...document.querySelectorAll('.swatch')]
      .map((swatch) => getComputedStyle(swatch).color)
      .filter((color) => {
        const [dark, light] = [ground, luminance(color)].toSorted((a, b) => a - b) as [number, number];
        return (light + 0.05) / (dark + 0.05) < 3;
      });
  });
}

/** Describes the controls and texts that reach beyond the page's left or right edge. Excludes tables, which scroll. */
async function partsOutside({ page }: SpendTestPage): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, select, input, [role=slider], h1, h2, dd, .chip')]
      .filter((each) => each.closest('table') === null)
      .filter((each) => each.getBoundingClientRect().left < 0 || each.getBoundingClientRect().right > window.innerWidth)
      .map((each) => `${each.localName}.${each.className}: ${each.textContent.slice(0, 50)}`),
  );
}
