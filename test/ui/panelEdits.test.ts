import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { conversation, session } from './panelMessages.ts';

describePanel('the editor of a question', ({ open, button }) => {
  it('keeps the focus and the selection when the same session loads again', async () => {
    const { page, send } = await open(session({ messages: conversation() }));
    const field = page.getByRole('textbox', { name: 'Edited text' });
    const isFocused = async () => field.evaluate((element) => element === document.activeElement);

    await button('Edit message').nth(1).click();
    await field.fill('Half a thought');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await send(session({ messages: conversation() }));
    assert.equal(await isFocused(), true);
    await page.keyboard.insertText('Q');
    assert.equal(await field.inputValue(), 'Qalf a thought');
    await button('Cancel').focus();
    await send(session({ messages: conversation() }));
    assert.equal(await isFocused(), true);
  });

  it('does not take the focus when another session loads', async () => {
    const { page, send } = await open(session({ messages: conversation() }));
    await button('Edit message').nth(1).click();
    await send(session({ sessionId: 'another', messages: conversation() }));
    await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor();
  });
});
