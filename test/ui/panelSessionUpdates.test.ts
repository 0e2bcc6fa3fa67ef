import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { question, reply, session } from './panelMessages.ts';
import { didListSessions, sessionViews } from './sessionStates.ts';

describePanel('the open session list', ({ open, view, button, postedOf }) => {
  const shown = session({ messages: [question(), reply({ text: 'It groups the items.' })] });
  const search = () => view().page.getByRole('textbox', { name: 'Search sessions' });
  const openList = async () => {
    await open(shown);
    await button('Sessions').click();
    await view().send(didListSessions(sessionViews()));
    // Waits, because the panel loads the code of the list when the list is first opened.
    await view().page.locator('.session-open').first().waitFor();
  };

  it('is updated when a reply of another session begins or ends, but not if it is closed', async () => {
    await openList();
    const requests = async () => (await postedOf('listSessions')).length;
    const replies = async (isRunning: boolean, sentence = 'A reply is running.') =>
      view().send({ type: 'didChangeBackgroundReplies', replies: [{ sessionId: 's2', sentence, isRunning }] });
    await replies(true);
    await replies(true, 'It has cost $0.01.');
    assert.equal(await requests(), 2);
    await replies(false);
    assert.equal(await requests(), 3);
    await search().press('Escape');
    await replies(true);
    assert.equal(await requests(), 3);
  });
});
