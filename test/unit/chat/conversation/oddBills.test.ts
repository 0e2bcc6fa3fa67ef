import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Cost } from '../../../../src/meter/cost.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { pricesFromDollars, type Prices } from '../../../../src/meter/prices.ts';
import { priceOf } from '../../../standIn/billing.ts';
import { countMessages } from '../../../standIn/conversation.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import {
  connectionTo,
  copyAsKilled,
  openChat,
  sessionFile,
  untilFile,
  type OpenChat,
  type Workspace,
} from '../openChat.ts';
import { neverCalled } from '../../neverCalled.ts';

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const words = (count: number) => ' and'.repeat(count);
const text = (count: number) => event({ choices: [{ delta: { content: words(count) } }] });
const thoughts = (count: number) => event({ choices: [{ delta: { reasoning_content: words(count) } }] });
const usage = (prompt: number, completion: number, cached?: number) => ({
  usage: {
    prompt_tokens: prompt,
    completion_tokens: completion,
    prompt_tokens_details: cached === undefined ? null : { cached_tokens: cached },
  },
});
const lastUsage = (...figures: Parameters<typeof usage>) => event({ choices: [], ...usage(...figures) });
const counting = (each: number, prompt: number, completion: number) =>
  event({ choices: [{ delta: { content: words(each) } }], ...usage(prompt, completion) });
const finish = event({ choices: [{ delta: {}, finish_reason: 'stop' }] });
const done = 'data: [DONE]\n\n';

/** An unusual reply of a service. */
interface OddReply {
  /** The end of the test's title, after "a reply that". */
  readonly what: string;
  readonly body: string;
  /** The bills that are possible for this reply, in tokens. */
  readonly bills: readonly { readonly prompt: number; readonly completion: number; readonly cached?: number }[];
  /** True if the reported usage is usable, so that the cost is exact. Otherwise the cost is an estimated range. */
  readonly isExact: boolean;
}

const oddReplies: readonly OddReply[] = [
  {
    what: 'has reasoning but no text',
    body: thoughts(60) + lastUsage(8, 60) + finish + done,
    bills: [{ prompt: 8, completion: 60 }],
    isExact: true,
  },
  {
    what: 'has reasoning but neither text nor usage',
    body: thoughts(60) + finish + done,
    bills: [{ prompt: 8, completion: 60 }],
    isExact: false,
  },
  { what: 'is empty', body: finish + lastUsage(8, 0) + done, bills: [{ prompt: 8, completion: 0 }], isExact: true },
  {
    what: 'reports the usage `null` before the actual usage',
    body: event({ choices: [{ delta: { content: words(9) } }], usage: null }) + finish + lastUsage(8, 9) + done,
    bills: [{ prompt: 8, completion: 9 }],
    isExact: true,
  },
  {
    what: 'reports usage twice',
    body: text(9) + finish + lastUsage(8, 5) + lastUsage(8, 9) + done,
    bills: [{ prompt: 8, completion: 9 }],
    isExact: true,
  },
  {
    what: 'reports usage with each piece of text',
    body: counting(1, 8, 1) + counting(8, 8, 9) + finish + done,
    bills: [{ prompt: 8, completion: 9 }],
    isExact: true,
  },
  {
    what: 'reports usage with each piece of text, and is cut off',
    body: counting(1, 8, 1) + counting(8, 8, 9),
    bills: [
      { prompt: 8, completion: 9 },
      { prompt: 8, completion: 50 },
    ],
    isExact: false,
  },
  {
    what: 'reports usage only at its beginning',
    body: lastUsage(8, 0) + text(70) + finish + done,
    bills: [{ prompt: 8, completion: 70 }],
    isExact: false,
  },
  {
    what: 'reports usage only at its beginning, and is cut off',
    body: lastUsage(8, 1) + text(70),
    bills: [
      { prompt: 8, completion: 70 },
      { prompt: 8, completion: 110 },
    ],
    isExact: false,
  },
  {
    what: 'reports zero output although it has text',
    body: text(70) + finish + lastUsage(8, 0) + done,
    bills: [{ prompt: 8, completion: 70 }],
    isExact: false,
  },
  {
    what: 'reports zero input and output although it has text',
    body: text(70) + finish + lastUsage(0, 0) + done,
    bills: [{ prompt: 8, completion: 70 }],
    isExact: false,
  },
  {
    what: 'reports impossibly many output tokens',
    body: text(70) + finish + lastUsage(8, 7e15) + done,
    bills: [{ prompt: 8, completion: 70 }],
    isExact: false,
  },
  {
    what: 'reports more cached input than input',
    body: text(9) + finish + lastUsage(8, 9, 99) + done,
    bills: [{ prompt: 8, completion: 9, cached: 8 }],
    isExact: true,
  },
  {
    what: 'ends with an error that reports the usage',
    body: text(9) + event({ error: { message: 'Too hot.' }, ...usage(8, 9) }),
    bills: [{ prompt: 8, completion: 9 }],
    isExact: true,
  },
];

describe('booked cost of an unusual reply', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  const open = async (body: string): Promise<OpenChat> => {
    const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp(() => server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    return openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter(), {
      connection: () => connectionTo({ baseUrl }),
    });
  };

  for (const { what, body, bills, isExact } of oddReplies) {
    it(`${isExact ? 'equals' : 'is a range that contains'} the bill of a reply that ${what}`, async () => {
      const { chat, lastReply } = await open(body);
      await chat.submitDraft('Hi');
      const { cost } = lastReply();
      for (const { prompt, completion, cached = 0 } of bills)
        assertCovers(cost, priceOf({ prompt, cached, completion }));
      assert.equal(cost?.isReported, isExact);
    });
  }

  it('equals the bill of a reply that is stopped after the whole reply has arrived', async () => {
    const { chat, until, lastReply } = await open(text(9) + finish + lastUsage(8, 9) + done);
    const sent = chat.submitDraft('Hi');
    await until(() => chat.session.messages.length === 2 && lastReply().text !== '');
    chat.session.stop();
    await sent;
    assert.deepEqual(
      [lastReply().state, lastReply().cost?.high, lastReply().cost?.isReported],
      ['complete', priceOf({ prompt: 8, cached: 0, completion: 9 }), true],
    );
  });
});

describe('recovery of a reply whose window was killed', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  const [doubled, tripled] = [2, 3].map((times) =>
    pricesFromDollars({ input: 2 * times, cachedInput: 0.25 * times, output: 8 * times }),
  ) as [Prices, Prices];

  /**
   * Returns the workspace as it was when the window was killed during a reply, the bill at that moment, and the
   * service's origin.
   */
  const kill = async () => {
    const standIn = await standInService(cleanUp, { tokens: 300, hold: 140 });
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    const { chat } = await openChat(cleanUp, workspace, counter(), { connection: () => connectionTo(standIn) });
    const sent = chat.submitDraft('Go on');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    const file = sessionFile(workspace);
    await untilFile(path.dirname(file), async () => (await readFile(file, 'utf8')).includes('"type":"text"'));
    const spend = path.join(workspace.folder, 'spend');
    const [journal = ''] = await readdir(spend);
    // Wait for the first pending record, and for the record that books the expected growth of the reply in advance.
    await untilFile(
      spend,
      async () => ((await readFile(path.join(spend, journal), 'utf8')).match(/"pending"/g)?.length ?? 0) >= 2,
    );
    const killed = await copyAsKilled(workspace, cleanUp);
    const prompt = countMessages([{ role: 'user', content: 'Go on' }]) + 3;
    const bill = priceOf({ prompt, cached: 0, completion: exchange.tokensSent });
    exchange.release();
    await sent;
    return { killed, bill, origin: new URL(standIn.baseUrl).origin };
  };
  const bookedIn = async ({ ledger }: OpenChat): Promise<readonly BookedRequest[]> => {
    await ledger.refresh();
    const requests: BookedRequest[] = [];
    for await (const request of ledger.requests()) requests.push(request);
    return requests;
  };

  it('books the reply once, with the prices and the address in force when the request was sent', async () => {
    const { killed, bill, origin } = await kill();
    for (const prices of [doubled, tripled]) {
      const window = await openChat(cleanUp, killed, counter(), { prices: () => prices });
      const [record, ...more] = await bookedIn(window);
      assert.deepEqual([record?.end, record?.origin, record?.prices.output, more], ['incomplete', origin, 8_000, []]);
      assertCovers(window.lastReply().cost, bill);
      assert.equal(window.ledger.total().high, window.lastReply().cost?.high);
    }
  });

  it('books a cost within the bounds that other windows counted while the request was pending', async () => {
    const { killed, bill } = await kill();
    const files = createNodeFileStore(killed.folder);
    const otherLedger = createLedger({
      files,
      writerId: 'other',
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
    await otherLedger.refresh();
    const { today } = otherLedger.summarize('', new Date());
    assertCovers(today, bill);
    // The silence before the kill counts, too, so the upper end depends on its length.
    assert.ok(today.low > 0, `${today.low}–${today.high}, ${bill}`);
    const { ledger } = await openChat(cleanUp, killed, counter());
    const { low, high } = ledger.total();
    assert.ok(today.low <= low && low <= bill && bill <= high && high <= today.high, `${low}–${high}`);
  });

  it('books the reply on the day of the request, even if the recovery is in a later month', async () => {
    const { killed } = await kill();
    const spend = path.join(killed.folder, 'spend');
    const [name = ''] = await readdir(spend);
    const journal = await readFile(path.join(spend, name), 'utf8');
    await writeFile(path.join(spend, name), journal.replaceAll(/"day":"[\d-]+"/g, '"day":"2026-01-15"'));
    await rename(path.join(spend, name), path.join(spend, name.replace(/^\d{4}-\d{2}/, '2026-01')));
    const window = await openChat(cleanUp, killed, counter());
    const booked = await bookedIn(window);
    assert.deepEqual(
      booked.map(({ day, end }) => [day, end]),
      [['2026-01-15', 'incomplete']],
    );
  });

  for (const [mode, later] of [
    ['session', 'messages'],
    ['messages', 'session'],
  ] as const) {
    it(`books a cost range that contains the bill of a request in mode "${mode}" if the mode is now "${later}"`, async () => {
      const standIn = await standInService(cleanUp, { usage: 'withheld', tokens: 1_500 });
      const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
      const { chat } = await openChat(cleanUp, workspace, counter(), {
        options: { mode },
        connection: () => connectionTo(standIn),
      });
      await chat.submitDraft('Go on');
      standIn.script({ hold: 'before-headers' });
      const sent = chat.submitDraft(words(500));
      await standIn.nextRequest();
      const exchange = await standIn.nextRequest();
      await exchange.held;
      const killed = await copyAsKilled(workspace, cleanUp);
      chat.session.stop();
      await sent;
      await exchange.closed;
      const window = await openChat(cleanUp, killed, counter(), {
        options: { mode: later },
        connection: () => connectionTo(standIn),
      });
      assertCovers(window.lastReply().cost, exchange.debit?.cost ?? 0);
      const { id, history } = window.chat.session;
      assert.ok(history.most >= countMessages(standIn.conversation(id)));
    });
  }

  it('books a reply of a session that is not shown, but not while another window holds that session', async () => {
    const { killed, bill } = await kill();
    const sessionId = killed.sessionId!;
    const window = await openChat(cleanUp, { ...killed, sessionId: 'another' }, counter());
    const other = await openChat(cleanUp, { ...killed, sessionId: 'third', windowId: 'other' }, counter());
    const bookedAfterRecovery = async () => {
      await window.ledger.refresh();
      assert.deepEqual(
        window.ledger.pendingRequests().map((each) => each.sessionId),
        [sessionId],
      );
      await window.chat.recover(window.ledger.pendingRequests());
      return (await bookedIn(window))[0];
    };
    await other.leases.acquire(sessionId);
    assert.equal((await bookedAfterRecovery())?.end, 'pending');
    await other.leases.release(sessionId);
    const record = await bookedAfterRecovery();
    assert.equal(record?.end, 'incomplete');
    assertCovers(record.cost, bill);
    assert.deepEqual(window.ledger.pendingRequests(), []);
    assert.equal((await window.leases.holder(sessionId)).who, 'nobody');
    // Recovery also writes the cost to the session's file, from which the session is loaded here.
    await window.chat.openSession(sessionId);
    assert.deepEqual(window.lastReply().cost, record.cost);
  });

  it('books the replies of the other sessions if a session cannot be read, and reports that session', async () => {
    const { killed, bill } = await kill();
    const window = await openChat(cleanUp, { ...killed, sessionId: 'another' }, counter());
    await window.ledger.refresh();
    const recovered = window.chat.recover([{ sessionId: '../unreadable' }, ...window.ledger.pendingRequests()]);
    await assert.rejects(recovered, /Not the id of a lease: \.\.\/unreadable/);
    assertCovers((await bookedIn(window))[0]?.cost, bill);
    assert.deepEqual(window.ledger.pendingRequests(), []);
  });

  it('takes the address from the transcript if the ledger is lost, or from the settings if both lack it', async () => {
    for (const isKept of [true, false]) {
      const { killed, origin } = await kill();
      await rm(path.join(killed.folder, 'spend'), { recursive: true });
      const file = sessionFile(killed);
      // Earlier versions did not save the address.
      if (!isKept) await writeFile(file, (await readFile(file, 'utf8')).replace(`,"origin":"${origin}"`, ''));
      const [record] = await bookedIn(await openChat(cleanUp, killed, counter()));
      assert.deepEqual([record?.end, record?.origin], ['incomplete', isKept ? origin : 'http://127.0.0.1']);
    }
  });

  it('books a cost range that contains the bill, even if the window had received text that it had not saved', async () => {
    const { killed, bill } = await kill();
    const file = sessionFile(killed);
    const kept = (await readFile(file, 'utf8')).split('\n').filter((line) => !line.includes('"type":"text"'));
    const [, replyId] = /"type":"reply","id":"([^"]+)"/.exec(kept.join('')) ?? [];
    const line = JSON.stringify({ type: 'text', replyId, text: 'This is' });
    await writeFile(file, [...kept, line, ''].join('\n'));
    const { lastReply } = await openChat(cleanUp, killed, counter());
    assertCovers(lastReply().cost, bill);
  });
});

describe('session history after a change of the conversation mode', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();

  it('has a lower bound that does not exceed the number of tokens that the service keeps', async () => {
    const standIn = await standInService(cleanUp, { usage: 'withheld', tokens: 400 });
    const workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
    for (const mode of ['session', 'messages', 'messages', 'session', 'session'] as const) {
      const { chat, lastReply } = await openChat(cleanUp, workspace, counter(), {
        options: { mode },
        connection: () => connectionTo(standIn),
      });
      await chat.submitDraft('Go on');
      assertCovers(lastReply().cost, standIn.ledger.at(-1)!.cost);
      assert.ok(chat.session.history.least <= countMessages(standIn.conversation(chat.session.id)) + 3);
    }
  });
});

function assertCovers(cost: Cost | undefined, bill: number): void {
  assert.ok(cost);
  assert.ok(cost.low <= bill && bill <= cost.high, `${bill} is not in ${cost.low}…${cost.high}`);
}
