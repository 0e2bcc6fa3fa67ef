import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { question, reply, session } from './panelMessages.ts';
import { didDeleteSession, didListSessions, sessionViews } from './sessionStates.ts';

describePanel('the field for the title of a session', ({ open, view, button, postedOf }) => {
  const input = () => view().page.getByRole('textbox', { name: 'Session title' });

  /**
   * Records the keys whose events reach the window of the page, where VS Code listens for its key bindings. Returns a
   * function that returns these keys.
   */
  const keysAtWindow = async () => {
    const keys = await view().page.evaluateHandle(() => {
      const reached: string[] = [];
      addEventListener('keydown', ({ key }) => reached.push(key));
      return reached;
    });
    return async () => keys.jsonValue();
  };

  it('leaves key bindings to VS Code in the header, but not the keys that end the edit', async () => {
    await open(session({ messages: [question(), reply({ text: 'It groups.' })] }), {
      type: 'didChangeHeading',
      sessionId: 's1',
      title: 'Grouping',
      cost: '',
    });
    const keys = await keysAtWindow();
    for (const key of ['Escape', 'Enter']) {
      await view().page.locator('header .heading-title').click();
      for (const pressed of ['F1', 'Control+b', key]) await input().press(pressed);
    }
    assert.deepEqual(await keys(), ['F1', 'Control', 'b', 'F1', 'Control', 'b']);
  });

  it('saves the title on a click on another session, and opens that session', async () => {
    await open(session({}));
    await button('Sessions').click();
    await view().send(didListSessions(sessionViews()));
    const row = (title: string) => view().page.locator('.session-open', { hasText: title });
    await row('Hello').focus();
    await view().page.keyboard.press('F2');
    await input().fill('Good day');
    const { x, y } = (await row('Group by a key').boundingBox())!;
    await view().page.mouse.click(x + 8, y + 8);
    assert.deepEqual(await postedOf('renameSession'), [{ type: 'renameSession', id: 's8', title: 'Good day' }]);
    assert.deepEqual(await postedOf('openSession'), [{ type: 'openSession', id: 's3' }]);
  });

  it('leaves key bindings to VS Code in the list, and handles no key of the list', async () => {
    await open(session({}));
    await button('Sessions').click();
    await view().send(didListSessions(sessionViews()));
    await view().send(didDeleteSession('s3'));
    await view().page.locator('.session-open', { hasText: 'Hello' }).focus();
    const { keyboard } = view().page;
    await keyboard.press('F2');
    const bindings = await keysAtWindow();
    await keyboard.type('az');
    for (const key of ['F1', 'Control+b', 'F2', 'Delete', 'Home', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'PageUp'])
      await keyboard.press(key);
    for (const key of ['Control+z', 'Control+y']) await keyboard.press(key);
    assert.equal(await input().evaluate((each) => each === document.activeElement), true);
    const keys = await bindings();
    assert.deepEqual(
      [keys.includes('F1'), keys.includes('b'), keys.includes('z'), keys.includes('y')],
      [true, true, true, false],
    );
    await input().fill('Good day');
    await keyboard.press('Enter');
    assert.equal((await bindings()).includes('Enter'), false);
    assert.deepEqual([await postedOf('deleteSession'), await postedOf('restoreSession')], [[], []]);
    assert.equal((await postedOf('renameSession')).length, 1);
  });
});
