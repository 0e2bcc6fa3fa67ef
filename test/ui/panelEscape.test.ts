import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { draftChange, question, queue, reply, replyChange, session } from './panelMessages.ts';
import { pauseClock } from './pauseClock.ts';

describePanel('Escape after the end of a reply', ({ open, view, box, postedOf }) => {
  const running = session({ messages: [question(), reply({ state: 'streaming', text: 'It groups.' })] });

  for (const state of ['complete', 'stopped'] as const)
    it(`does nothing for a second after the reply is ${state}, and then returns the focus to VS Code`, async () => {
      const { page, send } = await open(running);
      await pauseClock(view());
      await box().press('Escape');
      assert.equal((await postedOf('stop')).length, 1);
      await send(replyChange({ state }));
      await page.clock.runFor(900);
      await page.keyboard.press('Escape');
      assert.deepEqual(await postedOf('returnFocus'), []);
      await page.clock.runFor(100);
      await page.keyboard.press('Escape');
      assert.equal((await postedOf('returnFocus')).length, 1);
      assert.equal((await postedOf('stop')).length, 1);
    });

  it('does not close the find bar for a second', async () => {
    const { page, send } = await open(running);
    await pauseClock(view());
    const field = page.getByRole('search', { name: 'Find' }).getByRole('textbox', { name: 'Find' });
    await page.keyboard.press('Control+f');
    await field.waitFor();
    await box().focus();
    await send(replyChange({ state: 'complete' }));
    await page.keyboard.press('Escape');
    assert.ok(await field.isVisible());
    await page.clock.runFor(1_000);
    await page.keyboard.press('Escape');
    assert.equal(await field.isVisible(), false);
  });

  it('stops the next reply, which may begin at once', async () => {
    const { page, send } = await open(running);
    await pauseClock(view());
    await box().focus();
    const next = [{ ...question(), id: 'q2' }, reply({ id: 'r2', state: 'pending' })];
    await send(replyChange({ state: 'complete' }), { type: 'didAddMessages', messages: next });
    await page.keyboard.press('Escape');
    assert.deepEqual(await postedOf('stop'), [{ type: 'stop', responseId: 'r2' }]);
  });

  it('does nothing while the key that has stopped the reply is held down', async () => {
    const { page, send } = await open(running);
    await pauseClock(view());
    await box().focus();
    await page.keyboard.down('Escape');
    await send(replyChange({ state: 'stopped' }));
    await page.clock.runFor(2_000);
    await page.keyboard.down('Escape');
    assert.equal((await postedOf('stop')).length, 1);
    assert.deepEqual(await postedOf('returnFocus'), []);
  });
});

describePanel('Escape after “Edit queued message”', ({ open, view, button, postedOf, answer }) => {
  const running = session({ messages: [question(), reply({ state: 'streaming', text: 'It' })] });
  const edit = async (mayPutBack: boolean) => {
    const opened = await open({ ...running, queue: queue() });
    await button('Edit queued message').first().click();
    await opened.send({ type: 'didChangeQueue', queue: queue().slice(1) });
    await opened.send(draftChange('', 'Queued'));
    await answer('editQueued', mayPutBack);
    return opened;
  };
  const count = async (type: 'putBackQueued' | 'stop') => (await postedOf(type)).length;

  it('puts the message back with its latest text, and stops the reply only if pressed again', async () => {
    const { page, posted } = await edit(true);
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    // A held key repeats.
    await page.keyboard.down('Escape');
    await page.keyboard.down('Escape');
    await page.keyboard.up('Escape');
    await answer('putBackQueued', true);
    assert.deepEqual([await count('putBackQueued'), await count('stop')], [1, 0]);
    const types = (await posted()).map(({ type }) => type);
    assert.ok(types.lastIndexOf('setDraft') < types.indexOf('putBackQueued'));
    assert.partialDeepStrictEqual((await postedOf('setDraft')).at(-1), { text: 'Queued!' });
    await page.keyboard.press('Escape');
    assert.deepEqual([await count('putBackQueued'), await count('stop')], [1, 1]);
  });

  it('stops the reply if the extension has no message to put back', async () => {
    const { page } = await edit(true);
    await page.keyboard.press('Escape');
    assert.equal(await count('stop'), 0);
    await answer('putBackQueued', false);
    await view().waitForPosted('stop');
  });

  it('stops the reply at once if the message was added to other text, or the focus is elsewhere', async () => {
    const { page } = await edit(false);
    await page.keyboard.press('Escape');
    assert.deepEqual([await count('putBackQueued'), await count('stop')], [0, 1]);
    const elsewhere = await edit(true);
    await button('Sessions').focus();
    await elsewhere.page.keyboard.press('Escape');
    assert.deepEqual([await count('putBackQueued'), await count('stop')], [0, 1]);
  });
});
