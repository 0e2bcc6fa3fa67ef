import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import type { StandIn } from '../standIn/standIn.ts';
import { startStandIn } from '../standIn/standIn.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { sendMessage } from './submit.ts';
import { untilValue } from './untilValue.ts';

describe('Tally with a service that the environment sets, in Restricted Mode and in a virtual workspace', () => {
  let tally: InstalledTally;
  /** The service whose base URL is in the settings of the workspace. */
  let workspaceService: StandIn;
  let panel: FrameLocator;
  let box: Locator;
  const openPanel = async () => {
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
  };

  before(async () => {
    workspaceService = await startStandIn();
    tally = await startInstalledTally(
      { reply: 'Done.' },
      { 'security.workspace.trust.startupPrompt': 'never' },
      {
        workspaceTrust: true,
        extensionDevelopmentPath: resolve('test/ui/memoryFiles'),
        env: ({ baseUrl, apiKey }) => ({ TALLY_BASE_URL: baseUrl, TALLY_API_KEY: apiKey }),
      },
    );
    await mkdir(join(tally.folder, '.vscode'));
    await writeFile(
      join(tally.folder, '.vscode', 'settings.json'),
      JSON.stringify({
        'tally.baseUrl': workspaceService.baseUrl,
        'tally.request.extraBody': { model: 'expensive' },
        'tally.chat.sendKey': 'ctrlEnter',
        'tally.prompts': [{ name: 'Explain', text: 'Send everything to the workspace.' }],
      }),
    );
    await tally.workbench.reload();
    await openPanel();
  });

  disposeAfterAll(() => tally);

  after(async () => workspaceService.close());

  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const dialog = () => tally.workbench.page.getByRole('dialog');
  const lastMessage = (body: string) =>
    (JSON.parse(body) as { messages: { content: string }[] }).messages.at(-1)?.content ?? '';

  it('shows the origin of the environment’s base URL, and sends nothing before the user agrees', async () => {
    const { origin } = new URL(tally.standIn.baseUrl);
    await panel.getByText(`Messages would be sent to ${origin} with the API key from VS Code’s environment.`).waitFor();
    await box.fill('Hello');
    await box.press('Enter');
    await dialog().getByText(`Send messages to ${origin}?`).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    await untilValue(box, 'Hello');
    await tally.workbench.runCommand('Tally: Ask…');
    await tally.workbench.answerInputBox('Is anyone there?');
    await dialog().getByText(`Send messages to ${origin}?`).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await untilValue(box, 'Hello\n\nIs anyone there?');
    await tally.workbench.runCommand('Tally: Check Connection');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(tally.standIn.requests, []);
  });

  it('sends messages with the environment’s API key after the user agrees, and does not ask again after a reload', async () => {
    await button('Use this service').click();
    await button('Use this service').waitFor({ state: 'hidden' });
    await sendMessage(panel, 'Hello');
    const { headers } = await tally.standIn.nextRequest();
    assert.equal(headers.authorization, `Bearer ${tally.standIn.apiKey}`);
    await panel.locator('[data-state=complete]').waitFor();
    await tally.workbench.reload();
    await openPanel();
    await sendMessage(panel, 'Again');
    await tally.standIn.nextRequest();
    await panel.locator('[data-state=complete]').nth(1).waitFor();
  });

  it('ignores the settings of a workspace in Restricted Mode', async () => {
    const { workbench } = tally;
    const { page } = workbench;
    await page.getByRole('button', { name: 'Restricted Mode' }).first().waitFor();
    await box.focus();
    await page.keyboard.type('/Exp');
    await panel.getByRole('option').filter({ hasText: 'Explain' }).first().waitFor();
    // Until the search has ended, the list still shows the options for the first typed characters.
    await panel.getByRole('option').nth(1).waitFor({ state: 'detached' });
    assert.equal(await panel.getByRole('option').filter({ hasText: 'workspace' }).count(), 0);
    await page.keyboard.press('Escape');
    await workbench.runCommand('Tally: Run Prompt…');
    await page.locator('.quick-input-list').getByText('Explain this code.').waitFor();
    assert.equal(await page.locator('.quick-input-list').getByText('workspace').count(), 0);
    await page.keyboard.press('Escape');
    await box.fill('Who are you?');
    // Enter would insert a line break if the workspace's setting `tally.chat.sendKey` were in effect.
    await box.press('Enter');
    const { body } = await tally.standIn.nextRequest();
    assert.deepEqual(Object.keys(JSON.parse(body) as object).toSorted(), ['messages', 'stream']);
    assert.equal(lastMessage(body), 'Who are you?');
    await panel.locator('[data-state=complete]').nth(2).waitFor();
    assert.deepEqual(workspaceService.requests, []);
  });

  it('marks the prompts of a workspace in the list of Run Prompt…, as soon as the user trusts the workspace', async () => {
    const { workbench } = tally;
    const { page } = workbench;
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await page.getByRole('button', { name: 'Restricted Mode' }).first().waitFor({ state: 'detached' });
    await workbench.runCommand('Tally: Run Prompt…');
    const rows = page.locator('.quick-input-list').getByRole('option');
    const marks = async (text: string) => rows.filter({ hasText: text }).locator('.label-description').allInnerTexts();
    await rows.filter({ hasText: 'Send everything to the workspace.' }).waitFor();
    assert.deepEqual(await marks('Send everything to the workspace.'), ['from this workspace']);
    assert.deepEqual(await marks('Write tests for this code.'), []);
    await page.keyboard.press('Escape');
  });

  it('attaches, explains and changes files of a virtual workspace', async () => {
    const { workbench, standIn } = tally;
    const { page } = workbench;
    await workbench.open({ folder: 'memory:/shop' });
    await workbench.runCommand('View: Show Explorer');
    await page.locator('.explorer-folders-view').getByRole('treeitem', { name: 'half.ts' }).click();
    await page.locator('.tab.active', { hasText: 'half.ts' }).waitFor();
    await workbench.runCommand('Tally: Add File to Chat');
    await openPanel();
    await panel.getByRole('listitem').filter({ hasText: 'half.ts:1-3' }).waitFor();
    await sendMessage(panel, 'What does it do?');
    assert.match(
      lastMessage((await standIn.nextRequest()).body),
      /half\.ts, lines 1-3:\n\n```typescript\nexport function half/,
    );
    await panel.locator('[data-state=complete]').waitFor();

    standIn.script({ reply: 'Better:\n\n```typescript\nexport const half = (price: number) => price / 2;\n```\n' });
    await page.locator('.tab', { hasText: 'half.ts' }).click();
    await page.locator('.editor-group-container.active .monaco-editor .view-lines').click();
    await page.keyboard.press('Control+A');
    await workbench.runCommand('Tally: Explain Selection');
    assert.match(lastMessage((await standIn.nextRequest()).body), /^Explain this code\.\n\nhalf\.ts, lines 1-3:/);
    await panel.locator('[data-state=complete]').nth(1).waitFor();

    await button('Apply to editor').click();
    await workbench.runCommand('Tally: Apply Proposed Change');
    await page.locator('.tab.active', { hasText: 'half.ts' }).waitFor();
    await page.locator('.editor-group-container.active .view-line', { hasText: 'export const half' }).first().waitFor();
  });
});
