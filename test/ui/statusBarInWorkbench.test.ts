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

/** $0.00495. */
const halfACent = { prompt: 1_000, cached: 600, completion: 500 };

describe('The spend in the status bar, inside VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;

  before(async () => {
    tally = await startInstalledTally({}, { 'tally.budget.daily': 0.01, 'tally.trial.account': 'free' });
    await tally.workbench.openPanel();
    await tally.setKey();
  });

  /** Nothing was spent before. */
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

  it('is exact when all of it was reported', async () => {
    await ask({ usage: halfACent });
    await shows('$0.0050');
    const { cost, notes } = await readSpendTooltip(tally);
    for (const row of ['Last reply', 'This session', 'Today', 'This month']) assert.equal(cost(row), '$0.0050', row);
    assert.doesNotMatch(notes, /≈/);
  });

  it('is the high end, marked, when it is estimated', async () => {
    const bill = (await ask({ usage: 'withheld', tokens: 500 })).debit?.cost ?? Infinity;
    const text = await showsEstimate(bill);
    const { cost, notes } = await readSpendTooltip(tally);
    for (const row of ['Last reply', 'This session', 'Today', 'This month']) assertRange(cost(row), bill, text);
    assert.match(notes, /≈ means that the service did not report all of it/);
  });

  it('is marked when some of it was estimated, though the last reply was not', async () => {
    const estimated = (await ask({ usage: 'withheld', tokens: 300 })).debit?.cost ?? Infinity;
    await showsEstimate(estimated);
    const before = (await readSpendTooltip(tally)).cost('Today');
    await ask({ usage: halfACent });
    const text = await showsEstimate(estimated + 4_950_000, before);
    const { cost } = await readSpendTooltip(tally);
    assert.equal(cost('Last reply'), '$0.0050');
    assertRange(cost('Today'), estimated + 4_950_000, text);
  });

  it('has what came of a stopped reply, and room for what was on its way', async () => {
    tally.standIn.script({ tokens: 400, hold: 30 });
    const exchange = await send();
    await exchange.held;
    await reply('streaming').getByText(exchange.textSent.trim().split(/\s+/).slice(0, 4).join(' ')).waitFor();
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await exchange.closed;
    await booked('stopped');
    const bill = exchange.debit?.cost ?? Infinity;
    const text = await showsEstimate(bill);
    assertRange((await readSpendTooltip(tally)).cost('Today'), bill, text);
  });

  it('grows with a reply while it comes', async () => {
    tally.standIn.script({ tokens: 400, hold: 300, usage: halfACent });
    const exchange = await send();
    await exchange.held;
    // The price of 300 tokens; that of the question alone is a fiftieth of it.
    await tally.statusBar.getByText(/≈\$0\.002[4-9]/).waitFor();
    const { cost } = await readSpendTooltip(tally);
    for (const row of ['This reply so far', 'This session']) assert.match(cost(row), /^≈\$0\.002\d–0\.002[4-9]$/, row);
    exchange.release();
    await booked('complete');
    await shows('$0.0050');
    const ended = await readSpendTooltip(tally);
    assert.equal(ended.cost('Last reply'), '$0.0050');
    assert.throws(() => ended.cost('This reply so far'));
  });

  it('has what came of a reply that a killed window left, though another session is shown', async () => {
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
    // As it began, and with what it may become.
    await untilFile(spend, async () => ((await journals()).match(/"pending"/g)?.length ?? 0) >= 2);
    const left = await mkdtemp(join(tmpdir(), 'tally-left-'));
    await cp(user, left, { recursive: true, filter: (name) => !/Cache|logs|\.(?:tmp|lease)$/.test(name) });
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await exchange.closed;
    await booked('stopped');
    await startNewSession(panel);
    for (const name of ['globalStorage/tally.tally-chat/spend', 'workspaceStorage']) {
      await rm(join(user, name), { recursive: true });
      await cp(join(left, name), join(user, name), { recursive: true });
    }
    await rm(left, { recursive: true });
    await workbench.reload();
    const bill = exchange.debit?.cost ?? Infinity;
    // Before it is booked, which the panel has done.
    await showsEstimate(bill);
    panel = await workbench.openPanel();
    await untilFile(spend, async () => (await journals()).includes('"end":"incomplete"'));
    await showsEstimate(bill);
    assert.equal(await panel.getByRole('article').count(), 0);
  });

  it('has nothing of a request that was refused, and may have something of one that failed', async () => {
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

  it('warns when the limit for today is reached, not by its colour alone', async () => {
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

  it('counts the tokens of the trial in its tooltip', async () => {
    await ask({ usage: halfACent });
    await shows('$0.0050');
    assert.match((await readSpendTooltip(tally)).notes, /Trial: 1,500 of 50,000 tokens used, counted raw/);
    await ask({ usage: halfACent });
    await shows('$0.0099');
    assert.match((await readSpendTooltip(tally)).notes, /Trial: 3,000 of 50,000 tokens used, counted raw/);
  });

  it('says in its tooltip what is left of the balance, which falls with each reply', async () => {
    const { runCommand, answerInputBox } = tally.workbench;
    await ask({ usage: { ...halfACent, completion: 100 } });
    await shows('$0.0018');
    await runCommand('Tally: Record Balance…');
    await answerInputBox('$0.50');
    const left = async () => /Balance: (.*?), recorded/.exec((await readSpendTooltip(tally)).notes)?.[1];
    assert.equal(await left(), '≈ $0.5000 left of $0.5000');
    await ask({ usage: { ...halfACent, completion: 400 } });
    await shows('$0.0059');
    // Rounded down: never said to be more.
    assert.equal(await left(), '≈ $0.4958 left of $0.5000');
    await ask({ usage: 'withheld', tokens: 20 });
    await showsEstimate(5_900_000);
    assert.match((await left()) ?? '', /^≈ \$0\.4[89]\d\d left of \$0\.5000$/);
  });

  it('never says that more is left of a balance, though it was recorded while a reply ran', async () => {
    const { runCommand, answerInputBox } = tally.workbench;
    tally.standIn.script({ tokens: 400, hold: 300, usage: halfACent });
    const exchange = await send();
    await exchange.held;
    await tally.statusBar.getByText(/≈\$0\.00[2-9]/).waitFor();
    await runCommand('Tally: Record Balance…');
    await answerInputBox('$0.50');
    exchange.release();
    await booked('complete');
    await shows('$0.0050');
    assert.match((await readSpendTooltip(tally)).notes, /Balance: ≈ \$0\.4950 left of \$0\.5000/);
  });

  /** Asks, and resolves when its reply is booked. */
  async function ask(script: Script, end = 'complete'): Promise<Exchange> {
    tally.standIn.script(script);
    const exchange = await send();
    await exchange.closed;
    await booked(end);
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

  async function booked(state: string): Promise<void> {
    await reply(state).waitFor();
    // The buttons that go on from a failed reply have their price once it is booked.
    await (state === 'failed' ? panel.locator('.notice').getByText(/\+ reply\)/) : reply(state).getByText('tokens in'))
      .last()
      .waitFor();
  }

  /** Resolves when the text is this, and the accessible name says so. */
  async function shows(text: string, label = `Spent today with Tally: ${text}`): Promise<void> {
    await tally.statusBar.getByText(text, { exact: true }).waitFor();
    assert.equal(await tally.statusBar.getByRole('button').getAttribute('aria-label'), label);
  }

  /** Resolves with the text when it is an estimate, other than the one before, and not below the bill. */
  async function showsEstimate(bill: number, before = ''): Promise<string> {
    const name = tally.statusBar.getByRole('button', { name: /^Spent today with Tally: ≈\$0\.0\d{3}$/ });
    await name.and(tally.workbench.page.locator(`:not([aria-label$="${before === '' ? 'none' : before}"])`)).waitFor();
    // Together: they may change at any time.
    const [text, label] = await name.evaluate(
      (item) => [item.textContent.trim(), item.getAttribute('aria-label')] as const,
    );
    assert.equal(label, `Spent today with Tally: ${text}`);
    assert.ok(dollarsIn(text) * 1e9 >= bill, `${text} is below the bill of ${bill / 1e9}`);
    return text;
  }

  /** Its high end is the text of the status bar. */
  function assertRange(range: string, bill: number, text: string): void {
    const [, low = '', high = ''] = /^≈\$(\d\.\d{4})–(\d\.\d{4})$/.exec(range) ?? [];
    assert.notEqual(high, '', range);
    assert.equal(`≈$${high}`, text);
    assert.ok(Number(low) * 1e9 <= bill && bill <= Number(high) * 1e9, `${bill} is not in ${range}`);
  }
});
