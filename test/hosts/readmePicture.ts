import type { Page } from 'playwright-core';
import { pickMenuItem } from './pickMenuItem.ts';
import { pictureReply } from './pictureReply.ts';
import { openPictureWindow } from './pictureWindow.ts';

/** Takes the README's screenshot, which shows a question about selected code, the reply, its cost and today's spend. */
export async function takeReadmePicture(file: string): Promise<void> {
  const window = await openPictureWindow({
    colorTheme: 'Default Dark Modern',
    viewport: { width: 1200, height: 760 },
    scale: 2,
    hasKey: true,
  });
  const { page, standIn, workbench } = window;
  try {
    const panel = await window.showPanel(440);
    const complete = panel.locator('[data-state=complete]');
    // An earlier message in another session makes today's spend larger than the cost of the shown reply.
    standIn.script({ reply: 'It is due on Friday.', usage: { prompt: 14_210, cached: 11_904, completion: 1_730 } });
    const box = panel.getByRole('textbox', { name: 'Message' });
    await box.fill('When do I have to order again?');
    await box.press('Enter');
    await complete.waitFor();
    await panel.getByRole('button', { name: 'New session', exact: true }).click();
    await complete.waitFor({ state: 'detached' });
    await panel.locator('textarea:focus').waitFor();

    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await window.openFile('shop/cart.js:2');
    await window.selectLines(4);
    standIn.script({ reply: pictureReply });
    await workbench.runCommand('Tally: Ask About Selection…');
    await workbench.answerInputBox('Why does 10% not always take off a tenth?');
    await complete.getByText('tokens in').waitFor();
    await complete.locator('[class^=token-]').first().waitFor();
    await box.fill('Write a test for it.');
    await panel.getByRole('status', { name: 'Estimated cost' }).getByText('$').waitFor();
    await hideKeyboardLayout(page);
    await page.mouse.move(300, 600);
    await page.screenshot({ path: file });
  } finally {
    await window.dispose();
  }
}

/** Hides the keyboard layout in the status bar, because desktop VS Code does not show the layout there. */
async function hideKeyboardLayout(page: Page): Promise<void> {
  const entry = page.locator('.statusbar-item', { hasText: 'Layout:' });
  await entry.click({ button: 'right' });
  await pickMenuItem(page, "Hide 'Keyboard Layout'");
  await entry.waitFor({ state: 'hidden' });
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}
