import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describePanel } from './describePanel.ts';
import {
  connectionNotice,
  conversation,
  question,
  rejectionNotice,
  reply,
  replyChange,
  session,
  silenceNotice,
} from './panelMessages.ts';
import { pauseClock } from './pauseClock.ts';

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
    await send({ type: 'didChangeEditEstimate', questionId: 'q2', text: '≈$0.0021 + reply.' });
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

describePanel('Enter for a button that is no longer there', ({ open, view, box, button, postedOf }) => {
  /** Asserts that the message box has the focus and that Enter sends its text only after half a second. */
  const assertSentOnlyLater = async () => {
    const { page } = view();
    await box().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    assert.deepEqual([await postedOf('submit'), await box().inputValue()], [[], 'Half-written']);
    await page.clock.runFor(600);
    await page.keyboard.press('Enter');
    assert.equal((await postedOf('submit')).length, 1);
  };
  /** Asserts that the message box has the focus and that Enter sends its text only after `use`, not after a while. */
  const assertSentOnlyAfter = async (use: () => Promise<void>) => {
    const { page } = view();
    await box().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.clock.runFor(60_000);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    assert.deepEqual([await postedOf('submit'), await box().inputValue()], [[], 'Half-written']);
    await use();
    await page.keyboard.press('Enter');
    assert.equal((await postedOf('submit')).length, 1);
  };
  const pressKey = async () => view().page.keyboard.press('ArrowLeft');
  const draft = { text: 'Half-written', attachments: [] };
  const running = session({ draft, messages: [question(), reply({ state: 'streaming', text: 'It' })] });
  const queued = { id: 'm1', text: 'And then?', attachments: [], isHeld: false };

  const uses: Readonly<Record<string, () => Promise<void>>> = {
    'presses another key': pressKey,
    'clicks into the message box': async () => box().click(),
    'moves the focus there again': async () => {
      await button('New session').focus();
      await box().focus();
    },
  };
  for (const [use, act] of Object.entries(uses))
    it(`does not send the draft when the reply ends while Stop has the focus, until the user ${use}`, async () => {
      const { send } = await open(running);
      await pauseClock(view());
      // The press of an earlier Stop must not count for this one.
      await button('Stop').press('Enter');
      await button('Stop').focus();
      await send(replyChange({ state: 'complete' }));
      await assertSentOnlyAfter(act);
    });

  it('sends the draft half a second after a button was pressed that then goes away', async () => {
    const { send } = await open(session({ draft, messages: [question(), reply({ state: 'connecting' })] }));
    await pauseClock(view());
    await send(replyChange({ state: 'connecting', notice: silenceNotice() }));
    await button('Keep waiting').press('Enter');
    await send(replyChange({ state: 'streaming' }));
    await assertSentOnlyLater();
  });

  it('does not send the draft when the extension moves the focus from an input box to the message box', async () => {
    const { send } = await open(session({ draft }));
    await pauseClock(view());
    await send({ type: 'didRequestFocus', isAfterDialog: true });
    await assertSentOnlyLater();
  });

  it('leaves the focus in an editor when the extension asks for it, until VS Code focuses the panel', async () => {
    const { page, send, isolateTab } = await open(session({ draft }));
    isolateTab();
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      document.hasFocus = () => false;
    });
    await send({ type: 'didRequestFocus' });
    assert.equal(await box().evaluate((each) => each === document.activeElement), false);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await box().and(page.locator(':focus')).waitFor();
  });

  it('does not send the draft when Stop is pressed twice', async () => {
    await open(running);
    await pauseClock(view());
    await button('Stop').press('Enter');
    await assertSentOnlyLater();
  });

  it('does not send the draft when a queued message is sent while one of its buttons has the focus', async () => {
    const { send } = await open({ ...running, queue: [queued] });
    await pauseClock(view());
    await button('Edit queued message').focus();
    await send({ type: 'didChangeQueue', queue: [] });
    await assertSentOnlyAfter(pressKey);
  });

  it('does not send the draft when Remove of the last queued message is pressed twice', async () => {
    await open({ ...running, queue: [queued] });
    await pauseClock(view());
    await button('Remove queued message').press('Enter');
    await view().page.keyboard.press('Enter');
    assert.deepEqual([await postedOf('submit'), await box().inputValue()], [[], 'Half-written']);
    assert.equal(await box().evaluate((each) => each === document.activeElement), false);
  });

  it('does not send the draft when the notice about a wait goes away', async () => {
    const { send } = await open(session({ draft, messages: [question(), reply({ state: 'connecting' })] }));
    await pauseClock(view());
    await send(replyChange({ state: 'connecting', notice: silenceNotice() }));
    await button('Keep waiting').focus();
    await send(replyChange({ state: 'streaming' }));
    await assertSentOnlyAfter(pressKey);
  });

  it('does not send the draft when a notice above the message box goes away', async () => {
    const notice = { id: 'n1', sentence: 'Note this.', action: 'Do this', isWarning: false };
    const { send } = await open(session({ draft }), { type: 'didChangeNotices', notices: [notice] });
    await pauseClock(view());
    await button('Do this').focus();
    await send({ type: 'didChangeNotices', notices: [] });
    await assertSentOnlyAfter(pressKey);
  });

  it('sends the draft at once if the user has typed meanwhile', async () => {
    const { page, send } = await open(running);
    await pauseClock(view());
    await button('Stop').focus();
    await send(replyChange({ state: 'complete' }));
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    assert.equal((await postedOf('submit')).length, 1);
  });

  for (const state of ['retry', 'resend'] as const)
    it(`does not ${state} twice, because the focus moves to the message box when the new reply begins`, async () => {
      const notice = state === 'retry' ? rejectionNotice() : connectionNotice();
      const messages = [question(), reply({ state: 'failed', notice })];
      const { send } = await open(session({ draft, messages }));
      await pauseClock(view());
      await button(state === 'retry' ? 'Retry' : 'Resend').press('Enter');
      await send({
        type: 'didAddMessages',
        messages: [{ ...question(), id: 'q2' }, reply({ id: 'r2', state: 'pending' })],
      });
      await assertSentOnlyLater();
      assert.equal((await postedOf('runAction')).length, 1);
    });

  it('does not retry a complete reply twice', async () => {
    const { send } = await open(session({ draft, messages: conversation() }));
    await pauseClock(view());
    await button('Retry').last().press('Enter');
    await send({
      type: 'didAddMessages',
      messages: [{ ...question(), id: 'q3' }, reply({ id: 'r3', state: 'pending' })],
    });
    await assertSentOnlyLater();
    assert.equal((await postedOf('runAction')).length, 1);
  });
});
