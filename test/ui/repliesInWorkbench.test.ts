import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { pickMenuItem } from '../hosts/pickMenuItem.ts';
import { startNewSession } from '../hosts/startNewSession.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { pressEscapeUntil } from './pressEscapeUntil.ts';
import { sendMessage } from './submit.ts';

describe('A conversation in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let box: Locator;

  const replies = () => panel.locator('[data-state=complete]');
  const questionAt = (index: number) => panel.getByRole('article', { name: 'You' }).nth(index);
  const replyAt = (index: number) => panel.getByRole('article', { name: 'Reply' }).nth(index);
  const ask = async (words: string, reply: string) => {
    const before = await replies().count();
    tally.standIn.script({ reply });
    await sendMessage(panel, words);
    await replies().nth(before).waitFor();
  };
  /** Hovers the start of a reply. The middle may be the cost line, whose card would cover the buttons of the reply. */
  const hoverText = async (reply: Locator) => reply.hover({ position: { x: 8, y: 8 } });
  const chooseInMenu = async (message: Locator, name: string) => {
    // The pointer may have been left on a cost line, whose card would cover the message.
    await tally.workbench.page.mouse.move(0, 0);
    await message.click({ button: 'right', position: { x: 8, y: 8 } });
    await pickMenuItem(tally.workbench.page, name);
  };
  const focused = async (locator: Locator) => locator.and(panel.locator(':focus')).waitFor();

  before(async () => {
    tally = await startInstalledTally();
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    await tally.setKey();
  });

  beforeEach(async () => {
    await startNewSession(panel);
    for (const words of ['First', 'Second']) await ask(words, `Reply to ${words}.`);
  });

  disposeAfterAll(() => tally);

  it('sends an edited message with the earlier messages to a new session, and keeps the old session', async () => {
    const old = tally.standIn.requests.at(-1)?.sessionId;
    await questionAt(1).hover();
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    const field = panel.getByRole('textbox', { name: 'Edited text' });
    await field.fill('Second, better');
    await questionAt(1)
      .getByText(/^Sends 2 earlier messages and this message to a new session: [<≈$].* \+ reply\.$/)
      .waitFor();
    tally.standIn.script({ reply: 'A better reply.' });
    await panel.getByRole('button', { name: 'Send in new session' }).click();
    await panel.getByText('A better reply.').waitFor();
    const { body, sessionId } = tally.standIn.requests.at(-1)!;
    assert.notEqual(sessionId, old);
    const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
    assert.equal(messages.length, 1);
    for (const words of [/First/, /Reply to First\./, /Second, better$/]) assert.match(messages[0]!.content, words);
    assert.doesNotMatch(messages[0]!.content, /Reply to Second/);
    await replyAt(0).getByText('Carried over').waitFor();
    await panel.getByText('This session is an edited copy. The original session was kept.').waitFor();

    await ask('Third', 'Reply to Third.');
    assert.deepEqual(JSON.parse(tally.standIn.requests.at(-1)!.body), {
      stream: true,
      messages: [{ role: 'user', content: 'Third' }],
    });
    assert.equal(tally.standIn.requests.at(-1)?.sessionId, sessionId);
    await panel.getByRole('button', { name: 'Open earlier session' }).click();
    await panel.getByText('Reply to Second.').waitFor();
    assert.equal(await panel.getByRole('article').count(), 4);
  });

  it('restores a deleted exchange on Undo', async () => {
    const line = panel.locator('.quiet-line');
    await hoverText(replyAt(0));
    await replyAt(0).getByRole('button', { name: 'Delete exchange' }).click();
    await line.getByText('The service still remembers the exchange in this session.').waitFor();
    assert.equal(await panel.getByText('Reply to First.').isVisible(), false);
    await panel.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('Reply to First.').waitFor();
  });

  it('shows the same cost and duration of a reply after a reload, and does not show a deleted exchange', async () => {
    const footer = replyAt(1)
      .locator('.footer-text')
      .filter({ hasText: /^<?\$0\.\d{4}\s· \d+ tokens in( \(\d+ cached\))?\s· \d+ out\s· \d+\.\d\ss$/ });
    await footer.waitFor();
    const shown = await footer.textContent();
    await hoverText(replyAt(0));
    await replyAt(0).getByRole('button', { name: 'Delete exchange' }).click();
    await panel.locator('.quiet-line').waitFor();
    await tally.workbench.reload();
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    await panel.getByText('Reply to Second.').waitFor();
    assert.equal(await panel.getByRole('article').count(), 2);
    assert.equal(await replyAt(0).locator('.footer-text').textContent(), shown);
  });

  it('shows the price of retrying a complete reply, and retries the reply with a single request', async () => {
    const before = tally.standIn.requests.length;
    const retry = replyAt(1).getByRole('button', { name: 'Retry' });
    await hoverText(replyAt(1));
    await replyAt(1)
      .locator('.message-actions')
      .getByText(/^[<≈]\$.* \+ reply$/)
      .waitFor();
    tally.standIn.script({ reply: 'Another one.' });
    await retry.click();
    await panel.getByText('Another one.').waitFor();
    assert.equal(tally.standIn.requests.length - before, 1);
  });

  it('lets the user move between messages and their buttons by keyboard', async () => {
    const { keyboard } = tally.workbench.page;
    await panel.getByRole('textbox', { name: 'Message' }).focus();
    await keyboard.press('Shift+Tab');
    await focused(replyAt(1));
    await keyboard.press('ArrowUp');
    await focused(questionAt(1));
    await keyboard.press('Home');
    await focused(questionAt(0));
    await keyboard.press('Enter');
    await focused(questionAt(0).getByRole('button', { name: 'Edit message' }));
    const focus = panel.locator(':focus');
    await pressEscapeUntil(tally.workbench.page, questionAt(0).and(focus));
    await pressEscapeUntil(tally.workbench.page, box.and(focus));
  });

  it('gets the focus back when the context menu of a message is closed', async () => {
    const { page } = tally.workbench;
    await panel.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.press('Shift+Tab');
    await focused(replyAt(1));
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy Reply as Markdown' }).waitFor();
    await page.keyboard.press('Escape');
    await focused(replyAt(1));
  });

  it('opens its own find bar on Ctrl+F, and not the find widget of VS Code', async () => {
    const { page } = tally.workbench;
    await tally.workbench.openFile(tally.sourceFile);
    await box.focus();
    await page.keyboard.press('Control+f');
    const field = panel.getByRole('textbox', { name: 'Find' });
    const count = panel.locator('.find-bar');
    await focused(field);
    await page.keyboard.type('reply to');
    await count.getByText('1 of 2').waitFor();
    await page.keyboard.press('Enter');
    await count.getByText('2 of 2').waitFor();
    await page.keyboard.press('F3');
    await count.getByText('1 of 2').waitFor();
    assert.equal(await page.locator('.editor-widget.find-widget.visible').count(), 0);
    await page.keyboard.press('Escape');
    await focused(replyAt(0));
  });

  it('has a context menu that copies the reply as Markdown or as plain text', async () => {
    const { page } = tally.workbench;
    const copied = async (text: string) =>
      page.waitForFunction(async (wanted) => (await navigator.clipboard.readText()) === wanted, text);
    await ask('Third', 'Some **bold** text.');
    await chooseInMenu(replyAt(2), 'Copy Reply as Plain Text');
    await copied('Some bold text.');
    await chooseInMenu(replyAt(2), 'Copy Reply as Markdown');
    await copied('Some **bold** text.');
    await chooseInMenu(questionAt(2), 'Copy Message');
    await copied('Third');
  });

  it('has a context menu that retries and deletes', async () => {
    const before = tally.standIn.requests.length;
    tally.standIn.script({ reply: 'Another reply.' });
    await chooseInMenu(replyAt(1), 'Retry');
    const dialog = tally.workbench.page.getByRole('dialog');
    await dialog.getByText(/^Send again\? [<≈]\$.* \+ reply$/).waitFor();
    await dialog.getByRole('button', { name: 'Send Again', exact: true }).click();
    await panel.getByText('Another reply.').waitFor();
    assert.equal(tally.standIn.requests.length, before + 1);
    await chooseInMenu(questionAt(0), 'Delete Exchange');
    await panel.getByRole('button', { name: 'Undo' }).waitFor();
  });

  it('shows the request of a message as a read-only document without the API key', async () => {
    const { page } = tally.workbench;
    await chooseInMenu(questionAt(0), 'Show Request');
    const tab = page.locator('.tab', { hasText: 'Request.jsonc' });
    await tab.waitFor();
    const text = async () =>
      (await page.locator('.editor-instance .view-line').allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
    await page.locator('.view-line', { hasText: '"content": "First"' }).waitFor();
    const shown = await text();
    assert.match(shown, /"url": "http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions"/);
    assert.match(shown, /"authorization": "\[redacted\]"/);
    assert.match(shown, /"x-session-id": "\[redacted\]"/);
    assert.ok(!shown.includes(tally.standIn.apiKey));
    assert.deepEqual(await tally.filesWithKey(), []);

    await page.locator('.editor-instance .view-lines').click();
    await page.keyboard.type('x');
    assert.equal(await text(), shown);
    assert.equal(await page.locator('.tab.dirty').count(), 0);
    await tally.workbench.runCommand('View: Close All Editors');
    await tally.workbench.runCommand('Tally: Show Request');
    await page.locator('.view-line', { hasText: '"content": "Second"' }).waitFor();
    await tally.workbench.runCommand('View: Close All Editors');
  });

  it('sends the instructions with the first message, shows their price before, and shows them with the message', async () => {
    const instructions = 'Answer in one word.';
    await tally.changeSettings({ 'tally.instructions': instructions });
    await startNewSession(panel);
    const chip = panel.locator('.chip', { hasText: /Instructions\s*≈\d+ tokens · [<≈]/ });
    await chip.waitFor();
    await ask('Why?', 'Because.');
    await chip.waitFor({ state: 'detached' });
    const contents = (index: number) =>
      (JSON.parse(tally.standIn.requests.at(index)?.body ?? '') as { messages: { content: string }[] }).messages.map(
        ({ content }) => content,
      );
    assert.deepEqual(contents(-1), [`${instructions}\n\nWhy?`]);
    await questionAt(0).locator('summary', { hasText: 'Instructions' }).click();
    await questionAt(0).getByText(instructions).waitFor();

    await startNewSession(panel);
    await panel.getByRole('button', { name: 'Switch off Instructions' }).click();
    await panel.getByRole('button', { name: 'Switch on Instructions' }).waitFor();
    await ask('How?', 'So.');
    assert.deepEqual(contents(-1), ['How?']);
    await tally.changeSettings({});
    await tally.workbench.runCommand('View: Close All Editors');
  });

  async function choose(name: string): Promise<void> {
    const { page } = tally.workbench;
    await page.locator('.part.auxiliarybar').getByRole('button', { name: 'Views and More Actions...' }).click();
    await pickMenuItem(page, name);
  }

  it('leads from the menu in the title of the view to the spend and to the address and key', async () => {
    const { page } = tally.workbench;
    await choose('Change Base URL or Key…');
    await page.getByText('Base URL of the service').waitFor();
    await tally.workbench.answerInputBox(tally.standIn.baseUrl);
    await page.getByText('API key for').waitFor();
    await page.keyboard.press('Escape');
    await choose('Show Spend');
    await page.locator('.tab', { hasText: 'Spend' }).waitFor();
    // The page takes the focus when it has loaded, which would close a menu that was opened before.
    await tally.workbench.runCommand('View: Close All Editors');
    await choose('Open Settings');
    await page.locator('.tab', { hasText: 'Settings' }).waitFor();
    await tally.workbench.runCommand('View: Close All Editors');
  });

  it('leads from the menu in the title of the view to the exports and to the check of the connection', async () => {
    const { page } = tally.workbench;
    const input = '.quick-input-widget .quick-input-box input';
    const cancelExport = async (proposedName: string) => {
      // Waits, because the dialog proposes a name only after it has opened.
      await page.waitForFunction(
        ([selector, name]) => new RegExp(name).test(document.querySelector<HTMLInputElement>(selector)?.value ?? ''),
        [input, proposedName] as const,
      );
      await page.keyboard.press('Escape');
      await page.locator(input).waitFor({ state: 'hidden' });
    };
    await choose('Export Spend as CSV…');
    await cancelExport(String.raw`/tally-spend-\d{4}-\d\d\.csv$`);
    await choose('Export Session as Markdown');
    await cancelExport(String.raw`/First\.md$`);
    const charged = tally.standIn.ledger.length;
    await choose('Check Connection');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Send Test Message' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(tally.standIn.ledger.length, charged);
  });
});
