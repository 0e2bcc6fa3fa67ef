import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { cart, describeApply } from './describeApply.ts';
import { untilReadOnly } from './untilReadOnly.ts';

const order = cart.replace('Cart', 'Order');
const method = 'total(): number {\n  return sum(this.prices);\n}';
const withMethod = cart.replace('this.prices.length', 'sum(this.prices)');
const total = (sum: string) => `total(): number {\n  return ${sum}(this.prices);\n}`;
const withTotal = (text: string, sum: string) => text.replace('this.prices.length', `${sum}(this.prices)`);
const fence = (file: string, code: string) => `In \`${file}\`:\n\n\`\`\`ts\n${code}\n\`\`\`\n\n`;

describeApply('Reviewed and applied code in VS Code', (harness) => {
  const {
    tally,
    panel,
    files,
    ask,
    button,
    tab,
    diffTab,
    applyShown,
    applyTab,
    right,
    shownRight,
    titleButton,
    notified,
    pick,
    openNew,
    saved,
  } = harness;
  const review = () => panelButton('Review All Changes');

  it('shows the changes of all files in one editor, and applies them as one step that can be undone', async () => {
    const { page } = tally().workbench;
    await files().write('cart.ts', cart);
    await files().write('order.ts', order);
    await ask(
      fence('cart.ts', total('sum')) + fence('order.ts', total('total')) + fence('made/sum.ts', 'export {};') + 'Done.',
    );
    await review().click();
    await tab('Proposed changes').waitFor();
    await right().first().waitFor();
    assert.equal(await page.locator('.multiDiffEntry:visible').count(), 3);
    assert.equal(await files().read('cart.ts'), cart);
    await applyTab(tab('Proposed changes'));
    await files().becomes('cart.ts', withTotal(cart, 'sum'));
    await files().becomes('order.ts', withTotal(order, 'total'));
    await files().becomes('made/sum.ts', 'export {};\n');
    await panelButton('Applied').nth(2).waitFor();
    await tally().workbench.openFile('order.ts');
    await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await page.keyboard.press('Control+Z');
    await panelButton('Applied').first().waitFor({ state: 'detached' });
    assert.equal(await files().exists('made/sum.ts'), false);
    await tally().workbench.runCommand('File: Save All Files');
    await files().becomes('cart.ts', cart);
    await files().becomes('order.ts', order);
  });

  it('undoes the change at the cursor with the command, and applies the others', async () => {
    await files().write('cart.ts', cart);
    await files().write('order.ts', order);
    await ask(fence('cart.ts', total('sum')) + fence('order.ts', total('total')));
    await review().click();
    await tab('Proposed changes').waitFor();
    await right().locator('.view-line', { hasText: 'total(this.prices)' }).click();
    await tally().workbench.runCommand('Tally: Undo This Change');
    await shownRight('total(this.prices)', 'detached');
    await applyTab(tab('Proposed changes'));
    await files().becomes('cart.ts', withTotal(cart, 'sum'));
    assert.equal(await files().read('order.ts'), order);
    await button().waitFor();
    assert.equal(await panelButton('Applied').count(), 1);
  });

  it('cannot change a file any more whose change was applied from its own block, and is replaced without this file', async () => {
    await files().write('cart.ts', cart);
    await files().write('order.ts', order);
    await ask(fence('cart.ts', total('sum')) + fence('order.ts', total('total')));
    await review().click();
    await tab('Proposed changes').waitFor();
    await button().first().click();
    await diffTab('cart.ts').waitFor();
    await titleButton('Apply').click();
    await panelButton('Applied').waitFor();
    await tab('Proposed changes').click();
    await right().locator('.view-line', { hasText: 'return sum(this.prices)' }).click();
    await untilReadOnly(tally().workbench.page);
    await review().click();
    await diffTab('order.ts').waitFor();
    await tab('Proposed changes').waitFor({ state: 'detached' });
    await titleButton('Apply').click();
    await panelButton('Applied').nth(1).waitFor();
    // VS Code saves the file later, but must not do so in the next test.
    await files().becomes('order.ts', withTotal(order, 'total'));
  });

  it('undoes the change of one of several blocks of a file, and keeps the others', async () => {
    await files().write('cart.ts', cart);
    await files().write('order.ts', order);
    const clear = 'clear(): void {\n  this.prices.length = 0;\n}';
    const withClear = (text: string) => text.replace('this.prices = []', 'this.prices.length = 0');
    await ask(fence('cart.ts', total('sum')) + fence('cart.ts', clear) + fence('order.ts', total('total')));
    await review().click();
    await titleButton('Apply').click();
    await panelButton('Applied').nth(2).waitFor();
    await files().becomes('cart.ts', withClear(withTotal(cart, 'sum')));
    await panelButton('Undo').first().click();
    await files().becomes('cart.ts', withClear(cart));
    await panelButton('Applied').nth(2).waitFor({ state: 'detached' });
    assert.equal(await panelButton('Applied').count(), 2);
    await panelButton('Undo').first().click();
    await files().becomes('cart.ts', cart);
    await panelButton('Applied').nth(1).waitFor({ state: 'detached' });
    await files().becomes('order.ts', withTotal(order, 'total'));
  });

  it('discards all changes', async () => {
    await files().write('cart.ts', cart);
    await files().write('order.ts', order);
    await ask(fence('cart.ts', total('sum')) + fence('order.ts', total('total')));
    await review().click();
    await titleButton('Discard').click();
    await tab('Proposed changes').waitFor({ state: 'detached' });
    assert.deepEqual([await files().read('cart.ts'), await files().read('order.ts')], [cart, order]);
  });

  it('applies the changes if the editor has taken the place of a preview, and leaves out what an encoding lacks', async () => {
    const { page, runCommand } = tally().workbench;
    for (const name of ['cart.ts', 'order.ts', 'third.ts']) await files().write(name, cart);
    const blocks = [
      fence('cart.ts', total('sum')),
      fence('order.ts', total('total')),
      fence('third.ts', total('日本')),
    ];
    await ask(blocks.join(''));
    await runCommand('View: Show Explorer');
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'total.ts' }).click();
    await tab('total.ts').waitFor();
    await review().click();
    await tab('Proposed changes').waitFor();
    await tab('total.ts').waitFor({ state: 'detached' });
    await titleButton('Apply').click();
    await files().becomes('cart.ts', withTotal(cart, 'sum'));
    await files().becomes('order.ts', withTotal(cart, 'total'));
    await notified('third.ts wasn’t changed, because its encoding lacks some characters of the code.');
    assert.equal(await files().read('third.ts'), cart);
  });

  it('leaves out files that can run something and code without a place, and says so', async () => {
    await files().write('cart.ts', cart);
    await files().write('order.ts', order);
    const blocks = [
      fence('cart.ts', total('sum')),
      fence('.vscode/settings.json', '{}'),
      '```ts\nconst example = 1;\n```\n\n',
      '```sh\nnpm test\n```\n\n',
      fence('order.ts', total('total')),
    ];
    await ask(blocks.join(''));
    await review().click();
    await tab('Proposed changes').waitFor();
    await notified(
      'Not everything is included. The reply doesn’t say to which file a block of code belongs. settings.json can make programs run commands. Use “Apply to editor” on the block instead.',
    );
    assert.equal(await tally().workbench.page.locator('.multiDiffEntry:visible').count(), 2);
  });

  it('says that code is applied, and undoes the change with “Undo” or with VS Code’s own undo', async () => {
    const name = await openNew(cart);
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    await apply(name);
    await saved(name, withMethod);
    await panelButton('Undo').click();
    await saved(name, cart);
    await button().click();
    await diffTab(name).waitFor();
    await titleButton('Apply').click();
    await panelButton('Applied').waitFor();
    await saved(name, withMethod);
    await tally().workbench.page.keyboard.press('Control+Z');
    await button().waitFor();
    assert.equal(await panelButton('Undo').count(), 0);
  });

  it('says which of two blocks of one file are applied, and undoes only the changes of one', async () => {
    const name = await openNew(`${cart}\n${order}`);
    const renamed = (old: string, now: string) =>
      `\`\`\`diff\n@@\n-export class ${old} {\n+export class ${now} {\n\`\`\`\n\n`;
    await ask(`${renamed('Cart', 'Basket')}${renamed('Order', 'Purchase')}`);
    const propose = async () => {
      await button().first().click();
      await shownRight('Basket');
      await button().last().click();
      await shownRight('Purchase');
    };
    await propose();
    // VS Code moves the cursor to the new change only after it has shown the text.
    await right().locator('.view-line', { hasText: 'Purchase' }).click();
    await tally().workbench.runCommand('Tally: Undo This Change');
    await shownRight('Purchase', 'detached');
    await titleButton('Apply').click();
    // Both blocks are applied until Tally has found that the change of one was undone before.
    await panelButton('Applied').first().waitFor();
    await button().waitFor();
    assert.equal(await panelButton('Applied').count(), 1);
    await panelButton('Undo').click();
    await saved(name, `${cart}\n${order}`);
    await panelButton('Applied').waitFor({ state: 'detached' });
    await propose();
    await titleButton('Apply').click();
    await panelButton('Applied').nth(1).waitFor();
    await panelButton('Undo').first().click();
    await saved(name, `${cart}\n${order.replace('Order', 'Purchase')}`);
    await panelButton('Applied').nth(1).waitFor({ state: 'detached' });
    assert.equal(await panelButton('Applied').count(), 1);
    await panelButton('Undo').click();
    await saved(name, `${cart}\n${order}`);
    await panelButton('Applied').waitFor({ state: 'detached' });
  });

  it('replaces the selection with code that is not in the file', async () => {
    const name = await openNew('a();\n  b();\nc();\n', 2);
    const { page } = tally().workbench;
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await ask('```ts\nother(1);\nother(2);\n```');
    await button().click();
    await applyShown(name);
    await saved(name, 'a();\n  other(1);\n  other(2);\nc();\n');
  });

  it('replaces the selection in the proposed text with code that is not in the file', async () => {
    const name = await openNew('a();\n  b();\nc();\n');
    const { page } = tally().workbench;
    await ask('```ts\n<<<<<<< SEARCH\na();\n=======\na(1);\n>>>>>>> REPLACE\n```\n\n```ts\nother(1);\nother(2);\n```');
    await button().first().click();
    await shownRight('a(1);');
    await right().locator('.view-line', { hasText: 'b();' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await button().last().click();
    await shownRight('other(2);');
    await applyShown(name);
    await saved(name, 'a(1);\n  other(1);\n  other(2);\nc();\n');
  });

  it('shows how a change can be undone if the file has changed since, and keeps the changes', async () => {
    const name = await openNew(cart);
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    await apply(name);
    await saved(name, withMethod);
    await type('Control+Home', 'const a = 1;', 'Enter');
    await panelButton('Undo').click();
    await shownRight('this.prices.length');
    await tab(`${name}: undo`).waitFor();
    await panelButton('Applied').waitFor();
    await titleButton('Apply').click();
    await button().waitFor();
    await saved(name, `const a = 1;\n${cart}`);
  });

  it('undoes a change of lines that have changed since only in the editor', async () => {
    const name = await openNew(cart);
    await ask(`\`\`\`ts\n${method}\n\`\`\``);
    await apply(name);
    await saved(name, withMethod);
    // The cursor is in the changed line.
    await type('End', ' // Sum');
    await panelButton('Undo').click();
    await notified(`${name} has changed since the code was applied. Undo the change there.`);
    await panelButton('Applied').waitFor();
    assert.equal(await diffTab(name).count(), 0);
    await tally().workbench.runCommand('File: Save All Files');
    await files().becomes(name, withMethod.replace('(this.prices);', '(this.prices); // Sum'));
  });

  it('deletes a created file with “Undo”', async () => {
    await ask('In `made/undone.ts`:\n\n```ts\nexport {};\n```');
    await button().click();
    await tab('made/undone.ts: proposed new file').waitFor();
    await titleButton('Apply').click();
    await panelButton('Undo').click();
    await button().waitFor();
    assert.equal(await files().exists('made/undone.ts'), false);
  });

  it('inserts a command of one line into a terminal, and keeps the focus, so that a held Enter does not run it', async () => {
    const { page, runCommand } = tally().workbench;
    await ask('```sh\n$ echo a > made.txt\n```');
    await runCommand('Terminal: Create New Terminal');
    await terminalFocus().waitFor();
    await files().write('typed.txt', 'earlier');
    await page.keyboard.type('cat > typed.txt\n');
    await files().becomes('typed.txt', '');
    await panelButton('Insert into Terminal').focus();
    await page.keyboard.down('Enter');
    await page.locator('.terminal-tabs-entry').nth(1).waitFor();
    for (let repeated = 0; repeated < 3; repeated += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await panelButton('Insert into Terminal').and(panel().locator(':focus')).waitFor();
    await runCommand('Terminal: Focus Terminal');
    await terminalFocus().waitFor();
    assert.equal(await files().exists('made.txt'), false);
    await page.keyboard.press('Enter');
    await files().becomes('made.txt', 'a\n');
    // A program that runs in the active terminal could act on each character.
    assert.equal(await files().read('typed.txt'), '');
    await runCommand('Terminal: Kill All Terminals');
  });

  describe('in a workspace with several folders', () => {
    before(async () => {
      const { folder, workbench } = tally();
      await files().write('shops.code-workspace', JSON.stringify({ folders: [{ path: 'web' }, { path: 'server' }] }));
      const firstFolder = workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'web' });
      // On a slow computer, VS Code in a browser can read the file too early, and then shows no folders.
      do {
        await workbench.open({ workspace: join(folder, 'shops.code-workspace') });
        await firstFolder.waitFor({ timeout: 20_000 }).catch(() => undefined);
      } while (!(await firstFolder.isVisible()));
      await workbench.openPanel();
    });

    it('asks to which folder a file belongs, unless the reply or the parent folder says it', async () => {
      await files().write('web/only/index.ts', cart);
      await ask(
        fence('shop/index.ts', total('sum')) +
          fence('shop/made.ts', 'export {};') +
          fence('only/made.ts', 'export { };'),
      );
      await button().nth(0).click();
      await pick('server/shop/index.ts');
      await diffTab('index.ts').waitFor();
      await titleButton('Apply').click();
      await files().becomes('server/shop/index.ts', withTotal(cart, 'sum'));
      assert.equal(await files().read('web/shop/index.ts'), cart);
      await panelButton('Applied').waitFor();
      await button().nth(0).click();
      await pick(/^web\/shop\/made\.ts/);
      await tab('made.ts: proposed new file').waitFor();
      await titleButton('Apply').click();
      await files().becomes('web/shop/made.ts', 'export {};\n');
      await panelButton('Applied').nth(1).waitFor();
      await button().nth(0).click();
      await titleButton('Apply').click();
      await files().becomes('web/only/made.ts', 'export { };\n');
    });

    it('applies the changes of files in several folders together', async () => {
      for (const folder of ['web', 'server']) await files().write(`${folder}/cart.ts`, cart);
      await ask(fence('web/cart.ts', total('sum')) + fence('server/cart.ts', total('total')));
      await review().click();
      await tab('Proposed changes').waitFor();
      await titleButton('Apply').click();
      await files().becomes('web/cart.ts', withTotal(cart, 'sum'));
      await files().becomes('server/cart.ts', withTotal(cart, 'total'));
      await panelButton('Applied').nth(1).waitFor();
    });
  });

  function terminalFocus(): Locator {
    return tally().workbench.page.locator('.terminal-wrapper.active .xterm-helper-textarea:focus');
  }

  /** Presses keys, or types text, in the active editor. */
  async function type(...inputs: readonly string[]): Promise<void> {
    const { page } = tally().workbench;
    await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    for (const input of inputs)
      if (input.includes(' ')) await page.keyboard.type(input);
      else await page.keyboard.press(input);
  }

  function panelButton(name: string): Locator {
    return panel().getByRole('button', { name, exact: true });
  }

  /** Applies the only block of code, and resolves when the panel says so. */
  async function apply(name: string): Promise<void> {
    await button().click();
    await diffTab(name).waitFor();
    await titleButton('Apply').click();
    await panelButton('Applied').waitFor();
  }
});
