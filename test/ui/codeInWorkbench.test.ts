import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { startNewSession } from '../hosts/startNewSession.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { sendMessage } from './submit.ts';

const code = 'if (a) {\n  b();\n}';
const source = 'function f() {\n    first();\n\n    last();\n}\n';

describe('Code from a reply in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let file: string;
  let name: string;
  let files = 0;

  before(async () => {
    tally = await startInstalledTally({}, { 'files.readonlyInclude': { '**/readOnly.ts': true } });
    panel = await tally.workbench.openPanel();
    await tally.setKey();
    tally.standIn.script({ reply: `\`\`\`ts\n${code}\n\`\`\`` });
    await sendMessage(panel, 'Write it.');
    await panel.locator('[data-state=complete]').waitFor();
  });

  beforeEach(async () => {
    files += 1;
    name = `f${files}.ts`;
    file = join(tally.folder, name);
    await writeFile(file, source);
  });

  disposeAfterAll(() => tally);

  it('has a disabled Insert button with an explanation, and says so after Apply, if no editor is open', async () => {
    const { page } = tally.workbench;
    const hint = 'Open a file in an editor first.';
    await panel.locator(`[aria-label="Insert at cursor"][aria-disabled=true][title$="${hint}"]`).waitFor();
    await button(
      'Apply to editor',
      'Applies to the file that the reply names, or else to an attached file. Shows the difference first.',
    ).click();
    await page.getByText(hint).first().waitFor({ state: 'attached' });
  });

  it('opens in a new file with the language of the code', async () => {
    const { page } = tally.workbench;
    await button('New file').click();
    await page.locator('.tab.active', { hasText: 'Untitled-1' }).waitFor();
    await page.locator('.statusbar-item').getByText('TypeScript', { exact: true }).waitFor();
    await codeInserted();
    assert.equal(await shownText(), 'if (a) {b();}');
    await tally.workbench.runCommand('View: Revert and Close Editor');
    await page.locator('.tab').waitFor({ state: 'detached' });
  });

  it('is inserted at the cursor with the indentation of the line, and removed by one undo', async () => {
    const { page } = tally.workbench;
    await openAtLine(2);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await button('Insert at cursor', `Inserts into ${name}.`).click();
    await codeInserted();
    await saved(source.replace('first();\n', 'first();\n    if (a) {\n      b();\n    }\n'));
    await page.keyboard.press('Control+Z');
    await saved(source.replace('first();\n', 'first();\n    \n'));
    await page.keyboard.press('Control+Z');
    await saved(source);
  });

  it('is inserted in place of the selection, as the tooltip of the button says, and removed by one undo', async () => {
    const { page } = tally.workbench;
    await openAtLine(4);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await button('Insert at cursor', `Replaces the selection in ${name}.`).click();
    await codeInserted();
    await saved(source.replace('    last();', '    if (a) {\n      b();\n    }'));
    await page.keyboard.press('Control+Z');
    await saved(source);
  });

  it('is inserted at every cursor, and removed by one undo', async () => {
    const { page } = tally.workbench;
    await openAtLine(1);
    await page.keyboard.press('Home');
    await tally.workbench.runCommand('Add Cursor Below');
    await page.locator('.editor-group-container.active .cursors-layer .cursor').nth(1).waitFor({ state: 'attached' });
    await button('Insert at cursor', `Inserts into ${name}.`).click();
    await codeInserted();
    await saved(`${code}\n${source.replace('    first', '    if (a) {\n      b();\n    }\n    first')}`);
    await page.keyboard.press('Control+Z');
    await saved(source);
  });

  it('is shown as a diff before it is applied, and is not applied if the diff is discarded', async () => {
    const { page } = tally.workbench;
    await proposeForSelectedLine();
    assert.equal(await readFile(file, 'utf8'), source);
    await titleButton('Discard').click();
    await diffTab().waitFor({ state: 'detached' });
    await page.locator('.tab.active:not(.dirty)', { hasText: name }).waitFor();
    assert.equal(await readFile(file, 'utf8'), source);
  });

  it('replaces only the selection when the diff is applied; one undo restores the file', async () => {
    const { page } = tally.workbench;
    await proposeForSelectedLine();
    await tally.workbench.runCommand('Tally: Apply Proposed Change');
    await diffTab().waitFor({ state: 'detached' });
    await codeInserted();
    await saved(source.replace('    first();', '    if (a) {\n      b();\n    }'));
    await page.keyboard.press('Control+Z');
    await saved(source);
  });

  it('is not inserted into a read-only file, and a message says so', async () => {
    const { page } = tally.workbench;
    name = 'readOnly.ts';
    file = join(tally.folder, name);
    await writeFile(file, source);
    await openAtLine(1);
    await button('Insert at cursor', `Inserts into ${name}.`).click();
    await page.getByText(`${name} couldn’t be changed. It may be read-only.`).waitFor();
    assert.equal(await page.locator('.tab.active.dirty').count(), 0);
  });

  it('is inserted, applied, opened or copied only after the user decides whether to keep its hidden characters', async () => {
    const { page } = tally.workbench;
    await ask('```ts\nif (a) {\n  b(); // \u202e\u200b\u001b[0m\n}\n```');
    await openAtLine(1);
    await button('Insert at cursor', `Inserts into ${name}.`).click();
    await page.getByRole('dialog').getByText('U+202E right-to-left override').waitFor();
    await answerDialog('Cancel');
    assert.equal(await page.locator('.tab.active.dirty').count(), 0);
    await button('Insert at cursor', `Inserts into ${name}.`).click();
    await answerDialog('Keep');
    await codeInserted();
    await saved(`if (a) {\n  b(); // \u202e\u200b\u001b[0m\n}\n${source}`);
    await page.keyboard.press('Control+Z');
    await button('Insert at cursor', `Inserts into ${name}.`).click();
    await answerDialog('Remove');
    await codeInserted();
    await saved(`if (a) {\n  b(); // [0m\n}\n${source}`);
    await page.keyboard.press('Control+Z');
    await saved(source);
    await openAtLine(2);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await button('Apply to editor').click();
    await answerDialog('Remove');
    await diffTab().waitFor();
    await titleButton('Apply').click();
    await diffTab().waitFor({ state: 'detached' });
    await saved(source.replace('    first();', '    if (a) {\n      b(); // [0m\n    }'));
    await button('New file').click();
    await answerDialog('Cancel');
    assert.equal(await page.locator('.tab', { hasText: 'Untitled' }).count(), 0);
    await button('Copy code').click();
    await answerDialog('Remove');
    await panel.getByTitle('Copied').waitFor();
    const box = panel.getByRole('textbox', { name: 'Message' });
    while ((await box.inputValue()) === '') await box.press('Control+V');
    assert.equal(await box.inputValue(), 'if (a) {\n  b(); // [0m\n}');
    await box.fill('');
  });

  it('loses its hidden characters when a selection is copied and the user chooses Remove', async () => {
    await ask('```ts\na(); // \u202e\n```');
    await tally.workbench.page.evaluate(async () => navigator.clipboard.writeText(''));
    const shown = panel.locator('.code-block code').last();
    await shown.evaluate((element) => getSelection()!.selectAllChildren(element));
    await shown.press('Control+C');
    await answerDialog('Remove');
    const box = panel.getByRole('textbox', { name: 'Message' });
    while ((await box.inputValue()) === '') await box.press('Control+V');
    assert.equal(await box.inputValue(), 'a(); // ');
    await box.fill('');
  });

  /** Starts a new session and sends a question. The service answers with `reply`. Resolves when the answer is complete. */
  async function ask(reply: string): Promise<void> {
    await startNewSession(panel);
    tally.standIn.script({ reply });
    await sendMessage(panel, 'Write it.');
    await panel.locator('[data-state=complete]').waitFor();
  }

  async function answerDialog(label: string): Promise<void> {
    const dialog = tally.workbench.page.getByRole('dialog');
    await dialog.getByRole('button', { name: label, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  function button(label: string, hint = ''): Locator {
    return panel.locator(`[aria-label="${label}"]:not([aria-disabled])${hint === '' ? '' : `[title$="${hint}"]`}`);
  }

  function diffTab(): Locator {
    return tally.workbench.page.locator('.tab', { hasText: `${name}: proposed change` });
  }

  function titleButton(label: string): Locator {
    return tally.workbench.page
      .locator('.editor-group-container.active .editor-actions .action-label')
      .getByText(label, { exact: true });
  }

  async function openAtLine(line: number): Promise<void> {
    await tally.workbench.openFile(`${file}:${line}`);
  }

  /** Selects line 2 of the file and clicks Apply to editor. Resolves when the diff is shown. */
  async function proposeForSelectedLine(): Promise<void> {
    const { page } = tally.workbench;
    await openAtLine(2);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await button('Apply to editor').click();
    await diffTab().waitFor();
  }

  /** Resolves when the active editor contains the code and has the focus. */
  async function codeInserted(): Promise<void> {
    const { page } = tally.workbench;
    await page
      .locator('.editor-group-container.active .monaco-editor.focused .view-line', { hasText: 'b();' })
      .first()
      .waitFor();
  }

  /**
   * Saves the file, and fails if the file does not have this text within 60 s. Polls, because saving ends without an
   * event.
   */
  async function saved(text: string): Promise<void> {
    const deadline = Date.now() + 60_000;
    await tally.workbench.page.keyboard.press('Control+S');
    let found = await readFile(file, 'utf8');
    while (found !== text && Date.now() < deadline) {
      await new Promise((next) => setImmediate(next));
      found = await readFile(file, 'utf8');
    }
    // Another read could see the empty file of a second save.
    assert.equal(found, text);
  }

  async function shownText(): Promise<string> {
    const lines = await tally.workbench.page.locator('.editor-instance .view-lines .view-line').allInnerTexts();
    return lines.map((line) => line.replaceAll('\u00a0', ' ').trim()).join('');
  }
});
