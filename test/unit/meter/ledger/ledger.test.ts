import { strict as assert } from 'node:assert';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { noCost, type Cost } from '../../../../src/meter/cost.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createSum, toSpend } from '../../../../src/meter/ledger/spend.ts';
import type { SpendRecord, Workspace } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { published } from '../published.ts';
import { neverCalled } from '../../neverCalled.ts';

const noSpend = toSpend(createSum());

describe('createLedger', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let changes: number;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    changes = 0;
  });

  const ledger = (writerId: string) =>
    createLedger({
      files: createNodeFileStore(folder),
      writerId,
      workspace: () => ({ id: 'hash', name: 'shop' }),
      onUnreadable: neverCalled,
      onDidChange: () => {
        changes += 1;
      },
      now: Date.now,
    });
  const files = async () => readdir(path.join(folder, 'spend'));

  it('counts the pending record of a request, then replaces the pending record with the final record', async () => {
    const own = ledger('w1');
    await own.append(record({ id: 'a', end: 'pending', cost: costing(9) }));
    assert.equal(own.summarize('s', new Date()).today.high, 9);
    assert.equal(own.summarize('s', new Date()).lastReply, undefined);
    await own.append(record({ id: 'a', end: 'complete', cost: costing(5) }));
    assert.equal(own.summarize('s', new Date()).today.high, 5);
    assert.equal(own.summarize('s', new Date()).lastReply?.high, 5);
    assert.equal(changes, 2);
  });

  it('returns a pending request of another window, with its prices, until the final record is read', async () => {
    const own = ledger('w1');
    const other = ledger('w2');
    await own.append(record({ id: 'a', end: 'pending', cost: costing(9) }));
    await own.append(record({ id: 'b', end: 'complete', cost: costing(4) }));
    await other.refresh();
    assert.deepEqual(
      [other.pendingHigh(), other.pendingRequest('a')?.prices, other.pendingRequest('b')],
      [9, published, undefined],
    );
    await own.append(record({ id: 'a', end: 'complete', cost: costing(5) }));
    await other.refresh();
    assert.deepEqual([other.pendingHigh(), other.pendingRequest('a')], [0, undefined]);
  });

  it('replaces the pending costs of running requests with their costs so far, until their final records', async () => {
    const own = ledger('w1');
    await own.append(record({ id: 'a', end: 'complete', cost: costing(4) }));
    await own.append(record({ id: 'b', end: 'pending', cost: costing(9) }));
    await own.append(record({ id: 'c', sessionId: 'other', end: 'pending', cost: costing(90) }));
    const ofShown = { id: 'b', costSoFar: { ...costing(7), low: 2, isReported: false, outputTokens: 3 } };
    const running = [ofShown, { id: 'c', costSoFar: costing(70) }, { id: 'unknown', costSoFar: costing(800) }];
    const { session, today, month, total, lastReply, replySoFar } = own.summarize('s', new Date(), running);
    const { low, high, isReported, outputTokens } = session;
    assert.deepEqual([low, high, isReported, outputTokens], [4 + 2, 4 + 7, false, 3]);
    for (const sum of [today, month, total]) assert.deepEqual([sum.low, sum.high], [4 + 2 + 70, 4 + 7 + 70]);
    assert.deepEqual([lastReply?.high, replySoFar?.high], [4, 7]);
    const other = own.summarize('other', new Date(), running);
    assert.deepEqual([other.session.high, other.replySoFar?.high], [70, 70]);
    await own.append(record({ id: 'b', end: 'complete', cost: costing(5) }));
    const { today: booked, replySoFar: ended } = own.summarize('s', new Date(), running);
    assert.deepEqual([booked.high, ended], [4 + 5 + 70, undefined]);
  });

  it('ignores a pending record that is read after the final record', async () => {
    const own = ledger('w1');
    const other = ledger('w2');
    await other.append(record({ id: 'a', end: 'pending', cost: costing(9) }));
    await own.append(record({ id: 'a', end: 'incomplete', cost: costing(5) }));
    await own.refresh();
    assert.equal(own.summarize('s', new Date()).today.high, 5);
  });

  it('counts the pending record with the most output, in any reading order', async () => {
    const may = (outputTokens: number) =>
      record({ id: 'a', end: 'pending', cost: { ...costing(outputTokens), outputTokens } });
    const own = ledger('w1');
    const other = ledger('w2');
    for (const outputTokens of [0, 600, 300]) {
      await own.append(may(outputTokens));
      await other.refresh();
    }
    for (const each of [own, other, ledger('w3')]) {
      await each.refresh();
      assert.deepEqual([each.total().high, each.pendingHigh(), each.pendingRequest('a')?.cost.high], [600, 600, 600]);
    }
    await own.append(record({ id: 'a', end: 'complete', cost: costing(5) }));
    assert.deepEqual([own.total().high, own.total().requests], [5, 1]);
  });

  it('writes one journal per window, and sums the requests of all windows', async () => {
    const windows = ['w1', 'w2', 'w3'].map(ledger);
    await Promise.all(
      windows.map(async (each, index) => each.append(record({ id: `r${index}`, cost: costing(10 ** index) }))),
    );
    for (const each of windows) {
      await each.refresh();
      assert.equal(each.summarize('s', new Date()).today.high, 111);
    }
    assert.equal((await files()).length, 3);
    const late = ledger('w4');
    await late.refresh();
    assert.equal(late.summarize('s', new Date()).month.high, 111);
  });

  it('calls `onDidChange` after each refresh, because another window may have appended a record', async () => {
    const own = ledger('w1');
    await own.refresh();
    assert.equal(changes, 1);
    await own.refresh();
    assert.equal(changes, 2);
  });

  it('counts no record twice after repeated and concurrent refreshes', async () => {
    const own = ledger('w1');
    for (const id of ['a', 'b', 'c']) await own.append(record({ id, cost: costing(1) }));
    const reader = ledger('w2');
    await Promise.all([reader.refresh(), reader.refresh(), own.refresh()]);
    await own.append(record({ id: 'd', cost: costing(1) }));
    await Promise.all([reader.refresh(), reader.refresh()]);
    assert.equal(reader.summarize('s', new Date()).today.high, 4);
    assert.equal(own.summarize('s', new Date()).today.high, 4);
  });

  it('reads a line only when the line is complete', async () => {
    const own = ledger('w1');
    await own.append(record({ id: 'a', cost: costing(1) }));
    const [name = ''] = await files();
    const file = path.join(folder, 'spend', name);
    const line = JSON.stringify(record({ id: 'ü', cost: costing(2) }));
    const half = Buffer.byteLength(line.slice(0, line.indexOf('ü'))) + 1;
    await appendFile(file, Buffer.from(line).subarray(0, half));
    const reader = ledger('w2');
    await reader.refresh();
    assert.equal(reader.summarize('s', new Date()).today.high, 1);
    await appendFile(file, Buffer.concat([Buffer.from(line).subarray(half), Buffer.from('\n')]));
    await reader.refresh();
    assert.equal(reader.summarize('s', new Date()).today.high, 3);
  });

  it('skips incomplete and invalid lines, and reads the lines that follow', async () => {
    const own = ledger('w1');
    await own.append(record({ id: 'a', cost: costing(1) }));
    const [name = ''] = await files();
    const file = path.join(folder, 'spend', name);
    const reader = ledger('w2');
    const foreign = [
      'null',
      '[]',
      '7',
      '{}',
      '{"id":1}',
      JSON.stringify({ ...record({}), cost: { low: 1 } }),
      '{"id":"torn","at":1',
    ];
    await appendFile(file, Buffer.concat([Buffer.from([0xff, 0xc3, 0x00, 10]), Buffer.from(foreign.join('\n'))]));
    await own.append(record({ id: 'b', cost: costing(2) }));
    await reader.refresh();
    assert.equal(reader.summarize('s', new Date()).today.high, 3);
    await own.append(record({ id: 'c', cost: costing(4) }));
    await reader.refresh();
    assert.equal(reader.summarize('s', new Date()).today.high, 7);
  });

  it('ignores files that are not journals', async () => {
    await mkdir(path.join(folder, 'spend'));
    const month = monthOf(new Date());
    await writeFile(path.join(folder, 'spend', `${month}-w.jsonl.tmp`), `${JSON.stringify(record({}))}\n`);
    await writeFile(path.join(folder, 'spend', 'notes.jsonl'), `${JSON.stringify(record({}))}\n`);
    const own = ledger('w1');
    await own.refresh();
    assert.equal(own.summarize('s', new Date()).month.high, 0);
  });

  it('separates days and months by the local calendar', async () => {
    const own = ledger('w1');
    const at = (...[year, month, day, hours, minutes]: [number, number, number, number, number]) =>
      new Date(year, month, day, hours, minutes).getTime();
    await own.append(record({ id: 'a', at: at(2026, 1, 28, 23, 59), cost: costing(1) }));
    await own.append(record({ id: 'b', at: at(2026, 2, 1, 0, 0), cost: costing(10) }));
    await own.append(record({ id: 'c', at: at(2026, 2, 28, 23, 59), cost: costing(100) }));
    await own.append(record({ id: 'd', at: at(2026, 2, 29, 0, 0), cost: costing(1_000) }));
    const { today, month, session, lastReply } = own.summarize('s', new Date(2026, 2, 29, 23, 59));
    assert.deepEqual([today.high, month.high, session.high, lastReply?.high], [1_000, 1_110, 1_111, 1_000]);
    assert.deepEqual((await files()).toSorted(), ['2026-02-w1.jsonl', '2026-03-w1.jsonl']);
  });

  it('sums each session separately', async () => {
    const own = ledger('w1');
    await own.append(record({ id: 'a', sessionId: 's', cost: costing(1) }));
    await own.append(record({ id: 'b', sessionId: 't', cost: costing(2) }));
    assert.equal(own.summarize('s', new Date()).session.high, 1);
    assert.equal(own.summarize('t', new Date()).session.high, 2);
    assert.equal(own.summarize('u', new Date()).lastReply, undefined);
    assert.deepEqual(own.summarize('u', new Date()).session, noSpend);
  });

  it('returns requests sorted by time, oldest first, regardless of the order of appends', async () => {
    const own = ledger('w1');
    const ids = async (each: ReturnType<typeof ledger>) => {
      const found: string[] = [];
      for await (const { id } of each.requests()) found.push(id);
      return found;
    };
    for (const [id, month, day] of [
      ['november-2', 10, 2],
      ['september', 8, 1],
      ['november-1', 10, 1],
      ['october', 9, 1],
    ] as const)
      await own.append(record({ id, at: new Date(2026, month, day).getTime() }));
    const ordered = ['september', 'october', 'november-1', 'november-2'];
    assert.deepEqual(await ids(own), ordered, 'before the journals are read');
    await own.refresh();
    assert.deepEqual(await ids(own), ordered);
  });

  it('uses a workspace’s name from the newest month, even if a request of an older month is appended later', async () => {
    let name = 'new name';
    const own = createLedger({
      files: createNodeFileStore(folder),
      writerId: 'w1',
      workspace: () => ({ id: 'hash', name }),
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
    await own.append(record({ id: 'a', at: new Date(2026, 10, 1).getTime() }));
    name = 'old name';
    await own.append(record({ id: 'b', at: new Date(2026, 9, 1).getTime() }));
    assert.deepEqual(
      own.byWorkspace().map(({ workspace, spend }) => [workspace?.name, spend.requests]),
      [['new name', 2]],
    );
  });

  it('returns, for each session, the first day, the last day, and the workspace on the last day', async () => {
    let workspace: Workspace | undefined;
    const own = createLedger({
      files: createNodeFileStore(folder),
      writerId: 'w1',
      workspace: () => workspace,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
    const append = async (sessionId: string, day: number, where: Workspace | undefined) => {
      workspace = where;
      await own.append(record({ id: `${sessionId}-${day}`, sessionId, at: new Date(2026, 10, day).getTime() }));
    };
    const [shop, blog] = [
      { id: 'shop-id', name: 'shop' },
      { id: 'blog-id', name: 'blog' },
    ];
    // The last day of each session is appended second.
    await append('s', 12, shop);
    await append('s', 14, blog);
    await append('s', 13, shop);
    await append('without workspace', 9, shop);
    await append('without workspace', 15, undefined);
    await append('without workspace', 8, blog);
    assert.deepEqual(
      own.bySession().map(({ sessionId, firstDay, lastDay, workspace: last }) => [sessionId, firstDay, lastDay, last]),
      [
        ['without workspace', '2026-11-08', '2026-11-15', undefined],
        ['s', '2026-11-12', '2026-11-14', blog],
      ],
    );
  });

  it('keeps the workspace of a pending request if the request ends in another workspace, or without a workspace', async () => {
    const shop = { id: 'shop-id', name: 'shop' };
    for (const later of [{ id: 'blog-id', name: 'blog' }, undefined]) {
      let workspace: Workspace | undefined = shop;
      const own = createLedger({
        files: createNodeFileStore(await temporaryFolder(cleanUp)),
        writerId: 'w1',
        workspace: () => workspace,
        onDidChange: () => undefined,
        onUnreadable: neverCalled,
        now: Date.now,
      });
      await own.append(record({ end: 'pending' }));
      workspace = later;
      await own.append(record({}));
      assert.deepEqual(
        own.byWorkspace().map((each) => each.workspace),
        [shop],
      );
    }
  });

  it('counts a request for the session in its final record, not for the session in its pending record', async () => {
    const own = ledger('w1');
    await own.append(record({ id: 'a', sessionId: 'pending', end: 'pending', cost: costing(9) }));
    await own.append(record({ id: 'a', sessionId: 'final', cost: costing(5) }));
    assert.deepEqual(
      own.bySession().map(({ sessionId, spend }) => [sessionId, spend.high]),
      [['final', 5]],
    );
  });

  it('sums the requests to one service: all requests, or those of certain days, a workspace or a session', async () => {
    const own = ledger('w1');
    const [one, other] = ['https://one.example.com', 'https://other.example.com'];
    const append = async (origin: string, day: number, high: number) =>
      own.append(record({ id: `${high}`, origin, at: new Date(2026, 10, day).getTime(), cost: costing(high) }));
    await append(one, 1, 1);
    await append(one, 2, 10);
    await append(other, 2, 100);
    assert.equal(own.total({ origin: one }).high, 11);
    assert.equal(own.total({ origin: one, first: '2026-11-02' }).high, 10);
    assert.equal(own.total({ origin: one, last: '2026-11-01' }).high, 1);
    assert.equal(own.total({ origin: one, workspaceId: 'another' }).high, 0);
    await own.append(record({ id: 'other session', origin: one, sessionId: 'other', cost: costing(1_000) }));
    assert.equal(own.total({ origin: one, sessionId: 's' }).high, 11);
    assert.equal(own.total({ origin: other, sessionId: 'other' }).high, 0);
  });

  it('returns a sum of 0 for the month if there are no files', async () => {
    await rm(folder, { recursive: true });
    const own = ledger('w1');
    await own.refresh();
    assert.deepEqual(own.summarize('s', new Date()).month, noSpend);
  });

  it('counts a record that could not be written, and writes that record with the next record', async () => {
    await writeFile(path.join(folder, 'spend'), 'a file in the way');
    const own = ledger('w1');
    await assert.rejects(own.append(record({ id: 'a', cost: costing(5) })));
    assert.equal(own.summarize('s', new Date()).today.high, 5);
    await rm(path.join(folder, 'spend'));
    await own.append(record({ id: 'b', cost: costing(2) }));
    const late = ledger('w2');
    await late.refresh();
    assert.equal(late.summarize('s', new Date()).today.high, 7);
  });

  it('begins the journal with the version of its format, even if the first write failed', async () => {
    await writeFile(path.join(folder, 'spend'), 'a file in the way');
    const own = ledger('w1');
    await assert.rejects(own.append(record({ id: 'a' })));
    await rm(path.join(folder, 'spend'));
    await own.append(record({ id: 'b' }));
    const [name = ''] = await files();
    assert.match(await readFile(path.join(folder, 'spend', name), 'utf8'), /^\n\{"version":1\}\n/);
  });

  it('begins a journal with one line for the version of its format, and stores the day and the workspace with each record', async () => {
    const at = new Date(2026, 10, 21, 23, 30).getTime();
    const records = ['a', 'b'].map((id) => record({ id, origin: 'https://api.example.com', at }));
    const own = ledger('w1');
    for (const each of records) await own.append(each);
    const [name = ''] = await files();
    const lines = (await readFile(path.join(folder, 'spend', name), 'utf8')).split('\n').filter((line) => line !== '');
    const written: unknown[] = lines.map((line) => JSON.parse(line) as unknown);
    const where = { day: '2026-11-21', workspace: { id: 'hash', name: 'shop' } };
    assert.deepEqual(written, [{ version: 1 }, ...records.map((each) => ({ ...each, ...where }))]);
  });
});

function record(fields: Partial<SpendRecord>): SpendRecord {
  return {
    id: 'id',
    at: Date.now(),
    sessionId: 's',
    origin: 'https://example.com',
    end: 'complete',
    cost: costing(1),
    prices: published,
    ...fields,
  };
}

function costing(nanoDollars: number): Cost {
  return { ...noCost, low: nanoDollars, high: nanoDollars };
}

function monthOf(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}
