import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describePanel } from './describePanel.ts';
import {
  connectionNotice,
  conversation,
  question,
  rejectionNotice,
  reply,
  replyChange,
  session,
  text,
} from './panelMessages.ts';

const deletion = {
  type: 'didDeleteExchange',
  ids: ['q1', 'r1'],
  sentence: 'Exchange deleted. The service still remembers the exchange in this session.',
} as const;

describePanel('a message with actions', ({ open, view, box, button, postedOf, announcements, answer }) => {
  const questionAt = (index: number): Locator => view().page.getByRole('article', { name: 'You' }).nth(index);
  const replyAt = (index: number): Locator => view().page.getByRole('article', { name: 'Reply' }).nth(index);
  const isFocused = async (locator: Locator): Promise<boolean> =>
    locator.evaluate((each) => each === document.activeElement);
  const opacity = async (message: Locator): Promise<string> =>
    message.getByRole('toolbar', { name: 'Message actions' }).evaluate((each) => getComputedStyle(each).opacity);
  const field = (): Locator => view().page.getByRole('textbox', { name: 'Edited text' });

  it('extends the cut code block of a reply that is continued, shows the activity, and copies the whole text', async () => {
    const { page, send } = await open(
      session({ messages: [question(), reply({ state: 'incomplete', text: '```ts\nconst first = 1;\nconst sec' })] }),
    );
    const change = { type: 'didChangeReply', responseId: 'r1', footer: '' } as const;
    await send({ ...change, state: 'connecting', activity: 'Connecting…' });
    await replyAt(0).getByText('Connecting…').waitFor();
    await send({ type: 'didAppendText', responseId: 'r1', part: 'text', text: 'ond = 2;\n```\n\nDone.' });
    await replyAt(0).getByText('Done.').waitFor();
    assert.equal(await replyAt(0).getByText('Connecting…').count(), 0);
    await send({ ...change, state: 'complete', activity: '' });
    assert.equal(await page.locator('.code-block').count(), 1);
    assert.match(await page.locator('.code-block').innerText(), /const first = 1;\s+const second = 2;/);
    await button('Copy reply').click();
    assert.deepEqual(
      (await postedOf('copyText')).map((posted) => ('text' in posted ? posted.text : '')),
      ['```ts\nconst first = 1;\nconst second = 2;\n```\n\nDone.'],
    );
  });

  it('shows its toolbar on hover and on focus, and always if it is the last message', async () => {
    const { page } = await open(session({ messages: conversation() }));
    assert.deepEqual([await opacity(questionAt(0)), await opacity(replyAt(1))], ['0', '1']);
    await questionAt(0).hover();
    assert.equal(await opacity(questionAt(0)), '1');
    await page.mouse.move(0, 0);
    await replyAt(0).getByRole('button', { name: 'Copy reply' }).focus();
    assert.deepEqual([await opacity(questionAt(0)), await opacity(replyAt(0))], ['0', '1']);
  });

  it('floats its toolbar over the lower edge of a question, so that no space is left free for it', async () => {
    const { page } = await open(session({ messages: conversation() }));
    const question = page.getByRole('article', { name: 'You' }).first();
    const box = async (locator: Locator) => (await locator.boundingBox())!;
    const bubble = await box(question.locator('.bubble'));
    const answer = await box(page.getByRole('article', { name: 'Reply' }).first());
    assert.ok(answer.y - (bubble.y + bubble.height) <= 16, 'at most 16 px between the question and its reply');
    await question.hover();
    const toolbar = await box(question.getByRole('toolbar'));
    assert.ok(toolbar.y < bubble.y + bubble.height, 'the pointer can move to the toolbar without leaving the question');
    await question.getByRole('button', { name: 'Copy message' }).click();
    assert.equal((await postedOf('copyText')).length, 1);
    await page.mouse.move(2, 2);
    const covered = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x!, y!)?.closest('.message-actions') === null,
      [toolbar.x + toolbar.width / 2, toolbar.y + toolbar.height - 2],
    );
    assert.ok(covered, 'the hidden toolbar receives no clicks that belong to the reply');
  });

  it('copies the source text of a question', async () => {
    await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Copy message' }).click();
    assert.deepEqual(await postedOf('copyText'), [
      { type: 'copyText', text: 'And what if a key is `undefined`?', kind: 'prose' },
    ]);
  });

  it('retries a complete reply on the first click, even before the price is shown, and ignores further clicks until the extension answers', async () => {
    const { send } = await open(session({ messages: conversation().slice(0, 2) }));
    const retry = replyAt(0).getByRole('button', { name: 'Retry' });
    await retry.dblclick();
    assert.deepEqual(await postedOf('runAction'), [{ type: 'runAction', action: 'retry', responseId: 'r1' }]);
    assert.deepEqual(await postedOf('priceRetry'), [{ type: 'priceRetry', responseId: 'r1' }]);
    await send(replyChange({ state: 'complete', retryPrice: '≈$0.0012 + reply' }));
    assert.match(await replyAt(0).locator('.message-actions .price').innerText(), /≈\$0\.0012 \+ reply/);
    await answer('runAction');
    await retry.click();
    assert.equal((await postedOf('runAction')).length, 2);
    assert.equal((await postedOf('priceRetry')).length, 1);
  });

  it('requests the price of a retry when a reply ends while the reply is hovered or contains the focus', async () => {
    const running = reply({ state: 'streaming', text: '```ts\nsort();\n```\n' });
    const { page, send } = await open(session({ messages: [question(), running] }));
    await replyAt(0).hover();
    assert.deepEqual(await postedOf('priceRetry'), []);
    await send(replyChange({ state: 'complete' }));
    assert.equal((await postedOf('priceRetry')).length, 1);

    await page.mouse.move(0, 0);
    await send(session({ messages: [question(), { ...running, id: 'r2' }] }));
    await replyAt(0).getByRole('button', { name: 'Copy' }).focus();
    await send(replyChange({ responseId: 'r2', state: 'complete' }));
    assert.equal((await postedOf('priceRetry')).length, 2);
  });

  it('has no “Retry” button in its toolbar if its notice offers “Resend”', async () => {
    await open(session({ messages: [question(), reply({ state: 'failed', notice: connectionNotice() })] }));
    assert.equal(await button('Resend').isVisible(), true);
    assert.equal(await replyAt(0).getByRole('button', { name: 'Retry' }).count(), 0);
  });

  it('disables Edit while a reply runs; disables Delete only in the running exchange, with the reason in its tooltip', async () => {
    await open(
      session({
        messages: [
          ...conversation().slice(0, 2),
          ...conversation().slice(2, 3),
          reply({ id: 'r2', state: 'streaming', text: 'Then' }),
        ],
      }),
    );
    await questionAt(0).getByRole('button', { name: 'Edit message' }).click({ force: true });
    assert.equal(await field().count(), 0);
    await questionAt(1).getByRole('button', { name: 'Delete exchange' }).click({ force: true });
    assert.deepEqual(await postedOf('deleteExchange'), []);
    assert.match(
      (await questionAt(1).getByRole('button', { name: 'Delete exchange' }).getAttribute('title')) ?? '',
      /when the running reply has ended/,
    );
    await questionAt(0).getByRole('button', { name: 'Delete exchange' }).click();
    assert.deepEqual(await postedOf('deleteExchange'), [{ type: 'deleteExchange', id: 'q1' }]);
  });

  it('deletes an exchange, and offers Undo until another message is sent', async () => {
    const { send, page } = await open(session({ messages: conversation() }));
    await replyAt(0).getByRole('button', { name: 'Delete exchange' }).click();
    assert.deepEqual(await postedOf('deleteExchange'), [{ type: 'deleteExchange', id: 'r1' }]);
    await send(deletion);
    assert.equal(await page.getByRole('article').count(), 2);
    assert.equal(await isFocused(button('Undo')), true);
    assert.deepEqual(await announcements(), [deletion.sentence]);
    await page.keyboard.press('Enter');
    assert.deepEqual(await postedOf('restoreDeleted'), [{ type: 'restoreDeleted', id: 'q1' }]);
    await send({ type: 'didRestoreExchange', ids: ['q1', 'r1'] });
    assert.equal(await page.getByRole('article').count(), 4);
    assert.equal(await isFocused(questionAt(0)), true);
    await send(deletion);
    await send({
      type: 'didAddMessages',
      messages: [{ kind: 'question', id: 'q3', text: 'More', attachments: [] }, reply({ id: 'r3', state: 'pending' })],
    });
    assert.equal(await button('Undo').count(), 0);
    assert.equal(await page.locator('.message').count(), 4);
  });

  it('does not move Delete when the price of Retry appears', async () => {
    const { send } = await open(session({ messages: [question(), reply({ text: 'It groups.' })] }));
    const remove = replyAt(0).getByRole('button', { name: 'Delete exchange' });
    const before = await remove.boundingBox();
    await send(replyChange({ state: 'complete', retryPrice: '≈$0.0012 + reply' }));
    await replyAt(0).getByText('≈$0.0012').waitFor();
    assert.deepEqual(await remove.boundingBox(), before);
  });

  it('leads to Undo of a deleted exchange by Shift+Tab and Enter, or by arrow keys', async () => {
    const { send, page } = await open(session({ messages: conversation() }));
    await box().focus();
    await send({ ...deletion, ids: ['q2', 'r2'] });
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocused(page.getByRole('group', { name: deletion.sentence })), true);
    await page.keyboard.press('ArrowUp');
    assert.equal(await isFocused(replyAt(0)), true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    assert.equal(await isFocused(button('Undo')), true);
    await page.keyboard.press('Tab');
    assert.equal(await isFocused(box()), true);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    assert.deepEqual(await postedOf('restoreDeleted'), [{ type: 'restoreDeleted', id: 'q2' }]);
  });

  it('offers Undo for each deleted exchange, even after the panel was recreated', async () => {
    const both = [deletion, { ...deletion, ids: ['q2', 'r2'] }];
    const { page, send } = await open(session({ messages: conversation(), deleted: both }));
    assert.equal(await page.getByRole('article').count(), 0);
    await button('Undo').first().click();
    await send({ type: 'didRestoreExchange', ids: ['q1', 'r1'] });
    assert.equal(await page.getByRole('article').count(), 2);
    assert.equal(await isFocused(questionAt(0)), true);
    await button('Undo').press('Enter');
    await send({ type: 'didRestoreExchange', ids: ['q2', 'r2'] });
    assert.equal(await page.getByRole('article').count(), 4);
    assert.deepEqual(await postedOf('restoreDeleted'), [
      { type: 'restoreDeleted', id: 'q1' },
      { type: 'restoreDeleted', id: 'q2' },
    ]);
  });

  it('spaces the wrapped lines of the sentence about a deletion like other text', async () => {
    const { page, send } = await open(session({ messages: conversation() }));
    await send(deletion);
    const measure = async () =>
      page.locator('.quiet-line p').evaluate((paragraph) => {
        const range = document.createRange();
        range.selectNodeContents(paragraph.firstChild!);
        const tops = [...new Set([...range.getClientRects()].map(({ top }) => top))];
        const fontSize = Number.parseFloat(getComputedStyle(paragraph).fontSize);
        const gaps = tops.slice(1).map((top, index) => Math.round((10 * (top - tops[index]!)) / fontSize) / 10);
        return { height: Math.round(paragraph.parentElement!.getBoundingClientRect().height), gaps };
      });
    await page.setViewportSize({ width: 900, height: 600 });
    assert.deepEqual(await measure(), { height: 24, gaps: [] });
    await page.setViewportSize({ width: 190, height: 600 });
    const { gaps } = await measure();
    assert.ok(gaps.length > 1);
    assert.deepEqual([...new Set(gaps)], [1.5]);
  });

  it('shows that messages were carried over from an earlier session, and opens that session on a click', async () => {
    const carried = conversation()
      .slice(0, 2)
      .map((each) => ({ ...each, isCarried: true }));
    const { page } = await open(
      session({
        messages: [...carried, ...conversation().slice(2)],
        carriedOver: 'This session is an edited copy. The original session was kept.',
      }),
    );
    assert.match(
      await page.locator('.messages').innerText(),
      /each key[^]*This session is an edited copy\. The original session was kept\.[^]*And what if/,
    );
    await button('Open earlier session').click();
    assert.equal((await postedOf('openOriginalSession')).length, 1);
    await box().focus();
    for (const key of ['Shift+Tab', 'Home', 'ArrowDown', 'ArrowDown', 'Enter', 'Enter']) await page.keyboard.press(key);
    assert.equal((await postedOf('openOriginalSession')).length, 2);
  });
});

describePanel('the conversation with keyboard and screen reader', ({ open, view, box, postedOf }) => {
  const article = (index: number): Locator => view().page.getByRole('article').nth(index);
  const isFocused = async (locator: Locator): Promise<boolean> =>
    locator.evaluate((each) => each === document.activeElement);

  it('moves the focus by Tab from the conversation to its last message, then to the message’s buttons, then to the message box', async () => {
    const { page } = await open(
      session({
        messages: [
          question(),
          reply({ text: 'See [this](https://example.com):\n\n```ts\na;\n```' }),
          ...conversation().slice(2),
        ],
      }),
    );
    await box().focus();
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocused(article(3)), true);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocused(page.getByRole('log', { name: 'Conversation' })), true);
    await page.keyboard.press('Tab');
    assert.equal(await isFocused(article(3)), true);
    for (const name of ['Copy reply', 'Delete exchange', 'Retry']) {
      await page.keyboard.press('Tab');
      assert.equal(await isFocused(article(3).getByRole('button', { name })), true, name);
    }
    await page.keyboard.press('Tab');
    assert.equal(await isFocused(box()), true);
  });

  it('moves the focus between messages by arrow keys, Home and End, into a message by Enter, and out of it by Escape', async () => {
    const { page } = await open(session({ messages: conversation() }));
    await box().focus();
    await page.keyboard.press('Shift+Tab');
    for (const [key, index] of [
      ['ArrowUp', 2],
      ['ArrowUp', 1],
      ['ArrowDown', 2],
      ['Home', 0],
      ['ArrowUp', 0],
      ['j', 0],
      ['End', 3],
      ['ArrowDown', 3],
      ['ArrowUp', 2],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await isFocused(article(index)), true, `${key} leads to ${index}`);
    }
    await page.keyboard.press('Enter');
    assert.equal(await isFocused(article(2).getByRole('button', { name: 'Edit message' })), true);
    await page.keyboard.press('ArrowRight');
    assert.equal(await isFocused(article(2).getByRole('button', { name: 'Copy message' })), true);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await isFocused(article(2).getByRole('button', { name: 'Delete exchange' })), true);
    await page.keyboard.press('Escape');
    assert.equal(await isFocused(article(2)), true);
    await page.keyboard.press('Escape');
    assert.equal(await isFocused(box()), true);
    await page.keyboard.press('Escape');
    assert.equal((await postedOf('returnFocus')).length, 1);
  });

  it('moves the focus by Enter from a failed reply to the first button of its notice', async () => {
    const { page } = await open(
      session({ messages: [question(), reply({ state: 'failed', notice: rejectionNotice() })] }),
    );
    await box().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    assert.equal(await isFocused(page.getByRole('button', { name: 'Retry', exact: true })), true);
  });

  it('describes each message to screen readers', async () => {
    const { send } = await open(session({ messages: [question(), reply({ state: 'streaming', text: 'It groups' })] }));
    assert.equal(
      await article(0).getAttribute('aria-description'),
      'What does this function do, and what would you change?',
    );
    assert.equal(await article(1).getAttribute('aria-description'), 'Running');
    await send(replyChange({ state: 'stopped' }));
    assert.equal(await article(1).getAttribute('aria-description'), 'Stopped');
    await send(replyChange({ state: 'complete' }));
    assert.equal(await article(1).getAttribute('aria-description'), 'It groups');
    assert.equal(await article(0).getAttribute('aria-label'), 'You');
  });

  it('does not move the focus by arrow keys after a click into a message', async () => {
    const { page } = await open(session({ messages: conversation() }));
    await article(3).locator('p').click();
    await page.keyboard.press('ArrowUp');
    assert.equal(await isFocused(article(2)), false);
  });

  it('keeps the focus on a message while a reply streams and ends', async () => {
    const { page, send } = await open(
      session({ messages: [...conversation().slice(0, 3), reply({ id: 'r2', state: 'streaming' })] }),
    );
    await box().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await send({ ...text('Then'), responseId: 'r2' }, replyChange({ responseId: 'r2', state: 'complete' }));
    assert.equal(await isFocused(article(2)), true);
  });

  it('lets the user select a word by a double click', async () => {
    const { page } = await open(session({ messages: conversation() }));
    await article(3).getByText('undefined').dblclick();
    assert.equal(await page.evaluate(() => document.getSelection()?.toString()), 'undefined');
  });
});
