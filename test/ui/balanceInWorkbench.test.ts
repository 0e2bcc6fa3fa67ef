import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Script } from '../standIn/script.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { readSpendTooltip } from './spendTooltip.ts';
import { sendMessage } from './submit.ts';

/** Usage that costs $0.00495. */
const halfACent = { prompt: 1_000, cached: 600, completion: 500 };
/** Usage that costs $0.00042. */
const aLittle = { prompt: 10, cached: 0, completion: 50 };
/** Usage that costs $0.000608. */
const aLittleMore = { prompt: 300, cached: 0, completion: 1 };

describe('The recorded balance in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;

  before(async () => {
    tally = await startInstalledTally();
    panel = await tally.workbench.openPanel();
    await tally.setKey();
  });

  disposeAfterAll(() => tally);

  for (const [name, fault] of [
    ['status 402', { kind: 'status', status: 402 }],
    ['status 429 with a quota error', { kind: 'status', status: 429, code: 'insufficient_quota' }],
    ['status 403 with a quota error', { kind: 'status', status: 403, code: 'insufficient_quota' }],
  ] as const) {
    it(`is shown as used up after ${name}, until it is recorded again or a reply is charged`, async () => {
      await record('$4.50');
      assert.match((await readSpendTooltip(tally)).notes, /Balance: \$4\.50 of \$4\.50 left, recorded on/);
      await ask({ fault });
      const notice = panel.getByRole('article', { name: 'Reply' }).last().locator('.notice');
      await notice
        .getByText('Your balance doesn’t cover this request. Top up your balance on your account page.')
        .waitFor();
      await notice.getByRole('button', { name: 'Open Account Page' }).waitFor();
      await untilNotes((notes) => notes.includes('Balance: used up.'));
      if (fault.status === 402) {
        await ask({ usage: halfACent });
        await untilNotes((notes) => /Balance: ≈?\$4\.49\d* of \$4\.50 left, recorded on/.test(notes));
      }
      await record('$4.50');
      assert.match((await readSpendTooltip(tally)).notes, /Balance: \$4\.50 of \$4\.50 left, recorded on/);
    });
  }

  it('is shown as used up if more was spent than was recorded', async () => {
    await record('$0.0020');
    await ask({ usage: halfACent });
    await untilNotes((notes) => notes.includes('Balance: used up.'));
    const { page } = tally.workbench;
    await showNotifications(page);
    await page.getByText('Your recorded balance is used up.').first().waitFor();
    await tally.workbench.runCommand('Notifications: Clear All Notifications');
  });

  it('causes one warning when at most a tenth of it is left, but none in a second window, which shows the spend without the focus; a new balance can cause a new warning', async () => {
    const { workbench } = tally;
    const { page } = workbench;
    await record('$0.0052');
    await ask({ usage: halfACent });
    await showNotifications(page);
    await warning(page, '$0.0002').getByRole('button', { name: 'Open Account Page' }).waitFor();
    await warning(page, '$0.0002').getByRole('button', { name: 'Record Balance' }).waitFor();
    await spendALittle();
    assert.equal(await warning(page).count(), 1);

    const second = await workbench.context.newPage();
    await second.goto(page.url());
    await second.locator('[id="tally.tally-chat.tally.spend"]').getByText('$').waitFor();
    await showNotifications(second);
    assert.deepEqual(await warning(second).allInnerTexts(), []);

    await page.bringToFront();
    await record('$0.0060');
    await ask({ usage: halfACent });
    const spent = (await tally.statusBar.innerText()).trim();
    await second.locator('[id="tally.tally-chat.tally.spend"]').getByText(spent, { exact: true }).waitFor();
    await showNotifications(page);
    // Rarely, VS Code still shows notifications that were cleared.
    const newWarnings = warning(page).filter({ hasNotText: '$0.0002' });
    assert.deepEqual(await newWarnings.allInnerTexts(), []);
    await ask({ usage: aLittleMore });
    await warning(page, '$0.0004').waitFor();
    await second.bringToFront();
    assert.deepEqual(await warning(second).allInnerTexts(), []);
    await second.close();
  });

  /** Polls, because the extension first saves the balance for all windows. Only then does the tooltip change. */
  async function untilNotes(isReached: (notes: string) => boolean): Promise<void> {
    while (!isReached((await readSpendTooltip(tally)).notes));
  }

  async function ask(script: Script): Promise<void> {
    tally.standIn.script(script);
    await sendMessage(panel, 'How much?');
    const exchange = await tally.standIn.nextRequest();
    await exchange.closed;
    const reply = panel.getByRole('article', { name: 'Reply' }).last();
    await reply.and(panel.locator('[data-state=complete], [data-state=failed]')).waitFor();
    // A balance that is recorded before the reply is booked would not have subtracted the reply.
    if (script.fault === undefined) await reply.locator('button.cost').waitFor();
  }

  /** Sends a cheap message. Resolves when the status bar includes the cost. By then, any warning has also appeared. */
  async function spendALittle(): Promise<void> {
    const before = await tally.statusBar.innerText();
    await ask({ usage: aLittle });
    await tally.statusBar.locator(`a:not([aria-label$="${before.trim()}"])`).waitFor();
  }

  async function record(amount: string): Promise<void> {
    const { runCommand, answerInputBox, page } = tally.workbench;
    await runCommand('Tally: Record Balance…');
    await answerInputBox(amount);
    await showNotifications(page);
    const recorded = page.locator('.notifications-center .notification-list-item:visible', {
      hasText: `${amount} was recorded`,
    });
    await recorded.first().waitFor();
    await runCommand('Notifications: Clear All Notifications');
    await recorded.first().waitFor({ state: 'hidden' });
  }

  /** Opens the notification center, because VS Code shows no pop-ups in a window that a test controls. */
  async function showNotifications(page: Page): Promise<void> {
    const center = page.locator('.notifications-center');
    if (!(await center.isVisible())) await page.locator('[id="status.notifications"]').click();
    await center.waitFor();
  }

  function warning(page: Page, amount = '$'): Locator {
    return page.locator('.notifications-center .notification-list-item:visible', { hasText: `≈${amount}` });
  }
});
