import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { session } from './panelMessages.ts';
import { didDeleteSession, didListSessions, sessionViews } from './sessionStates.ts';

describePanel('the line about deleted sessions', ({ open, openWith, view, button, postedOf, announcements }) => {
  const rows = () => view().page.locator('.session-open');
  const row = (title: string) => view().page.locator('.session-open', { hasText: title });
  const focused = async () =>
    view().page.evaluate(() => document.activeElement?.querySelector('.session-title')?.textContent);
  const openList = async () => {
    await open(session({}));
    await button('Sessions').click();
    await view().send(didListSessions(sessionViews()));
    await rows().first().waitFor();
  };

  it('offers Undo for each of several deleted sessions, also after the list was closed and opened again', async () => {
    await openList();
    const line = async () => view().page.locator('.sessions-undo > div').textContent();
    const restored = async () => (await postedOf('restoreSession')).map((each) => 'id' in each && each.id);
    await view().send(didDeleteSession('s3'), didDeleteSession('s3', 's8'));
    assert.equal(await line(), 'Deleted “Hello”.');
    await button('Undo').click();
    await view().send({ type: 'didChangeSession', session: sessionViews()[7]! });
    assert.deepEqual([await line(), await focused(), await restored()], ['Deleted “Group by a key”.', 'Hello', ['s8']]);
    await button('Back to the conversation').click();
    await button('Sessions').click();
    const left = sessionViews().filter(({ id }) => id !== 's3');
    await view().send(didListSessions(left, [{ id: 's3', title: 'Group by a key' }]));
    await button('Undo').click();
    assert.deepEqual(await restored(), ['s8', 's3']);
    assert.equal(await button('Undo').count(), 0);
  });

  it('offers no Undo for a session that no longer exists, or when the list says that Undo has expired', async () => {
    await openList();
    await view().send({ type: 'didDeleteSession', id: 's3', deleted: [] });
    assert.equal(await row('Group by a key').count(), 0);
    assert.deepEqual([await button('Undo').count(), await announcements()], [0, []]);
    await view().send(didDeleteSession('s8'));
    await view().send({ type: 'didListSessions', sessions: sessionViews(), isComplete: false });
    assert.equal(await button('Undo').count(), 1);
    await view().send(didListSessions(sessionViews()));
    assert.equal(await button('Undo').count(), 0);
  });

  it('says that the deletion has stopped the reply of the session', async () => {
    await openList();
    await view().send({ ...didDeleteSession('s3'), isReplyStopped: true });
    assert.deepEqual(await announcements(), ['Deleted “Group by a key”. Its reply was stopped.']);
  });

  it('shows that the reply was stopped in a narrow panel, also behind a long title', async () => {
    const { page, send } = await openWith({ width: 254 });
    await send(session({}));
    await button('Sessions').click();
    const deleted = [{ id: 's3', title: 'Group the items of a list by a key, and keep the order of the items' }];
    await send(didListSessions(sessionViews()), { type: 'didDeleteSession', id: 's3', deleted, isReplyStopped: true });
    const sentence = page.locator('.sessions-undo').getByText('Its reply was stopped.');
    const [text, undo, line] = await Promise.all([
      sentence.evaluate((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getBoundingClientRect().toJSON() as DOMRect;
      }),
      button('Undo').boundingBox(),
      page.locator('.sessions-undo').boundingBox(),
    ]);
    assert.ok(text.right <= undo!.x, `the text ends at ${text.right}, the button begins at ${undo!.x}`);
    assert.ok(text.bottom <= line!.y + line!.height);
  });
});
