import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describePanel } from './describePanel.ts';
import type { PanelPage } from './panelHarness.ts';
import {
  busyNotice,
  question,
  silenceNotice,
  rejectionNotice,
  reply,
  replyChange,
  session,
  text,
  connectionNotice,
} from './panelMessages.ts';
import { panelStates, showState } from './panelStates.ts';
import { pauseClock } from './pauseClock.ts';

describePanel('a reply that has no text yet', ({ open, view }) => {
  it('shows its activity and the elapsed time until text arrives', async () => {
    const { page, send } = await open();
    await holdClock(view());
    await send(session({ messages: [question(), reply({ state: 'pending', activity: 'Connecting…' })] }));
    const line = page.locator('.waiting');
    assert.equal(await line.innerText(), 'Connecting…');
    await page.clock.runFor(4000);
    await send(replyChange({ state: 'connecting', activity: 'Waiting for the reply…' }));
    await page.clock.runFor(1000);
    assert.match(await line.innerText(), /^Waiting for the reply…\s*5 s$/);
    await send(text('It'));
    assert.equal(await line.isVisible(), false);
    assert.equal(await runningTimers(page), 0);
  });

  it('shows the elapsed time only in its notice if the notice has a clock', async () => {
    const { page, send } = await open();
    await holdClock(view());
    await send(session({ messages: [question(), reply({ state: 'connecting', activity: 'Waiting for the reply…' })] }));
    await page.clock.runFor(5000);
    await page.getByText('5 s', { exact: true }).waitFor();
    await send(replyChange({ state: 'connecting', activity: 'Waiting for the reply…', notice: silenceNotice() }));
    assert.equal(await page.locator('.waiting').innerText(), 'Waiting for the reply…');
    await send(replyChange({ state: 'connecting', activity: 'Waiting for the reply…' }));
    assert.match(await page.locator('.waiting').innerText(), /5 s$/);
  });

  it('shows its activity below the reasoning until text arrives', async () => {
    const { page, send } = await open(
      session({ messages: [question(), reply({ state: 'streaming', activity: 'Thinking…' })] }),
    );
    await send(text('Let me see.', 'reasoning'));
    const summary = await page.getByText('Reasoning').boundingBox();
    const line = await page.getByText('Thinking…').boundingBox();
    assert.ok(summary !== null && line !== null && line.y >= summary.y + summary.height);
    await send(text('It groups.'));
    assert.equal(await page.getByText('Thinking…').isVisible(), false);
  });

  it('hides its activity when it ends without text', async () => {
    const { page, send } = await open(...panelStates['waiting']!);
    await send(replyChange({ state: 'stopped', activity: 'Waiting for the reply…' }));
    assert.equal(await page.locator('.waiting').isVisible(), false);
  });
});

describePanel('the reasoning of a reply', ({ open, button, postedOf }) => {
  it('is collapsed above the text of the reply, is not rendered before the user expands it, and can be expanded by keyboard', async () => {
    const { page } = await open(...panelStates['reasoning-closed']!);
    const summary = page.locator('.reasoning > summary');
    assert.equal(await summary.innerText(), 'Reasoning');
    assert.equal(await page.locator('.reasoning .markdown').count(), 0);
    assert.ok(
      (await summary.boundingBox())!.y < (await page.getByText('It groups the items by a key.').boundingBox())!.y,
    );
    await summary.press('Enter');
    await page.locator('.reasoning strong', { hasText: 'kept' }).waitFor();
    await summary.press('Enter');
    assert.equal(await page.locator('.reasoning .markdown').isVisible(), false);
  });

  it('has no heading if it is empty', async () => {
    const { page } = await open(session({ messages: [question(), reply({ text: 'Yes.' })] }));
    assert.equal(await page.getByText('Reasoning').isVisible(), false);
  });

  it('streams while it is expanded, and includes text that arrived while it was collapsed', async () => {
    const { page, send } = await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    const content = page.locator('.reasoning .markdown');
    await send(text('One **tw', 'reasoning'));
    await page.getByText('Reasoning').click();
    await content.getByText('One').waitFor();
    await send(text('o** three', 'reasoning'));
    await content.getByText('three').waitFor();
    await page.getByText('Reasoning').click();
    await send(text(' four', 'reasoning'), replyChange({ state: 'complete' }));
    await page.getByText('Reasoning').click();
    await content.getByText('four').waitFor();
    assert.equal(await content.innerText(), 'One two three four');
  });

  it('is not copied with the reply', async () => {
    await open(...panelStates['reasoning-open']!);
    await button('Copy reply').click();
    assert.deepEqual(await postedOf('copyText'), [
      { type: 'copyText', text: 'It groups the items by a key.', kind: 'prose' },
    ]);
  });

  it('keeps its heading in place when expanded, and makes the “Jump to latest” button visible only while expanded', async () => {
    const long = reply({ text: 'A paragraph.\n\n'.repeat(40) });
    const thought = reply({ id: 'r2', reasoning: 'A thought.\n\n'.repeat(60), text: 'Yes.' });
    const { page } = await open(session({ messages: [question(), long, thought] }));
    const summary = page.locator('.reasoning:not([hidden]) > summary');
    const before = await summary.boundingBox();
    await summary.click();
    await button('Jump to latest').waitFor();
    assert.deepEqual(await summary.boundingBox(), before);
    await summary.click();
    await button('Jump to latest').waitFor({ state: 'hidden' });
  });

  it('does not make the “Jump to latest” button visible if the whole conversation fits into the view', async () => {
    const panel = await open();
    await showState(panel, 'reasoning-open');
    await panel.page.locator('.reasoning strong').waitFor();
    assert.equal(await button('Jump to latest').isVisible(), false);
  });
});

describePanel('the seconds in a notice', ({ open, button, view, announcements }) => {
  it('count down to 0 and are announced only when the notice appears', async () => {
    const { page, send } = await open();
    await holdClock(view());
    await send(
      session({ messages: [question(), reply({ state: 'connecting' })] }),
      replyChange({ state: 'connecting', notice: busyNotice() }),
    );
    const sentence = page.locator('article .notice p');
    assert.equal(await sentence.innerText(), 'The service is busy (429). Your message is sent again in 12 s.');
    await page.clock.runFor(3000);
    assert.match(await sentence.innerText(), / 9 s\.$/);
    // Moves the clock forward in a single step, as if the computer had been asleep.
    await page.clock.fastForward(60_000);
    assert.match(await sentence.innerText(), / 0 s\.$/);
    assert.equal(await runningTimers(page), 0);
    assert.deepEqual(await announcements(), ['The service is busy (429). Your message is sent again in 12 s.']);
    assert.equal(
      await page.locator('.clock').evaluate((each) => each.closest('[aria-live]')?.getAttribute('aria-live')),
      'off',
    );
  });

  it('count up while the service sends nothing', async () => {
    const { page, send } = await open();
    await holdClock(view());
    await send(session({ messages: [question(), reply({ state: 'streaming', text: 'It', notice: silenceNotice() })] }));
    await page.clock.runFor(95_000);
    assert.equal(await page.locator('article .notice p').innerText(), 'The service has sent nothing for 125 s.');
  });

  it('are corrected by an update of the notice, without a second announcement', async () => {
    const { page, send } = await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    await send(replyChange({ notice: silenceNotice() }));
    await button('Keep waiting').focus();
    await send(replyChange({ notice: { ...silenceNotice(), clock: { counts: 'up', seconds: 47 } } }));
    assert.ok(await button('Keep waiting').evaluate((each) => each === document.activeElement));
    assert.equal(await page.locator('article .notice p').innerText(), 'The service has sent nothing for 47 s.');
    assert.deepEqual(await announcements(), ['The service has sent nothing for 30 s.']);
  });

  it('stop their timer when the notice is removed, loses its clock, or disappears with its reply', async () => {
    const { page, send } = await open();
    await holdClock(view());
    await send(session({ messages: [question(), reply({ state: 'streaming', text: 'It' })] }));
    const { clock, ...still } = silenceNotice();
    assert.equal(clock?.counts, 'up');
    for (const after of [replyChange({}), replyChange({ notice: still }), session({})]) {
      await send(replyChange({ notice: silenceNotice() }));
      assert.equal(await runningTimers(page), 1);
      await send(after);
      await page.clock.runFor(1000);
      assert.equal(await runningTimers(page), 0);
      await send(session({ messages: [question(), reply({ state: 'streaming', text: 'It' })] }));
    }
  });
});

const incompleteNotice = {
  severity: 'info',
  text: 'The reply was cut off. What was received is kept.',
  actions: [
    { id: 'continue', label: 'Continue', price: '≈$0.0009' },
    { id: 'retry', label: 'Retry', price: '≈$0.0012' },
  ],
} as const;

describePanel('the notice of a reply', ({ open, box, button, view, postedOf, announcements, answer }) => {
  it('expands and collapses its details without a message to the extension, and lets the user copy them', async () => {
    const { page } = await open(...panelStates['failed-with-details']!);
    const details = page.getByText('x-request-id: req_0f8');
    assert.equal(await button('Show details').getAttribute('aria-expanded'), 'false');
    assert.equal(await details.isVisible(), false);
    await button('Show details').press('Enter');
    assert.equal(await button('Show details').getAttribute('aria-expanded'), 'true');
    await details.waitFor();
    await button('Copy details').click();
    assert.deepEqual(await postedOf('copyText'), [{ type: 'copyText', text: rejectionNotice().details, kind: 'code' }]);
    await answer('copyText', true);
    await view().page.getByTitle('Copied').waitFor();
    assert.deepEqual(await announcements(), ['Copied']);
    await button('Show details').click();
    assert.equal(await details.isVisible(), false);
    assert.equal((await view().posted()).length, 1);
  });

  it('has no “Show details” button if it has no details', async () => {
    const { details, ...notice } = rejectionNotice();
    assert.ok(details);
    await open(session({ messages: [question(), reply({ state: 'failed', notice })] }));
    assert.equal(await button('Show details').count(), 0);
  });

  it('keeps its details expanded and its button focused when the footer of the reply changes', async () => {
    const { page, send } = await open(...panelStates['failed-with-details']!);
    await button('Show details').press('Enter');
    await send(replyChange({ state: 'failed', footer: '≈$0.0001', notice: rejectionNotice() }));
    await page.getByText('≈$0.0001').waitFor();
    assert.ok(await page.locator('.notice pre').isVisible());
    assert.ok(await button('Show details').evaluate((each) => each === document.activeElement));
  });

  it('shows Resend, with its price, as the primary button and Check connection as a secondary button', async () => {
    const { page } = await open(...panelStates['resend']!);
    assert.equal(await button('Resend').innerText(), 'Resend (≈$0.0012)');
    assert.equal(await descriptionOf(page, 'Resend'), '≈$0.0012');
    assert.ok(await button('Resend').and(page.locator('.button:not(.secondary)')).isVisible());
    assert.ok(await button('Check connection').and(page.locator('.button.secondary')).isVisible());
  });

  it('updates a price without moving the focus or collapsing the details', async () => {
    const { page, send } = await open(...panelStates['resend']!);
    await button('Show details').click();
    await button('Resend').focus();
    const notice = connectionNotice();
    const priced = (price?: string) => ({
      ...notice,
      actions: notice.actions.map(({ price: before, ...action }) =>
        before === undefined || price === undefined ? action : { ...action, price },
      ),
    });
    await send(replyChange({ state: 'failed', notice: priced() }));
    assert.equal(await button('Resend').innerText(), 'Resend');
    await send(replyChange({ state: 'failed', notice: priced('≈$0.0050') }));
    assert.equal(await button('Resend').innerText(), 'Resend (≈$0.0050)');
    assert.equal(await descriptionOf(page, 'Resend'), '≈$0.0050');
    assert.ok(await page.locator('.notice pre').isVisible());
    assert.ok(await button('Resend').evaluate((each) => each === document.activeElement));
  });

  it('disables Resend while another reply runs, and says why', async () => {
    const { page, send } = await open(...panelStates['resend-while-another-runs']!);
    assert.equal(await button('Resend').getAttribute('aria-disabled'), 'true');
    assert.equal(await button('Resend').getAttribute('title'), 'Available when the running reply has ended.');
    assert.equal(await descriptionOf(page, 'Resend'), '≈$0.0012. Available when the running reply has ended.');
    await button('Resend').click({ force: true });
    assert.deepEqual(await postedOf('runAction'), []);
    await button('Check connection').click();
    await send(replyChange({ state: 'complete' }));
    assert.equal(await button('Resend').getAttribute('aria-disabled'), null);
    assert.equal(await button('Resend').getAttribute('title'), null);
    await button('Resend').click();
    assert.deepEqual(await postedOf('runAction'), [
      { type: 'runAction', action: 'checkConnection', responseId: 'r0' },
      { type: 'runAction', action: 'resend', responseId: 'r0' },
    ]);
  });

  it('disables Resend as soon as another reply begins', async () => {
    const { send } = await open(...panelStates['resend']!);
    await send({ type: 'didAddMessages', messages: [question(), reply({ id: 'r2', state: 'pending' })] });
    assert.equal(await button('Resend').getAttribute('aria-disabled'), 'true');
  });

  it('posts only one of Continue and Retry before the extension answers, even if both are pressed', async () => {
    await open(
      session({ messages: [question(), reply({ state: 'incomplete', text: 'It', notice: incompleteNotice })] }),
    );
    await button('Continue').dblclick();
    await button('Continue').click({ force: true });
    await button('Retry').click({ force: true });
    await button('Continue').press('Enter');
    assert.deepEqual(await postedOf('runAction'), [{ type: 'runAction', action: 'continue', responseId: 'r1' }]);
  });

  it('enables an action again only after the extension has answered', async () => {
    const { send } = await open(...panelStates['resend']!);
    await button('Resend').click();
    await send(replyChange({ state: 'failed', notice: connectionNotice() }));
    await button('Resend').click({ force: true });
    assert.equal((await postedOf('runAction')).length, 1);
    await answer('runAction');
    await button('Resend').click();
    assert.equal((await postedOf('runAction')).length, 2);
  });

  it('posts Send now, Stop and Keep waiting only once each on a double click', async () => {
    const { page, send } = await open(...panelStates['countdown']!);
    await button('Send now').dblclick();
    await page.locator('.notice').getByRole('button', { name: 'Stop' }).dblclick();
    await send(replyChange({ notice: silenceNotice() }));
    await button('Keep waiting').dblclick();
    assert.deepEqual(await postedOf('stop'), [{ type: 'stop', responseId: 'r1' }]);
    assert.deepEqual(await postedOf('runAction'), [
      { type: 'runAction', action: 'sendNow', responseId: 'r1' },
      { type: 'runAction', action: 'keepWaiting', responseId: 'r1' },
    ]);
  });

  it('moves the focus to the message box when its focused button disappears', async () => {
    const { send } = await open(...panelStates['quiet']!);
    await button('Keep waiting').press('Enter');
    await send(replyChange({}));
    assert.ok(await box().evaluate((each) => each === document.activeElement));
  });

  it('does not move the focus to the message box if its button disappears while the panel does not have the focus', async () => {
    const { page, send } = await open(...panelStates['quiet']!);
    await button('Keep waiting').press('Enter');
    await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));
    await send(replyChange({}));
    assert.ok(await box().evaluate((each) => each !== document.activeElement));
  });
});

/** Pauses the clock, and makes `runningTimers` count the intervals that the panel starts afterwards. */
async function holdClock(panel: PanelPage): Promise<void> {
  await pauseClock(panel);
  await panel.page.evaluate(() => {
    const timers = new Set<number>();
    const start = window.setInterval.bind(window);
    const end = window.clearInterval.bind(window);
    Object.assign(window, {
      timers,
      setInterval: (handler: () => void, delay: number) => {
        const id = start(handler, delay);
        timers.add(id);
        return id;
      },
      clearInterval: (id: number) => {
        timers.delete(id);
        end(id);
      },
    });
  });
}

/** Returns the number of running intervals that the panel has started since `holdClock`. */
async function runningTimers(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { timers: Set<number> }).timers.size);
}

/** Returns a button's accessible description, which screen readers announce after the name of the button. */
async function descriptionOf(page: Page, name: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodes } = await session.send('Accessibility.queryAXTree', {
    nodeId: root.nodeId,
    accessibleName: name,
    role: 'button',
  });
  return nodes[0]?.description?.value;
}
