import type { FrameLocator } from 'playwright-core';
import type { PictureWindow } from './pictureWindow.ts';
import { startNewSession } from './startNewSession.ts';

const inFile = (file: string, code: string): string => `In \`${file}\`:\n\n\`\`\`\n${code}\n\`\`\`\n\n`;
const price = 'export function formatPrice(cents) {\n  return `$${(cents / 100).toFixed(1)}`;\n}';
/** `}` is on several lines of the file, so that the place is not certain. */
const unclear = '<<<<<<< SEARCH\n}\n=======\n};\n>>>>>>> REPLACE';

/** Takes pictures of code that is applied: differences, questions and messages. */
export async function takeApplyPictures(
  { page, standIn, workbench }: PictureWindow,
  panel: FrameLocator,
  takeWidths: (name: string) => Promise<void>,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const answer = async (reply: string): Promise<void> => {
    await startNewSession(panel);
    standIn.script({ reply });
    const box = panel.getByRole('textbox', { name: 'Message' });
    await box.fill('What do you advise?');
    await box.press('Enter');
    await panel.locator('[data-state=complete]').waitFor();
  };
  const apply = panel.locator('[aria-label="Apply to editor"]:not([aria-disabled])');
  const inTitleBar = page
    .locator('.editor-group-container.active .editor-actions .action-label')
    .getByText('Apply', { exact: true });

  await answer(inFile('shop/cart.js', price));
  await apply.click();
  await page.locator('.gutterItem .codicon-arrow-right, .gutterItem .codicon-discard').first().waitFor();
  await takeWidths('apply-difference');
  await inTitleBar.click();
  await panel.getByRole('button', { name: 'Applied', exact: true }).waitFor();
  await takeWidths('applied');
  await panel.getByRole('button', { name: 'Undo', exact: true }).click();
  await apply.waitFor();

  await answer(inFile('shop/cart.js', price) + inFile('shop/made.js', 'export {};') + inFile('.vscode/a.json', '{}'));
  await panel.getByRole('button', { name: 'Review All Changes' }).click();
  await page.locator('.multiDiffEntry').first().waitFor();
  await takeWidths('apply-review');
  await workbench.runCommand('Tally: Discard Proposed Change');
  await page.locator('.multiDiffEntry').first().waitFor({ state: 'detached' });
  await apply.last().click();
  await page.getByRole('dialog').waitFor();
  await take('apply-hostile');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await answer(inFile('shop/cart.js', unclear));
  await apply.click();
  await workbench.runCommand('Notifications: Show Notifications');
  const choose = page.getByRole('button', { name: 'Choose Place…' });
  await choose.waitFor();
  await take('apply-unclear');
  await choose.click();
  await page.locator('.quick-input-widget').getByRole('option').first().waitFor();
  await take('apply-places');
  await page.keyboard.press('Escape');
  await workbench.runCommand('Notifications: Clear All Notifications');
}
