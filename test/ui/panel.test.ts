import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { frames } from './frames.ts';
import { draftChange, question, reply, replyChange, session, text } from './panelMessages.ts';
import { panelStates } from './panelStates.ts';
import { turnWheel } from './turnWheel.ts';

describePanel('the message box', ({ open, view, box, button, postedOf, answer }) => {
  it('sends on Enter, breaks the line on Shift+Enter, and is emptied when the extension clears the draft', async () => {
    const { send, page, waitForPosted } = await open(session({}));
    await box().fill('one');
    await box().press('Shift+Enter');
    await page.keyboard.type('two');
    await box().press('Enter');
    await waitForPosted('submit');
    assert.deepEqual(await postedOf('submit'), [{ type: 'submit', text: 'one\ntwo', revision: 0 }]);
    assert.equal(await box().inputValue(), 'one\ntwo');
    await send(draftChange('one\ntwo', ''));
    assert.equal(await box().inputValue(), '');
  });

  it('sends once when Enter is pressed twice and Send is clicked', async () => {
    await open(session({}));
    await box().fill('hello');
    await box().press('Enter');
    await box().press('Enter');
    await button('Send').click({ force: true });
    assert.equal((await postedOf('submit')).length, 1);
  });

  describe('after a message was submitted', () => {
    const submitAndChangeSetup = async () => {
      const panel = await open(session({}));
      await box().fill('first');
      await box().press('Enter');
      await panel.waitForPosted('submit');
      await panel.send({ type: 'didChangeSetup', setup: { ready: true, sentence: '' } });
      return panel;
    };

    it('keeps newly typed text, even if the setup changes', async () => {
      const { send, page } = await submitAndChangeSetup();
      await page.keyboard.type(' second');
      await send(draftChange('first', ''));
      await answer('submit', 'accepted');
      assert.equal(await box().inputValue(), ' second');
    });

    it('posts newly typed text with the draft revision that the extension sent last', async () => {
      const { send, page } = await submitAndChangeSetup();
      await page.keyboard.type(' second');
      await send(draftChange('first', ''));
      await box().blur();
      assert.deepEqual((await postedOf('setDraft')).at(-1), { type: 'setDraft', text: ' second', revision: 1 });
    });

    it('submits nothing else until the extension answers, even if the setup changes', async () => {
      await submitAndChangeSetup();
      await box().press('Enter');
      await button('Send').click({ force: true });
      assert.equal((await postedOf('submit')).length, 1);
      assert.equal(await button('Send').getAttribute('aria-disabled'), 'true');
    });

    it('can submit the same text again after a refusal', async () => {
      await submitAndChangeSetup();
      await answer('submit', 'refused');
      assert.equal(await box().inputValue(), 'first');
      await box().press('Enter');
      assert.equal((await postedOf('submit')).length, 2);
    });
  });

  it('shows text that is typed in another panel', async () => {
    const { send } = await open(session({ draft: { text: 'one' } }));
    await send(draftChange('one', 'one two'));
    assert.equal(await box().inputValue(), 'one two');
  });

  it('sends only on Ctrl+Enter if the preferences say so', async () => {
    await open(session({ preferences: { sendKey: 'ctrlEnter', scroll: 'follow' } }));
    await box().fill('a');
    await box().press('Enter');
    assert.equal(await box().inputValue(), 'a\n');
    assert.deepEqual(await postedOf('submit'), []);
    await box().press('Control+Enter');
    assert.deepEqual(await postedOf('submit'), [{ type: 'submit', text: 'a\n', revision: 0 }]);
  });

  it('does not send on Enter while an input method is composing text', async () => {
    const { page } = await open(session({}));
    await box().fill('に');
    await page.evaluate(() => {
      const target = document.querySelector('textarea')!;
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
      );
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
      );
    });
    assert.deepEqual(await postedOf('submit'), []);
  });

  it('undoes and redoes typing', async () => {
    const { page } = await open(session({}));
    await box().focus();
    await page.keyboard.type('abc');
    await box().press('Control+z');
    assert.notEqual(await box().inputValue(), 'abc');
    await box().press('Control+Shift+z');
    assert.equal(await box().inputValue(), 'abc');
  });

  it('posts the draft shortly after typing, and immediately on blur', async () => {
    const { page, waitForPosted } = await open(session({}));
    await box().focus();
    // Enters all letters at once. Otherwise, the panel could post a part of the word between two key presses.
    await page.keyboard.insertText('dra');
    await waitForPosted('setDraft');
    assert.deepEqual(await postedOf('setDraft'), [{ type: 'setDraft', text: 'dra', revision: 0 }]);
    await page.keyboard.insertText('ft');
    await box().blur();
    assert.deepEqual((await postedOf('setDraft')).at(-1), { type: 'setDraft', text: 'draft', revision: 0 });
  });

  it('restores a draft that the extension had not received before a reload', async () => {
    const { page, send, reload } = await open(session({}));
    await box().focus();
    await page.keyboard.type('half a sent');
    await reload();
    await send(session({}));
    assert.equal(await box().inputValue(), 'half a sent');
    assert.deepEqual(await postedOf('setDraft'), [{ type: 'setDraft', text: 'half a sent', revision: 0 }]);
  });

  it('restores a draft if the extension has answered none of its posts before a reload', async () => {
    const { page, send, reload, waitForPosted } = await open(session({}));
    await box().focus();
    await page.keyboard.insertText('half');
    await waitForPosted('setDraft');
    await page.waitForTimeout(1_100);
    await page.keyboard.insertText(' a thought');
    await reload();
    await send(session({}));
    assert.equal(await box().inputValue(), 'half a thought');
  });

  it('does not restore a draft that was deleted elsewhere while the panel was hidden', async () => {
    const { page, send, reload } = await open(session({ draft: { text: 'half a sent' } }));
    assert.equal(await box().inputValue(), 'half a sent');
    await reload();
    await send(session({}));
    assert.equal(await box().inputValue(), '');
    await box().focus();
    await page.keyboard.insertText('new');
    await box().blur();
    assert.deepEqual(await postedOf('setDraft'), [{ type: 'setDraft', text: 'new', revision: 0 }]);
  });

  it('keeps typed text when another session loads', async () => {
    const { page, send, waitForPosted } = await open(session({}));
    await box().focus();
    await page.keyboard.type('typed after New session');
    await waitForPosted('setDraft');
    await send(session({ sessionId: 'another' }));
    assert.equal(await box().inputValue(), 'typed after New session');
  });

  it('appends typed text to the loaded draft if the text was typed before the draft loaded', async () => {
    const { page, send, reload } = await open(session({}));
    await reload();
    await box().focus();
    await page.keyboard.type('quick');
    await send(session({ draft: { text: 'kept', attachments: [] } }));
    assert.equal(await box().inputValue(), 'kept\nquick');
    await box().blur();
    assert.deepEqual(await postedOf('setDraft'), [{ type: 'setDraft', text: 'kept\nquick', revision: 0 }]);
  });

  it('sends text that was submitted before the draft loaded, if the loaded draft is empty', async () => {
    const { page, send, reload } = await open(session({}));
    await reload();
    await box().focus();
    await page.keyboard.type('quick');
    await page.keyboard.press('Enter');
    await send(session({}));
    assert.deepEqual(await postedOf('submit'), [{ type: 'submit', text: 'quick', revision: 0 }]);
  });

  it('does not send text that was submitted before the draft loaded, if the loaded draft is not empty', async () => {
    const { page, send, reload } = await open(session({}));
    await reload();
    await box().focus();
    await page.keyboard.type('quick');
    await page.keyboard.press('Enter');
    await send(session({ draft: { text: 'kept', attachments: [] } }));
    assert.equal(await box().inputValue(), 'kept\nquick');
    assert.deepEqual(await postedOf('submit'), []);
  });

  it('does not restore a sent message as the draft after a reload', async () => {
    const { send, reload } = await open(session({}));
    await box().fill('sent already');
    await box().press('Enter');
    await reload();
    await send(session({ messages: [{ kind: 'question', id: 'q', text: 'sent already', attachments: [] }] }));
    assert.equal(await box().inputValue(), '');
  });

  it('shows attachments as removable chips, and shows the estimated cost', async () => {
    await open(...panelStates['chips']!);
    await button('Remove src/meter/readLedger.ts:10-24').click();
    assert.deepEqual(await postedOf('removeAttachment'), [{ type: 'removeAttachment', id: 'a1' }]);
    assert.match(await view().page.getByRole('status', { name: 'Estimated cost' }).innerText(), /to send/);
  });

  it('grows with its text up to 40 % of the panel height', async () => {
    await open(session({}));
    const height = async (): Promise<number> => (await box().boundingBox())!.height;
    const before = await height();
    await box().fill('a\nb\nc');
    assert.ok((await height()) > before);
    await box().fill('line\n'.repeat(100));
    assert.ok((await height()) <= 0.4 * 700 + 1);
  });
});

describePanel('a reply', ({ open, button, postedOf, announcements }) => {
  it('stops on the Stop button and on Escape', async () => {
    const { page } = await open(session({ messages: [question(), reply({ state: 'connecting' })] }));
    await button('Stop').click();
    await page.keyboard.press('Escape');
    assert.deepEqual(await postedOf('stop'), [{ type: 'stop', responseId: 'r1' }]);
    assert.deepEqual(await postedOf('escape'), [{ type: 'escape', responseId: 'r1' }]);
  });

  it('shows its activity, its streaming text, and its error with an action', async () => {
    const { send, page } = await open(session({}));
    await send({
      type: 'didAddMessages',
      messages: [question(), reply({ state: 'pending', activity: 'Connecting…' })],
    });
    const article = page.getByRole('article', { name: 'Reply' });
    assert.equal(await article.getAttribute('aria-busy'), 'true');
    assert.match(await article.innerText(), /Connecting…/);
    await send(replyChange({ state: 'streaming' }));
    await send(text('Hello **there**'));
    await article.getByText('there').waitFor();
    assert.doesNotMatch(await article.innerText(), /Connecting|Waiting/);
    const notice = {
      severity: 'error',
      text: 'The service is busy.',
      actions: [{ id: 'retry', label: 'Retry' }],
    } as const;
    await send(replyChange({ state: 'failed', footer: '$0.0001', notice }));
    assert.equal(await article.getAttribute('data-state'), 'failed');
    assert.equal(await article.getAttribute('aria-busy'), 'false');
    await button('Retry').click();
    assert.deepEqual(await postedOf('runAction'), [{ type: 'runAction', action: 'retry', responseId: 'r1' }]);
  });

  it('is announced only when it begins, when it ends, and when its cost is known', async () => {
    const { send } = await open(session({ messages: [question(), reply({ state: 'connecting' })] }));
    await send(replyChange({ state: 'streaming' }));
    await send(text('a'));
    await send(text('b'));
    await send(replyChange({ state: 'complete' }));
    await send(replyChange({ state: 'complete', footer: '$0.0012 · 24 tokens out', cost: '$0.0012' }));
    await send(replyChange({ state: 'complete', footer: '$0.0012 · 24 tokens out', cost: '$0.0012' }));
    assert.deepEqual(await announcements(), [
      'The reply has begun.',
      'The reply is complete.',
      'The reply is complete. The reply cost $0.0012.',
    ]);
  });

  it('copies its Markdown source, and the exact text of a code block', async () => {
    const source = 'Look:\n\n```ts\nconst a = "<b>";\n\n  indented();\n```\n';
    await open(session({ messages: [question(), reply({ text: source })] }));
    await button('Copy code').click();
    await button('Copy reply').click();
    assert.deepEqual(await postedOf('copyText'), [
      { type: 'copyText', text: 'const a = "<b>";\n\n  indented();', kind: 'code' },
      { type: 'copyText', text: source, kind: 'prose' },
    ]);
  });

  it('ignores text that belongs to an unknown reply', async () => {
    const { send, problems, page } = await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    await send({ ...text('late'), responseId: 'other' });
    assert.doesNotMatch(await page.getByRole('log').innerText(), /late/);
    assert.deepEqual(problems, []);
  });

  it('opens only web links, and only through the extension', async () => {
    const links =
      '[site](https://example.com/x) [script](javascript:alert(1)) [command](command:foo) <b onclick="alert(1)">raw</b> ![pic](https://example.com/p.png)';
    const { page } = await open(session({ messages: [question(), reply({ text: links })] }));
    const before = page.url();
    await page.getByRole('link', { name: 'site' }).click();
    await page.getByRole('link', { name: 'Image: pic' }).click({ button: 'middle' });
    assert.deepEqual(await postedOf('openLink'), [
      { type: 'openLink', url: 'https://example.com/x' },
      { type: 'openLink', url: 'https://example.com/p.png' },
    ]);
    assert.equal(await page.getByRole('link').count(), 2);
    assert.equal(page.url(), before);
    assert.equal(await page.locator('img, script:not([nonce]), b').count(), 0);
  });
});

describePanel('the conversation', ({ open, openWith, view, box, button, postedOf }) => {
  it('shows the top of a first-run screen that is taller than the panel, and no “Jump to latest” button', async () => {
    const { page, resize, send } = await open(session({}));
    const log = page.getByRole('log', { name: 'Conversation' });
    await resize(300, 250);
    await send(session({ setup: { ready: false, sentence: 'To begin, enter your API key.' } }));
    await frames(page, 2);
    assert.ok(await log.evaluate((each) => each.scrollTop === 0 && each.scrollHeight > each.clientHeight));
    await log.hover();
    await turnWheel(page, 60);
    assert.ok(await log.evaluate((each) => each.scrollTop > 0));
    await turnWheel(page, -60);
    assert.ok(await log.evaluate((each) => each.scrollTop === 0));
    assert.equal(await button('Jump to latest').isVisible(), false);
  });

  it('suggests questions; a click adds one to the text of the message box, and never sends', async () => {
    const { send } = await open(...panelStates['first-run-without-key']!);
    const suggestion = view().page.getByRole('listitem').getByRole('button').first();
    await suggestion.click();
    assert.match(await box().inputValue(), /promise/);
    await button('Set API key').click();
    assert.deepEqual(await postedOf('runAction'), [{ type: 'runAction', action: 'setApiKey' }]);
    await send({ type: 'didChangeSetup', setup: { ready: true, sentence: '' } });
    assert.equal(await button('Set API key').count(), 0);
    await suggestion.click();
    assert.match(await box().inputValue(), /^What is .*\?\n\nWhat is .*\?$/);
    assert.deepEqual([await postedOf('submit'), await box().evaluate((each) => each.matches(':focus'))], [[], true]);
  });

  it('offers “Change base URL” beside “Set API key” if the base URL is valid, and alone if it is invalid', async () => {
    const { send } = await open(...panelStates['first-run-without-key']!);
    await button('Change base URL').click();
    assert.deepEqual(await postedOf('runAction'), [{ type: 'runAction', action: 'changeBaseUrl' }]);
    await send({
      type: 'didChangeSetup',
      setup: { ready: false, sentence: 'To begin, enter the service’s base URL.' },
    });
    await button('Set API key').waitFor();
    assert.equal(await button('Change base URL').count(), 0);
    await send({
      type: 'didChangeSetup',
      setup: { ready: false, sentence: 'The base URL can’t be used.', isAddressInvalid: true },
    });
    await button('Change base URL').waitFor();
    assert.equal(await button('Set API key').count(), 0);
    assert.doesNotMatch((await button('Change base URL').getAttribute('class')) ?? '', /secondary/);
  });

  it('offers “Use this service”, “Set API key” and “Open settings” if the environment sets the service', async () => {
    await open(...panelStates['first-run-with-service-of-environment']!);
    await button('Use this service').click();
    await button('Set API key').click();
    await button('Open settings').click();
    assert.deepEqual(await postedOf('runAction'), [
      { type: 'runAction', action: 'useService' },
      { type: 'runAction', action: 'setApiKey' },
      { type: 'runAction', action: 'openSettings' },
    ]);
  });

  it('removes its messages when another session loads', async () => {
    await open(...panelStates['stopped']!, session({ sessionId: 's2' }));
    assert.equal(await view().page.getByRole('article').count(), 0);
  });

  it('requests a new session on a click on “New session”, and the session list on a click on “Sessions”', async () => {
    await open(session({}));
    await button('New session').click();
    await button('Sessions').click();
    await view().waitForPosted('listSessions');
    assert.deepEqual(await view().posted(), [{ type: 'newSession' }, { type: 'listSessions' }]);
  });

  it('shows the attached code of a question on a click', async () => {
    const { page } = await open(...panelStates['stopped']!);
    await page.getByText('src/groupBy.ts:3-9').or(page.locator('summary')).first().click();
    await page.getByText('export function groupBy').waitFor();
  });

  it('uses the translations that the page contains, and the English text if there is no translation', async () => {
    const { page, send } = await openWith({ translations: { Message: 'Nachricht', 'Remove {0}': '{0} entfernen' } });
    const attachment = { id: 'a1', label: '$& "total".ts', size: '10' };
    await send(session({}), { type: 'didChangeDraft', attachments: [attachment] });
    await page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    for (const name of ['$& "total".ts entfernen', 'Send']) await page.getByRole('button', { name }).waitFor();
  });
});
