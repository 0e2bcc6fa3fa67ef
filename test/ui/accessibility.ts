import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = (createRequire(import.meta.url)('axe-core') as { source: string }).source;

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The axe rules whose result depends on the theme, which sets colours, borders and font sizes. */
const themeRules = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * Fails if axe finds a violation of WCAG 2.2, level A or AA, on the page.
 *
 * @param rules `theme` checks only the rules whose result depends on the theme.
 */
export async function assertAccessible(page: Page, rules: 'all' | 'theme' = 'all'): Promise<void> {
  // `evaluate` uses the DevTools protocol, which bypasses the page's content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { ran, violations } = await page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as {
        axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
      };
      const results = await axe.run(document, { runOnly, preload: false, resultTypes: ['violations'] });
      return {
        ran: [...results.passes, ...results.violations].map(({ id }) => id),
        violations: results.violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
        ),
      };
    },
    rules === 'all' ? wcagTags : themeRules,
  );
  // axe runs `target-size` only on request. If `ran` includes the rule, axe has used `runOnly`.
  assert.ok(ran.includes('target-size'));
  assert.deepEqual(violations, []);
}
