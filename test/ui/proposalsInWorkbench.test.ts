import assert from 'node:assert/strict';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startNewSession } from '../hosts/startNewSession.ts';
import { cart, describeApply } from './describeApply.ts';
import { sendMessage } from './submit.ts';

describeApply(
  'Proposed code in VS Code with language extensions',
  (harness) => {
    const {
      tally,
      panel,
      files,
      ask,
      button,
      tab,
      diffTab,
      applyShown,
      titleButton,
      notified,
      clearNotifications,
      openNew,
      saved,
    } = harness;

    it('changes nothing in the Problems view and on disk', async () => {
      const { page, openFile, runCommand } = tally().workbench;
      const problems = page.locator('.markers-panel .monaco-list-row');
      await runCommand('Problems: Focus on Problems View');
      for (const [language, text, wrong] of [
        ['css', 'a { color: red; }', 'a { color: ; }'],
        ['json', '{ "a": 1 }', '{ "a": }'],
        ['ts', 'export const a = 1;', 'export const = 1;'],
      ] as const) {
        const name = `proposed.${language}`;
        await files().write(name, `${text}\n`);
        await files().write(`wrong.${language}`, `${wrong}\n`);
        await ask(`In \`${name}\`:\n\n\`\`\`\n<<<<<<< SEARCH\n${text}\n=======\n${wrong}\n>>>>>>> REPLACE\n\`\`\`\n`);
        const before = await readdir(tally().folder, { recursive: true });
        await button().click();
        await diffTab(name).waitFor();
        assert.equal(await files().read(name), `${text}\n`);
        assert.deepEqual(await readdir(tally().folder, { recursive: true }), before);
        // The language extension has looked at the proposed text before this file, which is opened later.
        await openFile(`wrong.${language}:1`);
        await problems.filter({ hasText: `wrong.${language}` }).waitFor();
        assert.equal(await problems.filter({ hasText: 'proposed.' }).count(), 0, language);
      }
    });

    it('replaces the lines that the user selects if the end of the code is not certain', async () => {
      const { page } = tally().workbench;
      const state = '  const [items, setItems] = useState([]);\n';
      const list = `export function List() {\n${state}\n  return <ul>{items.map((i) => <li key={i}>{i}</li>)}</ul>;\n}\n`;
      const name = await openNew(list);
      const query = "  const [query, setQuery] = useState('');";
      await ask(`\`\`\`ts\n${state}${query}\n\`\`\``);
      await button().click();
      await notified(`The first lines of this code are in ${name}, but it isn’t certain where it ends there.`);
      await tab(name).click();
      await page.keyboard.press('Control+Home');
      for (const key of ['ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
      await page.locator('#status\\.editor\\.selection').getByText('selected').waitFor();
      await button().click();
      await applyShown(name);
      await saved(name, list.replace(state, `${state}${query}\n`));
    });

    it('can be applied only when the block is complete, even if the reply goes on', async () => {
      const { standIn } = tally();
      const name = await openNew(cart);
      const block = '```ts\ntotal(): number {\n  return sum(this.prices);\n}\n```';
      const send = async () => {
        const earlier = standIn.requests.length;
        await sendMessage(panel(), 'Write it.');
        let last = await standIn.nextRequest();
        while (standIn.requests.indexOf(last) < earlier) last = await standIn.nextRequest();
        return last;
      };
      const open = panel().locator('[aria-label="Apply to editor"][title$="Available when the code is complete."]');
      await startNewSession(panel());
      standIn.script({ reply: block, hold: 9 });
      let exchange = await send();
      await exchange.held;
      await panel().locator('[data-state=streaming]').getByText('total(').waitFor();
      assert.equal(await open.getAttribute('aria-disabled'), 'true');
      await open.click({ force: true });
      await panel().getByText('Available when the code is complete.').waitFor({ state: 'attached' });
      exchange.release();
      await open.waitFor({ state: 'detached' });
      assert.equal(await diffTab(name).count(), 0);
      await startNewSession(panel());
      standIn.script({ reply: `${block}\n\nIt adds all the prices up. ${'And so on. '.repeat(20)}`, hold: 40 });
      exchange = await send();
      await exchange.held;
      await panel().locator('[data-state=streaming]').getByText('It adds').waitFor();
      await button().click();
      await applyShown(name);
      await panel().locator('[data-state=streaming]').waitFor();
      exchange.release();
      await panel().locator('[data-state=complete]').waitFor();
      await panel().getByRole('button', { name: 'Applied', exact: true }).waitFor();
      await saved(name, cart.replace('this.prices.length', 'sum(this.prices)'));
    });

    it('is a new script if a block of one command names a file', async () => {
      await ask('```sh title="made/run.sh"\nnpm test\n```');
      await button().click();
      await tab('run.sh: proposed new file').waitFor();
      await titleButton('Apply').click();
      await files().becomes('made/run.sh', 'npm test\n');
    });

    it('is neither shown nor written if the reply names a file outside of the workspace', async () => {
      const outside = join(tally().otherFolder, 'outside.txt');
      await openNew('a\n');
      for (const path of ['../outside.txt', 'src/../../outside.txt', outside]) {
        for (const named of [`\`\`\`text title="${path}"\na\n\`\`\``, `In \`${path}\`:\n\n\`\`\`\na\n\`\`\``]) {
          await ask(named);
          await button().click();
          await notified(
            `The reply names ${path}, which isn’t in the workspace. Only files of the workspace are changed.`,
          );
          await clearNotifications();
        }
      }
      assert.equal(await tab('proposed').count(), 0);
      for (const path of [outside, join(tally().folder, '../outside.txt')]) await assert.rejects(access(path));
    });
  },
  { hasLanguageServers: true },
);
