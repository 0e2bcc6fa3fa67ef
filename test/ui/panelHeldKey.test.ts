import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describePanel } from './describePanel.ts';
import { conversation, session } from './panelMessages.ts';

describePanel('an Enter key that is held down', ({ open, view, box, button, postedOf }) => {
  /** Focuses the control while Enter is already down, then lets the key repeat. */
  const hold = async (control: Locator) => {
    const { keyboard } = view().page;
    await view().page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await keyboard.down('Enter');
    await control.focus();
    await keyboard.down('Enter');
    await keyboard.down('Enter');
    await keyboard.up('Enter');
  };

  it('sends no message from the message box and adds no line, but a new press sends', async () => {
    await open(session({ draft: { text: 'Explain this code.', attachments: [] } }));
    await hold(box());
    assert.deepEqual([await postedOf('submit'), await box().inputValue()], [[], 'Explain this code.']);
    await box().press('Enter');
    assert.equal((await postedOf('submit')).length, 1);
  });

  it('presses no Send button', async () => {
    await open(session({ draft: { text: 'Explain this code.', attachments: [] } }));
    await hold(button('Send'));
    assert.deepEqual(await postedOf('submit'), []);
    await button('Send').press('Enter');
    assert.equal((await postedOf('submit')).length, 1);
  });

  it('sends no edit of a question', async () => {
    const { send, page } = await open(session({ messages: conversation() }));
    const question = page.getByRole('article', { name: 'You' }).nth(1);
    await question.getByRole('button', { name: 'Edit message' }).click();
    await send({ type: 'didChangeEditEstimate', questionId: 'q2', text: '≈$0.0021 + reply' });
    const field = page.getByRole('textbox', { name: 'Edited text' });
    await hold(field);
    await hold(button('Send in new session'));
    assert.deepEqual(await postedOf('sendEdited'), []);
    assert.equal(await field.inputValue(), 'And what if a key is `undefined`?');
    await field.press('Enter');
    assert.equal((await postedOf('sendEdited')).length, 1);
  });

  it('still adds lines if Ctrl+Enter sends', async () => {
    await open(session({ preferences: { ...session({}).preferences, sendKey: 'ctrlEnter' } }));
    await hold(box());
    assert.equal(await box().inputValue(), '\n\n');
  });
});
