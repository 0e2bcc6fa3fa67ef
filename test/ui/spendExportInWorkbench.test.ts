import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCsv } from '../unit/meter/ledger/readCsv.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';

describe('The export of spend in VS Code', () => {
  let tally: InstalledTally;

  before(async () => {
    tally = await startInstalledTally({ usage: 'reported', tokens: 40 });
    await tally.setKey();
  });

  disposeAfterAll(() => tally);

  const message = (text: string) => tally.workbench.page.getByText(text).first();

  it('says that there is nothing to export', async () => {
    await tally.workbench.runCommand('Tally: Export Spend as CSV…');
    await message('There is nothing to export: no message was sent yet.').waitFor();
  });

  it('has a row for each request with the amount that the service charged', async () => {
    const { workbench, folder } = tally;
    const panel = await workbench.openPanel();
    const box = panel.getByRole('textbox', { name: 'Message' });
    for (const [index, question] of ['What is that?', 'And that?'].entries()) {
      await box.fill(question);
      await box.press('Enter');
      await panel
        .getByRole('article', { name: 'Reply' })
        .and(panel.locator('[data-state=complete]'))
        .nth(index)
        .waitFor();
    }
    await workbench.runCommand('Tally: Export Spend as CSV…');
    // Waits, because the dialog proposes a name only after it has opened.
    await workbench.page.waitForFunction(() =>
      /tally-spend-\d{4}-\d\d\.csv$/.test(
        document.querySelector<HTMLInputElement>('.quick-input-widget .quick-input-box input')?.value ?? '',
      ),
    );
    await workbench.answerInputBox(join(folder, 'spend.csv'));
    await message('2 requests were exported to spend.csv.').waitFor();
    const text = await readFile(join(folder, 'spend.csv'), 'utf8');
    const [header = [], ...rows] = readCsv(text.replace(/^\ufeff/, ''));
    const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
    assert.deepEqual(column('end'), ['complete', 'complete']);
    assert.deepEqual(column('reported'), ['yes', 'yes']);
    const { origin } = new URL(tally.standIn.baseUrl);
    assert.deepEqual(column('address'), [origin, origin]);
    assert.equal(new Set(column('session')).size, 1);
    assert.deepEqual(
      column('high_usd').map(Number),
      tally.standIn.ledger.map(({ cost }) => cost / 1e9),
    );
    assert.deepEqual(column('low_usd'), column('high_usd'));
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('spend')),
      ['spend.csv'],
    );
  });
});
