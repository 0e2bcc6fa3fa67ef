import type { FrameLocator } from 'playwright-core';
import { webviewWith } from '../hosts/panelFrame.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { submit } from './submit.ts';

describe('The bill of a service without usage reports, on the Spend page in VS Code', () => {
  let tally: InstalledTally;
  let page: FrameLocator;

  before(async () => {
    tally = await startInstalledTally({ usage: 'withheld', tokens: 40 });
    await tally.setKey();
    const panel = await tally.workbench.panel();
    const box = panel.getByRole('textbox', { name: 'Message' });
    await box.fill('The tally of a long conversation, with some code: const sum = (a, b) => a + b;\n'.repeat(100));
    await submit(panel);
    await panel.getByRole('article', { name: 'Reply' }).and(panel.locator('[data-state=complete]')).waitFor();
    await tally.workbench.runCommand('Tally: Show Spend');
    page = await webviewWith(tally.workbench.page, (webview) =>
      webview.getByRole('heading', { name: 'Compare with your bill' }),
    );
  });

  disposeAfterAll(() => tally);

  const section = () => page.getByRole('region', { name: 'Compare with your bill' });
  const compare = async (dollars: string) => {
    await section().getByRole('textbox', { name: 'Amount' }).fill(dollars);
    await section().getByRole('button', { name: 'Compare' }).click();
  };
  /** Returns the exact amount that the service has charged, in dollars. */
  const bill = () => (tally.standIn.ledger.reduce((sum, { cost }) => sum + cost, 0) / 1e9).toFixed(9);

  it('is above Tally’s range if the amount is too high, and a hint says that something else may use the API key', async () => {
    await compare('12.34');
    await section()
      .getByText(/^Your bill of \$12\.34 is \$12\.\d\d above Tally’s range: ≈\$0\.0\d+–0\.0\d+\.$/)
      .waitFor();
    await section().getByText('Possible reasons: another computer, program or person uses the same key').waitFor();
  });

  it('is rejected if it is not an amount', async () => {
    await compare('a lot');
    await section().getByText('Enter an amount of US dollars, such as $4.20.').waitFor();
  });

  it('is within Tally’s range if the amount is right, and corrects the estimates on request', async () => {
    await compare(bill());
    await section()
      .getByText(/^Your bill of \$0\.0\d+ is within Tally’s range: ≈\$0\.0\d+–0\.0\d+\.$/)
      .waitFor();
    await section().getByRole('button', { name: 'Correct estimates' }).click();
    await section()
      .getByText(/Input: 0% to \+1\.\d% relative to Tally’s own count \(before: 0% to \+5%\)\./)
      .waitFor();
    await compare(bill());
    await section()
      .getByText('Estimates weren’t changed, because the bill contains no new information about them.')
      .waitFor();
  });
});
