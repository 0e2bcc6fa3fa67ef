import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { startNewSession } from '../hosts/startNewSession.ts';
import type { Script } from '../standIn/script.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { sendMessage } from './submit.ts';
import { untilValue } from './untilValue.ts';

describe('The panel in VS Code when messages are sent', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let box: Locator;

  before(async () => {
    tally = await startInstalledTally({}, { 'tally.timeout.firstByte': 4 });
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    await tally.setKey();
  });

  beforeEach(async () => {
    await startNewSession(panel);
  });

  disposeAfterAll(() => tally);

  const requestCount = () => tally.standIn.requests.length;
  /** Resolves with the request at this index. Waits if the request has not arrived yet. */
  const request = async (index: number) => {
    const { standIn } = tally;
    for (;;) {
      const exchange = standIn.requests[index] ?? (await standIn.nextRequest());
      if (exchange === standIn.requests[index]) return exchange;
    }
  };
  const ask = async (script: Script, question = 'What is this?') => {
    const index = requestCount();
    tally.standIn.script(script);
    await sendMessage(panel, question);
    return request(index);
  };
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const reply = (state: string) =>
    panel.getByRole('article', { name: 'Reply' }).and(panel.locator(`[data-state=${state}]`));
  const notice = (text: string | RegExp) => panel.locator('.notice').getByText(text);

  it('counts down to the retry after status 429, and retries at once on Send now', async () => {
    const before = requestCount();
    await ask({ fault: { kind: 'status', status: 429, retryAfter: '50' } });
    await notice(/The service is busy\. Your message is sent again in \d+ s\./).waitFor();
    await button('Send now').click();
    await reply('complete').waitFor();
    assert.equal(requestCount() - before, 2);
  });

  it('does not retry if the user clicks Stop during the countdown', async () => {
    const before = requestCount();
    await ask({ fault: { kind: 'status', status: 503, retryAfter: '50' } });
    await notice(/Your message is sent again in/).waitFor();
    await panel.locator('.composer').getByRole('button', { name: 'Stop' }).click();
    await reply('stopped').waitFor();
    await button('Retry').waitFor();
    assert.equal(requestCount() - before, 1);
  });

  it('says that the service is silent, and waits longer after Keep waiting', async () => {
    const exchange = await ask({ hold: 'before-headers' });
    const silent = notice(/The service has sent nothing for \d+ s\./);
    await silent.waitFor();
    await button('Keep waiting').click();
    await silent.waitFor({ state: 'detached' });
    await silent.waitFor();
    exchange.release();
    await reply('complete').waitFor();
    assert.equal(await silent.count(), 0);
  });

  it('queues a message during a reply, can take it back, and sends it when the reply is complete', async () => {
    const before = requestCount();
    const exchange = await ask({ tokens: 60, hold: 20 });
    await exchange.held;
    const queue = panel.getByRole('region', { name: 'Queued messages' });
    await sendMessage(panel, 'And then?');
    await queue.getByText('And then?').waitFor();
    await queue.getByText('+ reply').waitFor();
    await untilValue(box, '');
    await queue.getByRole('button', { name: 'Edit queued message' }).click();
    await queue.waitFor({ state: 'hidden' });
    await untilValue(box, 'And then?');
    await button('Queue message').click();
    await queue.getByText('And then?').waitFor();
    await queue.getByRole('button', { name: 'Remove queued message' }).click();
    await queue.waitFor({ state: 'hidden' });
    const removed = panel.getByRole('region', { name: 'The queued message “And then?” was removed.' });
    await removed.getByRole('button', { name: 'Undo' }).click();
    await removed.waitFor({ state: 'hidden' });
    await queue.getByText('Not sent yet.').waitFor();
    assert.equal(requestCount() - before, 1);
    exchange.release();
    await reply('complete').first().waitFor();
    await queue.getByRole('button', { name: 'Send queued message' }).click();
    assert.match((await request(before + 1)).body, /And then\?/);
    await reply('complete').nth(1).waitFor();
    await queue.waitFor({ state: 'hidden' });
    assert.equal(requestCount() - before, 2);
  });

  it('asks about a secret in a message, even if the user has agreed to the same secret in a queued message', async () => {
    const exchange = await ask({ tokens: 60, hold: 20 });
    await exchange.held;
    const question = tally.workbench.page
      .getByRole('dialog')
      .filter({ hasText: 'Your message seems to contain secrets. Send it?' });
    const message = 'Is DB_PASSWORD=correct-horse7 weak?';
    await box.fill(message);
    await box.press('Enter');
    await question.getByRole('button', { name: 'Send Anyway' }).click();
    const queue = panel.getByRole('region', { name: 'Queued messages' });
    await queue.getByText(message).waitFor();
    await box.fill(`${message} Why?`);
    await box.press('Enter');
    await question.getByRole('button', { name: 'Edit message' }).click();
    await untilValue(box, `${message} Why?`);
    await box.fill('');
    await queue.getByRole('button', { name: 'Edit queued message' }).click();
    await box.fill('');
    exchange.release();
    await reply('complete').waitFor();
  });

  it('sends a message once when Enter is pressed three times', async () => {
    const before = requestCount();
    await box.fill('Only once');
    await box.press('Enter');
    await box.press('Enter');
    await box.press('Enter');
    await reply('complete').waitFor();
    assert.equal(requestCount() - before, 1);
  });

  it('shows and copies the details of a rejected request, without the API key', async () => {
    await ask({ fault: { kind: 'status', status: 422, message: 'Too blue.', headers: { 'x-request-id': 'req-7' } } });
    await notice(
      'The service refused the request (status 422). Nothing was charged. Message from the service: Too blue.',
    ).waitFor();
    await button('Show details').click();
    const details = panel.locator('.notice-details pre');
    for (const line of ['Status: 422', 'Request id: req-7', 'Too blue.']) await details.getByText(line).waitFor();
    assert.equal((await details.textContent())?.includes(tally.standIn.apiKey), false);
    await button('Copy details').click();
    await panel.getByTitle('Copied').waitFor();
    // Repeats the paste, because VS Code writes to the clipboard asynchronously.
    while ((await box.inputValue()) === '') await box.press('Control+V');
    assert.equal(await box.inputValue(), await details.textContent());
    await box.fill('');
  });

  it('shows the price of Resend after status 500, and resends once on a double click', async () => {
    const before = requestCount();
    await ask({ fault: { kind: 'status', status: 500 } });
    await notice('The service failed (status 500). The request may have been charged.').waitFor();
    await notice(/Resend \([≈<]\$0\.000\d(–0\.000\d)? \+ reply\)/).waitFor();
    await button('Resend').dblclick();
    await reply('complete').waitFor();
    assert.equal(requestCount() - before, 2);
  });

  it('continues an interrupted reply, and shows both parts as one reply', async () => {
    const before = await panel.getByRole('article', { name: 'Reply' }).count();
    const exchange = await ask({ tokens: 200, fault: { kind: 'cut', afterBytes: 2_000, how: 'reset' } });
    await reply('incomplete').waitFor();
    await button('Continue').click();
    await reply('complete').waitFor();
    assert.ok((await reply('complete').textContent())?.includes(exchange.textSent.slice(0, 20)));
    assert.equal(await panel.getByRole('article', { name: 'Reply' }).count(), before + 1);
  });

  it('keeps the reasoning separate from the answer across a reload', async () => {
    await ask({ reasoning: 'First the question, then the code.', reply: 'It is a **sum**.' });
    await reply('complete').waitFor();
    await tally.workbench.reload();
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    const thoughts = panel.getByText('First the question, then the code.');
    await reply('complete').getByText('It is a sum.').waitFor();
    assert.equal(await thoughts.isVisible(), false);
    await panel.getByText('Reasoning', { exact: true }).click();
    await thoughts.waitFor();
  });

  it('keeps a queued message while the API key is missing, and sends it on a click after the key is set', async () => {
    const before = requestCount();
    const exchange = await ask({ tokens: 60, hold: 20 });
    await exchange.held;
    await sendMessage(panel, 'And then?');
    const queue = panel.getByRole('region', { name: 'Queued messages' });
    await queue.getByText('And then?').waitFor();
    await panel.locator('.composer').getByRole('button', { name: 'Stop' }).click();
    await reply('stopped').waitFor();
    await tally.workbench.runCommand('Tally: Remove API Key');
    await tally.workbench.page.getByRole('dialog').getByRole('button', { name: 'Remove Key' }).click();
    const setKey = panel.locator('.composer').getByRole('button', { name: 'Set API key' });
    await setKey.waitFor();
    const send = queue.getByRole('button', { name: 'Send queued message' });
    await send.click();
    await send.and(panel.locator(':not([aria-disabled])')).waitFor();
    await tally.workbench.page.getByText('API key for').waitFor();
    assert.equal(requestCount() - before, 1);
    await tally.workbench.answerInputBox(tally.standIn.apiKey);
    await setKey.waitFor({ state: 'detached' });
    tally.standIn.script({});
    await send.click();
    await reply('complete').waitFor();
    assert.equal(requestCount() - before, 2);
  });

  it('shows and saves a reply of 2.2 MB that arrives as one JSON document', async () => {
    // The extension parses events and documents of more than 2 MiB on a worker thread.
    const text = `\`\`\`\n${`${'='.repeat(79)}\n`.repeat(27_500)}\`\`\`\n\nThe end of the reply.`;
    await ask({
      reply: text,
      rate: Infinity,
      framing: 'document',
      usage: { prompt: 10, cached: 0, completion: 500_000 },
    });
    await reply('complete').waitFor();
    const end = reply('complete').getByText('The end of the reply.');
    await end.waitFor();
    await tally.workbench.reload();
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    await end.waitFor();
  });

  it('applies changed settings for the conversation mode and extra fields to later requests', async () => {
    await ask({ reply: 'A first reply.' }, 'First');
    await reply('complete').waitFor();
    await tally.changeSettings({
      'tally.conversation.mode': 'messages',
      'tally.request.extraBody': { model: 'large', stream: false, messages: [] },
    });
    const { body, headers } = await askUntilChanged();
    const { messages, ...fields } = JSON.parse(body) as { readonly messages: readonly unknown[] };
    assert.deepEqual(fields, { model: 'large', stream: true });
    assert.deepEqual(messages.slice(0, 2), [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'A first reply.' },
    ]);
    assert.deepEqual(messages.at(-1), { role: 'user', content: 'Second' });
    assert.equal(headers['x-session-id'], undefined);
  });

  /** Repeats a question until its request uses the new settings, because VS Code applies settings with a delay. */
  async function askUntilChanged() {
    for (;;) {
      const replies = await reply('complete').count();
      const exchange = await ask({ reply: 'Another.' }, 'Second');
      await reply('complete').nth(replies).waitFor();
      if (exchange.body.includes('"model"')) return exchange;
    }
  }
});
