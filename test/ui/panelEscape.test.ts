import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { question, reply, replyChange, session } from './panelMessages.ts';
import { pauseClock } from './pauseClock.ts';

describePanel('Escape after the end of a reply', ({ open, view, box, postedOf }) => {
  const running = session({ messages: [question(), reply({ state: 'streaming', text: 'It groups.' })] });

  for (const state of ['complete', 'stopped'] as const)
    it(`stops nothing for a second after the reply is ${state}, and then returns the focus to VS Code`, async () => {
      const { page, send } = await open(running);
      await pauseClock(view());
      await box().press('Escape');
      assert.equal((await postedOf('escape')).length, 1);
      await send(replyChange({ state }));
      await page.clock.runFor(900);
      await page.keyboard.press('Escape');
      assert.deepEqual(await postedOf('returnFocus'), []);
      await page.clock.runFor(100);
      await page.keyboard.press('Escape');
      assert.equal((await postedOf('returnFocus')).length, 1);
      // The late Escape names no reply, because it may put an edited queued message back.
      const escape = (responseId: string) => ({ type: 'escape', responseId });
      assert.deepEqual(await postedOf('escape'), [escape('r1'), escape('')]);
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
    assert.deepEqual(await postedOf('escape'), [{ type: 'escape', responseId: 'r2' }]);
  });

  it('does nothing while the key that has stopped the reply is held down', async () => {
    const { page, send } = await open(running);
    await pauseClock(view());
    await box().focus();
    await page.keyboard.down('Escape');
    await send(replyChange({ state: 'stopped' }));
    await page.clock.runFor(2_000);
    await page.keyboard.down('Escape');
    assert.equal((await postedOf('escape')).length, 1);
    assert.deepEqual(await postedOf('returnFocus'), []);
  });
});

describePanel('Escape while a reply runs', ({ open, view, box, button, postedOf }) => {
  const running = session({ messages: [question(), reply({ state: 'streaming', text: 'It' })] });

  // Only the extension knows whether the message box contains an edited queued message (see escapeActs).
  it('posts the latest text first, because the extension may put the message box back into the queue', async () => {
    const { page, posted, send } = await open(running);
    await box().focus();
    await page.keyboard.type('Queued!');
    await page.keyboard.press('Escape');
    const types = (await posted()).map(({ type }) => type);
    assert.ok(types.lastIndexOf('setDraft') < types.indexOf('escape'));
    assert.partialDeepStrictEqual((await postedOf('setDraft')).at(-1), { text: 'Queued!' });
    assert.deepEqual(await postedOf('stop'), []);
    await pauseClock(view());
    await send(replyChange({ state: 'complete' }));
    await page.clock.runFor(1_000);
    await page.keyboard.type(' Late');
    await page.keyboard.press('Escape');
    const later = (await posted()).map(({ type }) => type);
    assert.ok(later.lastIndexOf('setDraft') < later.indexOf('returnFocus'));
    assert.partialDeepStrictEqual((await postedOf('setDraft')).at(-1), { text: 'Queued! Late' });
  });

  it('is posted once for each press, not while the key is held down', async () => {
    const { page } = await open(running);
    await button('Sessions').focus();
    for (let press = 1; press <= 2; press += 1) {
      await page.keyboard.down('Escape');
      await page.keyboard.down('Escape');
      await page.keyboard.up('Escape');
      assert.equal((await postedOf('escape')).length, press);
    }
  });
});
