import { describeApply } from './describeApply.ts';

describeApply(
  'Apply to editor with a selection',
  ({ tally, ask, button, diffTab, right, shownRight, titleButton, openNew, saved }) => {
    it('replaces the selection with code that is not in the file', async () => {
      const name = await openNew('a();\n  b();\nc();\n', 2);
      const { page } = tally().workbench;
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await ask('```ts\nother(1);\nother(2);\n```');
      await button().click();
      await diffTab(name).waitFor();
      await titleButton('Apply').click();
      await diffTab(name).waitFor({ state: 'detached' });
      await saved(name, 'a();\n  other(1);\n  other(2);\nc();\n');
    });

    it('replaces the selection in the proposed text with code that is not in the file', async () => {
      const name = await openNew('a();\n  b();\nc();\n');
      const { page } = tally().workbench;
      await ask(
        '```ts\n<<<<<<< SEARCH\na();\n=======\na(1);\n>>>>>>> REPLACE\n```\n\n```ts\nother(1);\nother(2);\n```',
      );
      await button().first().click();
      await shownRight('a(1);');
      await right().locator('.view-line', { hasText: 'b();' }).click();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await button().last().click();
      await shownRight('other(2);');
      await titleButton('Apply').click();
      await diffTab(name).waitFor({ state: 'detached' });
      await saved(name, 'a(1);\n  other(1);\n  other(2);\nc();\n');
    });
  },
);
