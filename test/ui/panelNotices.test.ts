import assert from 'node:assert/strict';
import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { describePanel } from './describePanel.ts';
import { queue, session } from './panelMessages.ts';
import { pauseClock } from './pauseClock.ts';

const notice = (id: string, sentence: string, isWarning = false) => ({ id, sentence, isWarning, action: 'Undo' });
const notices = (...shown: readonly ReturnType<typeof notice>[]): ToWebviewMessage => ({
  type: 'didChangeNotices',
  notices: shown,
});

describePanel('the notices above the message box', ({ open, view, button, announcements }) => {
  for (const [width, height] of [
    [250, 700],
    [300, 700],
    [280, 480],
    [420, 460],
  ] as const)
    it(`show the reason and the button of a held message in a panel of ${width} × ${height} pixels`, async () => {
      const sentence =
        'This message costs more than the $0.0005 above which Tally asks. ' +
        'The queued message “Explain the following paragraph in more…” wasn’t sent.';
      const held = { ...notice('queueHeld', sentence, true), action: 'Change Limit' };
      const { page, send, resize } = await open(session({ queue: queue().map((each) => ({ ...each, isHeld: true })) }));
      await resize(width, height);
      await send(notices(held));
      const area = (await page.locator('.notice-area').boundingBox())!;
      const shown = (await button('Change Limit').boundingBox())!;
      assert.ok(shown.y + shown.height <= area.y + area.height, JSON.stringify([area, shown]));
    });

  it('are announced when they are new or changed, but changed warnings are not, because their amounts change often', async () => {
    const { send } = await open(session({}));
    await send(notices(notice('removed', 'a.ts was removed.')));
    await send(notices(notice('removed', 'a.ts was removed.'), notice('limit', 'Spent: $1', true)));
    await send(notices(notice('removed', '2 attachments were removed.'), notice('limit', 'Spent: $2', true)));
    await send(notices(notice('removed', '2 attachments were removed.')));
    assert.deepEqual(await announcements(), ['a.ts was removed.', 'Spent: $1', '2 attachments were removed.']);
  });

  it('leave the live region after ten seconds, so that a screen reader finds no outdated sentence there', async () => {
    const { page, send } = await open(session({}));
    const spoken = async () => page.locator('[aria-live=polite]').textContent();
    await pauseClock(view());
    await send(notices(notice('removed', 'a.ts was removed.')));
    await page.clock.runFor(9_000);
    assert.equal(await spoken(), 'a.ts was removed.');
    await send(notices(notice('removed', 'b.ts was removed.')));
    await page.clock.runFor(9_000);
    assert.equal(await spoken(), 'b.ts was removed.');
    await page.clock.runFor(1_000);
    assert.equal(await spoken(), '');
    assert.deepEqual(await announcements(), ['a.ts was removed.', 'b.ts was removed.']);
  });
});

describePanel(
  'after the last queued message was removed with the keyboard',
  ({ open, view, box, button, postedOf }) => {
    const draft = { text: 'Half-written', attachments: [] };
    const removed = notices(
      notice('limit', 'Spent: $1', true),
      notice('queuedRemoved', 'The queued message was removed.'),
    );
    const emptied: ToWebviewMessage = { type: 'didChangeQueue', queue: [] };
    const undo = () =>
      view()
        .page.getByRole('region', { name: 'The queued message was removed.' })
        .getByRole('button', { name: 'Undo' });

    for (const [order, messages] of [
      ['before', [emptied, removed]],
      ['after', [removed, emptied]],
    ] as const)
      it(`the focus is on Undo, if the queue is empty ${order} the notice is shown`, async () => {
        const { page, send } = await open(session({ draft, queue: queue().slice(0, 1) }));
        await button('Remove queued message').press('Enter');
        await send(messages[0]);
        await send(messages[1]);
        await undo().and(page.locator(':focus')).waitFor();
        await page.keyboard.press('Enter');
        assert.deepEqual(
          [await postedOf('runNotice'), await postedOf('submit')],
          [[{ type: 'runNotice', id: 'queuedRemoved' }], []],
        );
      });

    it('Enter does nothing until the notice is shown', async () => {
      const { page, send } = await open(session({ draft, queue: queue().slice(0, 1) }));
      await button('Remove queued message').press('Enter');
      await send(emptied);
      await page.keyboard.press('Enter');
      assert.deepEqual(await postedOf('submit'), []);
      assert.ok(await box().evaluate((each) => each !== document.activeElement));
      await page.keyboard.press('Tab');
      assert.ok(await box().evaluate((each) => each === document.activeElement));
    });

    it('the focus stays in the message box if the user has moved it there', async () => {
      const { send } = await open(session({ draft, queue: queue().slice(0, 1) }));
      await button('Remove queued message').press('Enter');
      await box().focus();
      await send(emptied, removed);
      await undo().waitFor();
      assert.ok(await box().evaluate((each) => each === document.activeElement));
    });
  },
);
