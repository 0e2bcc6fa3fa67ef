import assert from 'node:assert/strict';
import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { describePanel } from './describePanel.ts';
import { question, reply, replyChange, session } from './panelMessages.ts';
import { didDeleteSession, didListSessions, sessionViews } from './sessionStates.ts';
import { turnWheel } from './turnWheel.ts';

describePanel('the session list', ({ open, openWith, view, box, button, postedOf, announcements }) => {
  const shown = session({ messages: [question(), reply({ text: 'It groups the items.' })] });
  const search = () => view().page.getByRole('textbox', { name: 'Search sessions' });
  const rows = () => view().page.locator('.session-open');
  const row = (title: string) => view().page.locator('.session-open', { hasText: title });
  const focused = async () =>
    view().page.evaluate(
      () => document.activeElement?.querySelector('.session-title')?.textContent ?? document.activeElement?.ariaLabel,
    );
  const openList = async (...more: readonly ToWebviewMessage[]) => {
    await open(shown);
    await button('Sessions').click();
    await view().send(didListSessions(sessionViews()), ...more);
    // Waits, because the panel loads the code of the list when the list is first opened.
    await rows().first().waitFor();
  };

  it('focuses its search box when it opens, and returns the focus to the message box on Escape', async () => {
    await open(shown);
    await box().focus();
    await view().send({ type: 'didRequestSessions' });
    await view().page.getByRole('heading', { name: 'Sessions' }).waitFor();
    assert.equal(await focused(), 'Search sessions');
    assert.equal((await postedOf('listSessions')).length, 1);
    assert.equal(await view().page.getByRole('log').count(), 0);
    await view().page.keyboard.press('Escape');
    assert.equal(await focused(), 'Message');
    assert.deepEqual(await postedOf('returnFocus'), []);
  });

  it('opens on a double click on Sessions, and starts no new session', async () => {
    await open(shown);
    const place = (await button('Sessions').boundingBox())!;
    await button('Sessions').dblclick();
    await view().send(didListSessions(sessionViews()));
    await rows().first().waitFor();
    await view().page.mouse.dblclick(place.x + place.width / 2, place.y + place.height / 2);
    assert.deepEqual(await postedOf('newSession'), []);
  });

  it('clears the search on Escape, and closes only if the search is empty', async () => {
    await openList();
    const count = await rows().count();
    await search().fill('hello');
    await row('Group by a key').waitFor({ state: 'detached' });
    await search().press('Escape');
    assert.deepEqual([await search().inputValue(), await rows().count()], ['', count]);
    await search().press('Escape');
    assert.equal(await focused(), 'Sessions');
  });

  it('focuses a restored session', async () => {
    await openList(didDeleteSession('s3'));
    await button('Undo').click();
    await view().send({ type: 'didChangeSession', session: sessionViews()[2]! });
    assert.equal(await focused(), 'Group by a key');
  });

  it('shows the whole cost and state of a session in a narrow panel while the buttons of its row are shown', async () => {
    const { page, send } = await openWith({ width: 254 });
    await send(shown);
    await button('Sessions').click();
    const title = 'Group the items of a list by a key, and keep the order of the items';
    const state = { title, cost: '≈$0.0094–0.0104', isEdited: true, isRunning: true };
    await send(didListSessions([{ ...sessionViews()[7]!, ...state }]));
    await rows().first().hover();
    assert.ok(await page.locator('.session-meta').evaluate((each) => each.scrollWidth <= each.clientWidth));
    const [actions, name, text] = await Promise.all(
      ['.session-actions .icon-button', '.session-title', '.session-meta'].map(async (selector) =>
        page.locator(selector).first().boundingBox(),
      ),
    );
    assert.ok(name!.x + name!.width <= actions!.x);
    assert.ok(actions!.y + actions!.height <= text!.y + 4);
  });

  it('does not make the page scroll', async () => {
    await openList();
    const excess = await view().page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return scrollHeight - clientHeight;
    });
    assert.equal(excess, 0);
  });

  it('keeps the scroll position of the conversation while the list is open', async () => {
    await open(session({ messages: [question(), reply({ text: 'A line.\n\n'.repeat(100) })] }));
    const log = view().page.getByRole('log');
    await log.hover();
    await turnWheel(view().page, -400);
    const top = await log.evaluate((element) => element.scrollTop);
    await button('Sessions').click();
    await button('Back to the conversation').click();
    assert.equal(await log.evaluate((element) => element.scrollTop), top);
  });

  it('shows pinned sessions before the sessions of today, and marks the current session', async () => {
    await openList();
    assert.deepEqual((await view().page.locator('.session-list h3').allTextContents()).slice(0, 2), [
      'Pinned',
      'Today',
    ]);
    assert.match((await rows().first().textContent()) ?? '', /^Release notes/);
    assert.match((await view().page.locator('[aria-current=true]').textContent()) ?? '', /^What does this function do/);
    await view().send({
      type: 'didAddMessages',
      messages: [{ ...question(), id: 'q2' }, reply({ id: 'r2', state: 'streaming' })],
    });
    // The added question has closed the list.
    assert.equal(await search().count(), 0);
    await button('Sessions').click();
    assert.match((await view().page.locator('[aria-current=true]').textContent()) ?? '', /Replying…$/);
  });

  it('finds sessions by their titles immediately, and adds matches in texts, with a snippet, when the extension answers', async () => {
    await openList();
    // Enters all letters at once. Otherwise, the debounced search of texts could start between two key presses.
    await search().fill('grpky');
    assert.deepEqual(await view().page.locator('.session-title').allTextContents(), ['Group by a key']);
    assert.equal((await view().waitForPosted('searchSessions')).query, 'grpky');
    await view().send({
      type: 'didFindSessions',
      query: 'gr',
      matches: [{ id: 's8', isPhrase: true, before: '', match: 'old', after: '' }],
      isComplete: true,
    });
    await view().send({
      type: 'didFindSessions',
      query: 'grpky',
      matches: [{ id: 's4', isPhrase: true, before: 'the word ', match: 'grpky', after: ' here' }],
      isComplete: true,
    });
    assert.deepEqual(await view().page.locator('.session-title').allTextContents(), [
      'Group by a key',
      sessionViews()[3]?.title,
    ]);
    assert.equal(await view().page.locator('.session-snippet').textContent(), 'the word grpky here');
    assert.deepEqual(await announcements(), ['Sessions found: 2']);
    await search().press('Enter');
    assert.deepEqual(await postedOf('openSession'), [{ type: 'openSession', id: 's3' }]);
  });

  it('has one tab stop, and is navigated with the arrow keys', async () => {
    await openList();
    const { keyboard } = view().page;
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    assert.match((await focused()) ?? '', /^What does/);
    assert.equal(await view().page.locator('.session-list [tabindex="0"]').count(), 1);
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    assert.equal(await focused(), 'Rename');
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await keyboard.press('End');
    assert.equal(await focused(), 'Hello');
    await keyboard.press('Home');
    await keyboard.press('ArrowUp');
    assert.equal(await focused(), 'Search sessions');
    await keyboard.press('ArrowDown');
    await keyboard.press('h');
    assert.equal(await search().inputValue(), 'h');
  });

  it('describes no session by its title, which is already its name', async () => {
    await openList();
    const devTools = await view().page.context().newCDPSession(view().page);
    const named = async () => {
      const { nodes } = await devTools.send('Accessibility.getFullAXTree');
      return nodes.filter(({ role, name }) => role?.value === 'button' && /^Hello/.test(String(name?.value)));
    };
    // Chromium may return a tree in which the new rows are still missing.
    let sessions = await named();
    while (sessions.length === 0) sessions = await named();
    assert.equal(sessions.length, 1);
    assert.equal(sessions[0]!.description?.value ?? '', '');
  });

  it('opens a session and focuses the message box', async () => {
    await openList();
    await row('Hello').click();
    assert.deepEqual(await postedOf('openSession'), [{ type: 'openSession', id: 's8' }]);
    assert.equal(await focused(), 'Message');
  });

  it('announces a new session, and announces nothing about the previous session any more', async () => {
    const { send, page } = await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    const notice = { severity: 'error', text: 'The service is busy.', actions: [] } as const;
    await send(replyChange({ state: 'failed', notice }));
    for (let count = 0; count < 2; count += 1) await send(session({ sessionId: 's2' }));
    assert.deepEqual(await announcements(), ['The reply failed. The service is busy.', 'New session.']);
    await send({ ...shown, sessionId: 's3' });
    assert.equal(await page.locator('[aria-live=polite]').textContent(), '');
  });

  it('renames a session in place on Enter, and cancels on Escape, even if the list was updated meanwhile', async () => {
    await openList();
    await row('Hello').focus();
    const { keyboard } = view().page;
    await keyboard.press('F2');
    await keyboard.type('Good day');
    await view().send(didListSessions(sessionViews()));
    await keyboard.press('Escape');
    assert.deepEqual(await postedOf('renameSession'), []);
    assert.equal(await focused(), 'Hello');
    await keyboard.press('F2');
    await keyboard.type('Good');
    await view().send(didListSessions(sessionViews()));
    await keyboard.type(' day');
    await keyboard.press('Enter');
    assert.deepEqual(await postedOf('renameSession'), [{ type: 'renameSession', id: 's8', title: 'Good day' }]);
    assert.equal(await focused(), 'Good day');
  });

  it('deletes a session, announces the deletion, and restores the session on Ctrl+Z', async () => {
    await openList();
    await row('Group by a key').focus();
    const { keyboard } = view().page;
    await keyboard.press('Delete');
    assert.deepEqual(await postedOf('deleteSession'), [{ type: 'deleteSession', id: 's3' }]);
    assert.equal(await row('Group by a key').count(), 1);
    await view().send(didDeleteSession('s3'));
    assert.equal(await row('Group by a key').count(), 0);
    assert.match((await focused()) ?? '', /^Why is the second/);
    assert.deepEqual(await announcements(), ['Deleted “Group by a key”.']);
    await keyboard.press('Control+z');
    assert.deepEqual(await postedOf('restoreSession'), [{ type: 'restoreSession', id: 's3' }]);
    await view().send({ type: 'didChangeSession', session: sessionViews()[2]! });
    assert.equal(await row('Group by a key').count(), 1);
  });

  it('deletes only one session while Delete is held down', async () => {
    await openList();
    await row('Group by a key').focus();
    const { keyboard } = view().page;
    await keyboard.down('Delete');
    await view().send(didDeleteSession('s3'));
    await keyboard.down('Delete');
    await keyboard.up('Delete');
    assert.deepEqual(await postedOf('deleteSession'), [{ type: 'deleteSession', id: 's3' }]);
  });

  it('announces the title of a deleted session unchanged, even with `$&`, which String.replace would replace', async () => {
    await openList({ type: 'didChangeSession', session: { ...sessionViews()[2]!, title: 'What is $& in sed?' } });
    const deleted = [{ id: 's3', title: 'What is $& in sed?' }];
    await view().send({ type: 'didDeleteSession', id: 's3', deleted });
    assert.deepEqual(await announcements(), ['Deleted “What is $& in sed?”.']);
  });

  it('pins and exports a session with the buttons of its row', async () => {
    await openList();
    await row('Hello').hover();
    await button('Pin').click();
    assert.deepEqual(await postedOf('pinSession'), [{ type: 'pinSession', id: 's8', isPinned: true }]);
    assert.deepEqual((await view().page.locator('.session-title').allTextContents()).slice(0, 2), [
      'Release notes for 2.4',
      'Hello',
    ]);
    await row('Group by a key').hover();
    await view()
      .page.getByRole('listitem')
      .filter({ hasText: 'Group by a key' })
      .getByRole('button', { name: 'Export as Markdown' })
      .click();
    assert.deepEqual(await postedOf('exportSession'), [{ type: 'exportSession', id: 's3' }]);
  });

  it('renders fewer than 1,000 of 5,000 sessions at first, and focuses the last session on End', async () => {
    await open(shown);
    await button('Sessions').click();
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      id: `m${index}`,
      title: `Session ${index}`,
      at: Date.now() - index * 3_600_000,
      isPinned: false,
      cost: '',
    }));
    await view().send(didListSessions(many));
    await rows().first().waitFor();
    assert.equal((await rows().count()) < 1_000, true);
    await search().press('ArrowDown');
    await view().page.keyboard.press('End');
    assert.equal(await focused(), 'Session 4999');
  });
});

describePanel('a session that is open in another window', ({ open, view, box, button, postedOf }) => {
  const readOnly = session({
    messages: [question(), reply({ text: 'It groups.' })],
    draft: { text: 'Half a', attachments: [] },
    access: { isReadOnly: true, isBusy: false },
  });

  it('is read-only until it is taken over, and keeps its draft', async () => {
    await open(readOnly);
    await view().page.getByRole('region', { name: 'This session is open in another window.' }).waitFor();
    assert.equal(await box().isDisabled(), true);
    assert.equal(await box().inputValue(), 'Half a');
    assert.equal(await button('Send').getAttribute('aria-disabled'), 'true');
    await button('Use session here').click();
    assert.equal((await postedOf('takeOver')).length, 1);
    await view().send({ type: 'didChangeAccess', access: { isReadOnly: false, isBusy: false } });
    assert.equal(await box().isEnabled(), true);
    assert.equal(await box().inputValue(), 'Half a');
    assert.equal(await button('Use session here').count(), 0);
  });

  it('hides the buttons that would change the session until it is taken over', async () => {
    const stopped = {
      severity: 'info',
      text: 'You stopped this reply.',
      actions: [{ id: 'continue', label: 'Continue' }],
    } as const;
    const failed = {
      severity: 'error',
      text: 'The key was refused.',
      actions: [
        { id: 'retry', label: 'Retry' },
        { id: 'setApiKey', label: 'Set API key' },
      ],
    } as const;
    const messages = [
      question(),
      reply({ text: 'It groups.', retryPrice: '$0.0012 + reply' }),
      reply({ id: 'r2', text: 'It', state: 'stopped', notice: stopped }),
      reply({ id: 'r3', state: 'failed', notice: failed }),
    ];
    await open(session({ messages }));
    const changing = ['Edit message', 'Delete exchange', 'Retry', 'Continue'];
    const shown = async (): Promise<readonly string[]> => {
      const counts = await Promise.all(changing.map(async (name) => button(name).count()));
      return changing.filter((_, index) => (counts[index] ?? 0) > 0);
    };
    assert.deepEqual(await shown(), changing);
    await button('Edit message').focus();
    await view().send({ type: 'didChangeAccess', access: { isReadOnly: true, isBusy: false } });
    assert.deepEqual(await shown(), []);
    assert.equal(await button('Use session here').evaluate((each) => each === document.activeElement), true);
    assert.equal(await button('Copy reply').first().isVisible(), true);
    assert.equal(await button('Set API key').isVisible(), true);
    await view().send({ type: 'didChangeAccess', access: { isReadOnly: false, isBusy: false } });
    assert.deepEqual(await shown(), changing);
  });

  it('offers a new session', async () => {
    await open(readOnly);
    await button('Start another').click();
    assert.equal((await postedOf('newSession')).length, 1);
  });

  it('cannot be taken over, and its reply cannot be stopped, while the reply runs in the other window', async () => {
    await open(
      session({
        messages: [question(), reply({ state: 'streaming', text: 'It' })],
        access: { isReadOnly: true, isBusy: true },
      }),
    );
    assert.equal(await button('Use session here').getAttribute('aria-disabled'), 'true');
    await button('Use session here').click({ force: true });
    assert.equal(await button('Stop').count(), 0);
    await view().page.keyboard.press('Escape');
    assert.deepEqual([...(await postedOf('takeOver')), ...(await postedOf('escape'))], []);
  });
});

describePanel(
  'a panel whose content cannot be saved to the disk',
  ({ open, view, box, button, postedOf, announcements }) => {
    const full = { type: 'didChangeSaving', sentence: 'Tally Chat can’t save, because the disk is full.' } as const;

    it('shows a notice with the cause and “Try again” until everything is saved, and stays usable meanwhile', async () => {
      await open(session({ messages: [question(), reply({ text: 'It groups.' })] }));
      await view().send(full);
      const notice = view().page.getByRole('region', { name: full.sentence });
      await notice.waitFor();
      await button('Try again').click();
      assert.equal((await postedOf('retrySaving')).length, 1);
      await box().fill('Still here');
      await button('Send').click();
      assert.equal((await postedOf('submit')).length, 1);
      await view().send({ type: 'didChangeSaving' });
      assert.equal(await notice.count(), 0);
      assert.deepEqual(await announcements(), [full.sentence, 'Everything is saved again.']);
    });

    it('moves the focus from the notice to the message box when the notice disappears', async () => {
      await open(session({}), full);
      await button('Try again').focus();
      await view().send({ type: 'didChangeSaving' });
      assert.equal(await box().evaluate((each) => each === document.activeElement), true);
    });
  },
);
