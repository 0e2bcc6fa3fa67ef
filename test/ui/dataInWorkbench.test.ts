import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { detachedFolder } from '../../src/chat/windows/createWindows.ts';
import { createSessionLeases } from '../../src/chat/windows/sessionLease.ts';
import { localDayOf, monthOf } from '../../src/common/localDay.ts';
import { journalName } from '../../src/meter/ledger/journalFiles.ts';
import { formatSpendRecord } from '../../src/meter/ledger/spendRecord.ts';
import { processSpace, processStart } from '../../src/node/isProcessAlive.ts';
import { createNodeFileStore } from '../../src/node/nodeFileStore.ts';
import { spendRequest } from '../bench/manyRecords.ts';
import { shownPanel } from '../hosts/panelFrame.ts';
import { runCommand } from '../hosts/quickInput.ts';
import { startNewSession } from '../hosts/startNewSession.ts';
import { openWindow } from '../hosts/vsCodeBrowser.ts';
import { mountSmallDisk } from '../unit/smallDisk.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { sendMessage } from './submit.ts';

describe('The commands that export, delete and import all data', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let dialog: Locator;
  let archive: string;
  const cleanUps: (() => unknown)[] = [];
  const globalFolder = () => join(tally.workbench.dataFolder, 'user/User/globalStorage/tally.tally-chat');
  const replies = (where: FrameLocator) => where.getByRole('article', { name: 'Reply' });
  const messageBox = () => panel.getByRole('textbox', { name: 'Message' });
  const sessionFiles = async () =>
    (await readdir(tally.workbench.dataFolder, { recursive: true })).filter(isSessionFile);

  before(async () => {
    tally = await startInstalledTally({}, { 'tally.budget.daily': 5 });
    await tally.setKey();
    panel = await tally.workbench.panel();
    dialog = tally.workbench.page.getByRole('dialog');
    archive = join(tally.otherFolder, 'archive.jsonl');
  });

  disposeAfterAll(() => tally);

  it('export all data to a file, but not the API key', async () => {
    tally.standIn.script({ reply: 'A zebra crosses the road.' });
    await ask(panel, 'Which animal is it?');
    await startNewSession(panel);
    tally.standIn.script({ reply: 'A heron stands in the river.' });
    await ask(panel, 'Which bird is it?');
    await messageBox().fill('Not sent');
    await tally.workbench.runCommand('Tally: Export All Data…');
    await answerFileDialog('.jsonl', archive);
    await notified('All data was exported to archive.jsonl.');
    const text = await readFile(archive, 'utf8');
    assert.match(text, /zebra[\s\S]*"part":"spend"[\s\S]*"end":"tally-chat-data"/);
    assert.match(text, /heron/);
    assert.ok(!text.includes(tally.standIn.apiKey));
  });

  it('delete nothing if the user cancels', async () => {
    await tally.workbench.runCommand('Tally: Delete All Data…');
    await dialog.getByText('Delete all data of Tally Chat?').waitFor();
    for (const sentence of [
      /the sessions of all workspaces \(2\), the record of all requests \(2, /,
      /Your spend starts at zero again\./,
      /Other windows of VS Code stop their replies/,
    ])
      await dialog.getByText(sentence).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await sessionFiles()).length, 2);
    await replies(panel).getByText('A heron stands in the river.').waitFor();
  });

  it('delete nothing while the disk is read-only', async function () {
    const disk = await mountSmallDisk((clean) => cleanUps.push(clean), globalFolder());
    if (disk === undefined) {
      this.skip();
      return;
    }
    try {
      disk.setReadOnly(true);
      await confirmDeletion();
      await notified('Nothing was deleted, because the folder of Tally Chat can’t be changed (EROFS).');
    } finally {
      for (const clean of cleanUps.splice(0).reverse()) await clean();
    }
    assert.equal((await sessionFiles()).length, 2);
    await replies(panel).getByText('A heron stands in the river.').waitFor();
  });

  it('delete all data in all windows, even while a reply runs in another window', async () => {
    const { workbench, standIn } = tally;
    const second: Page = await workbench.context.newPage();
    await openWindow(second, { folder: tally.otherFolder }, {});
    await runCommand(second, 'Tally: Open Chat');
    const other = await shownPanel(second);
    standIn.script({ tokens: 60, hold: 10 });
    await sendMessage(other, 'Slowly, please.');
    const slow = await standIn.nextRequest();
    await slow.held;
    await other.getByRole('textbox', { name: 'Message' }).fill('Not sent');

    await workbench.page.bringToFront();
    await confirmDeletion();
    await notified(/Deleted sessions: 3\. Other deleted files: \d+\. The saved API keys, .* are deleted, too\./);
    await slow.closed;
    assert.equal(slow.aborted, true);
    await panel.getByRole('button', { name: 'Set API key' }).waitFor();
    for (const where of [panel, other]) {
      await replies(where).first().waitFor({ state: 'detached' });
      assert.equal(await where.getByRole('textbox', { name: 'Message' }).inputValue(), '');
    }
    assert.deepEqual(await sessionFiles(), []);
    assert.deepEqual(
      (await readdir(join(globalFolder(), 'spend')).catch(() => [])).filter((name) => name !== ''),
      [],
    );
    assert.match((await tally.statusBar.textContent()) ?? '', /\$0/);
    assert.deepEqual(await tally.filesWithKey(), []);

    // The second window does not have the focus, so it learns of the request only from its watch of the ledger's folder.
    const request = spendRequest('later');
    const day = localDayOf(request.at);
    const journal = journalName(monthOf(day), 'other');
    await createNodeFileStore(globalFolder()).append(journal, formatSpendRecord({ ...request, day }));
    await second.locator('[id="tally.tally-chat.tally.spend"]').getByText('<$0.0001').waitFor();
    await second.close();
  });

  it('delete all replies permanently, so that none is shown after a reload of the window', async () => {
    await tally.workbench.reload();
    panel = await tally.workbench.openPanel();
    await panel.getByRole('button', { name: 'Set API key' }).waitFor();
    assert.equal(await replies(panel).count(), 0);
  });

  it('import exported data, show its draft after the typed text, and add nothing if the same file is imported a second time', async () => {
    await messageBox().fill('Typed');
    await tally.workbench.runCommand('Tally: Import Data…');
    await answerFileDialog('', archive);
    await notified(
      'Imported sessions: 2. Imported requests: 2. Imported drafts: 1. They were added to the message box.',
    );
    assert.equal(await messageBox().inputValue(), 'Typed\n\nNot sent');
    await tally.workbench.runCommand('Tally: Import Data…');
    await answerFileDialog('', archive);
    await notified('Imported sessions: 0. Imported requests: 0. Sessions that already existed: 2.');
    assert.equal(await messageBox().inputValue(), 'Typed\n\nNot sent');
    await tally.workbench.runCommand('Tally: Show Sessions…');
    await panel.locator('.session-open', { hasText: 'Which animal is it?' }).click();
    await replies(panel).getByText('A zebra crosses the road.').waitFor();
  });

  it('import nothing while another window imports', async () => {
    const leases = createSessionLeases({
      files: createNodeFileStore(globalFolder()),
      folder: detachedFolder,
      owner: {
        id: 'other-window',
        pid: process.pid,
        processStart: processStart(process.pid),
        host: hostname(),
        processSpace: processSpace(),
      },
      isAlive: () => true,
      now: Date.now,
    });
    assert.ok(await leases.acquire('import'));
    await tally.workbench.runCommand('Tally: Import Data…');
    await answerFileDialog('', archive);
    await notified('Another import is running. Wait until it has ended, then import again.');
    await leases.release('import');
  });

  it('import nothing from a file that Tally Chat did not export', async () => {
    const foreign = join(tally.otherFolder, 'foreign.jsonl');
    await mkdir(tally.otherFolder, { recursive: true });
    await writeFile(foreign, '{"type":"question"}\n');
    await tally.workbench.runCommand('Tally: Import Data…');
    await answerFileDialog('', foreign);
    await notified('foreign.jsonl wasn’t exported by Tally Chat. Nothing was imported.');
  });

  async function confirmDeletion(): Promise<void> {
    await tally.workbench.runCommand('Tally: Delete All Data…');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Waits for a notification, then clears all notifications. */
  async function notified(text: string | RegExp): Promise<void> {
    const { page } = tally.workbench;
    // Opens the notification center, because VS Code shows no pop-ups in a window that a test controls.
    const center = page.locator('.notifications-center');
    if (!(await center.isVisible())) await page.locator('[id="status.notifications"]').click();
    const notification = center.locator('.notification-list-item:visible', { hasText: text });
    await notification.waitFor();
    await runCommand(page, 'Notifications: Clear All Notifications');
    await notification.waitFor({ state: 'hidden' });
  }

  /** Waits until the file dialog proposes a path that ends with `proposed`. Then enters `path` and confirms. */
  async function answerFileDialog(proposed: string, path: string): Promise<void> {
    const { page } = tally.workbench;
    await page.waitForFunction((ending) => {
      const box = document.querySelector<HTMLInputElement>('.quick-input-widget .quick-input-box input');
      return box?.checkVisibility() === true && box.value.startsWith('/') && box.value.endsWith(ending);
    }, proposed);
    const input = page.locator('.quick-input-widget .quick-input-box input');
    // While the dialog reads a folder, it ignores Enter and may replace the path.
    while (await input.isVisible()) {
      await input.fill(path);
      await input.press('Enter');
      await input.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => undefined);
    }
  }

  async function ask(where: FrameLocator, text: string): Promise<void> {
    await sendMessage(where, text);
    await tally.standIn.nextRequest();
    await replies(where).last().and(where.locator('[data-state=complete]')).waitFor();
  }
});

function isSessionFile(name: string): boolean {
  return /[\\/]sessions[\\/][^\\/]+\.jsonl$/.test(name);
}
