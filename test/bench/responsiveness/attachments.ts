import { frames } from '../../ui/frames.ts';
import type { PanelPage } from '../../ui/panelHarness.ts';
import { attachmentSession } from '../../ui/panelMessages.ts';
import { holdUpOf, usePanel } from '../panelHoldUp.ts';
import { holdUpScenario, type Scenario } from './scenario.ts';

const hostileCodes: Readonly<Record<string, string>> = {
  '500,000 lines': 'a\n'.repeat(500_000),
  'a right-to-left line of 990,000 characters with brackets': 'שלום (עולם) '.repeat(82_500),
  '300,000 zero-width characters': '\u200b'.repeat(300_000),
};

/** Large or hostile attachments of a question. */
export const attachments: readonly Scenario[] = [
  ...Object.entries(hostileCodes).map(([name, code]) =>
    holdUpScenario(`opening an attachment of ${name}`, 200, async (harness) =>
      usePanel(harness, async (panel) => {
        await panel.send(attachmentSession(code));
        const summary = panel.page.locator('.attachment summary');
        await summary.waitFor();
        return holdUpOf(panel, async () => {
          await summary.click();
          await untilCodeShown(panel, code.length);
          await frames(panel.page, 2);
        });
      }),
    ),
  ),
  holdUpScenario('finding a word in 300 attachments', 200, async (harness) =>
    usePanel(
      harness,
      async (panel) => {
        const code = 'const total = prices.reduce((sum, price) => sum + price);\n'.repeat(50);
        await panel.send(attachmentSession(...Array.from({ length: 300 }, () => code)));
        await panel.page.keyboard.press('Control+f');
        await panel.page.getByRole('textbox', { name: 'Find' }).waitFor();
        return holdUpOf(panel, async () => {
          await panel.page.keyboard.insertText('reduce');
          await frames(panel.page, 5);
        });
      },
      {},
    ),
  ),
];

/** Waits until the first attachment shows code of this length. Rarely reads the code, because reading takes time. */
async function untilCodeShown({ page }: PanelPage, length: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => (document.querySelector('.attachment code')?.textContent.length ?? 0) >= wanted,
    length,
    { polling: 100, timeout: 300_000 },
  );
}
