import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type { ConversationMode } from '../../../../src/chat/messages/message.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { pricesFromDollars } from '../../../../src/meter/prices.ts';
import type { TokenCounter } from '../../../../src/meter/tokenCounter.ts';
import { createTokenRatios } from '../../../../src/meter/tokenRatio.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { dollar } from '../../../standIn/billing.ts';
import { countMessages } from '../../../standIn/conversation.ts';
import type { Exchange } from '../../../standIn/exchange.ts';
import type { Script } from '../../../standIn/script.ts';
import { startStandIn, type StandIn } from '../../../standIn/standIn.ts';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { WriteBuffer } from '../../../../src/node/writeBuffer.ts';
import { temporaryFolder, type CleanUp } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { createFaultyStore, writes } from '../../faultyStore.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, copyAsKilled, openChat, shown, type OpenChat, type Workspace } from '../openChat.ts';
import { hasArrived, isHeld, pick, toRequest } from './randomRequests.ts';
import { requests, step, type Action, type Event, type Request, type Step } from './randomSteps.ts';

describe('random conversations', () => {
  const counter = withTokenCounter();
  const steps = fc.array(step, { minLength: 1, maxLength: 10, size: 'max' });

  it('book cost ranges that contain each bill, for random actions of the user and random replies', async () => {
    // Use a fixed seed, so that a failure is reproducible.
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (all, learns) => converse(all, { learns, faults: [] }, counter())),
      { seed: 3, numRuns: 60 },
    );
  }).timeout(120_000);

  it('book cost ranges that contain each bill, and lose no message, if the disk refuses random writes', async () => {
    const code = fc.constantFrom('ENOSPC', 'EACCES', 'EBUSY', 'EIO', 'EMFILE', 'EROFS');
    const fault = fc.record({ code, after: fc.nat({ max: 20 }), times: fc.integer({ min: 1, max: 10 }) });
    const faults = fc.array(fault, { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(steps, faults, async (all, some) => converse(all, { learns: false, faults: some }, counter())),
      { seed: 4, numRuns: 60 },
    );
  }).timeout(120_000);
});

interface Circumstances {
  /** True if the ratios of token counts are learned from reported usage. */
  readonly learns: boolean;
  readonly faults: readonly Fault[];
}

/** The disk accepts `after` writes, then refuses `times` writes with the error `code`. Then the next fault begins. */
interface Fault {
  readonly code: string;
  readonly after: number;
  readonly times: number;
}

async function converse(steps: readonly Step[], circumstances: Circumstances, counter: TokenCounter): Promise<void> {
  const cleanUps: (() => unknown)[] = [];
  const cleanUp: CleanUp = (clean) => cleanUps.push(clean);
  try {
    const person = await createPerson(circumstances, counter, cleanUp);
    for (const each of steps) {
      await person.take(each);
      await person.assertBilled();
    }
    await person.assertSaved();
  } finally {
    for (const clean of cleanUps.reverse()) await clean();
  }
}

const balance = 1_000 * dollar;

/** Simulates a user with two windows on one folder. The second window is used only during a pause of a reply. */
async function createPerson({ learns, faults }: Circumstances, counter: TokenCounter, cleanUp: CleanUp) {
  const standIn = await startStandIn({ balance, usage: 'withheld' });
  cleanUp(async () => standIn.close());
  let workspace: Workspace = { folder: await temporaryFolder(cleanUp) };
  let mode: ConversationMode = 'session';
  let prices = pricesFromDollars({ input: 2, cachedInput: 0.25, output: 8 });
  const sessions = new Set<string>();
  const scripts = new Map<Exchange, Script>();
  const disk = createFaultyDisk(faults, cleanUp);

  const open = async (at: Workspace): Promise<OpenChat> => {
    const ratios = createTokenRatios(createNodeFileStore(at.folder), neverCalled);
    let learning = Promise.resolve();
    cleanUp(async () => learning);
    return openChat(cleanUp, at, counter, {
      wrapFiles: disk.wrap,
      connection: () => connectionTo(standIn),
      options: {
        get mode() {
          return mode;
        },
      },
      prices: () => prices,
      ...(learns ? { ratios: { ...ratios, learn: async (...args) => (learning = ratios.learn(...args)) } } : {}),
    });
  };
  let window = await open(workspace);

  const takeAction = async (action: Action, { which, text }: Step): Promise<unknown> => {
    const { chat, library } = window;
    switch (action) {
      case 'deleteExchange':
        return chat.session.deleteExchange(pick(chat.session.messages, which)?.id ?? '');
      case 'undo':
        return chat.session.restoreDeleted(pick(chat.session.deletions.flat(), which) ?? '');
      case 'newSession':
        return chat.newSession();
      case 'openSession':
        return chat.openSession(pick([...sessions], which) ?? chat.session.id);
      case 'deleteSession':
        return library.delete(pick([...sessions], which) ?? chat.session.id);
      case 'reload':
        await chat.close();
        await disk.saveAll();
        return (window = await open(workspace));
      case 'changeMode':
        return (mode = mode === 'session' ? 'messages' : 'session');
      case 'changePrices':
        return (prices = pricesFromDollars({ input: which, cachedInput: text.length / 100, output: 8 }));
    }
  };

  const act = async (action: Action, each: Step): Promise<unknown> => {
    // The disk may refuse the write of an action, such as a deletion. The refused action then changes nothing.
    return takeAction(action, each).catch((error: unknown) => {
      if (!disk.isRefusal(error)) throw error;
    });
  };

  const cause = async (event: Event, each: Step): Promise<unknown> => {
    const { chat } = window;
    switch (event) {
      case 'stop':
        chat.session.stop();
        return undefined;
      case 'kill':
      case 'killAndChangeMode': {
        await disk.saveAll();
        const killed = await copyAsKilled(workspace, cleanUp);
        await chat.close();
        workspace = killed;
        if (event === 'killAndChangeMode') await act('changeMode', each);
        return (window = await open(workspace));
      }
      case 'queue':
        return chat.submitDraft(`${each.text} And then?`);
      case 'askElsewhere': {
        const other = await open({ ...workspace, windowId: 'other' });
        if (other.chat.isReadOnly) await other.chat.newSession();
        assert.equal(await other.chat.submitDraft(each.text), true);
        return other.chat.close();
      }
      case 'forgetCounts':
        counter.dispose();
        return undefined;
      default:
        return act(event, each);
    }
  };

  const request = async (does: Request, each: Step) => {
    const { answer: script, meanwhile } = each;
    const { chat, until } = window;
    const send = toRequest(chat, does, each);
    if (send === undefined) return;
    const before = standIn.requests.length;
    standIn.charge(prices);
    standIn.script({ ...script, ...(meanwhile === undefined ? {} : { hold: meanwhile.after }) });
    const sent = send();
    while (standIn.requests.length === before) await standIn.nextRequest();
    const exchange = standIn.requests[before]!;
    scripts.set(exchange, script);
    if (meanwhile !== undefined && (await isHeld(exchange))) {
      const { session } = chat;
      await until(() => hasArrived(exchange, session.messages));
      await cause(meanwhile.happens, each);
      // Resume the reply, except if the reply was stopped or its session was closed.
      const open = [window.chat.session, ...window.chat.background];
      if (meanwhile.happens !== 'stop' && open.includes(session)) exchange.release();
    }
    assert.equal(await sent, true);
    // Take queued messages back, because they must not be sent in a later step, which may have other prices.
    window.chat.draft.editQueue();
    sessions.add(chat.session.id);
  };

  return {
    take: async (each: Step) => (isRequest(each.does) ? request(each.does, each) : act(each.does, each)),
    assertBilled: async () => assertBilled(window, standIn, scripts),
    /** Lets all writes succeed, then checks that a reloaded window shows the same messages as before. */
    assertSaved: async () => {
      const before = shown(window.chat.session.messages);
      await window.chat.close();
      await disk.saveAll();
      window = await open(workspace);
      assert.deepEqual(shown(window.chat.session.messages), before);
    },
  };
}

/**
 * Creates a disk that refuses writes as `faults` say. The faults count the writes of all wrapped stores together.
 * `wrap` puts a WriteBuffer before a store. Each question of the WriteBuffer is answered with `keep`.
 */
function createFaultyDisk(faults: readonly Fault[], cleanUp: CleanUp) {
  const refusals = faults.flatMap(({ code, after, times }) => [
    ...Array<undefined>(after).fill(undefined),
    ...Array<string>(times).fill(code),
  ]);
  const buffers: WriteBuffer[] = [];
  let isAccepting = false;
  return {
    wrap: (files: FileStore): FileStore => {
      const buffer = new WriteBuffer({
        files: createFaultyStore(files, (operation) =>
          writes.has(operation) && !isAccepting ? refusals.shift() : undefined,
        ),
        onDidChange: () => undefined,
        ask: async () => Promise.resolve('keep'),
      });
      buffers.push(buffer);
      cleanUp(() => buffer.dispose());
      return buffer.files;
    },
    isRefusal: (error: unknown) => error instanceof Error && /^E[A-Z]+: /.test(error.message),
    saveAll: async () => {
      isAccepting = true;
      await Promise.all(buffers.map(async (buffer) => buffer.retry()));
      isAccepting = false;
    },
  };
}

/**
 * Checks that the booked cost of each request contains its bill, and that the ledger's total contains the sum of the
 * bills.
 */
async function assertBilled(
  { ledger, chat, errors, saveErrors }: OpenChat,
  standIn: StandIn,
  scripts: ReadonlyMap<Exchange, Script>,
): Promise<void> {
  await Promise.all(standIn.requests.map(async ({ closed }) => closed));
  await ledger.refresh();
  const records: BookedRequest[] = [];
  for await (const record of ledger.requests()) records.push(record);
  assert.equal(records.length, standIn.requests.length);
  for (const [index, exchange] of standIn.requests.entries()) {
    const { cost, end } = records[index]!;
    const bill = exchange.debit?.cost ?? 0;
    assertCovers(cost, bill);
    const { usage, framing, fault: failing } = scripts.get(exchange) ?? {};
    if (usage !== 'reported' || framing === 'ndjson' || failing !== undefined || end !== 'complete') continue;
    assert.deepEqual([cost.isReported, cost.low, cost.high], [true, bill, bill]);
  }
  assertCovers(ledger.total(), balance - standIn.balance);
  for (const message of chat.session.messages) {
    if (message.kind === 'question' || message.isCarried === true) continue;
    assert.deepEqual(message.cost, records.find(({ id }) => id === message.id)?.cost);
  }
  assert.ok(countMessages(standIn.conversation(chat.session.id)) <= chat.session.history.most);
  assert.deepEqual([errors, saveErrors], [[], []]);
}

function assertCovers({ low, high }: { readonly low: number; readonly high: number }, bill: number): void {
  assert.ok(low <= bill && bill <= high, `${bill} is not in ${low}…${high}`);
}

function isRequest(does: Step['does']): does is Request {
  return requests.some((each) => each === does);
}
