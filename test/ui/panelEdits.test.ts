import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { QuestionView } from '../../src/common/protocol/conversationProtocol.ts';
import { describePanel } from './describePanel.ts';
import { conversation, reply, replyChange, session } from './panelMessages.ts';

const estimate = {
  type: 'didChangeEditEstimate',
  questionId: 'q2',
  text: 'Sends 2 earlier messages and this message to a new session: ≈$0.0021 + reply.',
} as const;
const unsent = { type: 'setEdit', sessionId: session({}).sessionId, questionId: 'q2' };

describePanel('the editor of a question', ({ open, view, box, button, postedOf, announcements, answer }) => {
  const questionAt = (index: number): Locator => view().page.getByRole('article', { name: 'You' }).nth(index);
  const isFocused = async (locator: Locator): Promise<boolean> =>
    locator.evaluate((each) => each === document.activeElement);
  const field = (): Locator => view().page.getByRole('textbox', { name: 'Edited text' });

  it('edits a question in place, and sends the edit only after the price is shown', async () => {
    const { send, page } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    assert.equal(await isFocused(field()), true);
    assert.equal(await field().inputValue(), 'And what if a key is `undefined`?');
    assert.deepEqual(await postedOf('estimateEdited'), [
      { type: 'estimateEdited', questionId: 'q2', text: 'And what if a key is `undefined`?' },
    ]);
    await field().fill('And null?');
    assert.deepEqual((await postedOf('estimateEdited')).at(-1), {
      type: 'estimateEdited',
      questionId: 'q2',
      text: 'And null?',
    });
    await field().press('Enter');
    assert.deepEqual(await postedOf('sendEdited'), []);
    await send(estimate);
    assert.match(await questionAt(1).innerText(), /Sends 2 earlier messages and this message to a new session/);
    await field().press('Shift+Enter');
    await page.keyboard.type('Or 0?');
    await field().press('Enter');
    await field().press('Enter');
    await button('Send in new session').click({ force: true });
    assert.deepEqual(await postedOf('sendEdited'), [
      { type: 'sendEdited', questionId: 'q2', text: 'And null?\nOr 0?' },
    ]);
    assert.deepEqual(await postedOf('submit'), []);
  });

  it('hides the button “Jump to latest” while the focus is in the editor, because the button would cover the text', async () => {
    const { page } = await open(
      session({ messages: [...conversation(), reply({ id: 'r9', text: 'line\n\n'.repeat(99) })] }),
    );
    const jump = page.locator('.jump');
    await questionAt(0).getByRole('button', { name: 'Edit message' }).click();
    await jump.waitFor({ state: 'hidden' });
    await box().focus();
    await jump.waitFor();
    await field().focus();
    await jump.waitFor({ state: 'hidden' });
    await field().press('Escape');
    await jump.waitFor();
  });

  it('sends an empty edit only if the question has an attachment besides its instructions', async () => {
    const instructions = { id: 'instructions', label: 'Instructions', code: 'Answer briefly.', size: '' };
    const attachment = { ...instructions, id: 'a1', label: 'groupBy.ts' };
    const { send } = await open(session({}));
    for (const [attachments, sent] of [
      [[instructions], 0],
      [[instructions, attachment], 1],
    ] as const) {
      const edited = { ...(conversation()[2] as QuestionView), attachments };
      await send(session({ sessionId: `s${sent}`, messages: [edited, reply({ text: 'Yes.' })] }));
      await questionAt(0).getByRole('button', { name: 'Edit message' }).click();
      await field().fill(' ');
      await send(estimate);
      await field().press('Enter');
      assert.equal((await postedOf('sendEdited')).length, sent);
    }
  });

  it('does not send an edit on Enter while the session is read-only', async () => {
    const { send } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await send(estimate, { type: 'didChangeAccess', access: { isReadOnly: true, isBusy: false } });
    await field().press('Enter');
    assert.deepEqual(await postedOf('sendEdited'), []);
    await send({ type: 'didChangeAccess', access: { isReadOnly: false, isBusy: false } });
    await field().press('Enter');
    assert.equal((await postedOf('sendEdited')).length, 1);
  });

  it('sends an edit on Ctrl+Enter instead of Enter if the preferences say so, and can send it again after a refusal', async () => {
    const { send } = await open(
      session({ messages: conversation(), preferences: { ...session({}).preferences, sendKey: 'ctrlEnter' } }),
    );
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await send(estimate);
    await field().press('Enter');
    assert.deepEqual(await postedOf('sendEdited'), []);
    await field().press('Control+Enter');
    await button('Send in new session').click({ force: true });
    assert.equal((await postedOf('sendEdited')).length, 1);
    await answer('sendEdited', 'refused');
    await button('Send in new session').click();
    assert.equal((await postedOf('sendEdited')).length, 2);
  });

  it('leaves the focus to the message box while the edit is sent, and gets the focus back after a refusal', async () => {
    const { page, send } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await send(estimate);
    await field().press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('And then?');
    assert.deepEqual(await postedOf('submit'), []);
    assert.deepEqual(
      [await box().inputValue(), await field().inputValue()],
      ['And then?', 'And what if a key is `undefined`?'],
    );
    await answer('sendEdited', 'refused');
    await view().page.waitForFunction(() => document.querySelector('.edit-footer button[aria-disabled]') === null);
    assert.equal(await isFocused(box()), true);
    await box().fill('');
    await field().press('Enter');
    await answer('sendEdited', 'refused');
    await field().and(page.locator(':focus')).waitFor();
  });

  it('does not send the draft by a second Ctrl+Enter', async () => {
    const { page, send } = await open(
      session({ messages: conversation(), draft: { text: 'Half-written', attachments: [] } }),
    );
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await send(estimate);
    await field().press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    assert.equal((await postedOf('sendEdited')).length, 1);
    assert.deepEqual(await postedOf('submit'), []);
  });

  it('closes an edit on Escape or Cancel, sends nothing, and keeps the typed text for the next edit of this message', async () => {
    const { page } = await open(session({ messages: conversation() }));
    const edit = questionAt(1).getByRole('button', { name: 'Edit message' });
    await edit.click();
    await field().fill('Something else');
    await page.keyboard.press('Escape');
    assert.equal(await field().count(), 0);
    assert.equal(await isFocused(edit), true);
    assert.match(await questionAt(1).innerText(), /And what if a key/);
    await edit.click();
    assert.equal(await field().inputValue(), 'Something else');
    await field().blur();
    assert.deepEqual((await postedOf('setEdit')).at(-1), { ...unsent, text: 'Something else' });
    await button('Cancel').click();
    assert.equal(await field().count(), 0);
    await view().send(session({ messages: conversation() }));
    await edit.click();
    assert.equal(await field().inputValue(), 'Something else');
    await view().send({ type: 'didChangeEdit', questionId: 'q2' });
    await edit.click();
    assert.equal(await field().inputValue(), 'And what if a key is `undefined`?');
    await button('Cancel').click();
    assert.deepEqual([await postedOf('sendEdited'), await postedOf('returnFocus')], [[], []]);
  });

  it('says that it opens with an unsent edit, and restores the original message, which the user can undo', async () => {
    const { page, send } = await open(session({ messages: conversation() }));
    const edit = questionAt(1).getByRole('button', { name: 'Edit message' });
    const line = page.getByText('Unsent edit.');
    const original = 'And what if a key is `undefined`?';
    await edit.click();
    await field().fill('Something else');
    await button('Cancel').click();
    assert.equal(await line.count(), 0);
    await edit.click();
    await line.waitFor();
    await button('Restore original message').click();
    assert.deepEqual([await field().inputValue(), await isFocused(field())], [original, true]);
    assert.equal(await line.isVisible(), false);
    assert.deepEqual((await announcements()).at(-1), 'The original message was restored.');
    assert.deepEqual((await postedOf('setEdit')).at(-1), unsent);
    await page.keyboard.press('Control+z');
    assert.equal(await field().inputValue(), 'Something else');
    assert.equal(await line.isVisible(), true);
    await button('Restore original message').click();
    await button('Cancel').click();
    await edit.click();
    assert.deepEqual([await field().inputValue(), await line.count()], [original, 0]);
    await send({ type: 'didChangeEdit', questionId: 'q1', text: 'Half a thought' });
    await line.waitFor();
  });

  it('closes on Escape on its buttons and on an attachment of the message, instead of stopping the reply', async () => {
    const { page } = await open(
      session({
        messages: [...conversation(), reply({ id: 'r3', state: 'streaming' })],
        edits: [{ questionId: 'q1', text: 'Half a thought' }],
      }),
    );
    const attachment = questionAt(0).locator('summary');
    for (const focused of [button('Cancel'), button('Send in new session'), attachment]) {
      await focused.focus();
      await page.keyboard.press('Escape');
      assert.equal(await field().count(), 0);
      await view().send({ type: 'didChangeEdit', questionId: 'q1', text: 'Half a thought' });
    }
    assert.deepEqual(await postedOf('escape'), []);
    await view().send({ type: 'didChangeEdit', questionId: 'q1' });
    await attachment.focus();
    await page.keyboard.press('Escape');
    assert.equal((await postedOf('escape')).length, 1);
  });

  it('says in its line of the price that a reply runs, and announces this on Enter', async () => {
    const { send } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await send(estimate, { type: 'didAddMessages', messages: [reply({ id: 'r3', state: 'streaming' })] });
    const line = view().page.locator('.edit-price');
    assert.equal(await line.textContent(), `${estimate.text} Can be sent when the running reply has ended.`);
    await field().press('Enter');
    assert.deepEqual(await postedOf('sendEdited'), []);
    assert.deepEqual((await announcements()).at(-1), 'Can be sent when the running reply has ended.');
    await send(replyChange({ responseId: 'r3', state: 'complete' }));
    assert.equal(await line.textContent(), estimate.text);
    await field().press('Enter');
    assert.equal((await postedOf('sendEdited')).length, 1);
  });

  it('posts an edit shortly after each change and before it is sent, and its removal when it is cancelled', async () => {
    const { send, page } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await field().fill('Half a');
    await view().waitForPosted('setEdit');
    await field().fill('Half a thought');
    await send(estimate);
    await field().press('Enter');
    assert.deepEqual((await postedOf('setEdit')).at(-1), { ...unsent, text: 'Half a thought' });
    const posted = (await view().posted()).map(({ type }) => type);
    assert.ok(posted.lastIndexOf('setEdit') < posted.indexOf('sendEdited'));
    await answer('sendEdited', 'refused');
    await field().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual((await postedOf('setEdit')).at(-1), unsent);
  });

  it('posts an edit at once when the editor loses the focus', async () => {
    await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await field().evaluate((each: HTMLTextAreaElement) => {
      each.value = 'Half a thought';
      each.dispatchEvent(new Event('input'));
      each.blur();
    });
    assert.deepEqual((await postedOf('setEdit')).at(-1), { ...unsent, text: 'Half a thought' });
  });

  it('posts no edit while the text of the question is unchanged, and the removal of an edit that was undone', async () => {
    const { send } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    const text = await field().inputValue();
    await field().blur();
    assert.deepEqual(await postedOf('setEdit'), []);
    await field().fill(`${text} Or null?`);
    await field().fill(text);
    assert.deepEqual(await postedOf('setEdit'), [unsent]);
    await send(estimate);
    await field().press('Enter');
    assert.deepEqual((await postedOf('setEdit')).at(-1), unsent);
    assert.equal((await postedOf('sendEdited')).length, 1);
  });

  it('shows the edits that the extension keeps, and takes no focus', async () => {
    await open(session({ messages: conversation(), edits: [{ questionId: 'q2', text: 'Half a thought' }] }));
    assert.equal(await field().inputValue(), 'Half a thought');
    assert.equal(await isFocused(field()), false);
    assert.deepEqual(await postedOf('setEdit'), []);
  });

  it('keeps typed text that is not posted yet when the session is loaded again', async () => {
    const { send } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await field().fill('Half a thought');
    await send(session({ messages: conversation() }));
    assert.equal(await field().inputValue(), 'Half a thought');
  });

  it('restores an edit that the extension had not received before a reload, and posts it', async () => {
    const { send, reload } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await field().fill('Half a thought');
    await reload();
    await send(session({ messages: conversation() }));
    assert.equal(await field().inputValue(), 'Half a thought');
    assert.deepEqual(await postedOf('setEdit'), [{ ...unsent, text: 'Half a thought' }]);
  });

  it('shows the change of an edit from another panel, and posts nothing', async () => {
    const { send } = await open(session({ messages: conversation() }));
    await send({ type: 'didChangeEdit', questionId: 'q2', text: 'Half a' });
    assert.equal(await field().inputValue(), 'Half a');
    await send({ type: 'didChangeEdit', questionId: 'q2', text: 'Half a thought' });
    assert.equal(await field().inputValue(), 'Half a thought');
    assert.deepEqual((await postedOf('estimateEdited')).at(-1), {
      type: 'estimateEdited',
      questionId: 'q2',
      text: 'Half a thought',
    });
    await send({ type: 'didChangeEdit', questionId: 'q2' });
    assert.equal(await field().count(), 0);
    assert.deepEqual(await postedOf('setEdit'), []);
  });

  it('moves the focus to the message box if another panel opens the editor in place of the focused action', async () => {
    const { page, send } = await open(session({ messages: conversation() }));
    for (const name of ['Edit message', 'Copy message', 'Delete exchange']) {
      await questionAt(1).getByRole('button', { name }).focus();
      await send({ type: 'didChangeEdit', questionId: 'q2', text: 'Half a thought' });
      await page.keyboard.type('a');
      await send({ type: 'didChangeEdit', questionId: 'q2' });
    }
    assert.equal(await box().inputValue(), 'aaa');
  });

  it('moves the focus by Tab from the edit field through the buttons of the edit to the message box', async () => {
    const { page } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await field().press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await isFocused(box()), true);
  });

  it('keeps the focus and the selection when the same session loads again', async () => {
    const { page, send } = await open(session({ messages: conversation() }));
    await button('Edit message').nth(1).click();
    await field().fill('Half a thought');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await send(session({ messages: conversation() }));
    assert.equal(await isFocused(field()), true);
    await page.keyboard.insertText('Q');
    assert.equal(await field().inputValue(), 'Qalf a thought');
    await button('Cancel').focus();
    await send(session({ messages: conversation() }));
    assert.equal(await isFocused(field()), true);
  });

  it('does not take the focus when another session loads', async () => {
    const { page, send } = await open(session({ messages: conversation() }));
    await button('Edit message').nth(1).click();
    await send(session({ sessionId: 'another', messages: conversation() }));
    await box().and(page.locator(':focus')).waitFor();
  });
});
