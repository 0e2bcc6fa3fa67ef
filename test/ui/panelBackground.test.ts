import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { panelStates } from './panelStates.ts';

describePanel('the notices about replies of other sessions', ({ open, view, announcements }) => {
  const notices = () => view().page.locator('.notice.background');
  const running = { sessionId: 's2', sentence: 'A reply is running in “Sort a list”.', isRunning: true };

  it('offer to show each session, to stop a running reply and to dismiss an ended reply', async () => {
    await open(...panelStates['background-replies']!);
    await notices().nth(1).waitFor();
    assert.deepEqual(await notices().locator('p').allInnerTexts(), [
      'A reply is running in “Sort a list”.',
      'The reply in “Why is the second request slower?” is complete. Cost: $0.0042.',
    ]);
    for (const [index, name] of [
      [0, 'Stop'],
      [0, 'Show'],
      [1, 'Dismiss'],
      [1, 'Show'],
    ] as const)
      await notices().nth(index).getByRole('button', { name }).click();
    assert.deepEqual(await view().posted(), [
      { type: 'stopBackgroundReply', id: 's2' },
      { type: 'openSession', id: 's2' },
      { type: 'dismissBackgroundReply', id: 's3' },
      { type: 'openSession', id: 's3' },
    ]);
    assert.deepEqual(await announcements(), ['The reply was stopped.']);
  });

  it('announce the end of a reply once, and disappear when there are no such replies', async () => {
    const { send } = await open(...panelStates['stopped']!);
    await send({ type: 'didChangeBackgroundReplies', replies: [running] });
    const ended = { ...running, sentence: 'The reply in “Sort a list” is complete. Cost: $0.0042.', isRunning: false };
    for (let count = 0; count < 2; count += 1) await send({ type: 'didChangeBackgroundReplies', replies: [ended] });
    assert.deepEqual(await announcements(), [ended.sentence]);
    await send({ type: 'didChangeBackgroundReplies', replies: [] });
    assert.equal(await notices().count(), 0);
  });

  it('keep the focus on their buttons when another notice changes', async () => {
    const { send } = await open(...panelStates['stopped']!);
    const other = { ...running, sessionId: 's3' };
    await send({ type: 'didChangeBackgroundReplies', replies: [other, running] });
    const stop = notices().nth(1).getByRole('button', { name: 'Stop' });
    await stop.focus();
    const silent = { ...running, sentence: 'The service has sent nothing for a while in “Sort a list”.' };
    await send({ type: 'didChangeBackgroundReplies', replies: [{ ...other, isRunning: false }, silent] });
    assert.equal(await stop.evaluate((button) => button === document.activeElement), true);
    await send({ type: 'didChangeBackgroundReplies', replies: [{ ...other, isRunning: false }] });
    const box = view().page.getByRole('textbox', { name: 'Message' });
    assert.equal(await box.evaluate((input) => input === document.activeElement), true);
  });

  it('leave at least half of the panel to the conversation and the message box, however many there are', async () => {
    const { send } = await open(...panelStates['stopped']!);
    const replies = Array.from({ length: 8 }, (_, index) => ({ ...running, sessionId: `s${index}` }));
    await send({ type: 'didChangeBackgroundReplies', replies });
    assert.equal(await notices().count(), 8);
    const { page } = view();
    const height = await page.locator('.background-replies').evaluate((list) => list.clientHeight);
    assert.ok(height < (await page.evaluate(() => window.innerHeight)) / 2, `${height} px`);
    await notices().last().getByRole('button', { name: 'Stop' }).click();
    assert.deepEqual(await view().posted(), [{ type: 'stopBackgroundReply', id: 's7' }]);
  });
});
