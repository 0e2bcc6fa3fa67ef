import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';

describe('A panel that fails to load', () => {
  let tally: InstalledTally;
  let script: string;
  let code: string;

  before(async () => {
    tally = await startInstalledTally();
    const { workbench } = tally;
    script = await panelScript(workbench.dataFolder);
    code = await readFile(script, 'utf8');
    await writeFile(script, `throw new Error('The panel is broken.');`);
    await workbench.runCommand('Tally: Set API Key…');
    await workbench.page.getByText('Base URL of the service').waitFor();
    await workbench.answerInputBox(tally.standIn.baseUrl);
    await workbench.page.getByText('API key for').waitFor();
    await workbench.answerInputBox(tally.standIn.apiKey);
  });

  disposeAfterAll(() => tally);

  it('is replaced by a document with the reply, and a notification offers to reload the window', async () => {
    const { workbench, standIn } = tally;
    await workbench.openFile(tally.sourceFile);
    standIn.script({ reply: 'First words. Then **more**, and the end.', hold: 3 });
    await askFromPalette('What is a closure?');
    const exchange = await standIn.nextRequest();
    const document = editorWith('What is a closure?');
    await document.getByText(spaced('First words')).waitFor();
    await showNotifications();
    await notification().getByRole('button', { name: 'Reload Window' }).waitFor();
    exchange.release();
    await document.getByText(spaced('and the end.')).waitFor();
    await document.getByText(spaced('tokens in')).waitFor();
    assert.equal(await workbench.page.locator('.editor-group-container').count(), 2);
  });

  it('is replaced by another document when the next reply starts, and the user can edit this document while the reply grows', async () => {
    const { workbench, standIn } = tally;
    standIn.script({ reply: 'One two three four five six.', hold: 3 });
    await askFromPalette('Count, please.');
    const exchange = await standIn.nextRequest();
    const document = editorWith('Count, please.');
    await document.getByText(spaced('One two')).waitFor();
    await document.locator('.view-line').first().click();
    await workbench.page.keyboard.press('Control+Home');
    await workbench.page.keyboard.type('My own note.');
    exchange.release();
    await document.getByText(spaced('four five six.')).waitFor();
    await document.getByText(spaced('My own note.')).waitFor();
  });

  it('does not reopen the document of a reply after the user has closed the document', async () => {
    const { workbench, standIn } = tally;
    standIn.script({ reply: 'One two three four five six.', hold: 3 });
    await askFromPalette('Count once more.');
    const exchange = await standIn.nextRequest();
    const document = editorWith('Count once more.');
    await document.getByText(spaced('One two')).waitFor();
    await document.locator('.view-line').first().click();
    await workbench.runCommand('View: Revert and Close Editor');
    await document.waitFor({ state: 'detached' });
    exchange.release();
    await exchange.closed;
    await tally.statusBar.getByText('$').waitFor();
    assert.equal(await document.count(), 0);
  });

  it('loads with all replies when its script works again and the window is reloaded', async () => {
    const { workbench } = tally;
    await writeFile(script, code);
    await showNotifications();
    await Promise.all([
      workbench.page.waitForEvent('load'),
      notification().getByRole('button', { name: 'Reload Window' }).click(),
    ]);
    const panel = await workbench.panel();
    await panel.getByText('and the end.').waitFor();
    await panel.getByText('Count once more.').waitFor();
    assert.equal(await panel.getByText('One two three four five six.').count(), 2);
  });

  async function askFromPalette(question: string): Promise<void> {
    await tally.workbench.runCommand('Tally: Ask…');
    await tally.workbench.answerInputBox(question);
  }

  /** Opens the notification center, because VS Code shows no pop-ups in a window that a test controls. */
  async function showNotifications(): Promise<void> {
    const center = tally.workbench.page.locator('.notifications-center');
    if (!(await center.isVisible())) await tally.workbench.page.locator('[id="status.notifications"]').click();
    await center.waitFor();
  }

  function notification(): Locator {
    return tally.workbench.page.locator('.notifications-center .notification-list-item', {
      hasText: 'The Tally Chat panel didn’t load.',
    });
  }

  function editorWith(text: string): Locator {
    return tally.workbench.page.locator('.editor-instance', { hasText: spaced(text) });
  }
});

/** Returns a pattern that finds `text` in an editor, where spaces are shown as no-break spaces. */
function spaced(text: string): RegExp {
  return new RegExp(text.replace(/[?.]/g, '\\$&').replaceAll(' ', '\\s'));
}

async function panelScript(dataFolder: string): Promise<string> {
  const files = await readdir(dataFolder, { recursive: true });
  const file = files.find((each) => /tally-chat[^/]*\/dist\/webview\/main\.js$/.test(each));
  assert.ok(file !== undefined);
  return join(dataFolder, file);
}
