import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describePanel } from './describePanel.ts';
import { question, reply, session } from './panelMessages.ts';

describePanel('the header of the panel', ({ open, openWith, view, box, postedOf }) => {
  const title = () => view().page.locator('header .heading-title');
  const cost = () => view().page.getByRole('group', { name: 'Cost of this session' });
  const longTitle = 'Group the items of a list by a key, and keep the order of the items within each group';
  const heading = { type: 'didChangeHeading', sessionId: 's1', title: longTitle, cost: '≈$0.0044–0.0048' } as const;

  it('shows the title of the session with a tooltip, and what the session has cost', async () => {
    await open(session({ messages: [question(), reply({ text: 'It groups.' })] }), heading);
    assert.deepEqual([await title().innerText(), await title().getAttribute('title')], [longTitle, longTitle]);
    assert.equal(await cost().innerText(), '≈$0.0044–0.0048');
  });

  it('shows neither a title nor a cost for a new session', async () => {
    await open(session({}), { ...heading, title: '', cost: '' });
    assert.deepEqual([await title().isVisible(), await cost().isVisible()], [false, false]);
  });

  for (const width of [254, 600]) {
    it(`truncates only the title in a panel of ${width} px`, async () => {
      await openWith({ width });
      await view().send(session({ messages: [question(), reply({ text: 'It groups.' })] }), heading);
      const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
      const [name, amount, button] = await Promise.all([
        boxOf(title()),
        boxOf(cost()),
        boxOf(view().page.getByRole('button', { name: 'New session', exact: true })),
      ]);
      assert.ok(name.width > 40 && name.height <= 26, `the title has one line of ${name.width} px`);
      assert.ok(name.x + name.width <= amount.x && amount.x + amount.width <= button.x);
      assert.equal(await view().page.evaluate(() => document.body.scrollWidth), width);
    });
  }

  it('renames the session with a click on the title and Enter, but not with Escape', async () => {
    await open(session({ messages: [question(), reply({ text: 'It groups.' })] }), heading);
    const input = view().page.getByRole('textbox', { name: 'Session title' });
    await title().click();
    await input.fill('Another');
    await input.press('Escape');
    assert.equal(await title().evaluate((each) => each === document.activeElement), true);
    assert.deepEqual(await postedOf('renameSession'), []);
    await title().press('Enter');
    await input.fill(' Grouping ');
    await input.press('Enter');
    assert.deepEqual(await postedOf('renameSession'), [{ type: 'renameSession', id: 's1', title: 'Grouping' }]);
    await view().send({ ...heading, title: 'Grouping' });
    assert.equal(await title().innerText(), 'Grouping');
    assert.equal(await box().isVisible(), true);
  });

  it('renames the session of the shown title, also before this session is loaded', async () => {
    const messages = [question(), reply({ text: 'It groups.' })];
    const { send } = await open(session({ messages }), heading);
    await send({ ...heading, sessionId: 's2', title: 'Next' });
    await title().click();
    const input = view().page.getByRole('textbox', { name: 'Session title' });
    await input.fill('Before');
    await input.press('Enter');
    await title().click();
    await input.fill('After');
    await send(session({ sessionId: 's2', messages }));
    await input.press('Enter');
    assert.deepEqual(await postedOf('renameSession'), [
      { type: 'renameSession', id: 's2', title: 'Before' },
      { type: 'renameSession', id: 's2', title: 'After' },
    ]);
  });

  for (const [change, sessionId, nextTitle] of [
    ['another session', 's2', 'Another'],
    ['another session of the same title', 's2', longTitle],
    ['another title of the session', 's1', 'Another'],
  ] as const) {
    it(`renames nothing, and takes no focus, if ${change} is shown while the code is loaded`, async () => {
      const messages = [question(), reply({ text: 'It groups.' })];
      const { page, send } = await open(session({ messages }), heading);
      const code = Promise.withResolvers<undefined>();
      await page.route('**/titleInput-*.js', async (route) => {
        await code.promise;
        await route.continue();
      });
      await title().click();
      const loaded = send(session({ sessionId, messages }), { ...heading, sessionId, title: nextTitle });
      await box().click();
      code.resolve(undefined);
      await loaded;
      await page.keyboard.type('Next');
      assert.deepEqual([await title().innerText(), await box().inputValue()], [nextTitle, 'Next']);
      await title().click();
      await page.getByRole('textbox', { name: 'Session title' }).press('Escape');
    });
  }
});
