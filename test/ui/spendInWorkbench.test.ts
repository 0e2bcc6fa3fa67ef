import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { formatNanoDollars } from '../../src/common/text/formatCost.ts';
import { webviewWith } from '../hosts/panelFrame.ts';
import { readCsv } from '../unit/meter/ledger/readCsv.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { sendMessage } from './submit.ts';

describe('The Spend page in VS Code', () => {
  let tally: InstalledTally;

  before(async () => {
    tally = await startInstalledTally({ usage: 'reported', tokens: 60 }, { 'tally.budget.daily': 5 });
    await tally.setKey();
  });

  disposeAfterAll(() => tally);

  const tab = () => tally.workbench.page.locator('.tab', { hasText: 'Spend' });
  const spendPage = async () =>
    webviewWith(tally.workbench.page, (webview) => webview.getByRole('heading', { name: 'Spend', exact: true }));
  const panel = async () =>
    webviewWith(tally.workbench.page, (webview) => webview.getByRole('log', { name: 'Conversation' }));
  const message = (text: string) => tally.workbench.page.getByText(text).first();
  const row = (page: FrameLocator, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
  /** Returns the formatted amount that the service has charged so far. */
  const bill = () =>
    formatNanoDollars(
      tally.standIn.ledger.reduce((sum, { cost }) => sum + cost, 0),
      'en',
    );

  const focused = (frame: FrameLocator) => frame.locator(':focus');

  async function ask(question: string): Promise<void> {
    const chat = await panel();
    const replies = chat.getByRole('article', { name: 'Reply' }).and(chat.locator('[data-state=complete]'));
    const before = await replies.count();
    await sendMessage(chat, question);
    await replies.nth(before).waitFor();
  }

  async function spent(page: FrameLocator): Promise<Locator> {
    const figure = page.getByRole('region', { name: 'Summary' }).getByText(bill(), { exact: true }).first();
    await figure.waitFor();
    return figure;
  }

  it('opens the chat from the status bar and from the empty page while nothing was spent', async () => {
    const box = (await panel()).getByRole('textbox', { name: 'Message' });
    await tally.workbench.runCommand('View: Focus into Primary Side Bar');
    await tally.statusBar.click();
    await box.and(focused(await panel())).waitFor();
    assert.equal(await tab().count(), 0);

    await tally.workbench.runCommand('Tally: Show Spend');
    const page = await spendPage();
    await page.getByRole('button', { name: 'Open chat' }).click();
    await box.and(focused(await panel())).waitFor();
  });

  it('says that nothing was spent yet and that there is nothing to export', async () => {
    const page = await spendPage();
    await page.getByText('Nothing spent yet').waitFor();
    await tally.workbench.runCommand('Tally: Export Spend as CSV…');
    await message('There is nothing to export. No request was sent yet.').waitFor();
  });

  it('shows the charged amount after a reply, and the limit for today', async () => {
    await ask('What is that?');
    await tally.workbench.runCommand('View: Close All Editors');
    await tally.statusBar.click();
    await tab().waitFor();
    const page = await spendPage();
    await spent(page);
    await row(page, bill()).first().waitFor();
    assert.match(await tally.statusBar.innerText(), new RegExp(`${bill().replace('$', '\\$')}$`));
    await page.getByText('Daily limit: ').waitFor();
  });

  it('returns the focus to the page when an input box or a dialog that it has opened is cancelled', async () => {
    const page = await spendPage();
    for (const name of ['Record balance…', 'Export as CSV…']) {
      const opener = page.getByRole('button', { name });
      await opener.press('Enter');
      await tally.workbench.page.locator('.quick-input-widget input:focus').waitFor();
      await tally.workbench.page.keyboard.press('Escape');
      await tally.workbench.page.waitForFunction(() => document.activeElement?.matches('iframe.webview') === true);
      await opener.and(focused(page)).waitFor();
    }
  });

  it('keeps the typed filter while the figures change', async () => {
    const page = await spendPage();
    const filter = page.getByRole('searchbox', { name: 'Filter rows' });
    await filter.fill('20');
    await ask('And that?');
    await spent(page);
    assert.equal(await filter.inputValue(), '20');
    await filter.fill('');
  });

  it('lists the workspace and the session, and opens the session in the chat', async () => {
    const page = await spendPage();
    await page.getByRole('tab', { name: 'By workspace' }).click();
    await row(page, bill()).first().waitFor();
    await (await panel()).getByRole('button', { name: 'New session', exact: true }).click();
    await (await panel()).getByRole('article', { name: 'Reply' }).first().waitFor({ state: 'detached' });
    await ask('Something else?');
    await page.getByRole('tab', { name: 'By session' }).click();
    await page.getByRole('button', { name: 'What is that?', exact: true }).click();
    await (await panel()).getByRole('article', { name: 'You' }).filter({ hasText: 'What is that?' }).waitFor();
  });

  it('filters by one session, and removes the filter', async () => {
    const page = await spendPage();
    await page.getByRole('button', { name: /^Show only Something else\?/ }).click();
    const last = tally.standIn.ledger.at(-1);
    await page
      .getByRole('region', { name: 'Summary' })
      .getByText(formatNanoDollars(last?.cost ?? 0, 'en'), { exact: true })
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^Remove the filter/ }).click();
    await spent(page);
  });

  it('is restored with the selected period after a reload', async () => {
    const { workbench } = tally;
    await (await spendPage()).getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last 7 days' });
    await spent(await spendPage());
    await workbench.reload();
    const page = await spendPage();
    await spent(page);
    const period = page.getByRole('combobox', { name: 'Period' });
    assert.equal(await period.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label), 'Last 7 days');
    assert.equal(await tab().count(), 1);
  });

  it('is brought to the front instead of opened twice', async () => {
    const { workbench, sourceFile } = tally;
    await workbench.openFile(sourceFile);
    await workbench.runCommand('Tally: Show Spend');
    await workbench.page.locator('.tab.active', { hasText: 'Spend' }).waitFor();
    assert.equal(await tab().count(), 1);
    await spent(await spendPage());
  });

  it('records a balance and shows the remaining balance', async () => {
    const { workbench } = tally;
    await (await spendPage()).getByRole('button', { name: 'Record balance…' }).click();
    await workbench.answerInputBox('7');
    await (await spendPage()).getByText('Balance: $7.00 of $7.00 left').waitFor();
  });

  it('proposes an export file name that contains the first and the last day of the selected period', async () => {
    const { workbench } = tally;
    await (await spendPage()).getByRole('button', { name: 'Export as CSV…' }).click();
    const box = workbench.page.locator('.quick-input-widget .quick-input-box input');
    await workbench.page.waitForFunction(() =>
      /tally-spend-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/.test(
        document.querySelector<HTMLInputElement>('.quick-input-widget .quick-input-box input')?.value ?? '',
      ),
    );
    await box.press('Escape');
  });

  it('exports a row for each request, with the amount that the service charged for the request', async () => {
    const { workbench, folder, standIn } = tally;
    await workbench.runCommand('Tally: Export Spend as CSV…');
    // Waits, because the dialog proposes a name only after it has opened.
    await workbench.page.waitForFunction(() =>
      /tally-spend-\d{4}-\d\d\.csv$/.test(
        document.querySelector<HTMLInputElement>('.quick-input-widget .quick-input-box input')?.value ?? '',
      ),
    );
    await workbench.answerInputBox(join(folder, 'spend.csv'));
    await message(`${standIn.ledger.length} requests were exported to spend.csv.`).waitFor();
    const text = await readFile(join(folder, 'spend.csv'), 'utf8');
    const [header = [], ...rows] = readCsv(text.replace(/^\ufeff/, ''));
    const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
    const { origin } = new URL(standIn.baseUrl);
    for (const [name, value] of [
      ['end', 'complete'],
      ['reported', 'yes'],
      ['address', origin],
    ] as const)
      assert.deepEqual([...new Set(column(name))], [value]);
    assert.equal(new Set(column('session')).size, 2);
    assert.deepEqual(
      column('high_usd').map(Number),
      standIn.ledger.map(({ cost }) => cost / 1e9),
    );
    assert.deepEqual(column('low_usd'), column('high_usd'));
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('spend')),
      ['spend.csv'],
    );
  });
});
