import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startNewSession } from '../hosts/startNewSession.ts';
import { cart, describeApply } from './describeApply.ts';
import { sendMessage } from './submit.ts';

const method = 'total(): number {\n  return sum(this.prices);\n}';
const withMethod = cart.replace('this.prices.length', 'sum(this.prices)');

describeApply('Apply to editor in VS Code', (harness) => {
  const {
    tally,
    panel,
    files,
    ask,
    send,
    button,
    tab,
    diffTab,
    right,
    shownRight,
    titleButton,
    applyShown,
    applyTab,
    notified,
    clearNotifications,
    pick,
    openNew,
    saved,
  } = harness;

  it('puts a method of three lines in its place, as one undo step', async () => {
    const name = await openNew(cart);
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    await button(`else to an attached file, else to ${name}. Shows the difference first.`).click();
    await diffTab(name).waitFor();
    assert.equal(await files().read(name), cart);
    await applyShown(name);
    await saved(name, withMethod);
    await tally().workbench.page.keyboard.press('Control+Z');
    await saved(name, cart);
  });

  it('puts the whole code of a reply that broke off within the code and was continued in its place', async () => {
    const { standIn } = tally();
    const text = `\`\`\`ts\n${method}\n\`\`\``;
    const name = await openNew(cart);
    await startNewSession(panel());
    standIn.script({ reply: text, fault: { kind: 'error', afterTokens: 9, body: 'openai' } });
    await sendMessage(panel(), 'Write it.');
    const proceed = panel().getByRole('button', { name: 'Continue' });
    await proceed.waitFor();
    const { textSent } = standIn.requests.at(-1)!;
    assert.match(textSent, /^```ts\ntotal\(\)[^`]*$/);
    standIn.script({ reply: text.slice(textSent.length) });
    await proceed.click();
    await panel().locator('[data-state=complete]').waitFor();
    await button().click();
    await applyShown(name);
    await saved(name, withMethod);
  });

  it('puts elided text and a diff in the file that the reply names, which is not open', async () => {
    await openNew('other\n');
    for (const block of [
      `\`\`\`ts\nexport class Cart {\n  // … existing code …\n\n  total(): number {\n    return sum(this.prices);\n  }\n\n  // … existing code …\n}\n\`\`\``,
      `\`\`\`diff\n@@\n   total(): number {\n-    return this.prices.length;\n+    return sum(this.prices);\n   }\n\`\`\``,
    ]) {
      const name = await files().createNew(cart);
      await ask(`In \`${name}\`:\n\n${block}`);
      await button().click();
      await applyShown(name);
      await saved(name, withMethod);
    }
  });

  it('asks if several files match', async () => {
    await ask(`In \`shop/index.ts\`:\n\n\`\`\`ts\n${method}\n\`\`\``);
    await button('or else to an attached file. Shows the difference first.').click();
    await pick('web/shop/index.ts');
    await applyShown('web/shop/index.ts');
    await saved('web/shop/index.ts', withMethod);
    assert.equal(await files().read('server/shop/index.ts'), cart);
  });

  it('creates a file only when the difference is applied', async () => {
    await ask('In `made/new.ts`:\n\n```ts\nexport const a = "ä";\n```');
    await button().click();
    await tab('made/new.ts: proposed new file').waitFor();
    assert.equal(await files().exists('made'), false);
    await applyTab(tab('made/new.ts: proposed new file'));
    await files().becomes('made/new.ts', Buffer.from('export const a = "ä";\n', 'latin1').toString());
  });

  it('creates no file if its encoding lacks characters of the code, and keeps the difference open', async () => {
    await ask('In `made/title.ts`:\n\n```ts\nexport const title = "日本語";\n```');
    await button().click();
    await tab('made/title.ts: proposed new file').waitFor();
    await titleButton('Apply').click();
    await notified('title.ts wasn’t created, because its encoding lacks some characters of the code.');
    await shownRight('日本語');
    assert.equal(await files().exists('made/title.ts'), false);
  });

  it('changes nothing if the place is not certain, and offers the places', async () => {
    const twice = `${cart}${cart.replace('Cart', 'Order')}`;
    const name = await openNew(twice);
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    await button().click();
    const unclear = await notified(`“total” exists twice in ${name}.`);
    assert.equal(await tab('proposed change').count(), 0);
    await unclear.getByRole('button', { name: 'Choose Place…' }).click();
    const { page } = tally().workbench;
    const highlight = page.locator('.view-overlays [class*="TextEditorDecorationType"]');
    await highlight.first().waitFor();
    await page.keyboard.press('Escape');
    await highlight.first().waitFor({ state: 'detached' });
    await page.locator('#status\\.editor\\.selection').getByText('Ln 1, Col 1', { exact: true }).waitFor();
    await button().click();
    const choose = (await notified(`“total” exists twice in ${name}.`)).getByRole('button', { name: 'Choose Place…' });
    await choose.click();
    await pick(/Line 19.*export class Order/s);
    await applyShown(name);
    await saved(name, `${cart}${withMethod.replace('Cart', 'Order')}`);
  });

  it('copies the code, inserts it at the cursor, or opens it as a new file if the place is not certain', async () => {
    const { page } = tally().workbench;
    const name = await openNew(`${cart}${cart.replace('Cart', 'Order')}`);
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    const choose = async (choice: string) => {
      await button().click();
      const unclear = await notified(`“total” exists twice in ${name}.`);
      await unclear.getByRole('button', { name: choice, exact: true }).click();
    };
    await choose('Copy');
    await page.waitForFunction(async (code) => (await navigator.clipboard.readText()) === code, method);
    await choose('Insert at Cursor');
    const line = page.locator('.editor-group-container.active .view-line', { hasText: 'sum(this.prices)' });
    await line.waitFor();
    await page.keyboard.press('Control+Z');
    await line.waitFor({ state: 'detached' });
    await choose('New File');
    await tab('Untitled-1').waitFor();
    await line.waitFor();
  });

  it('finds the places again if the file has changed since the message', async () => {
    const { page } = tally().workbench;
    const twice = `${cart}${cart.replace('Cart', 'Order')}`;
    const name = await openNew(twice);
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    await button().click();
    const sentence = `“total” exists twice in ${name}.`;
    const choose = (await notified(sentence)).getByRole('button', { name: 'Choose Place…' });
    await tally().workbench.openFile(join(tally().folder, `${name}:1`));
    await page.keyboard.insertText('first();\n');
    await choose.click();
    await notified(sentence);
    await choose.click();
    await pick(/Line 20/);
    await applyShown(name);
    await saved(name, `first();\n${cart}${withMethod.replace('Cart', 'Order')}`);
  });

  it('offers the places in the proposed text if the file has a proposal', async () => {
    const name = await openNew(`${cart}${cart.replace('Cart', 'Order')}`);
    const rename = '<<<<<<< SEARCH\nexport class Cart {\n=======\nexport class Basket {\n>>>>>>> REPLACE';
    await ask(`\`\`\`ts\n${rename}\n\`\`\`\n\n\`\`\`ts\n${method}\n\`\`\``);
    await button().first().click();
    await shownRight('Basket');
    await button().last().click();
    const unclear = await notified(`“total” exists twice in ${name}.`);
    await unclear.getByRole('button', { name: 'Choose Place…' }).click();
    await pick(/Line 19/);
    await shownRight('return sum(this.prices);');
    await applyShown(name);
    await saved(name, `${cart.replace('Cart', 'Basket')}${withMethod.replace('Cart', 'Order')}`);
  });

  it('applies no commands for a terminal', async () => {
    await openNew(cart);
    await ask('```sh\nnpm ci\nnpm test\n```');
    await button().click();
    await notified('These are commands for a terminal. They don’t belong in a file.');
    assert.equal(await tab('proposed change').count(), 0);
  });

  it('says that a file is read-only', async () => {
    const name = 'readOnly.ts';
    await files().write(name, cart);
    await ask(`In \`${name}\`:\n\n\`\`\`ts\n${method}\n\`\`\``);
    await button().click();
    await diffTab(name).waitFor();
    await titleButton('Apply').click();
    await notified(`${name} couldn’t be changed. It may be read-only.`);
    assert.equal(await files().read(name), cart);
  });

  it('follows no links out of the workspace, neither to change nor to create a file', async () => {
    const target = join(tally().otherFolder, 'secret.ts');
    await writeFile(target, cart);
    await symlink(target, join(tally().folder, 'linked.ts'));
    await symlink(join(tally().otherFolder, 'missing.ts'), join(tally().folder, 'dangling.ts'));
    await symlink(tally().otherFolder, join(tally().folder, 'linkedFolder'));
    for (const path of ['linked.ts', 'dangling.ts', 'linkedFolder/new.ts']) {
      await ask(`In \`${path}\`:\n\n\`\`\`ts\n${method}\n\`\`\``);
      await button().click();
      await notified(
        `${path.replace(/.*\//, '')} is a link out of the workspace, or a link that can’t be followed. Nothing is changed there.`,
      );
      await clearNotifications();
    }
    assert.equal(await tab('proposed').count(), 0);
  });

  it('asks before a change of a file that makes an editor run something', async () => {
    await ask('In `.vscode/settings.json`:\n\n```json\n{ "a": 1 }\n```');
    await button().click();
    const dialog = tally().workbench.page.getByRole('dialog');
    await dialog
      .getByText('Show a change of .vscode/settings.json? This file can make programs run commands.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Don’t Show' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await tab('proposed').count(), 0);
    await button().click();
    await dialog.getByRole('button', { name: 'Show Change' }).click();
    await tab('settings.json: proposed new file').waitFor();
    assert.equal(await files().exists('.vscode'), false);
  });

  it('asks before it applies a change to a file that has meanwhile become a link to such a file', async () => {
    await ask('In `late/run.json`:\n\n```json\n{ "a": 1 }\n```');
    await button().click();
    await tab('run.json: proposed new file').waitFor();
    await mkdir(join(tally().folder, '.husky'));
    await symlink('.husky', join(tally().folder, 'late'));
    await titleButton('Apply').click();
    const dialog = tally().workbench.page.getByRole('dialog');
    await dialog
      .getByText('Apply the change of late/run.json? This file can now make programs run commands.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Don’t Apply' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await files().exists('.husky/run.json'), false);
  });

  it('shows the difference again if the file changed after the first one', async () => {
    const name = await openNew(cart);
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    await button().click();
    await diffTab(name).waitFor();
    await tally().workbench.openFile(join(tally().folder, `${name}:1`));
    await tally().workbench.page.keyboard.insertText('first();\n');
    await tab(`${name}: proposed change`).click();
    await titleButton('Apply').click();
    await notified(`${name} has changed. Review the new difference, then apply it.`);
    assert.ok(!(await files().read(name)).includes('sum('));
    await applyShown(name);
    await saved(name, `first();\n${withMethod}`);
  });

  it('keeps the user’s own edits in one untitled document if the file changed after the difference was shown', async () => {
    const { page } = tally().workbench;
    const name = await openNew(cart);
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    await button().click();
    await diffTab(name).waitFor();
    await right().locator('.view-line', { hasText: 'clear' }).click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' // mine');
    await shownRight('mine');
    await tally().workbench.openFile(join(tally().folder, `${name}:1`));
    await page.keyboard.insertText('first();\n');
    await diffTab(name).click();
    await titleButton('Apply').dblclick();
    await notified(
      `${name} has changed. Review the new difference, then apply it. Your edited text is in a new untitled file.`,
    );
    await shownRight('mine', 'detached');
    assert.equal(await tab('Untitled').count(), 1);
    await tab('Untitled-1').click();
    await page.locator('.editor-group-container.active .view-line', { hasText: 'mine' }).waitFor();
    await tally().workbench.runCommand('View: Revert and Close Editor');
  });

  it('undoes single hunks with VS Code’s arrow or a command, and applies the others', async () => {
    const { page } = tally().workbench;
    const name = await openNew(cart);
    const changed = cart.replace('number)', 'bigint)').replace('length', 'size').replace('[]', 'none');
    await ask(`\`\`\`ts\n${changed}\`\`\``);
    await button().click();
    await diffTab(name).waitFor();
    await shownRight('bigint');
    const arrows = page.locator('.editor-group-container.active .gutterItem .codicon-arrow-right');
    await arrows.nth(2).waitFor();
    // The arrows are not in the order of the lines.
    const tops = await arrows.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    await arrows.nth(tops.indexOf(Math.min(...tops))).click();
    await shownRight('bigint', 'detached');
    await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Z');
    await shownRight('bigint');
    await right().locator('.view-line', { hasText: 'none' }).click();
    await tally().workbench.runCommand('Tally: Undo This Change');
    await shownRight('none', 'detached');
    await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    assert.equal(await files().read(name), cart);
    await applyShown(name);
    await saved(name, changed.replace('none', '[]'));
  });

  it('applies the text as the user has edited it, whatever encoding the settings have', async () => {
    const { page } = tally().workbench;
    const name = await files().createNew('');
    const latin1 = (text: string) => Buffer.from(text.replace('Cart', 'K\u00f6rbe'), 'latin1');
    await writeFile(join(tally().folder, name), latin1(cart));
    await ask(`In \`${name}\`:\n\n\`\`\`ts\n${method}\n\`\`\`\n`);
    await button().click();
    await diffTab(name).waitFor();
    await right().locator('.view-line', { hasText: 'clear' }).click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' // \u00fc');
    await shownRight('\u00fc');
    await applyShown(name);
    await saved(
      name,
      latin1(withMethod.replace('void {\n    this.prices =', 'void { // \u00fc\n    this.prices =')).toString(),
    );
  });

  it('applies code to the file that was attached to the message, if the reply names none', async () => {
    const name = await openNew(cart);
    await startNewSession(panel());
    await tally().workbench.runCommand('Tally: Add File to Chat');
    await panel().locator('.composer .attachment, .composer .chip').first().waitFor();
    const other = await openNew('other\n');
    await send(`\`\`\`ts\n${method}\n\`\`\``);
    await button(`else to an attached file, else to ${other}. Shows the difference first.`).click();
    await diffTab(name).waitFor();
  });

  it('shows the changes of all files of a diff, and of several blocks for one file in one difference', async () => {
    const [first, second] = [await files().createNew('a\nb\nc\n'), await files().createNew('a\nb\nc\n')];
    const diff = (name: string, from: string, to: string) =>
      `--- a/${name}\n+++ b/${name}\n@@ -1,3 +1,3 @@\n a\n-${from}\n+${to}\n c\n`;
    await ask(
      `\`\`\`diff\n${diff(first, 'b', 'x')}${diff(second, 'b', 'y')}\`\`\`\n\nThen in \`${second}\`:\n\`\`\`diff\n@@\n-c\n+z\n\`\`\``,
    );
    await button().first().click();
    await diffTab(first).waitFor();
    await diffTab(second).waitFor();
    await button().last().click();
    await shownRight('z');
    await applyShown(second);
    await saved(second, 'a\ny\nz\n');
  });

  it('scrolls to the first changed line of a change that is added to an open difference', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => `line(${index});`);
    await openNew(`${lines.join('\n')}\n`);
    const diff = (line: number) => `\`\`\`diff\n@@\n-line(${line});\n+changed(${line});\n\`\`\`\n\n`;
    await ask(`${diff(3)}${diff(350)}`);
    await button().first().click();
    await shownRight('changed(3)');
    await button().last().click();
    await shownRight('changed(350)');
  });

  it('applies code to an untitled file', async () => {
    const { page, runCommand } = tally().workbench;
    await runCommand('File: New Untitled Text File');
    await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    // Pasted, because VS Code indents typed lines.
    await page.evaluate(async (text) => navigator.clipboard.writeText(text), cart);
    await page.keyboard.press('Control+V');
    await page.locator('.editor-group-container.active .view-line', { hasText: 'this.prices = []' }).waitFor();
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    await button().click();
    await applyShown('Untitled-1');
    await page.locator('.editor-group-container.active .view-line', { hasText: 'return sum(this.prices);' }).waitFor();
    await runCommand('View: Revert and Close Editor');
  });

  it('does not apply code that is cut off', async () => {
    await openNew(cart);
    await startNewSession(panel());
    const reply = `\`\`\`ts\n${cart.repeat(5)}\`\`\``;
    tally().standIn.script({ reply, fault: { kind: 'cut', afterBytes: 3_000, how: 'end' } });
    await sendMessage(panel(), 'Write it.');
    await panel().locator('[data-state=incomplete]').waitFor();
    await button().click();
    await notified('The reply ends within this code. Continue the reply first.');
    assert.equal(await tab('proposed change').count(), 0);
  });
});
