import assert from 'node:assert/strict';
import type { InstalledTally } from './installedTally.ts';

/** Contents of the tooltip of Tally's item in the status bar. */
export interface SpendTooltip {
  /** Returns the text in the column `Cost` of a row such as `Today`. Fails if there is no such row. */
  readonly cost: (row: string) => string;
  /** The sentences below the table, joined by spaces. */
  readonly notes: string;
}

/** Opens the tooltip of Tally's status bar item, reads the contents and closes the tooltip. */
export async function readSpendTooltip({ statusBar, workbench: { page } }: InstalledTally): Promise<SpendTooltip> {
  const tooltip = page.locator('.monaco-hover:visible', { hasText: 'Tally spend' });
  await statusBar.hover();
  await tooltip.waitFor();
  const rows = await tooltip
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent.trim())));
  const notes = await tooltip.locator('p').allInnerTexts();
  await page.mouse.move(400, 10);
  await tooltip.waitFor({ state: 'hidden' });
  return {
    cost: (name) => {
      const row = rows.find(([first]) => first === name);
      assert.ok(row, name);
      return row[1] ?? '';
    },
    notes: notes.join(' '),
  };
}

/** Returns the dollars in a text such as `≈$0.0050`. For a range, returns the high end. */
export function dollarsIn(text: string): number {
  const amounts = text.match(/\d+(?:\.\d+)?/g);
  assert.ok(amounts, text);
  return Number(amounts.at(-1));
}
