import assert from 'node:assert/strict';
import type { SessionAction } from '../../src/common/protocol/sessionProtocol.ts';
import { describePanel } from './describePanel.ts';
import { question, reply, session } from './panelMessages.ts';
import { didListSessions, sessionViews } from './sessionStates.ts';

describePanel('the context menu of a session in the list', ({ open, openWith, view, button, postedOf }) => {
  const row = (title: string) => view().page.locator('.session-open', { hasText: title });
  const focused = async () =>
    view().page.evaluate(
      () => document.activeElement?.querySelector('.session-title')?.textContent ?? document.activeElement?.ariaLabel,
    );
  const openList = async () => {
    await open(session({ messages: [question(), reply({ text: 'It groups the items.' })] }));
    await button('Sessions').click();
    await view().send(didListSessions(sessionViews()));
    // Waits, because the panel loads the code of the list when the list is first opened.
    await row('Hello').waitFor();
  };
  const choose = async (action: SessionAction, id = 's8') =>
    view().send({ type: 'didChooseSessionAction', id, action });
  const contextOf = async (selector: string): Promise<unknown> =>
    JSON.parse((await view().page.locator(selector).first().getAttribute('data-vscode-context')) ?? '');

  it('gets the id of the session and whether it is pinned, but keeps the entries for text while a title is edited', async () => {
    await openList();
    const context = { webviewSection: 'session', preventDefaultContextMenuItems: true };
    const [pinned, other] = sessionViews().toSorted((one, two) => Number(two.isPinned) - Number(one.isPinned));
    for (const { id, title, isPinned } of [pinned!, other!])
      assert.deepEqual(await contextOf(`.session:has-text("${title}")`), { ...context, sessionId: id, isPinned });
    await row('Hello').focus();
    await view().page.keyboard.press('F2');
    assert.deepEqual(await contextOf('.session-rename'), {
      webviewSection: '',
      preventDefaultContextMenuItems: false,
    });
  });

  for (const [direction, arrow] of [
    ['ltr', 'ArrowRight'],
    ['rtl', 'ArrowLeft'],
  ] as const)
    it(`is a keyboard shortcut of the row, as is the key that moves the focus to the buttons (${direction})`, async () => {
      const { page, send } = await openWith({ direction });
      await send(session({}));
      await button('Sessions').click();
      await send(didListSessions(sessionViews()));
      await row('Hello').focus();
      const keys = (await row('Hello').getAttribute('aria-keyshortcuts'))?.split(' ');
      assert.deepEqual(keys, [arrow, 'F2', 'Delete', 'Shift+F10']);
      await page.keyboard.press(arrow);
      assert.equal(await focused(), 'Pin');
    });

  it('renames the session in place', async () => {
    await openList();
    await choose('rename');
    await view().page.keyboard.type('Good day');
    await view().page.keyboard.press('Enter');
    assert.deepEqual(await postedOf('renameSession'), [{ type: 'renameSession', id: 's8', title: 'Good day' }]);
    assert.equal(await focused(), 'Good day');
  });

  it('pins, unpins, exports and deletes the session, and focuses its row', async () => {
    await openList();
    for (const action of ['pin', 'unpin', 'export', 'delete'] as const) {
      await view().page.getByRole('textbox', { name: 'Search sessions' }).focus();
      await choose(action);
      assert.equal(await focused(), 'Hello', action);
    }
    assert.deepEqual(await postedOf('pinSession'), [
      { type: 'pinSession', id: 's8', isPinned: true },
      { type: 'pinSession', id: 's8', isPinned: false },
    ]);
    assert.deepEqual(await postedOf('exportSession'), [{ type: 'exportSession', id: 's8' }]);
    assert.deepEqual(await postedOf('deleteSession'), [{ type: 'deleteSession', id: 's8' }]);
  });

  it('opens the session and focuses the message box, and does nothing after the list was closed', async () => {
    await openList();
    await choose('open');
    assert.deepEqual(await postedOf('openSession'), [{ type: 'openSession', id: 's8' }]);
    assert.equal(await focused(), 'Message');
    await choose('delete');
    assert.deepEqual(await postedOf('deleteSession'), []);
  });
});
