import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { pickMenuItem } from '../hosts/pickMenuItem.ts';
import { startNewSession } from '../hosts/startNewSession.ts';
import { beginDrag } from './beginDrag.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { untilValue } from './untilValue.ts';

const discount = `export interface Discount {
  readonly percent: number;
}

/** Takes a discount off. */
export function applyDiscount(price: number, { percent }: Discount): number {
  return price - (price * percent) / 100;
}

/** Nothing is taken off. */
export const noDiscount: Discount = { percent: 0 };
export const halfPrice: Discount = { percent: 50 };
`;
const log = Array.from({ length: 30 }, (_, line) => `12:00:${line} request ${line} took ${line * 7} ms`).join('\n');

describe('The message box in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let box: Locator;

  before(async () => {
    tally = await startInstalledTally(
      { reply: 'Done.' },
      { 'tally.prompts': [{ name: 'Haiku', text: 'Write a haiku about ${selection}.' }] },
      { hasLanguageServers: true },
    );
    const { folder } = tally;
    await mkdir(join(folder, 'shop'));
    await mkdir(join(folder, 'node_modules', 'left'), { recursive: true });
    await mkdir(join(folder, 'built'));
    await writeFile(join(folder, 'shop', 'discount.ts'), discount);
    await writeFile(join(folder, '.gitignore'), 'built/\n');
    await writeFile(join(folder, 'shop', '.gitignore'), '*.tmp\n!*Kept.tmp\n');
    await writeFile(join(folder, 'shop', 'discountDropped.tmp'), 'x');
    await writeFile(join(folder, 'shop', 'discountKept.tmp'), 'x');
    await writeFile(join(folder, 'node_modules', 'left', 'discountPackage.ts'), 'x');
    await writeFile(join(folder, 'built', 'discountBuilt.ts'), 'x');
    await mkdir(join(folder, '.vscode'));
    const workspacePrompts = [{ name: 'Explain', text: 'Explain what the workspace says.' }];
    await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'tally.prompts': workspacePrompts }));
    await writeFile(join(folder, '.env'), 'COLOUR=blue\n');
    await writeFile(join(tally.otherFolder, 'diary.txt'), 'Dear diary');
    await symlink(join(tally.otherFolder, 'diary.txt'), join(folder, 'shop', 'linked.txt'));
    await writeFile(join(tally.otherFolder, 'plans.ts'), 'export function conquerMars(): void {}\n');
    await symlink(join(tally.otherFolder, 'plans.ts'), join(folder, 'shop', 'linkedPlans.ts'));
    await writeFile(join(folder, 'picture.bin'), Buffer.from([1, 0, 2]));
    await writeFile(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    await tally.setKey();
  });

  beforeEach(async () => {
    panel = await tally.workbench.panel();
    await startNewSession(panel);
  });

  disposeAfterAll(() => tally);

  const button = (name: string | RegExp) => panel.getByRole('button', { name });
  const chip = (label: string) => panel.getByRole('listitem').filter({ hasText: label });
  const option = (label: string) => panel.getByRole('option').filter({ hasText: label });
  const selectedOption = (label: string) => panel.getByRole('option', { selected: true }).filter({ hasText: label });
  /** Sends the draft and waits for the whole reply. Resolves with the text of the last message in the request. */
  const send = async (): Promise<string> => {
    const replies = panel.locator('[data-state=complete]');
    const before = await replies.count();
    await box.press('Enter');
    const exchange = await tally.standIn.nextRequest();
    await replies.nth(before).waitFor();
    return (JSON.parse(exchange.body) as { messages: { content: string }[] }).messages.at(-1)?.content ?? '';
  };

  it('recalls prompts of this and earlier sessions on Up, and the draft on Down, even after a reload', async () => {
    for (const text of ['first prompt', 'second prompt']) {
      await box.fill(text);
      await send();
    }
    await startNewSession(panel);
    await box.fill('third prompt');
    await send();
    await tally.workbench.reload();
    panel = await tally.workbench.panel();
    await panel.getByRole('article').first().waitFor();
    await box.fill('half a thought');
    await box.press('Control+Home');
    for (const text of ['third prompt', 'second prompt', 'first prompt']) {
      await box.press('ArrowUp');
      await untilValue(box, text);
    }
    await tally.workbench.reload();
    panel = await tally.workbench.panel();
    await untilValue(box, 'first prompt');
    await box.press('Control+End');
    await box.press('ArrowDown');
    await untilValue(box, 'half a thought');
    await box.fill('');
  });

  it('turns long pasted text into a chip, sends the chip, and turns a chip back into text on undo', async () => {
    const { page } = tally.workbench;
    await page.evaluate(async (text) => navigator.clipboard.writeText(text), log);
    await box.focus();
    await page.keyboard.press('Control+V');
    await chip('Pasted text, 30 lines')
      .getByText(/≈\d+ tokens/)
      .waitFor();
    assert.equal(await box.inputValue(), '');
    await box.fill('What is slow here?');
    assert.equal(await send(), `What is slow here?\n\nPasted text:\n\n\`\`\`\n${log}\n\`\`\``);
    await chip('Pasted text').waitFor({ state: 'detached' });

    await page.keyboard.press('Control+V');
    await chip('Pasted text').waitFor();
    await page.keyboard.press('Control+Z');
    await untilValue(box, log);
    await chip('Pasted text').waitFor({ state: 'detached' });
    await box.fill('');
  });

  it('turns pasted code into a chip with the source file’s name, but inserts code as text on Ctrl+Shift+V', async () => {
    const { workbench, folder } = tally;
    await workbench.openFile(join(folder, 'shop', 'discount.ts'));
    await workbench.page.keyboard.press('Control+A');
    await workbench.page.keyboard.press('Control+C');
    await focusBox();
    await workbench.page.keyboard.press('Control+V');
    await chip('discount.ts:1-12').waitFor();
    await button('Remove shop/discount.ts:1-12').press('Enter');
    await workbench.page.keyboard.press('Control+Shift+V');
    await untilValue(box, discount);
    await box.fill('');
  });

  it('finds a file by @ unless the file is ignored, and shows the lines and tokens of an attached file', async () => {
    await type('Explain @disc');
    await selectedOption('discount.ts').waitFor();
    assert.equal(await option('discountBuilt').count(), 0);
    assert.equal(await option('discountPackage').count(), 0);
    assert.equal(await option('discountDropped').count(), 0);
    assert.equal(await option('discountKept').count(), 1);
    await box.press('Enter');
    await chip('discount.ts:1-12')
      .getByText(/≈\d+ tokens/)
      .waitFor();
    await untilValue(box, 'Explain discount.ts ');
    assert.equal(
      await send(),
      `Explain discount.ts \n\nshop/discount.ts, lines 1-12:\n\n\`\`\`typescript\n${discount}\`\`\``,
    );
  });

  it('finds a symbol by @, and attaches the lines of the symbol', async () => {
    const { workbench, folder } = tally;
    await workbench.openFile(join(folder, 'shop', 'discount.ts'));
    await focusBox();
    // Repeats the query, because the language server may still be starting.
    while (!(await option('applyDiscount').isVisible())) {
      await box.fill('');
      await type('@applyDis');
      await option('applyDiscount')
        .waitFor({ timeout: 3000 })
        .catch(() => undefined);
    }
    await option('applyDiscount').click();
    await chip(':6-8').waitFor();
    await type('Why?');
    assert.equal(
      await send(),
      `applyDiscount() Why?\n\nshop/discount.ts, lines 6-8:\n\n\`\`\`typescript\n${discount.split('\n').slice(5, 8).join('\n')}\n\`\`\``,
    );
  });

  it('marks prompts of the workspace, which may have the name of a built-in prompt', async () => {
    await type('/expl');
    await selectedOption('Explain').getByText('From this workspace: Explain what the workspace says.').waitFor();
    await box.fill('');
    await type('/doc');
    await selectedOption('Document').waitFor();
    assert.equal(await panel.getByText('From this workspace').count(), 0);
    await box.fill('');
  });

  it('inserts a prompt by /, and sends a prompt with the selected code by Run Prompt…', async () => {
    const { workbench, folder } = tally;
    await type('/hai');
    await selectedOption('Haiku').waitFor();
    await box.press('Tab');
    await untilValue(box, 'Write a haiku about the selected code.');
    await button('Remove shop/discount.ts:1-12').press('Enter');
    await box.fill('');
    await workbench.openFile(join(folder, 'shop', 'discount.ts'));
    await panel.locator('.offer', { hasText: 'discount.ts' }).getByText('$').waitFor();
    await workbench.page.keyboard.press('Control+A');
    await workbench.runCommand('Tally: Run Prompt…');
    await workbench.page.locator('.quick-input-title', { hasText: '+ reply' }).waitFor();
    await workbench.page.getByRole('option', { name: 'Write tests' }).click();
    assert.match((await tally.standIn.nextRequest()).body, /Write tests for this code.*shop\/discount\.ts, lines 1-12/);
    await panel.locator('[data-state=complete]').waitFor();
  });

  it('neither sends a switched-off attachment nor counts its tokens, but keeps it across a reload and can open it', async () => {
    const { workbench, folder } = tally;
    await workbench.openFile(join(folder, 'shop', 'discount.ts:3'));
    await workbench.runCommand('Tally: Add File to Chat');
    await chip('discount.ts')
      .getByText(/≈\d+ tokens/)
      .waitFor();
    await box.fill('Hello');
    const estimate = panel.getByRole('status', { name: 'Estimated cost' });
    await estimate.getByText(/≈\d{2,} tokens/).waitFor();
    await button('Switch off shop/discount.ts:1-12').click();
    await chip('discount.ts').getByText('not sent').waitFor();
    await estimate.getByText(/≈\d tokens/).waitFor();
    await workbench.reload();
    panel = await workbench.panel();
    await button('Switch on shop/discount.ts:1-12').waitFor();
    await untilValue(box, 'Hello');
    assert.equal(await send(), 'Hello');
    await workbench.runCommand('View: Close All Editors');
    await button('Open shop/discount.ts:1-12').click();
    await workbench.page.locator('.tab.active[data-resource-name="discount.ts"]').waitFor();
    await button('Remove shop/discount.ts:1-12').press('Enter');
    await chip('discount.ts').waitFor({ state: 'detached' });
  });

  it('shows what a long session adds to the cost of each message, and keeps the draft in a new session', async () => {
    tally.standIn.script({ reply: 'Done.', usage: { prompt: 20_000, cached: 0, completion: 500 } });
    await box.fill('Begin.');
    await send();
    await panel.locator('[data-state=complete]').waitFor();
    await box.fill('Go on.');
    await panel
      .getByText(
        /^This session adds ≈\$0\.0[\d–.]+ to the cost of each message. A new session starts at [<≈]\$0\.000[\d–.]+$/,
      )
      .waitFor();
    await button('Start a new one').click();
    await panel.getByRole('article').first().waitFor({ state: 'detached' });
    await panel.getByText('This session adds').waitFor({ state: 'hidden' });
    await untilValue(box, 'Go on.');
    await box.fill('');
  });

  it('includes the running exchange in the price of the next message and of a queued message', async () => {
    tally.standIn.script({ tokens: 2_000, hold: 1_000 });
    await box.fill('Tell me.');
    await box.press('Enter');
    await panel.locator('[data-state=streaming]').waitFor();
    await box.fill('And then?');
    // At the pause, 1,000 tokens have arrived, and up to twice as many are expected.
    const price = /^≈2,[4-9]\d\d tokens in · ≈\$0\.000\d–0\.00\d\d \+ reply$/;
    await panel.getByRole('status', { name: 'Estimated cost' }).filter({ hasText: price }).waitFor();
    await box.press('Enter');
    await panel.locator('.queue-price', { hasText: price }).waitFor();
    await button('Edit queued message').click();
    await panel.locator('.queue-price').waitFor({ state: 'detached' });
    await button('Stop').click();
    await panel.locator('[data-state=stopped]').waitFor();
    await box.fill('');
  });

  it('asks before it attaches likely secrets, and rejects binary files', async () => {
    const { workbench } = tally;
    const { page } = workbench;
    await type('@.env');
    await option('.env').first().click();
    await page
      .getByRole('dialog')
      .filter({ hasText: '.env:1' })
      .getByText('This file seems to contain secrets')
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await panel.locator('.chip').count(), 0);
    await focusBox();
    await type('@.env');
    await option('.env').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await button('Remove .env:1').click();
    await chip('.env').waitFor({ state: 'detached' });
    await type('@picture');
    await option('picture.bin').click();
    await page.getByText('picture.bin isn’t a text file and wasn’t added.').first().waitFor();
    assert.equal(await panel.locator('.chip').count(), 0);
    await box.fill('');
  });

  it('asks before it sends a message that contains a likely secret, and sends the message only if the user agrees', async () => {
    const { page } = tally.workbench;
    const before = tally.standIn.requests.length;
    const message = 'Why does DB_PASSWORD=correct-horse7 not work?';
    const question = page.getByRole('dialog').filter({ hasText: 'Your message seems to contain secrets. Send it?' });
    await box.fill(message);
    await box.press('Enter');
    await question.getByText('The service would receive text that looks like a key or password: corr…').waitFor();
    await question.getByRole('button', { name: 'Edit message' }).click();
    await button('Send').and(panel.locator('[aria-disabled=false]')).waitFor();
    await untilValue(box, message);
    assert.equal(tally.standIn.requests.length, before);
    // Enter directly after a dialog is ignored, because it may have been pressed for the dialog. Another key ends this.
    await box.press('End');
    await box.press('Enter');
    await question.getByRole('button', { name: 'Send Anyway' }).click();
    await panel.locator('[data-state=complete]').waitFor();
    assert.equal(tally.standIn.requests.length, before + 1);
    await untilValue(box, '');
  });

  it('asks before it attaches a symbolic link to a file outside the workspace', async () => {
    const { page } = tally.workbench;
    await type('@linked');
    await option('linked.txt').click();
    const question = page.getByRole('dialog').filter({ hasText: 'shop/linked.txt' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.equal(await panel.locator('.chip').count(), 0);
    await focusBox();
    await box.fill('');
    await type('@linked');
    await option('linked.txt').click();
    await question.getByRole('button', { name: 'Add', exact: true }).click();
    await button('Remove shop/linked.txt:1').click();
    await box.fill('');
  });

  it('asks before it attaches a symbol that was found through a symbolic link to a file outside the workspace', async () => {
    const { page } = tally.workbench;
    await tally.workbench.openFile(join(tally.folder, 'shop', 'discount.ts'));
    await focusBox();
    while (!(await option('conquerMars').isVisible())) {
      await box.fill('');
      await type('@conquerM');
      await option('conquerMars')
        .waitFor({ timeout: 3000 })
        .catch(() => undefined);
    }
    await option('conquerMars').click();
    const question = page.getByRole('dialog').filter({ hasText: 'shop/linkedPlans.ts' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.equal(await panel.locator('.chip').count(), 0);
    await box.fill('');
  });

  it('attaches a file that is dropped on the panel or added by the menu of the Explorer', async () => {
    const { workbench, sourceFile } = tally;
    const { page } = workbench;
    await drop(`vscode-remote://${new URL(page.url()).host}${sourceFile}`);
    await chip('total.ts:1-3').waitFor();
    await button('Remove total.ts:1-3').press('Enter');
    await chip('total.ts').waitFor({ state: 'detached' });

    await workbench.runCommand('View: Show Explorer');
    await page.locator('.explorer-folders-view').getByRole('treeitem', { name: 'total.ts' }).click({ button: 'right' });
    await pickMenuItem(page, 'Add File to Chat');
    await chip('total.ts:1-3').waitFor();
    await button('Remove total.ts:1-3').press('Enter');
  });

  it('does not attach a dropped file of another computer, even if this computer has a file with the same path', async () => {
    const { workbench, sourceFile } = tally;
    await drop(`vscode-remote://ssh-remote%2Belsewhere${sourceFile}`);
    await workbench.page
      .getByText('Files on a different computer than the files of this window weren’t added.')
      .first()
      .waitFor();
    assert.equal(await panel.locator('.chip').count(), 0);
  });

  async function drop(uri: string): Promise<void> {
    const frame = await tally.workbench.panelFrame();
    await beginDrag(frame);
    await frame.locator('.panel').evaluate((element, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('application/vnd.code.uri-list', text);
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, uri);
  }

  async function type(text: string): Promise<void> {
    await box.focus();
    await tally.workbench.page.keyboard.type(text);
  }

  /** After the command _Open Chat_, the box could lose the focus once more while the test types. */
  async function focusBox(): Promise<void> {
    await box.click();
  }
});
