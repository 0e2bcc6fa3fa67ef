import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { describePanel } from './describePanel.ts';
import { frames } from './frames.ts';
import { draftChange, question, queue, reply, replyChange, session, text } from './panelMessages.ts';
import { panelStates } from './panelStates.ts';
import { turnWheel } from './turnWheel.ts';

const running = session({ messages: [question(), reply({ state: 'streaming', text: 'It' })] });

describePanel('the message box while a reply runs', ({ open, box, button, postedOf, answer }) => {
  it('posts a message for the queue on Enter, and is emptied when the extension clears the draft', async () => {
    const { send } = await open(running);
    await box().fill('next');
    await box().press('Enter');
    assert.deepEqual(await postedOf('submit'), [{ type: 'submit', text: 'next', revision: 0 }]);
    assert.equal(await box().inputValue(), 'next');
    await send(draftChange('next', ''));
    assert.equal(await box().inputValue(), '');
  });

  it('hides Send, and shows Queue message only while the box contains more than white space', async () => {
    const { send } = await open(running);
    assert.equal(await button('Send').count(), 0);
    assert.equal(await button('Queue message').count(), 0);
    await box().fill(' \n');
    assert.equal(await button('Queue message').count(), 0);
    await box().fill('next');
    await button('Queue message').click();
    assert.deepEqual(await postedOf('submit'), [{ type: 'submit', text: 'next', revision: 0 }]);
    await send(draftChange('next', ''));
    assert.equal(await button('Queue message').count(), 0);
    assert.ok(await box().evaluate((each) => each === document.activeElement));
    assert.deepEqual(await postedOf('stop'), []);
  });

  it('shows Send again when the reply has ended', async () => {
    const { send } = await open(running);
    await box().fill('next');
    await send(replyChange({ state: 'complete' }));
    assert.equal(await button('Queue message').count(), 0);
    assert.equal(await button('Stop').count(), 0);
    await button('Send').click();
    assert.equal((await postedOf('submit')).length, 1);
  });

  it('posts a message only once before the extension answers, even on repeated Enter and clicks', async () => {
    const { send } = await open(running);
    await box().fill('next');
    await box().press('Enter');
    await box().press('Enter');
    await button('Queue message').dblclick({ force: true });
    await send(replyChange({ state: 'complete' }));
    await box().press('Enter');
    assert.equal((await postedOf('submit')).length, 1);
    await answer('submit', 'refused');
    await button('Send').click();
    assert.equal((await postedOf('submit')).length, 2);
  });

  it('keeps text that the user types after Enter, before the extension clears the sent text', async () => {
    const { page, send } = await open(running);
    await box().fill('first');
    await box().press('Enter');
    await page.keyboard.type(' second');
    await send(replyChange({ state: 'complete' }), draftChange('first', ''));
    assert.equal(await box().inputValue(), ' second');
  });

  it('stops the reply on Escape and keeps the typed text', async () => {
    await open(...panelStates['queued-while-running']!);
    await box().press('Escape');
    assert.deepEqual(await postedOf('escape'), [{ type: 'escape', responseId: 'r1' }]);
    assert.equal(await box().inputValue(), 'One more thing');
  });

  it('ignores the second click of a double click on Send if Stop has already replaced Send', async () => {
    const { page } = await open(session({}));
    await answerClick(page, 'Send', { type: 'didAddMessages', messages: [question(), reply({ state: 'pending' })] });
    await box().fill('hello');
    await button('Send').dblclick();
    assert.ok(await button('Stop').isVisible());
    assert.equal((await postedOf('submit')).length, 1);
    assert.deepEqual(await postedOf('stop'), []);
  });

  it('ignores the second click of a double click on Stop if Send has already replaced Stop', async () => {
    const { page } = await open(running);
    await answerClick(page, 'Stop', replyChange({ state: 'stopped' }));
    await box().fill('hello');
    await button('Stop').dblclick();
    assert.ok(await button('Send').isVisible());
    assert.equal((await postedOf('stop')).length, 1);
    assert.deepEqual(await postedOf('submit'), []);
  });
});

describePanel('queued messages', ({ open, openWith, view, box, button, postedOf, announcements, answer }) => {
  const region = () => view().page.getByRole('region', { name: 'Queued messages' });
  const items = () => region().locator('.queue-item');

  it('show their attachments and at most two lines of text, above the message box', async () => {
    await open(...panelStates['queued-while-running']!);
    await items().nth(1).waitFor();
    assert.equal(await items().count(), 2);
    const words = items().first().locator('.queue-text');
    const { height } = (await words.boundingBox())!;
    assert.ok(height > 20 && height < 45, String(height));
    assert.match((await words.getAttribute('title')) ?? '', /before the change\.$/);
    assert.match(await items().first().innerText(), /groupBy\.test\.ts\s*:1-40/);
    assert.match(await region().innerText(), /^2 queued messages\. Sent when the reply is complete\./);
    assert.ok((await region().boundingBox())!.y < (await box().boundingBox())!.y);
  });

  it('are shown as soon as the code of their list can be loaded, even if it could not be loaded before', async () => {
    const { page, send, problems, isolateTab } = await openWith();
    isolateTab();
    let failures = 0;
    await page.route('**/queueView-*.js', async (route) => {
      failures += 1;
      await (failures === 1 ? route.abort() : route.continue());
    });
    await send(...panelStates['queued-while-running']!);
    await items().nth(1).waitFor();
    assert.equal(failures, 2);
    (problems as string[]).splice(0);
  });

  it('each show their price, which changes while the reply grows, without moving the focus', async () => {
    const { send } = await open(...panelStates['queued-while-running']!);
    assert.match(await items().first().innerText(), /\n≈1,130 tokens in · ≈\$0\.0003–0\.0023 \+ reply$/);
    const edit = items().first().getByRole('button', { name: 'Edit queued message', exact: true });
    await edit.focus();
    const estimate = { text: '', queue: { m1: '≈1,900 tokens in · ≈$0.0005–0.0038 + reply' } };
    await send({ type: 'didChangeEstimate', ...estimate });
    assert.match(await items().first().innerText(), /\n≈1,900 tokens in · ≈\$0\.0005–0\.0038 \+ reply$/);
    assert.doesNotMatch(await items().nth(1).innerText(), /\$/);
    assert.ok(await edit.evaluate((each) => each === document.activeElement));
  });

  it('have no region when the queue is empty', async () => {
    const { send } = await open(...panelStates['queued-while-running']!);
    await send({ type: 'didChangeQueue', queue: [] });
    assert.equal(await region().count(), 0);
  });

  it('can each be edited only once before the extension answers; “Edit queued message” moves the focus to the message box', async () => {
    const { send } = await open(...panelStates['queued-while-running']!);
    const edit = items().nth(1).getByRole('button', { name: 'Edit queued message', exact: true });
    await edit.dblclick();
    await edit.click({ force: true });
    assert.deepEqual(await postedOf('editQueued'), [{ type: 'editQueued', id: 'm2' }]);
    await items().nth(0).getByRole('button', { name: 'Edit queued message', exact: true }).click();
    await send({ type: 'didChangeQueue', queue: [] });
    assert.ok(await box().evaluate((each) => each === document.activeElement));
    assert.equal((await postedOf('editQueued')).length, 2);
  });

  it('can each be sent only once before the extension answers, unless they are sent after the running reply anyway', async () => {
    const { send } = await open(...panelStates['queued-while-running']!);
    assert.equal(await button('Send queued message').count(), 0);
    await send(replyChange({ state: 'stopped' }));
    assert.match(await region().innerText(), /^2 queued messages\. Not sent yet\./);
    const first = button('Send queued message').first();
    await first.dblclick();
    await first.click({ force: true });
    assert.deepEqual(await postedOf('sendQueued'), [{ type: 'sendQueued', id: 'm1' }]);
    await send(
      { type: 'didAddMessages', messages: [question(), reply({ id: 'r2', state: 'pending' })] },
      { type: 'didChangeQueue', queue: queue().slice(1) },
    );
    assert.equal(await button('Send queued message').count(), 0);
    assert.ok(await box().evaluate((each) => each === document.activeElement));
  });

  it('can be sent after the running reply if they are held; the focus then moves to the message box', async () => {
    const [first, ...others] = queue().map((each) => ({ ...each, isHeld: true }));
    const { send } = await open({ ...running, queue: [first!, ...others] });
    const sendOf = (index: number) => items().nth(index).getByRole('button', { name: 'Send queued message' });
    await sendOf(0).press('Enter');
    assert.deepEqual(await postedOf('sendQueued'), [{ type: 'sendQueued', id: 'm1' }]);
    await send({ type: 'didChangeQueue', queue: [{ ...first!, isHeld: false }, ...others] });
    await answer('sendQueued', 'accepted');
    assert.deepEqual([await sendOf(0).count(), await sendOf(1).count()], [0, 1]);
    assert.deepEqual(await announcements(), ['Queued. Sent when the reply is complete.']);
    assert.ok(await box().evaluate((each) => each === document.activeElement));
    await send({ type: 'didChangeQueue', queue: others.map((each) => ({ ...each, isWaiting: true })) });
    assert.equal(await sendOf(0).count(), 0);
  });

  it('can each be sent a second time only after the extension has refused the first attempt', async () => {
    const { send } = await open(...panelStates['queued-while-idle']!);
    await button('Send queued message').first().click();
    await send({ type: 'didChangeSetup', setup: { ready: true, sentence: '' } });
    await button('Send queued message').first().click({ force: true });
    assert.equal((await postedOf('sendQueued')).length, 1);
    await answer('sendQueued', 'refused');
    await button('Send queued message').first().click();
    assert.equal((await postedOf('sendQueued')).length, 2);
  });

  it('are announced when one is added, but not when one is removed or a session loads', async () => {
    const { send } = await open(running);
    const [first, second] = queue();
    assert.ok(first && second);
    await send({ type: 'didChangeQueue', queue: [first] });
    await send({ type: 'didChangeQueue', queue: [first, second] });
    await send({ type: 'didChangeQueue', queue: [second] });
    await send({ ...running, queue: queue() });
    const sentence = 'Queued. Sent when the reply is complete.';
    assert.deepEqual(await announcements(), [sentence, sentence]);
  });

  it('say which of them are sent after the reply, and which only by the user', async () => {
    const { send } = await open(running);
    const [first, second] = queue();
    assert.ok(first && second);
    const held = { ...first, isHeld: true };
    await send({ type: 'didChangeQueue', queue: [held] });
    assert.match(await region().innerText(), /^1 queued message\. Not sent yet\.\n/);
    assert.doesNotMatch(await region().innerText(), /until you send it/);
    for (const queued of [
      [held, second],
      [second, held],
    ]) {
      await send({ type: 'didChangeQueue', queue: queued });
      assert.match(await region().innerText(), /^2 queued messages\.\n/);
      assert.match(await items().nth(queued.indexOf(held)).innerText(), /\nNot sent until you send it\.$/);
      assert.match(await items().nth(queued.indexOf(second)).innerText(), /\nSent when the reply is complete\.$/);
    }
    await send({ type: 'didChangeQueue', queue: [{ ...held, isWaiting: true }, second] });
    assert.match(await items().first().innerText(), /\nWaits for the message that you are editing\.$/);
    await send(replyChange({ state: 'complete' }), { type: 'didChangeQueue', queue: [held, second] });
    assert.doesNotMatch(await region().innerText(), /Sent when/);
  });

  it('are counted above their list, which scrolls a new message into view without moving anything else', async () => {
    const { page, send } = await open(running);
    const message = (id: string) => ({ id, text: `Message ${id}`, attachments: [], isHeld: false });
    const isInView = async (index: number) => {
      const [outer, inner] = [await region().locator('> ul').boundingBox(), await items().nth(index).boundingBox()];
      return inner!.y >= outer!.y - 1 && inner!.y + inner!.height <= outer!.y + outer!.height + 1;
    };
    const ids = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    const queued = ids.map(message);
    for (const count of ids.keys()) await send({ type: 'didChangeQueue', queue: queued.slice(0, count + 1) });
    assert.match(await region().innerText(), /^9 queued messages\. Sent when the reply is complete\./);
    assert.deepEqual([await isInView(0), await isInView(8)], [false, true]);
    const prices = Object.fromEntries(ids.map((id) => [id, '≈1,130 tokens in · ≈$0.0003–0.0023 + reply']));
    await send({ type: 'didChangeEstimate', text: '', queue: prices });
    assert.equal(await isInView(8), true);
    const heading = await region().locator('p').boundingBox();
    await send({ type: 'didChangeQueue', queue: [message('0'), ...queued] });
    assert.deepEqual([await isInView(0), await isInView(9)], [true, false]);
    assert.deepEqual(await region().locator('p').boundingBox(), heading);
    assert.equal(await page.evaluate(() => document.scrollingElement?.scrollTop), 0);
  });

  it('are announced as not sent when one is added that only the user sends', async () => {
    const { send } = await open({ ...running, queue: queue() });
    const other = { id: 'm3', text: 'And in Go?', attachments: [], isHeld: true, isOfOther: true };
    await send({ type: 'didChangeQueue', queue: [other, ...queue()] });
    assert.deepEqual(await announcements(), ['Queued. Not sent yet.']);
  });

  it('are listed under a heading that gives the reason why they are held', async () => {
    const [first, ...others] = queue().map((each) => ({ ...each, isHeld: true }));
    const heldReason = '2 messages were queued for another service.';
    await open(session({ queue: [{ ...first!, heldReason }, ...others] }));
    const heading = await region().locator('p').innerText();
    assert.equal(heading, '2 queued messages. Not sent yet. 2 messages were queued for another service.');
  });

  it('are announced as not sent when a stopped reply holds them', async () => {
    const { send } = await open({ ...running, queue: queue() });
    const held = queue().map((each) => ({ ...each, isHeld: true }));
    await send(replyChange({ state: 'stopped' }), { type: 'didChangeQueue', queue: held });
    await send({ type: 'didChangeQueue', queue: held.slice(1) });
    assert.deepEqual((await announcements()).slice(-1), ['Queued. Not sent yet.']);
    assert.equal((await announcements()).filter((each) => each === 'Queued. Not sent yet.').length, 1);
  });

  it('can each be removed once; the focus moves to the next Remove button, and at last out of the queue', async () => {
    const { send } = await open(...panelStates['queued-while-running']!);
    const removeOf = (index: number) =>
      items().nth(index).getByRole('button', { name: 'Remove queued message', exact: true });
    assert.equal(await removeOf(0).getAttribute('aria-describedby'), 'queued-m1');
    const sendFirst = items().nth(0).locator('button').first();
    assert.equal(await sendFirst.getAttribute('aria-describedby'), 'queued-m1 queued-price-m1');
    assert.match(await view().page.locator('#queued-price-m1').innerText(), /\$/);
    assert.equal(
      await button('Queue message').getAttribute('aria-describedby'),
      await box().getAttribute('aria-describedby'),
    );
    const second = await removeOf(1).elementHandle();
    await removeOf(0).press('Enter');
    assert.ok(await second.evaluate((each) => each === document.activeElement));
    assert.deepEqual(await postedOf('removeQueued'), [{ type: 'removeQueued', id: 'm1' }]);
    await send({ type: 'didChangeQueue', queue: queue().slice(1) });
    assert.ok(await second.evaluate((each) => each === document.activeElement));
    await removeOf(0).press('Enter');
    assert.ok(await region().evaluate((each) => !each.contains(document.activeElement)));
    await removeOf(0).click({ force: true });
    assert.deepEqual((await postedOf('removeQueued')).slice(1), [{ type: 'removeQueued', id: 'm2' }]);
  });

  it('are removed one at a time while Enter is held down on “Remove queued message”', async () => {
    const { page } = await open(...panelStates['queued-while-running']!);
    await items().first().getByRole('button', { name: 'Remove queued message', exact: true }).focus();
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    assert.deepEqual(await postedOf('removeQueued'), [{ type: 'removeQueued', id: 'm1' }]);
    await page.keyboard.up('Enter');
    await page.keyboard.press('Enter');
    assert.equal((await postedOf('removeQueued')).length, 2);
  });

  it('keep their order and the focus when another message is added or removed', async () => {
    const { send } = await open(running);
    const [first, second] = queue();
    assert.ok(first && second);
    await send({ type: 'didChangeQueue', queue: [second] });
    await items().first().getByRole('button', { name: 'Edit queued message' }).focus();
    await send({ type: 'didChangeQueue', queue: [first, second] });
    assert.match(await items().last().innerText(), /Python/);
    await send({ type: 'didChangeQueue', queue: [second] });
    assert.ok(
      await items()
        .first()
        .getByRole('button', { name: 'Edit queued message' })
        .evaluate((each) => each === document.activeElement),
    );
  });

  it('do not scroll the conversation when one of them is sent automatically', async () => {
    const { page, send } = await open({ ...running, queue: queue() });
    const log = page.getByRole('log', { name: 'Conversation' });
    await send(text('A paragraph.\n\n'.repeat(60)));
    await page.locator('.part > p').nth(59).waitFor();
    await log.hover();
    await turnWheel(page, -400);
    await button('Jump to latest').waitFor();
    const top = await log.evaluate((each) => each.scrollTop);
    const { id = '', text: words = '' } = queue()[0] ?? {};
    await send(
      replyChange({ state: 'complete' }),
      {
        type: 'didAddMessages',
        messages: [{ kind: 'question', id, text: words, attachments: [] }, reply({ id: 'r2', state: 'pending' })],
      },
      { type: 'didChangeQueue', queue: queue().slice(1) },
    );
    await frames(page, 3);
    assert.equal(await log.evaluate((each) => each.scrollTop), top);
    assert.ok(await button('Jump to latest').isVisible());
  });

  it('are not restored as the draft after a reload', async () => {
    const { page, send, reload } = await open(running);
    await box().focus();
    await page.keyboard.type('queued already');
    await page.keyboard.press('Enter');
    await reload();
    await send({ ...running, queue: [{ id: 'm1', text: 'queued already', attachments: [], isHeld: true }] });
    assert.equal(await box().inputValue(), '');
  });
});

/** Makes the page receive `answer` during each click on the button `name`. No real extension can answer faster. */
async function answerClick(page: Page, name: string, answer: ToWebviewMessage): Promise<void> {
  await page.evaluate(
    ([title, data]) =>
      document.addEventListener('click', ({ target }) => {
        const isOnButton = target instanceof Element && target.closest('button')?.title === title;
        if (isOnButton) window.dispatchEvent(new MessageEvent('message', { data }));
      }),
    [name, answer] as const,
  );
}
