import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { SpendQuery, SpendReport } from '../../src/common/protocol/spendProtocol.ts';
import { startSpendHarness, type SpendHarness, type SpendTestPage } from './spendHarness.ts';
import { now, show } from './spendStates.ts';

/** What a test of the Spend page works with. */
export interface SpendPageTest {
  /** Opens a page that has been told this. */
  readonly open: (report?: SpendReport, options?: Parameters<SpendHarness['open']>[0]) => Promise<SpendTestPage>;
  /** The page that was opened last. */
  readonly view: () => SpendTestPage;
  readonly button: (name: string) => Locator;
  readonly tab: (name: string) => Locator;
  /** The rows of the table that is shown, their cells parted by ` | `. */
  readonly rows: () => Promise<readonly string[]>;
  /** What was asked for since the page was opened. */
  readonly queries: () => Promise<readonly SpendQuery[]>;
  readonly spoken: () => Locator;
}

/** A suite on the Spend page in a real browser; a test fails when its page reports a problem. */
export function describeSpendPage(title: string, tests: (test: SpendPageTest) => void): void {
  describe(title, () => {
    let harness: SpendHarness;
    let current: SpendTestPage | undefined;

    const view = (): SpendTestPage => {
      assert.ok(current);
      return current;
    };

    before(async () => {
      harness = await startSpendHarness();
    });

    after(async () => harness.dispose());

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
      spoken: () => view().page.locator('[aria-live=polite]'),
    });
  });
}
