import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { SpendQuery, SpendReport } from '../../src/common/protocol/spendProtocol.ts';
import type { SpendHarness, SpendTestPage } from './spendHarness.ts';
import { sharedSpendHarness } from './sharedHarnesses.ts';
import { now, show } from './spendStates.ts';

/** Helpers for tests of the Spend page. */
export interface SpendPageTest {
  /** Opens a page. If a report is given, resolves when the page shows the report. */
  readonly open: (report?: SpendReport, options?: Parameters<SpendHarness['open']>[0]) => Promise<SpendTestPage>;
  /** The page that was opened last. */
  readonly view: () => SpendTestPage;
  readonly button: (name: string) => Locator;
  readonly tab: (name: string) => Locator;
  /** Resolves with the texts of the visible table rows, with ` | ` between the cells. */
  readonly rows: () => Promise<readonly string[]>;
  /** Resolves with all queries that the page has posted since it was loaded, in order. */
  readonly queries: () => Promise<readonly SpendQuery[]>;
  readonly liveRegion: () => Locator;
}

/** Defines a suite for the Spend page in a real browser. A test also fails if the page logs an error or a warning. */
export function describeSpendPage(title: string, tests: (test: SpendPageTest) => void): void {
  describe(title, () => {
    let harness: SpendHarness;
    let current: SpendTestPage | undefined;

    const view = (): SpendTestPage => {
      assert.ok(current);
      return current;
    };

    before(async () => {
      harness = await sharedSpendHarness();
    });

    afterEach(async () => {
      const { problems } = view();
      await view().close();
      current = undefined;
      assert.deepEqual(problems, []);
    });

    tests({
      open: async (report, options) => {
        current = await harness.open({ now, width: 900, height: 800, ...options });
        if (report !== undefined) await show(current, report);
        return current;
      },
      view,
      button: (name) => view().page.getByRole('button', { name, exact: true }),
      tab: (name) => view().page.getByRole('tab', { name }),
      rows: async () =>
        view()
          .page.locator('tbody tr:visible')
          .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))),
      queries: async () =>
        (await view().posted()).flatMap((message) => (message.type === 'showReport' ? [message.query] : [])),
      liveRegion: () => view().page.locator('[aria-live=polite]'),
    });
  });
}
