import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { frames } from './frames.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { submit } from './submit.ts';

const code = `import { sum } from './sum.ts';

/** Adds up what is in the cart. */
export class Cart<Item extends { price: number }> {
  static readonly limit = 1_000;
  async total(items: readonly Item[]): Promise<number> {
    // "Nothing" costs nothing.
    if (items === undefined || this.#isEmpty) return NaN;
    const text = \`\${items.length}\\n items\`, matcher = /^a+[b-d]\\s/gi;
    return await sum(items.map((item) => item.price), { text, matcher: null, ok: true });
  }
}`;

const diff = `@@ -1,3 +1,3 @@
 const before = 1;
-const removed = 2;
+const added = 2;`;

/** Turns off editor features that highlight code by other rules than TextMate scopes. */
const plainEditor = {
  'editor.semanticHighlighting.enabled': false,
  'editor.bracketPairColorization.enabled': false,
};

const customized = {
  'workbench.colorTheme': 'Dark Modern',
  'editor.tokenColorCustomizations': {
    comments: { fontStyle: 'bold underline' },
    textMateRules: [{ scope: 'keyword.control', settings: { foreground: '#12ab34', fontStyle: 'italic' } }],
    '[*Modern]': { functions: '#ff00aa' },
  },
};

describe('The colours of code in the panel in VS Code', () => {
  let tally: InstalledTally;
  let panelCode: Locator;
  let panelDiff: Locator;
  let editorCode: Locator;

  before(async () => {
    tally = await startInstalledTally({}, plainEditor);
    const { workbench, standIn, folder } = tally;
    await writeFile(join(folder, 'cart.ts'), code);
    const panel = await workbench.openPanel();
    await tally.setKey();
    standIn.script({ reply: `\`\`\`ts\n${code}\n\`\`\`\n\n\`\`\`diff\n${diff}\n\`\`\`` });
    await panel.getByRole('textbox', { name: 'Message' }).fill('Write a cart.');
    await submit(panel);
    await panel.locator('[data-state=complete]').waitFor();
    panelCode = panel.locator('.code-block code').first();
    panelDiff = panel.locator('.code-block code').last();
    await workbench.openFile(join(folder, 'cart.ts'));
    editorCode = workbench.page.locator('.editor-instance .view-lines');
  });

  disposeAfterAll(() => tally);

  const looks: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'a dark theme': { 'workbench.colorTheme': 'Default Dark Modern' },
    'a light theme': { 'workbench.colorTheme': 'Default Light Modern' },
    'the theme Monokai': { 'workbench.colorTheme': 'Monokai' },
    'the theme Solarized Light': { 'workbench.colorTheme': 'Solarized Light' },
    'a dark high contrast theme': { 'workbench.colorTheme': 'Default High Contrast' },
    'a light high contrast theme': { 'workbench.colorTheme': 'Default High Contrast Light' },
    'a theme with custom colour settings': customized,
  };
  for (const [name, settings] of Object.entries(looks)) {
    it(`equal the colours in the editor, and differ between kinds of lines of a diff, if VS Code uses ${name}`, async () => {
      const before = await editorCode.evaluate(charactersWithLook);
      await tally.changeSettings({ ...plainEditor, ...settings });
      await tally.workbench.openFile(join(tally.folder, 'cart.ts'));
      let [inPanel, inEditor]: readonly (readonly string[])[] = [[], []];
      const deadline = Date.now() + 60_000;
      // Polls, because panel and editor apply a theme at different times. No event tells when both have applied it.
      do {
        await frames(tally.workbench.page, 10);
        [inPanel, inEditor] = [
          await panelCode.evaluate(charactersWithLook),
          await editorCode.evaluate(charactersWithLook),
        ];
      } while ((inEditor.join() === before.join() || inPanel.join() !== inEditor.join()) && Date.now() < deadline);
      assert.notDeepEqual(inEditor, before);
      assert.deepEqual(inPanel, inEditor);
      const inDiff = await panelDiff.evaluate(charactersWithLook);
      assert.equal(new Set(['before', 'removed', 'added'].map((word) => colorOf(word, inDiff))).size, 3);
    });
  }
});

/** Returns every character, except white space, with its colour and style. Omits `·`, which may replace a space. */
function charactersWithLook(root: Element): readonly string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement === null) continue;
    const { color, fontStyle, fontWeight, textDecorationLine } = getComputedStyle(text.parentElement);
    for (const character of text.textContent?.replace(/[\s·]/gu, '') ?? '')
      found.push(`${character} ${color} ${fontStyle} ${fontWeight} ${textDecorationLine}`);
  }
  return found;
}

/** Returns the colour of the first character of a word. */
function colorOf(word: string, characters: readonly string[]): string | undefined {
  const text = characters.map((character) => character[0]).join('');
  return /rgb\([^)]*\)/.exec(characters[text.indexOf(word)] ?? '')?.[0];
}
