import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { startNewSession } from '../hosts/startNewSession.ts';
import type { Exchange } from '../standIn/exchange.ts';
import type { Script } from '../standIn/script.ts';
import { untilFile } from '../unit/chat/openChat.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { dollarsIn, readSpendTooltip, type SpendTooltip } from './spendTooltip.ts';
import { sendMessage } from './submit.ts';

/** Usage that costs $0.00495. */
const halfACent = { prompt: 1_000, cached: 600, completion: 500 };

/** The settings of all tests except the first. The first test also has a limit for today. */
const settings = { 'tally.trial.account': 'free' };

describe('The spend in the status bar in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  /** The sum of the bills of all requests so far, in nano-dollars. Today's spend covers the same requests. */
  let billed = 0;

  before(async () => {
    tally = await startInstalledTally({}, { ...settings, 'tally.budget.daily': 0.01 });
    panel = await tally.workbench.openPanel();
    await tally.setKey();
    await shows('$0.0000');
  });

  beforeEach(async () => startNewSession(panel));

  disposeAfterAll(() => tally);

  it('warns by its colour and its accessible name when the limit for today is reached', async () => {
    await ask({ usage: halfACent });
    await shows('$0.0050');
    const background = async () => tally.statusBar.evaluate((item) => getComputedStyle(item).backgroundColor);
    const usual = await background();
    assert.match((await readSpendTooltip(tally)).notes, /Daily limit: \$0\.0050 of \$0\.01 spent\./);
    await ask({ usage: { ...halfACent, completion: 1_000 } });
    await shows('$0.0139', 'Spent today with Tally: $0.0139. You’ve reached your daily limit.');
    assert.notEqual(await background(), usual);
    assert.match((await tally.statusBar.getAttribute('class')) ?? '', /warning-kind/);
    assert.match((await readSpendTooltip(tally)).notes, /Daily limit: \$0\.0139 of \$0\.01 spent\./);

    await tally.changeSettings(settings);
    await tally.statusBar.getByRole('button', { name: 'Spent today with Tally: $0.0139', exact: true }).waitFor();
  });

  // In all tests before the test of a killed window, the service reports the usage of each reply. The spend is
  // therefore exact after each reply.

  it('is shown without ≈ if the service reported all usage', async () => {
    await ask({ usage: halfACent });
    await shows(dollars(billed));
    const { cost, notes } = await readSpendTooltip(tally);
    for (const row of ['Last request', 'This session']) assert.equal(cost(row), '$0.0050', row);
    for (const row of ['Today', 'This month']) assert.equal(cost(row), dollars(billed), row);
    assert.doesNotMatch(notes, /≈/);
  });

  it('grows while a reply streams', async () => {
    tally.standIn.script({ tokens: 400, hold: 300, usage: halfACent });
    const exchange = await send();
    await exchange.held;
    // Waits for the cost of 300 reply tokens. This cost is about 50 times the cost of the question.
    await showsAtLeast(billed + 2_400_000);
    const { cost } = await readSpendTooltip(tally);
    for (const row of ['This request so far', 'This session']) assert.match(cost(row), /^≈\$0\.002\d–0\.\d{4}$/, row);
    exchange.release();
    await untilBooked('complete', exchange);
    await shows(dollars(billed));
    const ended = await readSpendTooltip(tally);
    assert.equal(ended.cost('Last request'), '$0.0050');
    assert.throws(() => ended.cost('This request so far'));
  });

  it('shows in its tooltip how many tokens of the trial are used', async () => {
    const usedTokens = async () => {
      const [, used = ''] =
        /Trial: ([\d,]+) of 50,000 tokens used \(input plus output tokens\)/.exec(
          (await readSpendTooltip(tally)).notes,
        ) ?? [];
      return Number(used.replace(',', ''));
    };
    await ask({ usage: halfACent });
    await shows(dollars(billed));
    const used = await usedTokens();
    await ask({ usage: halfACent });
    await shows(dollars(billed));
    assert.equal(await usedTokens(), used + 1_500);
  });

  it('does not overstate the balance in its tooltip if the balance was recorded while a reply ran', async () => {
    const { runCommand, answerInputBox } = tally.workbench;
    tally.standIn.script({ tokens: 400, hold: 300, usage: halfACent });
    const exchange = await send();
    await exchange.held;
    await showsAtLeast(billed + 2_000_000);
    await runCommand('Tally: Record Balance…');
    await answerInputBox('$0.50');
    exchange.release();
    await untilBooked('complete', exchange);
    await shows(dollars(billed));
    assert.match((await readSpendTooltip(tally)).notes, /Balance: ≈\$0\.4950 of \$0\.5000 left/);
  });

  it('shows in its tooltip the remaining balance, which falls with each reply', async () => {
    const { runCommand, answerInputBox } = tally.workbench;
    const balance = async () => /Balance: (.*?), recorded/.exec((await readSpendTooltip(tally)).notes)?.[1];
    await ask({ usage: { ...halfACent, completion: 100 } });
    await shows(dollars(billed));
    await runCommand('Tally: Record Balance…');
    await answerInputBox('$0.60');
    // Polls, because the tooltip changes only after the new balance is saved for all windows.
    while ((await balance()) !== '$0.6000 of $0.6000 left');
    await ask({ usage: { ...halfACent, completion: 400 } });
    await shows(dollars(billed));
    // The tooltip rounds the balance down, because it must not overstate the balance.
    assert.equal(await balance(), '≈$0.5958 of $0.6000 left');
  });

  it('includes the partial reply of a killed window, even if another session is shown', async () => {
    const { workbench, standIn } = tally;
    const user = join(workbench.dataFolder, 'user', 'User');
    const spend = join(user, 'globalStorage', 'tally.tally-chat', 'spend');
    const journals = async () => {
      const names = (await readdir(spend)).filter((name) => name.endsWith('.jsonl'));
      return (await Promise.all(names.map(async (name) => readFile(join(spend, name), 'utf8')))).join('');
    };
    const pendingRecords = async () => (await journals()).match(/"end":"pending"/g)?.length ?? 0;
    const earlier = await pendingRecords();
    standIn.script({ usage: 'withheld', tokens: 400, hold: 200 });
    const exchange = await send();
    await exchange.held;
    await tally.partialReplySaved();
    // Waits for the second pending record of this request, because only that record has the cost of the reply so far.
    await untilFile(spend, async () => (await pendingRecords()) >= earlier + 2);
    const left = await mkdtemp(join(tmpdir(), 'tally-left-'));
    await cp(user, left, { recursive: true, filter: (name) => !/Cache|logs|\.(?:tmp|lease)$/.test(name) });
    const before = billed;
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await exchange.closed;
    await untilBooked('stopped', exchange);
    await startNewSession(panel);
    for (const name of ['globalStorage/tally.tally-chat/spend', 'workspaceStorage']) {
      await rm(join(user, name), { recursive: true });
      await cp(join(left, name), join(user, name), { recursive: true });
    }
    await rm(left, { recursive: true });
    await workbench.reload();
    // The status bar counts the pending record. Later, the panel opens and adds a final record to the ledger, and the
    // status bar counts the final record instead.
    await showsEstimate(dollars(before));
    panel = await workbench.openPanel();
    await untilFile(spend, async () => (await journals()).includes('"end":"incomplete"'));
    await showsEstimate(dollars(before));
    assert.equal(await panel.getByRole('article').count(), 0);
  });

  // In the tests below, the status bar shows an estimate, because the service did not report the usage of the partial
  // reply.

  it('is the high end of an estimate, marked with ≈', async () => {
    const before = await shownText();
    const bill = (await ask({ usage: 'withheld', tokens: 500 })).debit?.cost ?? Infinity;
    await showsEstimate(before, bill);
    const { cost, notes } = await readSettledTooltip();
    for (const row of ['Last request', 'This session']) assertRange(cost(row), bill);
    for (const row of ['Today', 'This month']) assertRange(cost(row), billed);
    assert.match(notes, /≈ marks estimates, because the service didn’t report everything/);
    assert.match(notes, /Balance: ≈\$0\.[45]\d\d\d of \$0\.6000 left/);
  });

  it('is marked with ≈ if the cost of an earlier reply is an estimate', async () => {
    const before = await shownText();
    await ask({ usage: halfACent });
    await showsEstimate(before, 4_950_000);
    const { cost } = await readSettledTooltip();
    assert.equal(cost('Last request'), '$0.0050');
    assertRange(cost('Today'), billed);
  });

  it('grows by at least the bill for a stopped reply', async () => {
    const before = await shownText();
    tally.standIn.script({ tokens: 400, hold: 30 });
    const exchange = await send();
    await exchange.held;
    await reply('streaming').getByText(exchange.textSent.trim().split(/\s+/).slice(0, 4).join(' ')).waitFor();
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await exchange.closed;
    await untilBooked('stopped', exchange);
    await showsEstimate(before, exchange.debit?.cost);
    assertRange((await readSettledTooltip()).cost('Today'), billed);
  });

  it('excludes a request with status 422, and includes a possible charge for status 500', async () => {
    const before = (await readSpendTooltip(tally)).cost('Today');
    const text = await shownText();
    await ask({ fault: { kind: 'status', status: 422 } }, 'failed');
    const refused = await readSpendTooltip(tally);
    assert.equal(refused.cost('Last request'), '$0');
    assert.equal(refused.cost('Today'), before);
    assert.equal(await shownText(), text);
    await ask({ fault: { kind: 'status', status: 500 } }, 'failed');
    await showsEstimate(text);
    const failed = await readSettledTooltip();
    assert.match(failed.cost('Last request'), /^≈\$0–0\.00\d\d$/);
    assertRange(failed.cost('Today'), billed);
  });

  /** Asks a question. Resolves when the ledger has the cost of the reply. */
  async function ask(script: Script, end = 'complete'): Promise<Exchange> {
    tally.standIn.script(script);
    const exchange = await send();
    await exchange.closed;
    await untilBooked(end, exchange);
    return exchange;
  }

  async function send(): Promise<Exchange> {
    await sendMessage(panel, 'How much?');
    return tally.standIn.nextRequest();
  }

  function reply(state: string) {
    return panel
      .getByRole('article', { name: 'Reply' })
      .last()
      .and(panel.locator(`[data-state=${state}]`));
  }

  /**
   * Resolves when the last reply has this state and the ledger has the final cost of this reply. Adds the bill of the
   * exchange to `billed`.
   */
  async function untilBooked(state: string, exchange: Exchange): Promise<void> {
    await reply(state).waitFor();
    // The buttons of a failed reply show a price after the ledger has received the cost of the reply.
    await (state === 'failed' ? panel.locator('.notice').getByText(/\+ reply\)/) : reply(state).getByText('tokens in'))
      .last()
      .waitFor();
    billed += exchange.debit?.cost ?? 0;
  }

  /** Resolves when the status bar item shows `text`. Fails unless `label` is the item's accessible name. */
  async function shows(text: string, label = `Spent today with Tally: ${text}`): Promise<void> {
    await tally.statusBar.getByText(text, { exact: true }).waitFor();
    assert.equal(await tally.statusBar.getByRole('button').getAttribute('aria-label'), label);
  }

  async function shownText(): Promise<string> {
    return (await tally.statusBar.innerText()).trim();
  }

  /** Resolves when the status bar item shows an estimate of at least `nanoDollars`. */
  async function showsAtLeast(nanoDollars: number): Promise<void> {
    const isReached = async () => {
      const text = await shownText();
      return text.startsWith('≈') && dollarsIn(text) * 1e9 >= nanoDollars;
    };
    while (!(await isReached()));
  }

  /**
   * Waits until the status bar item shows an estimate other than `before` that exceeds `before` by at least `bill`
   * nano-dollars. A difference that is less than $0.0001 too small is enough, because both amounts are rounded up. Fails
   * if the estimate is below `billed`.
   */
  async function showsEstimate(before: string, bill = 0): Promise<void> {
    const name = tally.statusBar.getByRole('button', { name: /^Spent today with Tally: ≈\$0\.0\d{3}$/ });
    await name.and(tally.workbench.page.locator(`:not([aria-label$="${before}"])`)).waitFor();
    await showsAtLeast(dollarsIn(before) * 1e9 + bill - 100_000);
    // Reads text and label in one call, because both may change at any time.
    const [text, label] = await name.evaluate(
      (item) => [item.textContent.trim(), item.getAttribute('aria-label')] as const,
    );
    assert.equal(label, `Spent today with Tally: ${text}`);
    assert.ok(dollarsIn(text) * 1e9 >= billed, `${text} is below the bill of ${billed / 1e9}`);
  }

  /** Reads the tooltip again until the high end of today's spend is the amount that the status bar item shows. */
  async function readSettledTooltip(): Promise<SpendTooltip> {
    // The status bar item may still show an earlier amount when the panel shows that a reply has ended.
    for (;;) {
      const tooltip = await readSpendTooltip(tally);
      if (dollarsIn(tooltip.cost('Today')) === dollarsIn(await shownText())) return tooltip;
    }
  }

  /** Fails if `bill`, in nano-dollars, is outside `range`. */
  function assertRange(range: string, bill: number): void {
    const [, low = '', high = ''] = /^≈\$(\d\.\d{4})–(\d\.\d{4})$/.exec(range) ?? [];
    assert.notEqual(high, '', range);
    assert.ok(Number(low) * 1e9 <= bill && bill <= Number(high) * 1e9, `${bill} is not in ${range}`);
  }
});

/** Formats an exact amount below $1 as the status bar does: rounded up to four decimal places. */
function dollars(nanoDollars: number): string {
  return `$${(Math.ceil(nanoDollars / 100_000) / 10_000).toFixed(4)}`;
}
