import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { sendMessage } from './submit.ts';
import { typeOver } from './typeOver.ts';

describe('Limits and balance in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let box: Locator;
  let dialog: Locator;

  before(async () => {
    tally = await startInstalledTally({ tokens: 40 }, { 'tally.budget.daily': 0.0003, 'tally.trial.account': 'free' });
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    dialog = tally.workbench.page.getByRole('dialog');
    await tally.setKey();
  });

  disposeAfterAll(() => tally);

  const reply = () => panel.getByRole('article', { name: 'Reply' }).and(panel.locator('[data-state=complete]'));

  it('a message over the daily limit is sent only if the user confirms it, and Cancel keeps the draft', async () => {
    await sendMessage(panel, 'Hi');
    await reply().waitFor();
    await box.fill('And what is that?');
    await box.press('Enter');
    await dialog.getByText('Your daily limit is reached.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await panel.getByRole('button', { name: 'Send', exact: true, disabled: false }).waitFor();
    assert.equal(await box.inputValue(), 'And what is that?');
    await typeOver(panel, box, 'And what is that? Really?');
    assert.equal(tally.standIn.requests.filter(({ method }) => method === 'POST').length, 1);
    await box.press('Enter');
    await dialog.getByRole('button', { name: 'Send Anyway Once' }).click();
    await reply().nth(1).waitFor();
    assert.equal(tally.standIn.requests.filter(({ method }) => method === 'POST').length, 2);
  });

  it('a declined question about an edited message returns the focus to the edited text', async () => {
    await panel.getByRole('article', { name: 'You' }).first().getByRole('button', { name: 'Edit message' }).click();
    const field = panel.getByRole('textbox', { name: 'Edited text' });
    await field.fill('Hi there');
    await panel.getByRole('button', { name: 'Send in new session', disabled: false }).waitFor();
    await field.press('Enter');
    await dialog.waitFor();
    await tally.workbench.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await typeOver(panel, field, 'Hi there!');
    await field.press('Escape');
  });

  it('a declined question about a secret returns the focus to the message box', async () => {
    await box.fill(['The key is ghp_0123456789', 'abcdefghijABCDEFGHIJ012345'].join(''));
    await box.press('Enter');
    await dialog.getByText('Your message seems to contain secrets. Send it?').waitFor();
    await tally.workbench.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await typeOver(panel, box, 'No secret');
    await box.fill('');
  });

  it('the status bar’s tooltip shows the spent part of the limit, the rest of the balance, and the used trial tokens', async () => {
    const { page, runCommand, answerInputBox } = tally.workbench;
    await runCommand('Tally: Record Balance…');
    await answerInputBox('$4.50');
    await tally.statusBar.hover();
    const hover = page.locator('.monaco-hover:visible');
    const text = await hover.filter({ hasText: 'of $4.50 left' }).first().innerText();
    const tooltip = text.replace(/\s+/g, ' ');
    assert.match(tooltip, /Daily limit: ≈?\$0\.\d{4} of \$0\.0003 spent\./);
    assert.match(tooltip, /Trial: ≈?\d+ of 50,000 tokens used/);
  });

  for (const [title, setting, sentence] of [
    [
      'the value of a limit is not an amount',
      'tally.budget.session',
      'The setting tally.budget.session isn’t used, because its value isn’t a number from 0 to 1,000,000.',
    ],
    [
      'the value of a price is not an amount',
      'tally.prices.output',
      'The setting tally.prices.output isn’t used, because its value isn’t a number from 0 to 1,000,000. Costs are estimated with the default price.',
    ],
  ] as const) {
    it(`Tally asks before it sends a message, and names the setting in the question and the status bar, if ${title}`, async () => {
      await tally.changeSettings({ 'tally.budget.daily': 100, [setting]: '1 dollar' });
      await tally.statusBar.and(tally.workbench.page.locator(`[aria-label$="${sentence}"]`)).waitFor();
      await box.fill('Hello');
      await box.press('Enter');
      await dialog.getByText(sentence).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await panel.getByRole('button', { name: 'Send', exact: true, disabled: false }).waitFor();
      assert.equal(await box.inputValue(), 'Hello');
      assert.equal(tally.standIn.requests.filter(({ method }) => method === 'POST').length, 2);
    });
  }

  it('a limit that is nearly reached is a line above the message box, and no notification, until the limit is raised', async () => {
    const { page } = tally.workbench;
    await tally.changeSettings({ 'tally.prices.output': 8000 });
    await tally.statusBar.and(page.locator(':not([aria-label*="isn’t used"])')).waitFor();
    await box.fill('Hi');
    await box.press('Enter');
    await reply().nth(2).waitFor();
    // While the reply is booked, the status bar still shows what it had cost before its end.
    await tally.statusBar.filter({ hasText: '$0.32' }).waitFor();
    const spent = /\$(\d+\.\d+)/.exec(await tally.statusBar.innerText())?.[1];
    await tally.changeSettings({ 'tally.budget.daily': Number(spent) * 1.1 });
    await tally.statusBar.hover();
    await page.locator('.monaco-hover:visible').filter({ hasText: 'Daily limit' }).first().waitFor();
    await box.fill('Hi again');
    await box.press('Enter');
    const notice = panel.getByRole('region', { name: /^You’ve spent up to .* daily limit\.$/ });
    await notice.waitFor();
    assert.equal(await page.locator('.notification-toast').count(), 0);
    await tally.changeSettings({ 'tally.budget.daily': 100 });
    await notice.waitFor({ state: 'detached' });
  });
});
