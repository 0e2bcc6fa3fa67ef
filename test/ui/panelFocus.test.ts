import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describePanel } from './describePanel.ts';
import { question, reply, session } from './panelMessages.ts';

describePanel('the focus of the panel', ({ open, view, box, button, announcements }) => {
  const isFocused = async (locator: Locator): Promise<boolean> =>
    locator.evaluate((each) => each === document.activeElement);
  const message = () => view().page.getByRole('article', { name: 'Reply' });
  const access = async (isReadOnly: boolean) =>
    view().send({ type: 'didChangeAccess', access: { isReadOnly, isBusy: false } });
  /** Does the same as Chromium does when the focus moves to another frame, which forgets the focused element. */
  const leave = async () =>
    view().page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  const comeBack = async () => view().page.evaluate(() => window.dispatchEvent(new FocusEvent('focus')));

  const conversation = session({ messages: [question(), reply({ text: 'It groups.' })] });

  it('returns to the same element after another frame had the focus, for example a menu of VS Code', async () => {
    const { page } = await open(conversation);
    await box().focus();
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocused(message()), true);
    for (const focused of [message(), button('Copy reply'), box()]) {
      await focused.focus();
      await leave();
      await comeBack();
      assert.equal(await isFocused(focused), true);
    }
  });

  it('returns to the button of a session that has opened a dialog', async () => {
    const { page, send } = await open(conversation);
    await button('Sessions').click();
    const listed = { id: 's2', title: 'A heron', at: Date.now(), isPinned: false, cost: '' };
    await send({ type: 'didListSessions', sessions: [listed], isComplete: true, deleted: [] });
    await page.keyboard.press('ArrowDown');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.equal(await isFocused(button('Export as Markdown')), true);
    await leave();
    await comeBack();
    assert.equal(await isFocused(button('Export as Markdown')), true);
  });

  it('moves to the message box if the element that had the focus is gone', async () => {
    await open(conversation);
    await button('Copy reply').focus();
    await leave();
    await view().send({ ...conversation, messages: [] });
    await comeBack();
    assert.equal(await isFocused(box()), true);
  });

  it('moves to “Use session here” if another window takes the session over, and back, and both changes are announced', async () => {
    await open(conversation);
    await box().focus();
    await access(true);
    assert.equal(await isFocused(button('Use session here')), true);
    await button('Use session here').click();
    await access(false);
    assert.equal(await isFocused(box()), true);
    assert.deepEqual(await announcements(), [
      'This session is open in another window.',
      'You can use the session here.',
    ]);
  });

  it('moves to “Use session here” on return if another window has taken the session over meanwhile', async () => {
    await open(conversation);
    await box().focus();
    await leave();
    await access(true);
    await comeBack();
    assert.equal(await isFocused(button('Use session here')), true);
  });
});
