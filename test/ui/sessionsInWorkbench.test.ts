import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { startInstalledTally, type InstalledTally } from './installedTally.ts';

describe('Sessions, in the installed package', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  const titles = () => panel.locator('.session-title');
  const row = (title: string) => panel.locator('.session-open', { hasText: title });

  before(async () => {
    tally = await startInstalledTally();
    await tally.setKey();
    panel = await tally.workbench.openPanel();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await tally.savePicture(this.currentTest.title);
  });

  after(async () => tally.dispose());

  it('are listed, found by their text, and go on with their id', async () => {
    tally.standIn.script({ reply: 'A zebra crosses the road.' });
    const first = await ask(panel, 'What is the first question?');
    await newSession();
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

  it('are renamed, pinned, deleted and brought back', async () => {
    await openList();
    await row('And the second one?').focus();
    await panel.locator(':focus').press('F2');
    await panel.getByRole('textbox', { name: 'Session title' }).fill('Renamed');
    await panel.getByRole('textbox', { name: 'Session title' }).press('Enter');
    await row('Renamed').hover();
    await panel.getByRole('listitem').filter({ hasText: 'Renamed' }).getByRole('button', { name: 'Pin', exact: true }).click();
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

  it('are exported as Markdown', async () => {
    const { workbench, folder } = tally;
    await workbench.runCommand('Tally: Export Session as Markdown');
    const file = join(folder, 'exported.md');
    await workbench.answerInputBox(file);
    await workbench.page.getByText('The session was exported to exported.md.').first().waitFor();
    const text = await readFile(file, 'utf8');
    assert.match(text, /^# What is the first question\?\n\n.+\n\n## You\n\nWhat is the first question\?\n\n## Reply\n\nA zebra crosses the road\./);
  });

  async function openList(): Promise<void> {
    await panel.getByRole('button', { name: 'Sessions' }).click();
    await titles().first().waitFor();
  }

  async function newSession(): Promise<void> {
    await panel.getByRole('button', { name: 'New session' }).click();
    await panel.getByRole('article').first().waitFor({ state: 'detached' });
    await panel.getByRole('textbox', { name: 'Message' }).and(panel.locator(':focus')).waitFor();
  }

  async function fill(where: FrameLocator, text: string): Promise<void> {
    const box = where.getByRole('textbox', { name: 'Message' });
    await box.fill(text);
    await box.press('Enter');
  }

  async function ask(where: FrameLocator, text: string) {
    await fill(where, text);
    const exchange = await tally.standIn.nextRequest();
    await exchange.closed;
    await where.getByRole('article', { name: 'Reply' }).last().and(where.locator('[data-state=complete]')).waitFor();
    return exchange;
  }
});
