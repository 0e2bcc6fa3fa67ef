import { hostileReplies } from '../../unit/webview/markdown/hostileReplies.ts';
import { copySelection } from '../../ui/copySelection.ts';
import { frames } from '../../ui/frames.ts';
import type { PanelPage } from '../../ui/panelHarness.ts';
import { conversation, reply, session } from '../../ui/panelMessages.ts';
import { selectionCodeLoaded } from '../../ui/selectionCodeLoaded.ts';
import { holdUpOf, postLoaded, usePanel } from '../panelHoldUp.ts';
import { mixedMarkdown } from '../panel/mixedMarkdown.ts';
import { holdUpScenario, replySession, type Scenario } from './scenario.ts';

const piece = mixedMarkdown(5_000);
const usual = piece.repeat(Math.ceil(900_000 / piece.length));
const copiedMessages: Readonly<Record<string, string>> = {
  '900,000 characters of usual Markdown': usual,
  'a table of short rows': hostileReplies['a table of short rows']!(100_000),
  'code with a hidden character after usual Markdown': `${usual}\n\n\`\u200b\``,
};

/** Large messages that are copied with their context menus, and selections that are hard to copy. */
export const copying: readonly Scenario[] = [
  ...Object.entries(copiedMessages).flatMap(([name, text]) =>
    [false, true].map((asPlainText) =>
      holdUpScenario(`copying ${name} as ${asPlainText ? 'plain text' : 'Markdown'}`, 100, async (harness) =>
        usePanel(
          harness,
          async (panel) => {
            await panel.send(session({ messages: conversation() }));
            const post = await postLoaded(panel, { type: 'didRequestCopy', text, asPlainText });
            return holdUpOf(panel, async () => {
              await post();
              await panel.waitForPosted('copyText');
              await frames(panel.page, 1);
            });
          },
          {},
        ),
      ),
    ),
  ),
  holdUpScenario('copying a selection with 79,200 coloured parts and many backticks', 1_000, async (harness) =>
    usePanel(harness, copyColouredCode, {}),
  ),
  holdUpScenario('copying a list of 7,500 items without letters', 1_000, async (harness) =>
    usePanel(harness, copyList, {}),
  ),
  holdUpScenario('copying a few words of a conversation with 200,000 hidden characters', 200, async (harness) =>
    usePanel(harness, copyFewWords, {}),
  ),
];

async function copyColouredCode(panel: PanelPage): Promise<number> {
  const { page } = panel;
  const lines = `${'a;'.repeat(990)}\n`.repeat(40);
  const code = '`'.repeat(100_000);
  const attachment = { id: 'a', label: 'groupBy.ts', size: '', languageId: '', code };
  const asked = { kind: 'question', id: 'q1', text: 'What does this do?', attachments: [attachment] } as const;
  await panel.send(session({ messages: [asked, reply({ text: `# Start\n\n\`\`\`js\n${lines}\`\`\`\n\n## End` })] }));
  await loadSelectionCode(panel);
  await page.locator('.attachment summary').click();
  await page.waitForFunction(
    (length) =>
      document.querySelector('.attachment code')?.textContent.length === length &&
      document.querySelectorAll('.markdown .lines span').length >= 79_200,
    code.length,
  );
  return holdUpOf(panel, async () => copyLongText(panel, '.question', '.markdown h2', lines.length + code.length));
}

async function copyList(panel: PanelPage): Promise<number> {
  // The soft hyphen makes the panel search the selection for marks of hidden characters.
  const list = '- 1\n'.repeat(7_500);
  await panel.send(replySession(`# Start\n\nsoft\u00adhyphen\n\n${list}`));
  await loadSelectionCode(panel);
  await panel.page.waitForFunction(() => document.querySelectorAll('.markdown li').length === 7_500);
  return holdUpOf(panel, async () => copyLongText(panel, '.markdown h1', '.markdown ul', list.length));
}

async function copyFewWords(panel: PanelPage): Promise<number> {
  await panel.send(replySession('A\u200d word\u202e.\n\nCall `a\u200b`.\n\nAnother\u202e word.'));
  const code = panel.page.locator('.markdown p > code');
  await code.locator('.hidden-character').waitFor();
  await code.evaluate((each) => {
    const mark = each.querySelector('.hidden-character')!;
    for (let count = 0; count < 200_000; count += 1) each.append(mark.cloneNode(true));
    each.style.display = 'none';
  });
  await loadSelectionCode(panel);
  return holdUpOf(panel, async () => {
    await copySelection(panel.page, '.markdown p:last-child', '.markdown p:last-child');
    const { text } = await panel.waitForPosted('copyText');
    if (text !== 'Another\u202e word.') throw new Error(`Copied ${text.length} characters.`);
  });
}

/** Copies a selection, and throws an error if the copied text is shorter than `length`. */
async function copyLongText({ page }: PanelPage, from: string, to: string, length: number): Promise<void> {
  const copied = await copySelection(page, from, to);
  if (copied.length < length) throw new Error(`Copied only ${copied.length} characters.`);
}

/** Loads the code that copies selections, as a selection by mouse does. */
async function loadSelectionCode(panel: PanelPage): Promise<void> {
  await panel.page.evaluate(() => document.dispatchEvent(new Event('selectstart')));
  await selectionCodeLoaded(panel);
}
