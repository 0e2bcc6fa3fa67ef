import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';

describe('Files with hostile names in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;

  before(async () => {
    tally = await startInstalledTally({ reply: 'Done.' }, {});
    await writeFile(join(tally.folder, 'notes [Open](command:tally.removeApiKey).txt'), 'x'.repeat(2_000_000));
    await writeFile(join(tally.otherFolder, 'letter.txt'), 'Dear friend');
    await symlink(join(tally.otherFolder, 'letter.txt'), join(tally.folder, `linked?${'\n'.repeat(190)}.md`));
    panel = await tally.workbench.openPanel();
    await tally.setKey();
  });

  disposeAfterAll(() => tally);

  it('do not become links in notifications', async () => {
    const { page } = tally.workbench;
    // Types again if needed: after a key was saved, the focus may move once more, which closes the suggestions.
    const box = panel.getByRole('textbox', { name: 'Message' });
    const option = panel.getByRole('option').first();
    do {
      await box.fill('');
      await box.pressSequentially('@notes');
      await option.waitFor({ timeout: 5_000 }).catch(() => undefined);
    } while (!(await option.isVisible()));
    await option.click();
    // Opens the notification center, because VS Code shows no pop-ups in a window that a test controls.
    const center = page.locator('.notifications-center');
    if (!(await center.isVisible())) await page.locator('[id="status.notifications"]').click();
    const message = center
      .locator('.notification-list-item-message:visible')
      .filter({ hasText: 'is larger than 1 MB and wasn’t added.' });
    await message.waitFor();
    assert.match(
      (await message.textContent()) ?? '',
      /^notes \[Open\]\u200b\(command:tally\.removeApiKey\)\.txt is larger/,
    );
    assert.equal(await message.locator('a').count(), 0);
    await center.getByRole('button', { name: 'Clear All Notifications' }).click();
  });

  it('do not push the question about a link out of view', async () => {
    const { page } = tally.workbench;
    const dialog = page.getByRole('dialog');
    // The suggestions for `@` list no file whose name has line breaks.
    await page.locator('.explorer-folders-view').getByRole('treeitem', { name: 'linked?' }).click();
    await tally.workbench.runCommand('Tally: Add File to Chat');
    const question = dialog.getByText('This is a link to a file outside this workspace. Add it?');
    await question.waitFor();
    const [top, bottom, height] = await question.evaluate((each): readonly [number, number, number] => {
      const rectangle = each.getBoundingClientRect();
      return [rectangle.top, rectangle.bottom, innerHeight];
    });
    assert.ok(top >= 0 && bottom <= height, `The question is at ${top} to ${bottom} of ${height} pixels.`);
    await dialog.getByText(`linked?${'\ufffd'.repeat(72)}`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await panel.locator('.chip').count(), 0);
  });
});
