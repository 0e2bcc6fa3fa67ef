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
import { dollarsIn, readSpendTooltip } from './spendTooltip.ts';

/** Usage that costs $0.00495. */
const halfACent = { prompt: 1_000, cached: 600, completion: 500 };

describe('The spend in the status bar in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;

  before(async () => {
    tally = await startInstalledTally({}, { 'tally.budget.daily': 0.01, 'tally.trial.account': 'free' });
    await tally.workbench.openPanel();
    await tally.setKey();
  });

  // Removes all spend, so that each test starts at $0.0000.
  beforeEach(async () => {
    const { workbench } = tally;
    const storage = join(workbench.dataFolder, 'user', 'User', 'globalStorage', 'tally.tally-chat');
    for (const name of ['spend', 'balance.json']) await rm(join(storage, name), { recursive: true, force: true });
    await workbench.reload();
    panel = await workbench.openPanel();
    await startNewSession(panel);
    await shows('$0.0000');
  });

  disposeAfterAll(() => tally);

  it('is shown without ≈ if all usage was reported', async () => {
    await ask({ usage: halfACent });
    await shows('$0.0050');
    const { cost, notes } = await readSpendTooltip(tally);
    for (const row of ['Last reply', 'This session', 'Today', 'This month']) assert.equal(cost(row), '$0.0050', row);
    assert.doesNotMatch(notes, /≈/);
  });

  it('is the high end of an estimate, marked with ≈', async () => {
    const bill = (await ask({ usage: 'withheld', tokens: 500 })).debit?.cost ?? Infinity;
    const text = await showsEstimate(bill);
    const { cost, notes } = await readSpendTooltip(tally);
    for (const row of ['Last reply', 'This session', 'Today', 'This month']) assertRange(cost(row), bill, text);
    assert.match(notes, /≈ means that the service did not report all of it/);
  });

  it('is marked with ≈ if an earlier reply was estimated', async () => {
    const estimated = (await ask({ usage: 'withheld', tokens: 300 })).debit?.cost ?? Infinity;
    await showsEstimate(estimated);
    const before = (await readSpendTooltip(tally)).cost('Today');
    await ask({ usage: halfACent });
    const text = await showsEstimate(estimated + 4_950_000, before);
    const { cost } = await readSpendTooltip(tally);
    assert.equal(cost('Last reply'), '$0.0050');
    assertRange(cost('Today'), estimated + 4_950_000, text);
  });

  it('includes a stopped reply, and is not below the bill for that reply', async () => {
    tally.standIn.script({ tokens: 400, hold: 30 });
    const exchange = await send();
    await exchange.held;
    await reply('streaming').getByText(exchange.textSent.trim().split(/\s+/).slice(0, 4).join(' ')).waitFor();
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await exchange.closed;
    await untilBooked('stopped');
    const bill = exchange.debit?.cost ?? Infinity;
    const text = await showsEstimate(bill);
    assertRange((await readSpendTooltip(tally)).cost('Today'), bill, text);
  });

  it('grows while a reply streams', async () => {
    tally.standIn.script({ tokens: 400, hold: 300, usage: halfACent });
    const exchange = await send();
    await exchange.held;
    // Waits for the cost of 300 reply tokens, which is about 50 times the cost of the question.
    await tally.statusBar.getByText(/≈\$0\.002[4-9]/).waitFor();
    const { cost } = await readSpendTooltip(tally);
    for (const row of ['This reply so far', 'This session']) assert.match(cost(row), /^≈\$0\.002\d–0\.002[4-9]$/, row);
    exchange.release();
    await untilBooked('complete');
    await shows('$0.0050');
    const ended = await readSpendTooltip(tally);
    assert.equal(ended.cost('Last reply'), '$0.0050');
    assert.throws(() => ended.cost('This reply so far'));
  });

  it('includes the partial reply of a killed window, even if another session is shown', async () => {
    const { workbench, standIn } = tally;
    const user = join(workbench.dataFolder, 'user', 'User');
    standIn.script({ usage: 'withheld', tokens: 400, hold: 200 });
    const exchange = await send();
    await exchange.held;
    await tally.partialReplySaved();
    const spend = join(user, 'globalStorage', 'tally.tally-chat', 'spend');
    const journals = async () => {
      const names = (await readdir(spend)).filter((name) => name.endsWith('.jsonl'));
      return (await Promise.all(names.map(async (name) => readFile(join(spend, name), 'utf8')))).join('');
    };
    // Waits for two pending records, because only the second record has the cost of the reply so far.
    await untilFile(spend, async () => ((await journals()).match(/"pending"/g)?.length ?? 0) >= 2);
    const left = await mkdtemp(join(tmpdir(), 'tally-left-'));
    await cp(user, left, { recursive: true, filter: (name) => !/Cache|logs|\.(?:tmp|lease)$/.test(name) });
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await exchange.closed;
    await untilBooked('stopped');
    await startNewSession(panel);
    for (const name of ['globalStorage/tally.tally-chat/spend', 'workspaceStorage']) {
      await rm(join(user, name), { recursive: true });
      await cp(join(left, name), join(user, name), { recursive: true });
    }
    await rm(left, { recursive: true });
    await workbench.reload();
    const bill = exchange.debit?.cost ?? Infinity;
    // The status bar counts the pending record until the panel opens and adds a final record to the ledger.
    await showsEstimate(bill);
    panel = await workbench.openPanel();
    await untilFile(spend, async () => (await journals()).includes('"end":"incomplete"'));
    await showsEstimate(bill);
    assert.equal(await panel.getByRole('article').count(), 0);
  });

  it('excludes a request with status 422, and includes a possible charge for status 500', async () => {
    await ask({ usage: halfACent });
    await shows('$0.0050');
    await ask({ fault: { kind: 'status', status: 422 } }, 'failed');
    const refused = await readSpendTooltip(tally);
    assert.equal(refused.cost('Last reply'), '$0.0000');
    assert.equal(refused.cost('Today'), '$0.0050');
    await shows('$0.0050');
    await ask({ fault: { kind: 'status', status: 500 } }, 'failed');
    const text = await showsEstimate(4_950_000, '$0.0050');
    const failed = await readSpendTooltip(tally);
    assert.match(failed.cost('Last reply'), /^≈\$0–0\.00\d\d$/);
    assertRange(failed.cost('Today'), 4_950_000, text);
  });

  it('warns by its colour and its name when the limit for today is reached', async () => {
    await ask({ usage: halfACent });
    await shows('$0.0050');
    const background = async () => tally.statusBar.evaluate((item) => getComputedStyle(item).backgroundColor);
    const usual = await background();
    assert.match((await readSpendTooltip(tally)).notes, /Limit for today: \$0\.0050 left of \$0\.0100\./);
    await ask({ usage: { ...halfACent, completion: 1_000 } });
    await shows('$0.0139', 'Spent today with Tally: $0.0139. Your limit for today is reached.');
    assert.notEqual(await background(), usual);
    assert.match((await tally.statusBar.getAttribute('class')) ?? '', /warning-kind/);
    assert.match((await readSpendTooltip(tally)).notes, /Limit for today: \$0\.0000 left of \$0\.0100\./);
  });

  it('has the used tokens of the trial in its tooltip', async () => {
    await ask({ usage: halfACent });
    await shows('$0.0050');
    assert.match((await readSpendTooltip(tally)).notes, /Trial: 1,500 of 50,000 tokens used, counted raw/);
    await ask({ usage: halfACent });
    await shows('$0.0099');
    assert.match((await readSpendTooltip(tally)).notes, /Trial: 3,000 of 50,000 tokens used, counted raw/);
  });

  it('has the remaining balance, which falls with each reply, in its tooltip', async () => {
    const { runCommand, answerInputBox } = tally.workbench;
    await ask({ usage: { ...halfACent, completion: 100 } });
    await shows('$0.0018');
    await runCommand('Tally: Record Balance…');
    await answerInputBox('$0.50');
    const left = async () => /Balance: (.*?), recorded/.exec((await readSpendTooltip(tally)).notes)?.[1];
    assert.equal(await left(), '≈ $0.5000 left of $0.5000');
    await ask({ usage: { ...halfACent, completion: 400 } });
    await shows('$0.0059');
    // The tooltip rounds the balance down, because it must not overstate the balance.
    assert.equal(await left(), '≈ $0.4958 left of $0.5000');
    await ask({ usage: 'withheld', tokens: 20 });
    await showsEstimate(5_900_000);
    assert.match((await left()) ?? '', /^≈ \$0\.4[89]\d\d left of \$0\.5000$/);
  });

  it('does not overstate a balance that was recorded while a reply ran', async () => {
    const { runCommand, answerInputBox } = tally.workbench;
    tally.standIn.script({ tokens: 400, hold: 300, usage: halfACent });
    const exchange = await send();
    await exchange.held;
    await tally.statusBar.getByText(/≈\$0\.00[2-9]/).waitFor();
    await runCommand('Tally: Record Balance…');
    await answerInputBox('$0.50');
    exchange.release();
    await untilBooked('complete');
    await shows('$0.0050');
    assert.match((await readSpendTooltip(tally)).notes, /Balance: ≈ \$0\.4950 left of \$0\.5000/);
  });

  /** Asks a question. Resolves when the ledger has the cost of the reply. */
  async function ask(script: Script, end = 'complete'): Promise<Exchange> {
    tally.standIn.script(script);
    const exchange = await send();
    await exchange.closed;
    await untilBooked(end);
    return exchange;
  }

  async function send(): Promise<Exchange> {
    const box = panel.getByRole('textbox', { name: 'Message' });
    await box.fill('How much?');
    await box.press('Enter');
    return tally.standIn.nextRequest();
  }

  function reply(state: string) {
    return panel
      .getByRole('article', { name: 'Reply' })
      .last()
      .and(panel.locator(`[data-state=${state}]`));
  }

  /** Resolves when the last reply has this state and is booked, which means that the ledger has its final cost. */
  async function untilBooked(state: string): Promise<void> {
    await reply(state).waitFor();
    // The buttons of a failed reply show a price once the ledger has the cost of the reply.
    await (state === 'failed' ? panel.locator('.notice').getByText(/\+ reply\)/) : reply(state).getByText('tokens in'))
      .last()
      .waitFor();
  }

  /** Resolves when the status bar item shows `text`. Fails unless `label` is the item's accessible name. */
  async function shows(text: string, label = `Spent today with Tally: ${text}`): Promise<void> {
    await tally.statusBar.getByText(text, { exact: true }).waitFor();
    assert.equal(await tally.statusBar.getByRole('button').getAttribute('aria-label'), label);
  }

  /**
   * Resolves with the item’s text once it is an estimate other than `before`.
   * Fails if the estimate is below `bill` (nano-dollars).
   */
  async function showsEstimate(bill: number, before = ''): Promise<string> {
    const name = tally.statusBar.getByRole('button', { name: /^Spent today with Tally: ≈\$0\.0\d{3}$/ });
    await name.and(tally.workbench.page.locator(`:not([aria-label$="${before === '' ? 'none' : before}"])`)).waitFor();
    // Reads text and label in one call, because both may change at any time.
    const [text, label] = await name.evaluate(
      (item) => [item.textContent.trim(), item.getAttribute('aria-label')] as const,
    );
    assert.equal(label, `Spent today with Tally: ${text}`);
    assert.ok(dollarsIn(text) * 1e9 >= bill, `${text} is below the bill of ${bill / 1e9}`);
    return text;
  }

  /** Fails unless `bill` (nano-dollars) is in `range`, and the status bar’s `text` is the high end of `range`. */
  function assertRange(range: string, bill: number, text: string): void {
    const [, low = '', high = ''] = /^≈\$(\d\.\d{4})–(\d\.\d{4})$/.exec(range) ?? [];
    assert.notEqual(high, '', range);
    assert.equal(`≈$${high}`, text);
    assert.ok(Number(low) * 1e9 <= bill && bill <= Number(high) * 1e9, `${bill} is not in ${range}`);
  }
});
