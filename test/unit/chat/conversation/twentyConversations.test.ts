import { strict as assert } from 'node:assert';
import type { Cost } from '../../../../src/meter/cost.ts';
import { formatCost } from '../../../../src/common/text/formatCost.ts';
import { createLedger, type Ledger } from '../../../../src/meter/ledger/ledger.ts';
import { pricesFromDollars } from '../../../../src/meter/prices.ts';
import { createTokenRatios, type TokenRatios } from '../../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import {
  attachedCode,
  plannedConversations,
  type PlannedConversation,
  type PlannedRequest,
} from '../../../fixtures/twentyConversations/conversations.ts';
import { countMessages } from '../../../standIn/conversation.ts';
import type { Exchange } from '../../../standIn/exchange.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, estimateOf, openChat, type OpenChat } from '../openChat.ts';

/** An account at the service, and the ledger folder of the account's user. */
interface Account {
  readonly standIn: StandIn;
  readonly folder: string;
  /** One bill in nano-dollars for each reply, in order. A bill includes the automatic retries of the request. */
  readonly bills: number[];
}

describe('booked cost of the twenty planned conversations', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const openAccount = async (): Promise<Account> => ({
    standIn: await standInService(cleanUp),
    folder: await temporaryFolder(cleanUp),
    bills: [],
  });

  /** Sends the requests of a conversation in a new window. Checks the booked cost after each request. */
  const converse = async ({ requests }: PlannedConversation, account: Account, ratios?: TokenRatios) => {
    const { standIn, folder, bills } = account;
    let [{ prices }] = requests as readonly [PlannedRequest];
    const window = await openChat(cleanUp, { folder }, counter(), {
      connection: () => connectionTo(standIn),
      options: { mode: requests.some(({ messages }) => messages > 1) ? 'messages' : 'session' },
      prices: () => pricesFromDollars(prices),
      ...(ratios === undefined ? {} : { ratios }),
    });
    await window.ledger.refresh();
    const sessions = new Map<string, string>();
    for (const [index, request] of requests.entries()) {
      if (request.does === 'wait') continue;
      prices = request.prices;
      standIn.charge(pricesFromDollars(prices));
      const repetition = requests[index + 1]?.does === 'wait' ? [requests[index + 1]!] : [];
      const planned = [request, ...repetition];
      for (const each of planned) standIn.script(each.script);
      const estimate = await estimateOf(window.chat, request.sent.at(-1)!.text);
      const balance = standIn.balance;
      const exchanges = await send(request, planned.length, window, standIn);
      for (const [number, each] of planned.entries()) assertServed(each, exchanges[number]!, sessions);
      const outcome = planned.at(-1)!;
      const bill = sum(planned.map((each) => each.bill));
      assert.equal(balance - standIn.balance, bill);
      bills.push(bill);
      const { cost, state } = window.lastReply();
      assert.equal(state, outcome.end);
      assertBooked(outcome, cost, bill);
      const outputPrice = outcome.output * pricesFromDollars(prices).output;
      if (request.does === 'ask' && bill > 0) assertCovers(estimate, bill - outputPrice);
      await window.ledger.refresh();
      assertSum(window.ledger, bills);
      const { id, history } = window.chat.session;
      assert.ok(history.most >= countMessages(standIn.conversation(id)));
    }
    return window;
  };

  for (const conversation of plannedConversations()) {
    it(`contains the bill of each request in conversation ${conversation.name}`, async () => {
      const account = await openAccount();
      const { ledger, chat, errors, saveErrors } = await converse(conversation, account);
      const { session } = ledger.summarize(chat.session.id, new Date());
      assert.equal(chat.session.carriedFrom === undefined ? session.high : ledger.total().high, ledger.total().high);
      assert.deepEqual([errors, saveErrors], [[], []]);
    });
  }

  for (const learns of [false, true]) {
    it(`contains each bill if windows share a ledger and ${learns ? 'learn' : 'do not learn'} token factors`, async () => {
      const account = await openAccount();
      const learnedRatios = createTokenRatios(createNodeFileStore(account.folder), neverCalled);
      let learning = Promise.resolve();
      const ratios: TokenRatios = {
        ...learnedRatios,
        learn: async (...args) => (learning = learnedRatios.learn(...args)),
      };
      cleanUp(async () => learning);
      for (const conversation of plannedConversations())
        await converse(conversation, account, ...(learns ? [ratios] : []));
      const ledger = createLedger({
        files: createNodeFileStore(account.folder),
        writerId: 'later',
        workspace: () => undefined,
        onDidChange: () => undefined,
        onUnreadable: neverCalled,
        now: Date.now,
      });
      await ledger.refresh();
      assertSum(ledger, account.bills);
    });
  }
});

/**
 * Sends a planned request. Stops the reply if this is planned. Resolves after the reply is booked, with the `count`
 * exchanges of the request and its automatic retries.
 */
async function send(
  request: PlannedRequest,
  count: number,
  { chat, until, lastReply }: OpenChat,
  standIn: StandIn,
): Promise<readonly Exchange[]> {
  const running = start(request, { chat, lastReply });
  const exchanges: Exchange[] = [];
  while (exchanges.length < count) exchanges.push(await standIn.nextRequest());
  const exchange = exchanges.at(-1)!;
  if (request.end === 'stopped') {
    await exchange.held;
    await until(() => lastReply().text === exchange.textSent && lastReply().reasoning === exchange.reasoningSent);
    chat.session.stop();
  }
  assert.equal(await running, true);
  await exchange.closed;
  return exchanges;
}

async function start(
  { does, message, isCodeAttached }: PlannedRequest,
  { chat, lastReply }: Pick<OpenChat, 'chat' | 'lastReply'>,
): Promise<boolean> {
  switch (does) {
    case 'retry':
      return chat.retry(lastReply().id);
    case 'continue':
      return chat.continue(lastReply().id, 'Continue');
    case 'edit':
      return chat.sendEdited(lastReply().questionId, message);
    default:
      if (isCodeAttached) {
        chat.draft.addAttachments([
          {
            id: 'a',
            path: 'total.ts',
            startLine: 1,
            endLine: 3,
            languageId: 'typescript',
            code: attachedCode,
          },
        ]);
      }
      return chat.submitDraft(message);
  }
}

/** Checks that the service received the planned messages and charged the planned bill. */
function assertServed(
  planned: PlannedRequest,
  { body, sessionId, debit }: Exchange,
  sessions: Map<string, string>,
): void {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
  assert.deepEqual(
    messages.map(({ content }) => content),
    planned.sent.map(({ text }) => text),
  );
  if (planned.messages > 1) assert.equal(sessionId, undefined);
  if (sessionId !== undefined) {
    assert.equal(sessionId, sessions.get(planned.session) ?? sessionId);
    sessions.set(planned.session, sessionId);
  }
  const { prompt, cached, completion, cost } = debit ?? { prompt: 0, cached: 0, completion: 0, cost: 0 };
  assert.deepEqual([prompt, cached, completion, cost], [planned.input, planned.cached, planned.output, planned.bill]);
}

function assertBooked({ booked }: PlannedRequest, cost: Cost | undefined, bill: number): void {
  assertCovers(cost, bill);
  assert.equal(cost?.isReported, booked !== 'range');
  if (booked !== 'range') assert.deepEqual([cost.low, cost.high], [bill, bill]);
}

/**
 * Checks that the day's total contains the sum of the bills, and that the amount in the status bar is not below this
 * sum. The status bar shows the high end of the total, rounded up to $0.0001, or to $0.01 from one dollar on. If the
 * service reported every cost, also checks that the amount is close to the sum.
 */
function assertSum(ledger: Ledger, bills: readonly number[]): void {
  const bill = sum(bills);
  const { today } = ledger.summarize('', new Date());
  assertCovers(today, bill);
  const shown = amountOf(formatCost(today, 'en'));
  assert.ok(shown >= bill, `$${shown / 1e9} is below the bill of $${bill / 1e9}`);
  if (today.isReported)
    assert.ok(shown - bill < bill * 0.01 + 100_000, `$${shown / 1e9} is far from the bill of $${bill / 1e9}`);
}

/** Parses a text such as `≈$0.0050`, `<$0.0001` or `$0`. Returns nano-dollars. */
function amountOf(text: string): number {
  const [, amount = ''] = /^[≈<]?\$(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  assert.notEqual(amount, '', text);
  return Math.round(Number(amount) * 1e9);
}

function assertCovers(cost: Cost | undefined, bill: number): void {
  assert.ok(cost);
  assert.ok(cost.low <= bill && bill <= cost.high, `${bill} is not in ${cost.low}…${cost.high}`);
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, each) => total + each, 0);
}
