import assert from 'node:assert/strict';
import type { FromWebviewMessage, ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { describePanel } from './describePanel.ts';
import { session } from './panelMessages.ts';
import { pauseClock } from './pauseClock.ts';

interface RemovableList {
  readonly title: string;
  /** Returns the message that shows the items with these ids. */
  readonly show: (ids: readonly string[]) => ToWebviewMessage;
  /** The accessible name of the button that removes an item. */
  readonly button: (id: string) => string;
  /** Type of the message that the button posts. */
  readonly removal: FromWebviewMessage['type'];
  /** A CSS selector of the items. */
  readonly items: string;
}

const lists: readonly RemovableList[] = [
  {
    title: 'an attachment',
    show: (ids) => ({ type: 'didChangeDraft', attachments: ids.map((id) => ({ id, label: `${id}.ts`, size: '' })) }),
    button: (id) => `Remove ${id}.ts`,
    removal: 'removeAttachment',
    items: '.chip',
  },
  {
    title: 'a queued message',
    show: (ids) => ({
      type: 'didChangeQueue',
      queue: ids.map((id) => ({ id, text: `Explain ${id}.`, attachments: [], isHeld: true })),
    }),
    button: () => 'Remove queued message',
    removal: 'removeQueued',
    items: '.queue-item',
  },
  {
    title: 'a notice',
    show: (ids) => ({
      type: 'didChangeNotices',
      notices: ids.map((id) => ({ id, sentence: `Note ${id}.`, action: 'Show', isWarning: false })),
    }),
    button: () => 'Dismiss',
    removal: 'dismissNotice',
    items: '.notice',
  },
  {
    title: 'the notice about another session',
    show: (ids) => ({
      type: 'didChangeBackgroundReplies',
      replies: ids.map((id) => ({ sessionId: id, sentence: `${id} is complete.`, isRunning: false })),
    }),
    button: () => 'Dismiss',
    removal: 'dismissBackgroundReply',
    items: '.notice',
  },
];

describePanel('removing with the keyboard', ({ open, view, box, button, postedOf }) => {
  const removedIds = async ({ removal }: RemovableList) =>
    (await postedOf(removal)).map((message) => 'id' in message && message.id);
  const draft = { text: 'Half-written', attachments: [] };

  for (const list of lists) {
    const removeOf = (index: number, id: string) =>
      view()
        .page.locator(list.items)
        .nth(index)
        .getByRole('button', { name: list.button(id), exact: true });
    const assertFocused = async (index: number, id: string) =>
      assert.ok(await removeOf(index, id).evaluate((each) => each === document.activeElement));

    it(`${list.title} moves the focus to the same button of the next item, else of the previous item`, async () => {
      const { page, send } = await open(session({ draft }), list.show(['a', 'b', 'c']));
      await removeOf(1, 'b').press('Enter');
      await assertFocused(2, 'c');
      await send(list.show(['a', 'c']));
      await assertFocused(1, 'c');
      await page.keyboard.press('Enter');
      await assertFocused(0, 'a');
      await send(list.show(['a']));
      await assertFocused(0, 'a');
      assert.deepEqual([await removedIds(list), await postedOf('submit')], [['b', 'c'], []]);
    });

    if (list.removal === 'removeQueued') continue;

    it(`${list.title} twice sends nothing, although the last removal moves the focus to the message box`, async () => {
      const { page, send } = await open(session({ draft }), list.show(['a', 'b']));
      await pauseClock(view());
      await removeOf(0, 'a').press('Enter');
      await page.keyboard.press('Enter');
      assert.ok(await box().evaluate((each) => each === document.activeElement));
      await page.keyboard.press('Enter');
      await send(list.show([]));
      assert.ok(await box().evaluate((each) => each === document.activeElement));
      assert.deepEqual([await removedIds(list), await postedOf('submit')], [['a', 'b'], []]);
    });
  }

  it('skips the instructions, which cannot be removed', async () => {
    const chip = { id: 'a', label: 'a.ts', size: '' };
    const instructions = { id: 'instructions', label: 'Instructions', size: '' };
    await open(session({ draft: { text: '', attachments: [instructions, chip] } }));
    await button('Remove a.ts').press('Enter');
    assert.ok(await box().evaluate((each) => each === document.activeElement));
  });

  it('skips a running reply, which would be stopped', async () => {
    const ended = { sessionId: 's1', sentence: 'The reply is complete.', isRunning: false };
    const running = { sessionId: 's2', sentence: 'A reply is running.', isRunning: true };
    await open(session({}), { type: 'didChangeBackgroundReplies', replies: [ended, running] });
    await button('Dismiss').press('Enter');
    assert.ok(await box().evaluate((each) => each === document.activeElement));
  });
});

describePanel('removing with the mouse', ({ open, view, box }) => {
  for (const list of lists)
    it(`${list.title} moves the focus to the message box, because a typed space would press the next button`, async () => {
      await open(session({}), list.show(['a', 'b']));
      await view()
        .page.locator(list.items)
        .first()
        .getByRole('button', { name: list.button('a'), exact: true })
        .click();
      assert.ok(await box().evaluate((each) => each === document.activeElement));
    });
});
