import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startNewSession } from '../hosts/startNewSession.ts';
import type { Script } from '../standIn/script.ts';
import { mountReadOnly } from '../unit/readOnlyFolder.ts';
import { mountSmallDisk } from '../unit/smallDisk.ts';
import { startInstalledTally, type InstalledTally } from './installedTally.ts';
import { sendMessage } from './submit.ts';

describe('The cost of a reply in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;

  before(async () => {
    tally = await startInstalledTally({ rate: Infinity });
    panel = await tally.workbench.openPanel();
    await tally.setKey();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await tally.savePicture(this.currentTest.title);
  });

  after(async () => tally.dispose());

  const reply = () => panel.getByRole('article', { name: 'Reply' }).last();
  const line = () => reply().locator('.footer-text');
  const card = () => panel.getByRole('tooltip');
  const ask = async (words: string, script: Script) => {
    tally.standIn.script(script);
    await sendMessage(panel, words);
    return tally.standIn.nextRequest();
  };
  const shown = async (locator: Locator) => (await locator.innerText()).replaceAll('\u00a0', ' ');
  /** Resolves with the text of the running cost when this text reports at least `tokens` - 15 output tokens. */
  const untilRunningCost = async (tokens: number) => {
    const figure = await panel.locator('body').evaluate(async (body, least) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const look = () => {
        const text = [...body.querySelectorAll('.footer-text')].at(-1)?.textContent ?? '';
        if (Number(/so far.* ≈(\d+) tokens out$/.exec(text)?.[1] ?? 0) >= least) resolve(text);
      };
      new MutationObserver(look).observe(body, { subtree: true, childList: true, characterData: true });
      look();
      return promise;
    }, tokens - 15);
    return figure.replaceAll('\u00a0', ' ');
  };
  /** Resolves with the amount in the status bar, in dollars, when it is at least `atLeast`. */
  const spentToday = async (atLeast = 0) => {
    await tally.statusBar.waitFor();
    return tally.statusBar.evaluate(async (item, least) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      const look = () => {
        const amount = Number(/\$([\d.]+)/.exec(item.textContent)?.[1]);
        if (amount >= least) resolve(amount);
      };
      new MutationObserver(look).observe(item, { subtree: true, childList: true, characterData: true });
      look();
      return promise;
    }, atLeast);
  };
  const cells = async () =>
    Promise.all(
      (await card().getByRole('row').all()).map(async (row) =>
        (await row.locator('td, th').allInnerTexts()).map((each) => each.trim()),
      ),
    );

  it('grows while the reply streams, finally reaches at least the billed cost, and matches the status bar', async () => {
    const exchange = await ask('Tell me about tallies.', { usage: 'withheld', tokens: 700, hold: 150 });
    await exchange.held;
    const first = await untilRunningCost(150);
    exchange.release(500);
    await exchange.held;
    const second = await untilRunningCost(500);
    for (const figure of [first, second]) assert.match(figure, /^≈\$0\.\d{4}–0\.\d{4} so far · ≈\d+ tokens out$/);
    const high = (figure: string) => Number(/–([\d.]+)/.exec(figure)?.[1]);
    assert.ok(high(first) < high(second));
    exchange.release();
    await line()
      .getByText(/^≈\$0\.\d{4}–0\.\d{4}\s· ≈\d+ tokens in\s· ≈\d+ out/)
      .waitFor();
    const final = await shown(line());
    assert.ok(high(second) <= high(final));
    await exchange.closed;
    assert.ok(high(final) * 1e9 >= exchange.debit!.cost);
    await tally.statusBar.getByText(`≈$${/–([\d.]+)/.exec(final)?.[1]}`).waitFor();
  });

  it('is explained on hover if it is an estimate', async () => {
    const range = /^(≈\$[\d.]+–[\d.]+)/.exec(await shown(line()))![1]!;
    await line().hover();
    await card().getByText('Estimated, because the service reported no usage.').waitFor();
    const [head, input, cached, output, total] = await cells();
    assert.deepEqual(head, ['', 'Tokens', 'Per million', 'Cost']);
    assert.deepEqual([input![2], cached!.slice(1), output![2]], ['$2.00', ['≥0', '$0.25', '$0'], '$8.00']);
    const amounts = [input!, output!].map((row) =>
      Math.round(Number(row[1]!.replaceAll(/[≈,]/g, '')) * Number(row[2]!.slice(1)) * 1000),
    );
    assert.deepEqual(
      [input!, output!].map((row) => Math.round(Number(row[3]!.slice(1)) * 1e9)),
      amounts,
    );
    const ends = /^≈\$([\d.]+)–([\d.]+)$/
      .exec(total![1]!)!
      .slice(1)
      .map((end) => Math.round(Number(end) * 1e9));
    assert.equal(ends[1], amounts[0]! + amounts[1]!);
    assert.equal(
      range,
      `≈$${(Math.floor(ends[0]! / 1e5) / 1e4).toFixed(4)}–${(Math.ceil(ends[1] / 1e5) / 1e4).toFixed(4)}`,
    );
    await panel.getByRole('textbox', { name: 'Message' }).hover();
    await card().waitFor({ state: 'detached' });
  });

  it('is explained on focus with the reported token counts and the billed cost, before and after a reload', async () => {
    await startNewSession(panel);
    for (const words of ['First.', 'Second.']) {
      const exchange = await ask(words, { tokens: 300 });
      await exchange.closed;
      await reply().and(panel.locator('[data-state=complete]')).waitFor();
      await line()
        .getByText(/ \d+ tokens in/)
        .waitFor();
    }
    const bill = tally.standIn.ledger.at(-1)!;
    assert.ok(bill.cached > 0);
    const check = async () => {
      await reply().getByRole('button', { name: 'Copy reply' }).focus();
      await tally.workbench.page.keyboard.press('Shift+Tab');
      await card().getByText('Tokens reported by the service. Cost calculated with your prices.').waitFor();
      const [, input, cached, output, total] = await cells();
      const counts = [input, cached, output].map((row) => Number(row![1]!.replace(',', '')));
      assert.deepEqual(counts, [bill.prompt - bill.cached, bill.cached, bill.completion]);
      assert.equal(Math.round(Number(total![1]!.slice(1)) * 1e9), bill.cost);
    };
    await check();
    await tally.workbench.page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    await line().and(panel.locator(':focus')).waitFor();
    await tally.workbench.reload();
    panel = await tally.workbench.openPanel();
    // The command that opens the panel moves the focus to the message box.
    await panel.getByRole('textbox', { name: 'Message' }).and(panel.locator(':focus')).waitFor();
    await line()
      .getByText(/ \d+ tokens in/)
      .waitFor();
    await check();
  });

  it('is explained on hover if the reply was stopped', async () => {
    const exchange = await ask('Tell me more.', { tokens: 600, hold: 200 });
    await exchange.held;
    await untilRunningCost(200);
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await reply().and(panel.locator('[data-state=stopped]')).waitFor();
    await line().and(panel.getByRole('button')).hover();
    await card()
      .getByText(/^Estimated from the text that was received before you stopped the reply/)
      .waitFor();
  });

  it('is counted while all folders of the extension are read-only since the start of VS Code’s window', async function () {
    const cleanUps: (() => unknown)[] = [];
    const cleanUp = (clean: () => unknown) => void cleanUps.push(clean);
    const { page, dataFolder } = tally.workbench;
    const sessionFolder = await tally.storageFolder();
    const unmounts = [sessionFolder, join(dataFolder, 'user/User/globalStorage/tally.tally-chat')].map((folder) =>
      mountReadOnly(cleanUp, folder),
    );
    try {
      if (unmounts.includes(undefined)) return this.skip();
      await tally.workbench.reload();
      panel = await tally.workbench.openPanel();
      const notice = panel.getByRole('region', {
        name: /^Tally Chat can’t save, because its folder is read-only \(EROFS\)/,
      });
      await notice.waitFor();
      await panel.getByRole('article', { name: 'You' }).getByText('Tell me more.').waitFor();
      await reply().and(panel.locator('[data-state=stopped]')).waitFor();
      const box = panel.getByRole('textbox', { name: 'Message' });
      const dialog = page.getByRole('dialog');
      const sent = tally.standIn.requests.length;
      const spent = await spentToday();
      await box.and(panel.locator(':focus')).waitFor();
      await box.fill('Keep that');
      await box.press('Enter');
      await dialog.getByText('Send this message although it can’t be saved?').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await box.and(panel.locator(':focus')).waitFor();
      assert.deepEqual([await box.inputValue(), tally.standIn.requests.length], ['Keep that', sent]);
      tally.standIn.script({ tokens: 600 });
      // Enter directly after a dialog is ignored, because the user may have pressed it for the dialog.
      await box.press('End');
      await box.press('Enter');
      await dialog.getByRole('button', { name: 'Send Anyway' }).click();
      await reply().and(panel.locator('[data-state=complete]')).waitFor();
      const { cost } = tally.standIn.ledger.at(-1)!;
      await spentToday(spent + cost / 1e9 - 0.0002);
      await box.fill('And that');
      assert.equal(await notice.isVisible(), true);
      for (const unmount of unmounts) unmount?.();
      await panel.getByRole('button', { name: 'Try again' }).click();
      await notice.waitFor({ state: 'hidden' });
      assert.equal(await box.inputValue(), 'And that');
      const saved = await Promise.all(
        (await readdir(join(sessionFolder, 'sessions'))).map(async (name) =>
          readFile(join(sessionFolder, 'sessions', name), 'utf8'),
        ),
      );
      assert.match(saved.join(''), /"text":"Keep that"[^]*"type":"end".*"end":"complete"[^]*"type":"booked"/);
    } finally {
      for (const clean of cleanUps.reverse()) await clean();
    }
    return undefined;
  });

  it('is shown while the disk is full, and is saved with the message and the reply when there is space', async function () {
    const cleanUps: (() => unknown)[] = [];
    try {
      // The disk hides all files of the shown session. A session that has messages would count as deleted.
      await startNewSession(panel);
      const disk = await mountSmallDisk((clean) => cleanUps.push(clean), await tally.storageFolder());
      if (disk === undefined) return this.skip();
      await disk.fill();
      const { page } = tally.workbench;
      const box = panel.getByRole('textbox', { name: 'Message' });
      const dialog = page.getByRole('dialog');
      const sent = tally.standIn.requests.length;
      await box.fill('Keep this');
      const notice = panel.getByRole('region', { name: /^Tally Chat can’t save, because the disk is full/ });
      await notice.waitFor();
      await box.press('Enter');
      await dialog.getByText('Send this message although it can’t be saved?').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await panel.getByRole('button', { name: 'Send', exact: true, disabled: false }).waitFor();
      await box.and(panel.locator(':focus')).waitFor();
      assert.deepEqual([await box.inputValue(), tally.standIn.requests.length], ['Keep this', sent]);
      // Enter directly after a dialog is ignored, because the user may have pressed it for the dialog.
      await box.press('End');
      await box.press('Enter');
      await dialog.getByRole('button', { name: 'Send Anyway' }).click();
      await reply().and(panel.locator('[data-state=complete]')).waitFor();
      await line()
        .getByText(/ \d+ tokens in/)
        .waitFor();
      assert.equal(await notice.isVisible(), true);
      await panel.getByRole('button', { name: 'Try again' }).click();
      assert.equal(await notice.isVisible(), true);
      await disk.free();
      await notice.waitFor({ state: 'hidden' });
      const sessions = join(disk.folder, 'sessions');
      const [saved = ''] = (await readdir(sessions)).filter((name) => name.endsWith('.jsonl'));
      const text = await readFile(join(sessions, saved), 'utf8');
      assert.match(text, /"type":"question".*"text":"Keep this"/);
      assert.match(text, /"type":"end".*"end":"complete"/);
      assert.match(text, /"type":"booked"/);
    } finally {
      for (const clean of cleanUps.reverse()) await clean();
    }
    return undefined;
  });
});
