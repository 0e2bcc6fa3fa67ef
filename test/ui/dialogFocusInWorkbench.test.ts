import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { typeOver } from './typeOver.ts';
import { untilValue } from './untilValue.ts';

describe('The focus after a dialog of VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let box: Locator;
  let dialog: Locator;

  before(async () => {
    // Each message exceeds this limit.
    tally = await startInstalledTally({ tokens: 40 }, { 'tally.budget.daily': 0.000001 });
    await writeFile(join(tally.folder, '.env'), 'COLOUR=blue\n');
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    dialog = tally.workbench.page.getByRole('dialog');
    await tally.setKey();
  });

  beforeEach(async () => {
    await box.fill('');
  });

  disposeAfterAll(() => tally);

  const press = async (key: string) => tally.workbench.page.keyboard.press(key);
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const answer = async (name: string) => dialog.getByRole('button', { name, exact: true }).press('Enter');
  const focusedFrame = async () =>
    tally.workbench.page.waitForFunction(() => document.activeElement?.matches('iframe.webview') === true);
  const hasFocus = async (element: Locator) => {
    await focusedFrame();
    await element.and(panel.locator(':focus')).waitFor();
  };
  const typingGoesToBox = async () => typeOver(panel, box, 'Next?');
  const typesAndStops = async () => {
    await panel.locator('[data-state=streaming]').waitFor();
    await typingGoesToBox();
    // VS Code may also lose this key.
    do await press('Escape');
    while (await panel.locator('[data-state=streaming]').isVisible());
  };

  it('is in the message box after the user agrees to send a secret and to exceed a limit, and Escape stops the reply', async () => {
    tally.standIn.script({ tokens: 40, hold: 3 });
    await box.fill(['The key is ghp_0123456789', 'abcdefghijABCDEFGHIJ012345'].join(''));
    await box.press('Enter');
    await answer('Send Anyway');
    await answer('Send Anyway Once');
    await typesAndStops();
  });

  it('is in the message box after the user agrees to resend a message, and Escape stops the reply', async () => {
    tally.standIn.script({ tokens: 40, hold: 3 });
    await panel
      .getByRole('button', { name: /^Resend/ })
      .last()
      .press('Enter');
    await answer('Send Anyway Once');
    await typesAndStops();
  });

  it('is in the message box after the user agrees to send an edited message, and Escape stops the reply', async () => {
    tally.standIn.script({ tokens: 40, hold: 3 });
    await panel.getByRole('article', { name: 'You' }).last().getByRole('button', { name: 'Edit message' }).click();
    const field = panel.getByRole('textbox', { name: 'Edited text' });
    await field.fill('Hi there');
    await panel.getByRole('button', { name: 'Send in new session', disabled: false }).waitFor();
    await field.press('Enter');
    await answer('Send Anyway Once');
    await typesAndStops();
  });

  for (const choice of ['Cancel', 'Don’t Add', 'Add']) {
    it(`is in the message box after the user presses ${choice} in the question about a file with secrets`, async () => {
      await box.pressSequentially('@.env');
      await panel.getByRole('option').filter({ hasText: '.env' }).first().click();
      await answer(choice);
      if (choice === 'Add') await panel.getByRole('button', { name: 'Open .env:' }).waitFor();
      await typingGoesToBox();
    });
  }

  it('is in the editor after the user declines to send a message of Explain Selection', async () => {
    const { workbench, standIn, sourceFile } = tally;
    const sent = standIn.requests.length;
    const explain = async () => {
      await workbench.openFile(sourceFile);
      await workbench.page.locator('.editor-instance :focus').waitFor({ state: 'attached' });
      await press('Control+A');
      await workbench.runCommand('Tally: Explain Selection');
      await dialog.waitFor();
    };
    await explain();
    await press('Escape');
    await untilValue(box, 'Explain this code.');
    await workbench.page.locator('.editor-instance :focus').waitFor({ state: 'attached' });
    await box.fill('');
    await explain();
    await answer('Change Limit');
    await untilValue(box, 'Explain this code.');
    await workbench.page.locator('.settings-editor :focus').waitFor({ state: 'attached' });
    assert.equal(standIn.requests.length, sent);
  });

  it('is in the message box after a file dialog is cancelled', async () => {
    await box.pressSequentially('@nothing-has-this-name');
    await panel.getByRole('option', { name: 'Choose files…' }).click();
    await tally.workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'total.ts' }).waitFor();
    await press('Escape');
    await typingGoesToBox();
  });

  it('is on the button that copies code, after the user decides about hidden characters', async () => {
    await button('Remove .env:1').press('Enter');
    tally.standIn.script({ reply: '```ts\na(); // \u202e\n```' });
    await box.fill('Write it.');
    await box.press('Enter');
    await answer('Send Anyway Once');
    const copy = button('Copy code').last();
    await copy.click();
    await answer('Remove');
    await hasFocus(copy);
  });
});
