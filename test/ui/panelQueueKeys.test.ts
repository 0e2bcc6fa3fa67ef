import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { question, queue, reply, session } from './panelMessages.ts';
import { panelStates } from './panelStates.ts';

describePanel('the buttons of queued messages', ({ open, view, box }) => {
  /** Returns the index of the item that has the focus, and the name of its focused button. */
  const focused = async () =>
    view().page.evaluate(() => {
      const { activeElement } = document;
      const item = activeElement?.closest('.queue-item');
      return `${[...(item?.parentElement?.children ?? [])].indexOf(item!)} ${activeElement?.getAttribute('aria-label')}`;
    });
  /** Presses the keys one after the other, and returns `focused`. */
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await view().page.keyboard.press(key);
    return focused();
  };

  it('are one tab stop; the arrow keys, Home and End move the focus between their buttons', async () => {
    const { page, send } = await open(...panelStates['queued-while-running']!);
    await box().focus();
    assert.equal(await press('Shift+Tab'), '0 Edit queued message');
    assert.equal(await press('ArrowDown'), '1 Edit queued message');
    assert.equal(await press('ArrowDown', 'ArrowRight'), '1 Remove queued message');
    assert.equal(await press('ArrowRight', 'Home'), '0 Remove queued message');
    assert.equal(await press('ArrowLeft', 'ArrowLeft', 'End'), '1 Edit queued message');
    await page.keyboard.press('Tab');
    assert.ok(await box().evaluate((each) => each === document.activeElement));
    assert.equal(await press('Shift+Tab'), '1 Edit queued message');
    await send({ type: 'didChangeQueue', queue: queue().slice(0, 1) });
    await box().focus();
    assert.equal(await press('Shift+Tab'), '0 Edit queued message');
  });

  it('keep their columns while only some messages can be sent', async () => {
    const [first, second] = queue();
    assert.ok(first && second);
    const automatic = { ...first, isHeld: false };
    const held = [
      { ...second, id: 'm2', isHeld: true },
      { ...second, id: 'm3', isHeld: true },
    ];
    const messages = [question(), reply({ state: 'streaming', text: 'It' })];
    const { page } = await open(session({ messages, queue: [automatic, ...held, { ...automatic, id: 'm4' }] }));
    await page.getByRole('button', { name: 'Edit queued message', exact: true }).first().focus();
    assert.equal(await press('ArrowDown'), '1 Edit queued message');
    assert.equal(await press('ArrowDown', 'ArrowDown', 'ArrowRight'), '3 Remove queued message');
    assert.equal(await press('ArrowUp'), '2 Remove queued message');
    assert.equal(await press('ArrowLeft', 'Home'), '0 Edit queued message');
    assert.equal(await press('End', 'ArrowUp', 'ArrowLeft'), '2 Send queued message');
    assert.equal(await press('ArrowDown'), '2 Send queued message');
    assert.equal(await press('Home'), '1 Send queued message');
    assert.equal(await press('ArrowUp'), '1 Send queued message');
    assert.equal(await press('End'), '2 Send queued message');
  });
});
