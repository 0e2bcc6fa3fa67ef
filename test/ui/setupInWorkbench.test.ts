import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { startStandIn, type StandIn } from '../standIn/standIn.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { readSpendTooltip } from './spendTooltip.ts';
import { untilValue } from './untilValue.ts';

describe('The set-up in VS Code', () => {
  let tally: InstalledTally;
  let otherService: StandIn;
  let panel: FrameLocator;
  let box: Locator;

  before(async () => {
    otherService = await startStandIn({ apiKey: 'sk-other-51e27f3a9c', reply: 'From the other service.' });
    tally = await startInstalledTally({ reply: 'Done.' });
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
  });

  disposeAfterAll(() => tally);

  after(async () => otherService.close());

  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const composer = () => panel.locator('.composer');
  const input = () => tally.workbench.page.locator('.quick-input-widget');
  /** Resolves when an input box or a list of choices with this title is shown. */
  const titled = async (title: string) => input().getByText(title, { exact: true }).waitFor();
  const originOf = ({ baseUrl }: StandIn) => new URL(baseUrl).origin;
  const send = async (text: string) => {
    await box.fill(text);
    await box.press('Enter');
  };
  const sendTo = async (service: StandIn, text: string) => {
    const request = service.nextRequest();
    await send(text);
    return (await request).headers.authorization;
  };
  const complete = () => panel.locator('[data-state=complete]');
  const failure = () => panel.locator('.notice.error').last();

  it('asks for the base URL and the API key if the user sends a message without them, and keeps the message and the focus', async () => {
    const { workbench, standIn } = tally;
    await send('Is anyone there?');
    await titled('Base URL of the service');
    await workbench.page.keyboard.insertText(new URL(standIn.baseUrl).host);
    await input().getByText(`This base URL will be used: ${standIn.baseUrl}`).waitFor();
    await workbench.page.keyboard.press('Enter');
    await titled(`API key for ${originOf(standIn)}`);
    await workbench.page.keyboard.press('Enter');
    await input().getByText('Enter your API key.').waitFor();
    await workbench.page.keyboard.insertText(standIn.apiKey);
    await workbench.page.keyboard.press('Enter');
    await button('Set API key').waitFor({ state: 'hidden' });
    const saved = panel.getByRole('region', {
      name: `Your key for ${originOf(standIn)} was saved. Send your message when you are ready.`,
    });
    await saved.waitFor();
    assert.equal(await workbench.page.locator('.notification-toast').count(), 0);
    await untilValue(box, 'Is anyone there?');
    assert.deepEqual(standIn.requests, []);
    const request = standIn.nextRequest();
    await workbench.page.waitForFunction(() => document.activeElement?.matches('iframe.webview') === true);
    await box.and(panel.locator(':focus')).waitFor();
    await workbench.page.keyboard.press('Enter');
    assert.equal((await request).headers.authorization, `Bearer ${standIn.apiKey}`);
    await complete().waitFor();
    await saved.waitFor({ state: 'detached' });
  });

  it('offers another base URL if a web page answers, and asks for the API key of the new origin', async () => {
    const { workbench, standIn } = tally;
    standIn.script({ fault: { kind: 'status', status: 404, body: 'html' } });
    await send('And now?');
    await panel.locator('.notice').getByText('The base URL is probably wrong').waitFor();
    await button('Change base URL').click();
    await titled('Base URL of the service');
    await workbench.answerInputBox(`${otherService.baseUrl}/chat/completions`);
    await titled(`API key for ${originOf(otherService)}`);
    await workbench.page.keyboard.press('Escape');
    await box.and(panel.locator(':focus')).waitFor();
    await composer()
      .getByText(
        `There is no API key for ${originOf(otherService)} yet. Your key for ${originOf(standIn)} is kept, and is sent only there.`,
      )
      .waitFor();
    await send('Hello, other service');
    await titled(`API key for ${originOf(otherService)}`);
    await workbench.answerInputBox(otherService.apiKey);
    await composer().getByRole('button', { name: 'Set API key' }).waitFor({ state: 'hidden' });
    await untilValue(box, 'Hello, other service');
    assert.deepEqual(otherService.requests, []);
    const request = otherService.nextRequest();
    await box.press('Enter');
    assert.equal((await request).headers.authorization, `Bearer ${otherService.apiKey}`);
    await panel.getByText('From the other service.').waitFor();
  });

  it('uses the stored API key if the base URL changes back', async () => {
    const { workbench, standIn } = tally;
    standIn.script({ reply: 'Welcome back.' });
    await workbench.runCommand('Tally: Set API Key…');
    await titled(`API key for ${originOf(otherService)}`);
    await input().getByRole('button', { name: 'Change base URL' }).click();
    await titled('Base URL of the service');
    await workbench.answerInputBox(standIn.baseUrl);
    await panel
      .getByRole('region', {
        name: `Messages are now sent to ${originOf(standIn)}, with your API key for this service.`,
      })
      .waitFor();
    assert.equal(await sendTo(standIn, 'Do you know me?'), `Bearer ${standIn.apiKey}`);
    await panel.getByText('Welcome back.').waitFor();
  });

  it('removes the API key of the service that the user picks, and keeps the other key across a reload', async () => {
    const { workbench, standIn } = tally;
    await workbench.runCommand('Tally: Remove API Key');
    await titled('Remove API Key');
    await input()
      .getByRole('option', { name: `${originOf(standIn)}, in use` })
      .waitFor();
    await input().getByRole('option', { name: 'All keys', exact: true }).waitFor();
    await input()
      .getByRole('option', { name: originOf(otherService) })
      .click();
    await workbench.page.getByRole('dialog').getByRole('button', { name: 'Remove Key' }).click();
    await workbench.page.getByText(`Your key for ${originOf(otherService)} was removed from this computer.`).waitFor();
    await workbench.reload();
    panel = await workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    assert.equal(await sendTo(standIn, 'Still there?'), `Bearer ${standIn.apiKey}`);
    await workbench.runCommand('Tally: Remove API Key');
    await workbench.page.getByRole('dialog').getByRole('button', { name: 'Remove Key' }).click();
    await workbench.page.getByText(`Your key for ${originOf(standIn)} was removed from this computer.`).waitFor();
    await button('Set API key').waitFor();
    assert.deepEqual(await tally.filesWithKey(), []);
  });

  it('says that no service responds at a closed port and that nothing was charged, and leaves the spend as it is', async () => {
    await otherService.close();
    const spent = (await tally.statusBar.innerText()).trim();
    await changeService(otherService.baseUrl);
    await send('Is this port open?');
    await failure()
      .getByText(new RegExp(`^No service responds at ${originOf(otherService)}\\..* Nothing was charged\\.`))
      .waitFor();
    // The price of a retry appears after the ledger has the cost of the failed reply.
    await failure()
      .getByText(/\+ reply\)/)
      .waitFor();
    assert.equal((await readSpendTooltip(tally)).cost('Last request'), '$0');
    assert.equal((await tally.statusBar.innerText()).trim(), spent);
  });

  it('says that the server doesn’t use encryption if the base URL of a server without TLS begins with https', async () => {
    const { standIn } = tally;
    const requests = standIn.requests.length;
    await changeService(standIn.baseUrl.replace('http:', 'https:'));
    await send('Is this encrypted?');
    await failure()
      .getByText(/^The base URL begins with https, but the server there doesn’t use encryption.* Nothing was charged\./)
      .waitFor();
    assert.equal(standIn.requests.length, requests);
  });

  /** Sets a base URL whose origin has no API key yet, and a key for the origin. */
  async function changeService(baseUrl: string): Promise<void> {
    const { workbench } = tally;
    await workbench.runCommand('Tally: Set API Key…');
    await input().getByRole('button', { name: 'Change base URL' }).click();
    await titled('Base URL of the service');
    await workbench.answerInputBox(baseUrl);
    await titled(`API key for ${new URL(baseUrl).origin}`);
    await workbench.answerInputBox('sk-unused-0c4d8b17e6');
    await panel.getByRole('region', { name: `Your key for ${new URL(baseUrl).origin} was saved.` }).waitFor();
  }
});
