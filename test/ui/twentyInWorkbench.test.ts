import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { formatCost } from '../../src/common/text/formatCost.ts';
import { createLedger, type Ledger } from '../../src/meter/ledger/ledger.ts';
import { pricesFromDollars } from '../../src/meter/prices.ts';
import { createNodeFileStore } from '../../src/node/nodeFileStore.ts';
import {
  plannedConversations,
  plannedTexts,
  type PlannedConversation,
  type PlannedRequest,
} from '../fixtures/twentyConversations/conversations.ts';
import { startNewSession } from '../hosts/startNewSession.ts';
import type { Exchange } from '../standIn/exchange.ts';
import { untilFile } from '../unit/chat/openChat.ts';
import { neverCalled } from '../unit/neverCalled.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { dollarsIn, readSpendTooltip } from './spendTooltip.ts';
import { sendMessage } from './submit.ts';

/** Maximum number of turns of a conversation that run here. Unit tests compare whole conversations with the bill. */
const turns = 6;

describe('Twenty conversations in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let box: Locator;
  let spendFolder: string;
  let ledger: Ledger;
  /** The prices in the current settings, as JSON. */
  let settings = '';
  const bills: number[] = [];

  before(async () => {
    tally = await startInstalledTally({ rate: Infinity });
    const storage = join(tally.workbench.dataFolder, 'user', 'User', 'globalStorage', 'tally.tally-chat');
    spendFolder = join(storage, 'spend');
    await mkdir(spendFolder, { recursive: true });
    ledger = createLedger({
      files: createNodeFileStore(storage),
      writerId: 'test',
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
    panel = await tally.workbench.openPanel();
    box = panel.getByRole('textbox', { name: 'Message' });
    await tally.setKey();
    settings = settingsOf(plannedConversations()[0]!.requests[0]!);
  });

  disposeAfterAll(() => tally);

  for (const conversation of inOrder(plannedConversations())) {
    const { name, requests } = conversation;
    it(`after each turn, the sum in the status bar is not below the bill: ${name}`, async () => {
      await startNewSession(panel);
      const planned = requests.slice(0, turns);
      const mode = isSentWhole(conversation) ? 'messages' : 'session';
      for (const [index, request] of planned.entries()) {
        if (request.does === 'wait') continue;
        await applySettings(request, mode);
        const repetition = planned[index + 1]?.does === 'wait' ? [planned[index + 1]!] : [];
        const both = [request, ...repetition];
        for (const each of both) tally.standIn.script(each.script);
        const outcome = both.at(-1)!;
        const exchange = await runTurn(request, both.length, outcome);
        assert.equal(exchange.debit?.cost ?? 0, outcome.bill);
        bills.push(both.reduce((sum, each) => sum + each.bill, 0));
        await untilBooked();
        await assertShown();
      }
      await assertTooltip();
    });
  }

  /**
   * Performs the user's action of this turn, which causes `count` requests to the service. Resolves with the last of
   * these requests when its reply has ended with the state `outcome.end`.
   */
  async function runTurn(request: PlannedRequest, count: number, outcome: PlannedRequest): Promise<Exchange> {
    const last = panel.getByRole('article', { name: 'Reply' }).last();
    switch (request.does) {
      case 'retry': {
        // Hover over the corner of the reply. The cost line could be in the middle, and its card would cover the buttons.
        await last.hover({ position: { x: 8, y: 8 } });
        await last
          .getByText(/\+ reply/)
          .first()
          .waitFor();
        await last.getByRole('button', { name: /^(?:Retry|Resend)/ }).click();
        break;
      }
      case 'continue':
        await last.getByRole('button', { name: /^Continue/ }).click();
        break;
      case 'edit': {
        const question = panel.getByRole('article', { name: 'You' }).last();
        await question.hover();
        await question.getByRole('button', { name: 'Edit message' }).click();
        await panel.getByRole('textbox', { name: 'Edited text' }).fill(request.message);
        await panel.getByRole('button', { name: 'Send in new session' }).click();
        break;
      }
      default:
        if (request.isCodeAttached) {
          await tally.workbench.openFile(tally.sourceFile);
          await tally.workbench.runCommand('Tally: Add File to Chat');
          await panel.getByRole('listitem').filter({ hasText: 'total.ts' }).waitFor();
        }
        await sendMessage(panel, request.message);
    }
    let exchange = await tally.standIn.nextRequest();
    for (let more = 1; more < count; more += 1) exchange = await tally.standIn.nextRequest();
    assert.deepEqual(
      sentIn(exchange),
      request.sent.map(({ text }) => text),
    );
    if (outcome.end === 'stopped') {
      await exchange.held;
      if (exchange.textSent !== '') await last.filter({ hasText: exchange.textSent.trim() }).waitFor();
      // Waits for the running cost, because the panel does not show reasoning until the user expands it.
      else if (exchange.reasoningSent !== '') await last.filter({ hasText: /tokens\sout/ }).waitFor();
      await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    }
    await exchange.closed;
    await last.and(panel.locator(`[data-state=${outcome.end}]`)).waitFor();
    return exchange;
  }

  /** Resolves when the ledger on disk has a final record for each entry of `bills`, and `ledger` has read it. */
  async function untilBooked(): Promise<void> {
    await untilFile(spendFolder, async () => {
      await ledger.refresh();
      let ended = 0;
      for await (const { end } of ledger.requests()) if (end !== 'pending') ended += 1;
      return ended === bills.length;
    });
    // `requests` reads the files after the refresh above, so it may have found a record that the sums do not include.
    await ledger.refresh();
  }

  async function assertShown(): Promise<void> {
    const { today } = ledger.summarize('', new Date());
    const bill = billed();
    assert.ok(today.low <= bill && bill <= today.high, `${bill} is not in ${today.low}…${today.high}`);
    const text = formatCost(today, 'en');
    await tally.statusBar.getByText(text, { exact: true }).waitFor();
    assert.equal(
      await tally.statusBar.getByRole('button').getAttribute('aria-label'),
      `Spent today with Tally: ${text}`,
    );
    const shown = dollarsIn(text) * 1e9;
    assert.ok(shown >= bill, `${text} is below the bill of $${bill / 1e9}`);
    if (today.isReported)
      assert.ok(shown - bill <= bill * 0.01 + 100_000, `${text} is far from the bill of $${bill / 1e9}`);
  }

  async function assertTooltip(): Promise<void> {
    const { cost } = await readSpendTooltip(tally);
    const amounts =
      cost('Today')
        .match(/\d+\.\d+/g)
        ?.map((amount) => Number(amount) * 1e9) ?? [];
    const [low = Infinity, high = low] = amounts;
    const bill = billed();
    // Skips the low end of an exact amount, because such an amount is rounded up and may be above the bill.
    assert.ok((amounts.length === 1 || low <= bill) && bill <= high, `${bill} is not in ${cost('Today')}`);
  }

  function billed(): number {
    return bills.reduce((sum, each) => sum + each, 0);
  }

  /**
   * Sets the conversation mode and the prices of the request. Does nothing if the prices are already set.
   * Resolves when the estimate for a draft uses the new input price. To find this price, divides the high end of the
   * estimate, which assumes uncached input, by the number of tokens. The quotient only has to be right within a factor
   * of 1.4, because consecutive input prices differ by more.
   */
  async function applySettings(request: PlannedRequest, mode: string): Promise<void> {
    if (settingsOf(request) === settings) return;
    settings = settingsOf(request);
    await box.fill(plannedTexts().get('question of ands')!.text);
    const estimate = panel.getByRole('status', { name: 'Estimated cost' });
    await estimate.getByText('tokens in').waitFor();
    const { input, cachedInput, output } = request.prices;
    tally.standIn.charge(pricesFromDollars(request.prices));
    await tally.changeSettings({
      'tally.conversation.mode': mode,
      'tally.prices.input': input,
      'tally.prices.cachedInput': cachedInput,
      'tally.prices.output': output,
    });
    const hasNewPrices = async () => {
      const [tokens = '', dollars = ''] = (await estimate.innerText()).split('tokens in');
      const ratio = (dollarsIn(dollars) * 1e6) / dollarsIn(tokens.replaceAll(',', '')) / input;
      return ratio > 1 / 1.4 && ratio < 1.4;
    };
    while (!(await hasNewPrices()));
    await box.fill('');
  }
});

/**
 * Moves the conversations in the mode `messages` to the end, so that the mode changes only together with the prices.
 * `applySettings` can wait for changed prices. It cannot wait for a changed mode, which no estimate shows.
 */
function inOrder(conversations: readonly PlannedConversation[]): readonly PlannedConversation[] {
  return conversations.toSorted((a, b) => Number(isSentWhole(a)) - Number(isSentWhole(b)));
}

function isSentWhole({ requests }: PlannedConversation): boolean {
  return requests.some(({ messages }) => messages > 1);
}

function settingsOf({ prices }: PlannedRequest): string {
  return JSON.stringify(prices);
}

function sentIn({ body }: Exchange): readonly string[] {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
  return messages.map(({ content }) => content);
}
