import assert from 'node:assert/strict';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { pickMenuItem } from '../hosts/pickMenuItem.ts';
import { runCommand } from '../hosts/quickInput.ts';
import { shownPanel } from '../hosts/panelFrame.ts';
import { startNewSession } from '../hosts/startNewSession.ts';
import { untilFile } from '../unit/chat/openChat.ts';
import { writeFiles } from '../unit/node/storedData/writeFiles.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { sendMessage } from './submit.ts';

describe('Sessions in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  const titles = () => panel.locator('.session-title');
  const row = (title: string) => panel.locator('.session-open', { hasText: title });

  before(async () => {
    tally = await startInstalledTally();
    await tally.setKey();
    panel = await tally.workbench.panel();
  });

  disposeAfterAll(() => tally);

  it('are listed, found by their text, and continued with their session id', async () => {
    tally.standIn.script({ reply: 'A zebra crosses the road.' });
    const first = await ask(panel, 'What is the first question?');
    await startNewSession(panel);
    await ask(panel, 'And the second one?');
    await openList();
    await titles().nth(1).waitFor();
    assert.deepEqual(await titles().allTextContents(), ['And the second one?', 'What is the first question?']);
    await panel.getByRole('textbox', { name: 'Search sessions' }).fill('zebra');
    await panel.locator('.session-snippet', { hasText: 'A zebra crosses' }).waitFor();
    await panel.getByRole('textbox', { name: 'Search sessions' }).press('Enter');
    await panel.getByRole('article', { name: 'Reply' }).getByText('A zebra crosses the road.').waitFor();
    const again = await ask(panel, 'Go on.');
    assert.equal(again.sessionId, first.sessionId);
  });

  it('are renamed, pinned, deleted and restored', async () => {
    await openList();
    await row('And the second one?').focus();
    await panel.locator(':focus').press('F2');
    await panel.getByRole('textbox', { name: 'Session title' }).fill('Renamed');
    await panel.getByRole('textbox', { name: 'Session title' }).press('Enter');
    await row('Renamed').hover();
    await panel
      .getByRole('listitem')
      .filter({ hasText: 'Renamed' })
      .getByRole('button', { name: 'Pin', exact: true })
      .click();
    await panel.getByRole('heading', { name: 'Pinned' }).waitFor();
    await row('Renamed').press('Delete');
    await row('Renamed').waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Undo' }).click();
    await row('Renamed').waitFor();
    await panel.getByRole('button', { name: 'Back to the conversation' }).click();
    await openList();
    await panel.getByRole('list', { name: 'Pinned' }).getByText('Renamed').waitFor();
    await panel.getByRole('button', { name: 'Back to the conversation' }).click();
  });

  it('are renamed, pinned, exported, deleted and opened from their context menus, by mouse and by keyboard', async () => {
    const { page } = tally.workbench;
    const chooseByMouse = async (title: string, entry: string) => {
      await row(title).click({ button: 'right' });
      await pickMenuItem(page, entry);
    };
    const focusedRow = (title: string) => panel.locator('.session-open:focus', { hasText: title });
    await openList();
    await row('What is the first question?').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Open', exact: true }).waitFor();
    assert.deepEqual(
      (await page.getByRole('menuitem').allInnerTexts()).filter((text) => /^(Cut|Copy|Paste|Pin|Unpin)$/.test(text)),
      ['Pin'],
    );
    await pickMenuItem(page, 'Pin');
    await panel.getByRole('list', { name: 'Pinned' }).getByText('What is the first question?').waitFor();
    await focusedRow('What is the first question?').waitFor();
    await chooseByMouse('What is the first question?', 'Unpin');
    await panel.getByRole('list', { name: 'Pinned' }).getByText('What is the first').waitFor({ state: 'detached' });
    await focusedRow('What is the first question?').waitFor();

    await chooseByMouse('Renamed', 'Rename');
    await panel.locator('.session-rename:focus').waitFor();
    await page.keyboard.type('Renamed again');
    await page.keyboard.press('Enter');
    await focusedRow('Renamed again').waitFor();

    await chooseByMouse('Renamed again', 'Export as Markdown');
    await page.locator('.quick-input-widget input:focus').waitFor();
    await page.keyboard.press('Escape');
    await focusedRow('Renamed again').waitFor();

    await chooseByMouse('Renamed again', 'Delete');
    await row('Renamed again').waitFor({ state: 'detached' });
    await focusedRow('What is the first question?').waitFor();
    await panel.getByRole('button', { name: 'Undo' }).click();
    await row('Renamed again').waitFor();

    await chooseByMouse('Renamed again', 'Open');
    await panel.getByRole('textbox', { name: 'Message' }).and(panel.locator(':focus')).waitFor();
    await panel.getByRole('article', { name: 'You' }).getByText('And the second one?').waitFor();
    await openList();
    await chooseByMouse('What is the first question?', 'Open');
    await panel.getByRole('article', { name: 'Reply' }).getByText('A zebra crosses the road.').waitFor();
  });

  it('are exported as Markdown', async () => {
    const { workbench, folder } = tally;
    await workbench.runCommand('Tally: Export Session as Markdown');
    const file = join(folder, 'exported.md');
    // Waits, because the dialog proposes a name only after it has opened.
    await workbench.page.waitForFunction(() =>
      document
        .querySelector<HTMLInputElement>('.quick-input-widget .quick-input-box input')
        ?.value.endsWith('What is the first question.md'),
    );
    await workbench.answerInputBox(file);
    await workbench.page.getByText('The session was exported to exported.md.').first().waitFor();
    const text = await readFile(file, 'utf8');
    assert.match(
      text,
      /^# What is the first question\?\n\n.+\n\n## You\n\nWhat is the first question\?\n\n## Reply\n\nA zebra crosses the road\./,
    );
  });

  it('get the focus back when their export is cancelled', async () => {
    const { page } = tally.workbench;
    await openList();
    await titles().first().hover();
    await panel.locator('.session:hover').getByRole('button', { name: 'Export as Markdown' }).click();
    await page.locator('.quick-input-widget input:focus').waitFor();
    await page.keyboard.press('Escape');
    // The list may be updated meanwhile, and then the focus is on the session instead of the button.
    await panel.locator('.session:focus-within').waitFor();
    await page.keyboard.press('Escape');
  });

  it('keep their running replies when another session is shown, and tell when the replies have ended', async () => {
    const { standIn, workbench } = tally;
    await startNewSession(panel);
    standIn.script({ reply: 'A stork stands on the roof.', hold: 3 });
    await sendMessage(panel, 'Which bird stands on the roof?');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await startNewSession(panel);
    const notice = panel.locator('.notice.background');
    await notice.getByText('A reply is running in “Which bird stands on the roof?”.').waitFor();
    await openList();
    await row('Which bird stands').getByText('Replying…').waitFor();
    await panel.getByRole('button', { name: 'Back to the conversation' }).click();
    exchange.release();
    await notice.getByText(/^The reply in “Which bird stands on the roof\?” is complete\. Cost: .*\d/).waitFor();
    assert.equal(exchange.aborted, false);
    await notice.getByRole('button', { name: 'Show' }).click();
    await panel.getByRole('article', { name: 'Reply' }).getByText('A stork stands on the roof.').waitFor();
    assert.equal(await notice.count(), 0);

    standIn.script({ reply: 'It is a stork.', hold: 3 });
    await sendMessage(panel, 'Are you sure?');
    const second = await standIn.nextRequest();
    await second.held;
    await startNewSession(panel);
    await workbench.runCommand('View: Hide Secondary Side Bar');
    second.release();
    // Open the notification center, because VS Code shows no pop-ups in a window that a test controls.
    await workbench.page.locator('[id="status.notifications"]').click();
    const notification = workbench.page.locator('.notifications-center .notification-list-item', {
      hasText: 'The reply in “Which bird stands on the roof?” is complete.',
    });
    await notification.getByRole('button', { name: 'Show' }).click();
    panel = await shownPanel(workbench.page);
    await panel.getByRole('article', { name: 'Reply' }).getByText('It is a stork.').waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  it('show their running reply as it streams when they are opened during the reply', async () => {
    const { standIn } = tally;
    const text = 'A crane wades through the shallow water at dawn and looks for small fish.';
    await startNewSession(panel);
    standIn.script({ reply: text, hold: 3 });
    await sendMessage(panel, 'Which bird wades?');
    const exchange = await standIn.nextRequest();
    const streaming = panel.getByRole('article', { name: 'Reply' }).and(panel.locator('[data-state=streaming]'));
    const sendMore = async () => {
      exchange.release(3);
      await exchange.held;
    };
    await exchange.held;
    await startNewSession(panel);
    await sendMore();
    await openList();
    await row('Which bird wades?').click();
    await streaming.getByText(exchange.textSent.trim()).waitFor();
    await sendMore();
    assert.notEqual(exchange.textSent, text);
    await streaming.getByText(exchange.textSent.trim()).waitFor();
    assert.equal(await panel.locator('.notice.background').count(), 0);
    exchange.release();
    await lastReply(panel).getByText(text).waitFor();
    assert.deepEqual([exchange.aborted, await panel.getByRole('article').count()], [false, 2]);
  });

  it('are read-only in a second window until the user takes them over there; the first window can then start another session', async () => {
    const { workbench } = tally;
    tally.standIn.script({ reply: 'A heron stands in the river.' });
    await ask(panel, 'Which bird is it?');
    const second: Page = await workbench.context.newPage();
    await second.goto(workbench.page.url());
    await runCommand(second, 'Tally: Open Chat');
    const other = await shownPanel(second);
    await other.getByRole('region', { name: 'This session is open in another window.' }).waitFor();
    assert.equal(await other.getByRole('textbox', { name: 'Message' }).isDisabled(), true);
    await other.getByText('A heron stands in the river.').first().waitFor();

    tally.standIn.script({ tokens: 60, hold: 10 });
    await sendMessage(panel, 'Slowly, please.');
    const slow = await tally.standIn.nextRequest();
    await slow.held;
    await other.getByRole('region', { name: 'where a reply is running' }).waitFor();
    assert.equal(await other.getByRole('button', { name: 'Use session here' }).getAttribute('aria-disabled'), 'true');
    slow.release();
    await lastReply(panel).waitFor();
    await other.getByRole('region', { name: 'This session is open in another window.' }).waitFor();
    const requests = tally.standIn.requests.length;
    await other.getByRole('button', { name: 'Use session here' }).click();
    await panel.getByRole('region', { name: 'This session is open in another window.' }).waitFor();
    const taken = await ask(other, 'Now from here.');
    assert.equal(taken.sessionId, slow.sessionId);
    assert.equal(tally.standIn.requests.length, requests + 1);
    await panel.getByText('Now from here.').first().waitFor();
    await panel.getByRole('button', { name: 'Start another' }).click();
    const another = await ask(panel, 'Something else.');
    assert.notEqual(another.sessionId, slow.sessionId);
    await second.close();
  });

  it('leave the disk if they were deleted more than ten minutes before the chat is opened, and so do the folders of closed windows without sessions', async () => {
    const trash = join(await tally.storageFolder(), 'deletedSessions');
    const windows = join(tally.workbench.dataFolder, 'user/User/globalStorage/tally.tally-chat/emptyWindows');
    // The name of a deleted session's file begins with the time of the deletion.
    await writeFiles(trash, { '1~deleted.jsonl': '' });
    await writeFiles(windows, { 'closed/sessionIndex.json': '{}' });
    await utimes(join(windows, 'closed/sessionIndex.json'), 1, 1);
    await tally.workbench.reload();
    panel = await tally.workbench.openPanel();
    await untilFile(trash, async () => !(await readdir(trash)).includes('1~deleted.jsonl'));
    await untilFile(windows, async () => !(await readdir(windows)).includes('closed'));
  });

  async function openList(): Promise<void> {
    await panel.getByRole('button', { name: 'Sessions' }).click();
    await titles().first().waitFor();
  }

  async function ask(where: FrameLocator, text: string) {
    await sendMessage(where, text);
    const exchange = await tally.standIn.nextRequest();
    await exchange.closed;
    await lastReply(where).waitFor();
    return exchange;
  }

  /** Returns a locator that matches the last reply only if this reply is complete. */
  function lastReply(where: FrameLocator) {
    return where.getByRole('article', { name: 'Reply' }).last().and(where.locator('[data-state=complete]'));
  }
});
