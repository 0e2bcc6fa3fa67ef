import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { sendMessage } from './submit.ts';
import { typeOver } from './typeOver.ts';
import { untilValue } from './untilValue.ts';

type Part = '.editor-group-container.active' | '.part.auxiliarybar';

/** Waits until a webview covers the centre of this part of VS Code. Returns the document of this webview. */
async function chatIn(page: Page, part: Part): Promise<FrameLocator> {
  const name = await page.waitForFunction((selector) => {
    const { left, right, top, bottom } = document.querySelector(selector)!.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const webviews = [...document.querySelectorAll<HTMLIFrameElement>('iframe.webview')];
    return webviews.find((each) => {
      const box = each.getBoundingClientRect();
      return (
        each.checkVisibility({ visibilityProperty: true }) &&
        box.left < x &&
        x < box.right &&
        box.top < y &&
        y < box.bottom
      );
    })?.name;
  }, part);
  return documentIn(page, `iframe.webview[name="${String(await name.jsonValue())}"]`);
}

function documentIn(page: Page, webview: string): FrameLocator {
  return page.frameLocator(webview).frameLocator('iframe#active-frame');
}

describe('The chat in an editor tab and in a window of its own', () => {
  let tally: InstalledTally;
  let side: FrameLocator;
  let editor: FrameLocator;
  const box = (chat: FrameLocator): Locator => chat.getByRole('textbox', { name: 'Message' });
  const focused = async (chat: FrameLocator) => box(chat).and(chat.locator(':focus')).waitFor();
  const openChat = async () => tally.workbench.runCommand('Tally: Open Chat');
  /** Focuses a button, so that only a command can move the focus to the message box afterwards. */
  const use = async (chat: FrameLocator) => chat.getByRole('button', { name: 'New session', exact: true }).focus();
  const tab = () => tally.workbench.page.locator('.tab', { hasText: 'Tally Chat' });
  const openEditor = async () => {
    await tally.workbench.runCommand('Tally: Open Chat in Editor');
    editor = await chatIn(tally.workbench.page, '.editor-group-container.active');
    await focused(editor);
  };

  before(async () => {
    tally = await startInstalledTally();
    await tally.workbench.openFile(tally.sourceFile);
    await tally.workbench.openPanel();
    await tally.setKey();
    side = await chatIn(tally.workbench.page, '.part.auxiliarybar');
    await box(side).fill('');
  });

  disposeAfterAll(() => tally);

  it('opens once beside the code, with the focus in its message box, and shows text that is typed in the side bar', async () => {
    await box(side).fill('half a thought');
    await openEditor();
    await tally.workbench.page.locator('.monaco-editor .view-lines').first().waitFor();
    await untilValue(box(editor), 'half a thought');
    await openEditor();
    assert.equal(await tab().count(), 1);
    await typeOver(editor, box(editor), 'half a thought and more');
    await untilValue(box(side), 'half a thought and more');
  });

  it('takes the selection of the editor beside it for a prompt', async () => {
    const { page } = tally.workbench;
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+A');
    await box(editor).click();
    await box(editor).fill('');
    await box(editor).pressSequentially('/explain');
    await editor.getByRole('option').filter({ hasText: 'Explain this code.' }).click();
    await editor.getByRole('button', { name: /^Remove .*total\.ts/ }).click();
    await box(editor).fill('');
  });

  it('says that a prompt needs code, and adds the file of the editor beside it on a click', async () => {
    await tally.workbench.page.locator('.monaco-editor .view-lines').first().click();
    await box(editor).click();
    await box(editor).pressSequentially('/explain');
    await editor.getByRole('option').filter({ hasText: 'Explain this code.' }).click();
    const notice = editor.getByRole('region', { name: /^This prompt needs code\./ });
    await notice.getByRole('button', { name: 'Add total.ts' }).click();
    await notice.waitFor({ state: 'hidden' });
    await editor.getByRole('button', { name: /^Remove .*total\.ts/ }).click();
    await box(editor).fill('');
  });

  it('attaches a file that the user chooses in the file dialog, if no file matches the text after @', async () => {
    const { page } = tally.workbench;
    const other = join(tally.otherFolder, 'chosen.md');
    await writeFile(other, 'Chosen.\n');
    await box(editor).click();
    await box(editor).pressSequentially('@nothing-has-this-name');
    await editor.getByRole('option', { name: 'Choose files…' }).click();
    const path = page.locator('.quick-input-widget').getByRole('textbox');
    const row = (name: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: name });
    // The dialog replaces the text of the box when it has listed the first folder.
    await row('total.ts').waitFor();
    await path.fill(other);
    await row('chosen.md').waitFor();
    await path.press('Enter');
    await editor.getByRole('button', { name: /^Remove .*chosen\.md/ }).click();
    await box(editor).fill('');
  });

  it('streams a reply in both places, with the same title and cost, and switches both to another session', async () => {
    tally.standIn.script({ reply: 'Grouped by a key.' });
    await sendMessage(editor, 'Group the items.');
    for (const chat of [side, editor]) {
      await chat.locator('[data-state=complete]').getByText('Grouped by a key.').waitFor();
      await chat.locator('.heading-title', { hasText: 'Group the items.' }).waitFor();
      await chat.locator('.heading-cost', { hasText: /^≈?[<$]/ }).waitFor();
      assert.equal(await box(chat).inputValue(), '');
    }
    await editor.locator('.heading-title').click();
    await editor.getByRole('textbox', { name: 'Session title' }).fill('Grouping');
    await editor.getByRole('textbox', { name: 'Session title' }).press('Enter');
    await side.locator('.heading-title', { hasText: 'Grouping' }).waitFor();
    await side.getByRole('button', { name: 'New session', exact: true }).click();
    await editor.getByRole('article').first().waitFor({ state: 'detached' });
    await editor.locator('.heading-title').waitFor({ state: 'hidden' });
  });

  it('is where Open Chat goes if it was used last and is visible, else the side bar', async () => {
    for (const chat of [editor, side]) {
      await use(chat);
      await openChat();
      await focused(chat);
    }
    await use(side);
    await box(editor).fill('kept');
    await tally.workbench.openFile(tally.sourceFile);
    await openChat();
    await focused(side);
  });

  it('is restored after a reload of the window, with the draft', async () => {
    await openEditor();
    await untilValue(box(editor), 'kept');
    await tally.workbench.reload();
    editor = await chatIn(tally.workbench.page, '.editor-group-container.active');
    await untilValue(box(editor), 'kept');
    assert.equal(await tab().count(), 1);
  });

  it('moves to a window of its own, with the same state and the focus in its message box', async () => {
    const [window] = await Promise.all([
      tally.workbench.context.waitForEvent('page'),
      tally.workbench.runCommand('Tally: Open Chat in New Window'),
    ]);
    const moved = documentIn(window, 'iframe.webview');
    await untilValue(box(moved), 'kept');
    await focused(moved);
    await window.keyboard.press('End');
    await window.keyboard.type(', and typed');
    await untilValue(box(moved), 'kept, and typed');
    side = await chatIn(tally.workbench.page, '.part.auxiliarybar');
    assert.equal(await tab().count(), 0);
    await box(moved).fill('from the window');
    await untilValue(box(side), 'from the window');
    await window.close();
  });
});
