import assert from 'node:assert/strict';
import { cart, describeApply } from './describeApply.ts';

const order = cart.replace('Cart', 'Order');
const total = (sum: string) => `total(): number {\n  return ${sum}(this.prices);\n}`;
const withTotal = (text: string, sum: string) => text.replace('this.prices.length', `${sum}(this.prices)`);
const fence = (file: string, code: string) => `In \`${file}\`:\n\n\`\`\`ts\n${code}\n\`\`\`\n\n`;

describeApply('Review All Changes in VS Code', (harness) => {
  const { tally, panel, files, ask, tab, right, titleButton, notified } = harness;
  const review = () => panel().getByRole('button', { name: 'Review All Changes', exact: true });

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
    await titleButton('Apply').click();
    await tab('Proposed changes').waitFor({ state: 'detached' });
    await files().becomes('cart.ts', withTotal(cart, 'sum'));
    await files().becomes('order.ts', withTotal(order, 'total'));
    await files().becomes('made/sum.ts', 'export {};\n');
    await panel().getByRole('button', { name: 'Applied', exact: true }).nth(2).waitFor();
    await tally().workbench.openFile('order.ts');
    await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await page.keyboard.press('Control+Z');
    await panel().getByRole('button', { name: 'Applied', exact: true }).first().waitFor({ state: 'detached' });
    assert.equal(await files().exists('made/sum.ts'), false);
    await tally().workbench.runCommand('File: Save All Files');
    await files().becomes('cart.ts', cart);
    await files().becomes('order.ts', order);
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
      'Not included: The reply does not say to which file a block of code belongs. Apply it on its own. settings.json can make programs run commands. Apply its code on its own.',
    );
    assert.equal(await tally().workbench.page.locator('.multiDiffEntry:visible').count(), 2);
  });
});
