import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describeApply } from './describeApply.ts';

describeApply(
  'Proposed code in VS Code with language extensions',
  (harness) => {
    const { tally, files, ask, button, diffTab } = harness;

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
  },
  { hasLanguageServers: true },
);
