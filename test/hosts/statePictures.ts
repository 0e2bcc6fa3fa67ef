import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import type { Script } from '../standIn/script.ts';
import { takeApplyPictures } from './applyPictures.ts';
import { webviewWith } from './panelFrame.ts';
import { pictureReply } from './pictureReply.ts';
import { openPictureWindow, type PictureWindow } from './pictureWindow.ts';
import { startNewSession } from './startNewSession.ts';

const colorThemes = [
  'Default Light Modern',
  'Default Dark Modern',
  'Default High Contrast',
  'Default High Contrast Light',
] as const;
const panelWidths = [300, 600] as const;

/**
 * Takes screenshots of the panel in many states, of menus and dialogs, and of the Spend page. Takes all screenshots in
 * four themes. Shows most states of the panel in two widths. Saves the screenshots in `folder`, which must exist.
 */
export async function takeStatePictures(folder: string): Promise<void> {
  for (const colorTheme of colorThemes) {
    const window = await openPictureWindow({
      colorTheme,
      viewport: { width: 1280, height: 800 },
      scale: 1,
      hasKey: false,
    });
    const theme = colorTheme.replace('Default ', '').replaceAll(' ', '-').toLowerCase();
    try {
      await takePictures(window, async (name) => {
        // With animations, a screenshot could show a list or box that is still fading in or out.
        await window.page.screenshot({ path: join(folder, `${theme}-${name}.png`), animations: 'disabled' });
      });
      console.log(`${colorTheme}: ${folder}`);
    } finally {
      await window.dispose();
    }
  }
}

type Take = (name: string) => Promise<void>;

async function takePictures(window: PictureWindow, take: Take): Promise<void> {
  const { page, standIn, workbench } = window;
  const takeWidths = async (name: string): Promise<void> => {
    for (const width of panelWidths) {
      await window.showPanel(width);
      await page.mouse.move(400, 600);
      await drawn(window);
      await take(`${name}-${width}`);
    }
  };

  const panel = await window.showPanel(300);
  await takeWidths('first-run-without-key');
  await panel.getByRole('button', { name: 'Set API key' }).click();
  await page.getByText('Base URL of the service').waitFor();
  await take('base-url');
  await workbench.answerInputBox(standIn.baseUrl);
  await page.getByText('API key for').waitFor();
  await take('api-key');
  await workbench.answerInputBox(standIn.apiKey);
  await panel.getByRole('button', { name: 'Set API key' }).waitFor({ state: 'detached' });
  await takeWidths('first-run');

  await window.openFile('shop/cart.js:2');
  standIn.script({ hold: 'before-headers' });
  await ask(panel, 'Explain this, please.');
  const waiting = await standIn.nextRequest();
  await waiting.held;
  await takeWidths('waiting');
  waiting.release();
  await lastReply(panel, 'complete').waitFor();
  await startNewSession(panel);

  await askAboutLines(window, { hold: 112 });
  const streaming = await standIn.nextRequest();
  await streaming.held;
  await lastReply(panel, 'streaming').locator('[class^=token-]').first().waitFor();
  await takeWidths('streaming');
  streaming.release();
  await lastReply(panel, 'complete').waitFor();
  await takeWidths('answered');
  await page.locator('[id="tally.tally-chat.tally.spend"]').hover();
  await page.locator('.monaco-hover table').waitFor();
  await take('tooltip');

  await startNewSession(panel);
  await askAboutLines(window, { hold: 60, usage: 'withheld' });
  await (
    await standIn.nextRequest()
  ).held;
  await lastReply(panel, 'streaming').getByText('rounds').waitFor();
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await lastReply(panel, 'stopped').waitFor();
  await takeWidths('stopped');

  for (const status of [401, 503]) {
    await startNewSession(panel);
    standIn.script({ fault: { kind: 'status', status, headers: { 'x-request-id': 'req-5f1c' } } });
    await ask(panel, 'Compare JSON and YAML.');
    await lastReply(panel, 'failed').waitFor();
    await panel.getByText('reply)').waitFor();
    await takeWidths(`status-${status}`);
  }
  await panel.getByRole('button', { name: 'Show details' }).click();
  await takeWidths('details');

  await startNewSession(panel);
  standIn.script({ fault: { kind: 'status', status: 429, retryAfter: '59' } });
  await ask(panel, 'Compare JSON and YAML.');
  await panel.getByRole('button', { name: 'Send now' }).waitFor();
  await takeWidths('countdown');
  standIn.script({
    reasoning: 'Both are for data. What does **each** do that the other can’t?',
    reply: pictureReply,
    hold: 60,
  });
  await panel.getByRole('button', { name: 'Send now' }).click();
  await panel.getByText('Reasoning', { exact: true }).click();
  await lastReply(panel, 'streaming').getByText('rounds').waitFor();
  for (const question of ['And TOML?', 'Which of them do you advise for a small command line tool, and why?']) {
    await ask(panel, question);
    await panel.getByRole('region', { name: 'Queued messages' }).getByText(question).waitFor();
  }
  await takeWidths('queued');
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await lastReply(panel, 'stopped').waitFor();
  await takeWidths('queued-stopped');

  await startNewSession(panel);
  await window.openFile('shop/cart.js:2');
  await window.selectLines(4);
  await workbench.runCommand('Tally: Add Selection to Chat');
  await panel
    .getByRole('textbox', { name: 'Message' })
    .fill('Why does 10% not always take off a tenth?\nAnd what do other shops do?');
  await panel.getByRole('status', { name: 'Estimated cost' }).getByText('$').waitFor();
  await takeWidths('draft');

  await window.showPanel(300);
  await page.locator('.monaco-editor .view-line', { hasText: 'Math.floor' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Tally' }).hover();
  await page.getByRole('menuitem', { name: 'Explain Selection' }).waitFor();
  await take('menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await workbench.runCommand('Tally: Check Connection');
  await page.getByRole('dialog').waitFor();
  await take('check-connection');
  await page.keyboard.press('Escape');
  await startNewSession(panel);
  for (const question of ['Which is the shortest word?', 'And the longest?']) {
    await ask(panel, question);
    await lastReply(panel, 'complete').getByText('tokens in').waitFor();
  }
  await panel.getByRole('article', { name: 'You' }).last().hover();
  await panel.getByRole('button', { name: 'Edit message' }).last().click();
  await panel.getByText('to a new session').waitFor();
  await takeWidths('editing');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('textbox', { name: 'Message' }).press('Control+f');
  await panel.getByRole('textbox', { name: 'Find' }).fill('word');
  await panel.locator('.find-count', { hasText: ' of ' }).waitFor();
  await takeWidths('find');
  await page.keyboard.press('Escape');
  await takeApplyPictures(window, panel, takeWidths, take);
  // Show completions and sessions in one width only, because `showPanel` runs a command, which would close these lists.
  await panel.getByRole('textbox', { name: 'Message' }).pressSequentially('Compare it with @ca');
  await panel.getByRole('option').first().waitFor();
  await take('completion-600');
  await panel.getByRole('textbox', { name: 'Message' }).fill('');
  await workbench.runCommand('Tally: Show Sessions…');
  await panel.getByRole('listitem').first().waitFor();
  await take('sessions-600');
  await panel.getByRole('textbox', { name: 'Search sessions' }).fill('rounds');
  await panel.locator('.session-snippet').first().waitFor();
  await take('sessions-found-600');

  // The Spend page comes last, because `showPanel` treats the newest webview as the panel.
  await workbench.runCommand('Tally: Show Spend');
  const spend = await webviewWith(page, (webview) => webview.getByRole('heading', { name: 'Spend', exact: true }));
  await spend.getByRole('table').first().waitFor();
  await take('spend');
}

async function ask(panel: FrameLocator, text: string): Promise<void> {
  const box = panel.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Enter');
}

async function askAboutLines(
  { openFile, selectLines, workbench, standIn }: PictureWindow,
  script: Script,
): Promise<void> {
  await openFile('shop/cart.js:2');
  await selectLines(4);
  standIn.script({ reply: pictureReply, ...script });
  await workbench.runCommand('Tally: Ask About Selection…');
  await workbench.answerInputBox('Why does 10% not always take off a tenth?');
}

function lastReply(panel: FrameLocator, state: string): Locator {
  return panel
    .getByRole('article', { name: 'Reply' })
    .last()
    .and(panel.locator(`[data-state=${state}]`));
}

/** Waits for two animation frames of the window and two of the panel, so that both documents show their new layout. */
async function drawn({ page, workbench }: PictureWindow): Promise<void> {
  const twoFrames = async (): Promise<unknown> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await page.evaluate(twoFrames);
  await (await workbench.panelFrame()).evaluate(twoFrames);
}
