import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ChatEnd, ChatEvent } from '../../../../src/api/chatEvent.ts';
import { createDetachedRequests, type DetachedRequest } from '../../../../src/chat/conversation/detachedRequests.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { priceOf } from '../../../standIn/billing.ts';
import { countMessages } from '../../../standIn/conversation.ts';
import type { StandIn } from '../../../standIn/standIn.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, untilFile, type ChatSettings, type OpenChat, type Workspace } from '../openChat.ts';

describe('DetachedRequests', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });

  const open = async (windowId = 'window', more: Partial<Workspace> = {}, settings: ChatSettings = {}) =>
    openChat(cleanUp, { folder, windowId, sessionId: windowId, ...more }, counter(), settings);
  const request = (standIn: StandIn, fields: Partial<DetachedRequest> = {}): DetachedRequest => ({
    content: 'Hi',
    connection: connectionTo(standIn),
    options: { mode: 'session', extraBody: {} },
    signal: new AbortController().signal,
    receive: lastEvent,
    ...fields,
  });
  const leases = async () => readdir(path.join(folder, 'detachedRequests')).catch(() => []);
  const journals = async () => {
    const spend = path.join(folder, 'spend');
    const names = await readdir(spend).catch(() => []);
    return (await Promise.all(names.map(async (name) => readFile(path.join(spend, name), 'utf8')))).join('');
  };
  const bookedIn = async ({ ledger }: OpenChat): Promise<readonly BookedRequest[]> => {
    await ledger.refresh();
    const records: BookedRequest[] = [];
    for await (const record of ledger.requests()) records.push(record);
    return records;
  };

  it('sends a request once, in a new session, and books the cost', async () => {
    const standIn = await standInService(cleanUp);
    const window = await open();
    const metered = await window.detachedRequests.send(request(standIn));
    assert.equal(standIn.requests.length, 1);
    assert.notEqual(standIn.requests[0]?.sessionId, window.chat.session.id);
    const [record, ...more] = await bookedIn(window);
    assert.deepEqual([record?.end, record?.cost, more], ['complete', metered?.cost, []]);
    assert.equal(metered?.cost.high, standIn.ledger[0]?.cost);
    assert.deepEqual(await leases(), []);
  });

  it('sends no session id in mode "messages", and sends the additional fields of the body', async () => {
    const standIn = await standInService(cleanUp);
    const window = await open();
    const options = { mode: 'messages', extraBody: { model: 'small' } } as const;
    await window.detachedRequests.send(request(standIn, { options }));
    const [exchange] = standIn.requests;
    assert.equal(exchange?.sessionId, undefined);
    assert.equal((JSON.parse(exchange?.body ?? '') as { readonly model?: string }).model, 'small');
  });

  it('writes the lease and the pending record to disk before it sends the request', async () => {
    const standIn = await standInService(cleanUp, { hold: 'before-headers' });
    const window = await open();
    const sent = window.detachedRequests.send(request(standIn));
    const exchange = await standIn.nextRequest();
    assert.equal((await leases()).length, 1);
    assert.match(await journals(), /"end":"pending"/);
    exchange.release();
    await sent;
  });

  it('sends and saves nothing when the spend guard refuses', async () => {
    const standIn = await standInService(cleanUp);
    const questions = {
      confirm: async () => Promise.resolve(false),
      sendAnyway: async () => Promise.resolve(false),
      sendWithUnknown: async () => Promise.resolve(false),
      warn: () => undefined,
      tellHeld: () => undefined,
      tellUnsent: () => undefined,
    };
    const window = await open('window', {}, { limits: () => ({ daily: 0, session: 0, confirmAbove: 1 }), questions });
    assert.equal(await window.detachedRequests.send(request(standIn)), undefined);
    assert.deepEqual([standIn.requests.length, await leases(), await journals()], [0, [], '']);
  });

  it('books a request as incomplete when the reader of the reply throws', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, usage: 'withheld' });
    const window = await open();
    const receive = async (events: AsyncIterable<ChatEvent>) => {
      for await (const { type } of events) if (type === 'text') throw new Error('Reader failed');
      return assert.fail();
    };
    await assert.rejects(window.detachedRequests.send(request(standIn, { receive })), /Reader failed/);
    const [exchange] = standIn.requests;
    await exchange?.closed;
    const [record, ...more] = await bookedIn(window);
    assert.deepEqual([record?.end, more, await leases()], ['incomplete', [], []]);
    assertCovers(record, exchange?.debit?.cost ?? 0);
  });

  it('recovers the request of a killed window only once, and not before the window is killed', async () => {
    const standIn = await standInService(cleanUp, { tokens: 300, hold: 140 });
    const killed = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    cleanUp(() => killed.kill('SIGKILL'));
    const controller = new AbortController();
    const sender = await open('killed', { pid: killed.pid! });
    const sent = sender.detachedRequests.send(request(standIn, { signal: controller.signal }));
    const exchange = await standIn.nextRequest();
    await exchange.held;
    await untilFile(path.join(folder, 'spend'), async () => ((await journals()).match(/"pending"/g)?.length ?? 0) >= 2);
    const bill = priceOf({
      prompt: countMessages([{ role: 'user', content: 'Hi' }]) + 3,
      cached: 0,
      completion: exchange.tokensSent,
    });
    const [one, two] = [await open('one'), await open('two')];

    await one.detachedRequests.recover();
    const [pending] = await bookedIn(one);
    assert.equal(pending?.end, 'pending');

    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await Promise.all([one.detachedRequests.recover(), two.detachedRequests.recover()]);
    await one.detachedRequests.recover();
    const [record, ...more] = await bookedIn(one);
    assert.deepEqual([record?.end, record?.id, more], ['incomplete', pending.id, []]);
    assert.ok(record!.cost.high >= pending.cost.high);
    assertCovers(record, bill);
    assert.equal(one.ledger.total().high, record!.cost.high);
    assert.deepEqual([one.ledger.pendingRequests(), await leases()], [[], []]);

    controller.abort();
    await sent;
  });

  it('does not recover a request if another window acquires its lease first', async () => {
    const [one, two] = [await open('one'), await open('two')];
    const ended = spawnSync(process.execPath, ['--version']);
    const killed = await open('killed', { pid: ended.pid });
    const pending = spendRecord(1, 'pending', Date.now());
    await killed.windows.detachedLeases.acquire(pending.sessionId);
    await one.ledger.append(pending);
    const { detachedLeases } = one.windows;
    const recovering = createDetachedRequests({
      requests: { permit: () => assert.fail(), send: () => assert.fail() },
      meter: { estimate: () => assert.fail(), mostCost: () => assert.fail() },
      ledger: one.ledger,
      leases: {
        ...detachedLeases,
        abandoned: async () => {
          const ids = await detachedLeases.abandoned();
          await two.windows.detachedLeases.acquire(pending.sessionId);
          return ids;
        },
      },
      createId: randomUUID,
      now: Date.now,
    });
    await recovering.recover();
    assert.deepEqual([(await bookedIn(one)).map(({ end }) => end), await leases()], [['pending'], ['session-1.lease']]);
    await two.windows.detachedLeases.release(pending.sessionId);
  });

  it('recovers only the requests of the killed window', async () => {
    const one = await open('one');
    const ended = spawnSync(process.execPath, ['--version']);
    const killed = await open('killed', { pid: ended.pid });
    const [lost, running] = [spendRecord(1, 'pending', Date.now()), spendRecord(2, 'pending', Date.now())];
    await killed.windows.detachedLeases.acquire(lost.sessionId);
    for (const record of [lost, { ...running, sessionId: 'other' }]) await one.ledger.append(record);
    await one.detachedRequests.recover();
    const ends = (await bookedIn(one)).map(({ id, end }) => [id, end] as const);
    assert.deepEqual(
      new Map(ends),
      new Map([
        [lost.id, 'incomplete'],
        [running.id, 'pending'],
      ]),
    );
  });

  it('does not recover the pending request of a chat session', async () => {
    const standIn = await standInService(cleanUp, { tokens: 50, hold: 5 });
    const window = await open('window', {}, { connection: () => connectionTo(standIn) });
    const sent = window.chat.submitDraft('Go on');
    const exchange = await standIn.nextRequest();
    await exchange.held;
    const other = await open('other');
    await other.detachedRequests.recover();
    assert.deepEqual(
      (await bookedIn(other)).map(({ end }) => end),
      ['pending'],
    );
    exchange.release();
    await sent;
    assert.deepEqual(
      (await bookedIn(other)).map(({ end }) => end),
      ['complete'],
    );
  });
});

async function lastEvent(events: AsyncIterable<ChatEvent>): Promise<ChatEnd> {
  for await (const event of events) if (event.type === 'end') return event;
  return assert.fail();
}

function assertCovers(record: BookedRequest | undefined, bill: number): void {
  assert.ok(record);
  const { low, high } = record.cost;
  assert.ok(low <= bill && bill <= high, `${bill} is not in ${low}…${high}`);
}
