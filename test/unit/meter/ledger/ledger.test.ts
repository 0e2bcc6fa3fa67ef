import { strict as assert } from 'node:assert';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { noCost, type Cost } from '../../../../src/meter/cost.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createSum, toSpend } from '../../../../src/meter/ledger/spend.ts';
import type { SpendRecord } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { published } from '../published.ts';

const noSpend = toSpend(createSum());

describe('the ledger', () => {
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
      onDidChange: () => {
        changes += 1;
      },
      now: Date.now,
    });
  const files = async () => readdir(path.join(folder, 'spend'));

  it('has a request as soon as it is appended, first pending, then with its end', async () => {
    const own = ledger('w1');
    await own.append(record({ id: 'a', end: 'pending', cost: costing(9) }));
    assert.equal(own.summarize('s', new Date()).today.high, 9);
    assert.equal(own.summarize('s', new Date()).lastReply, undefined);
    await own.append(record({ id: 'a', end: 'complete', cost: costing(5) }));
    assert.equal(own.summarize('s', new Date()).today.high, 5);
    assert.equal(own.summarize('s', new Date()).lastReply?.high, 5);
    assert.equal(changes, 2);
  });

  it('tells what is still pending, in any window, and with what it left', async () => {
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

  it('has what a running request costs so far in the place of what it was begun with, until it is booked', async () => {
    const own = ledger('w1');
    await own.append(record({ id: 'a', end: 'complete', cost: costing(4) }));
    await own.append(record({ id: 'b', end: 'pending', cost: costing(9) }));
    const running = { id: 'b', costSoFar: { ...costing(7), low: 2, isReported: false, outputTokens: 3 } };
    const { session, today, month, total, lastReply, replySoFar } = own.summarize('s', new Date(), running);
    for (const { low, high, isReported, outputTokens } of [session, today, month, total])
      assert.deepEqual([low, high, isReported, outputTokens], [4 + 2, 4 + 7, false, 3]);
    assert.deepEqual([lastReply?.high, replySoFar?.high], [4, 7]);
    const other = own.summarize('other', new Date(), running);
    assert.deepEqual([other.session.high, other.replySoFar], [0, undefined]);
    assert.equal(own.summarize('s', new Date(), { ...running, id: 'unknown' }).today.high, 13);
    await own.append(record({ id: 'b', end: 'complete', cost: costing(5) }));
    const { today: booked, replySoFar: ended } = own.summarize('s', new Date(), running);
    assert.deepEqual([booked.high, ended], [9, undefined]);
  });

  it('is not undone by a pending line that is read later', async () => {
    const own = ledger('w1');
    const other = ledger('w2');
    await other.append(record({ id: 'a', end: 'pending', cost: costing(9) }));
    await own.append(record({ id: 'a', end: 'incomplete', cost: costing(5) }));
    await own.refresh();
    assert.equal(own.summarize('s', new Date()).today.high, 5);
  });

  it('has of a pending request what may have come most of its reply, in whatever order it is read', async () => {
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

  it('sums what all windows spent, each in a file of its own', async () => {
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

  it('counts nothing twice when it is read twice, also at once', async () => {
    const own = ledger('w1');
    for (const id of ['a', 'b', 'c']) await own.append(record({ id, cost: costing(1) }));
    const reader = ledger('w2');
    await Promise.all([reader.refresh(), reader.refresh(), own.refresh()]);
    await own.append(record({ id: 'd', cost: costing(1) }));
    await Promise.all([reader.refresh(), reader.refresh()]);
    assert.equal(reader.summarize('s', new Date()).today.high, 4);
    assert.equal(own.summarize('s', new Date()).today.high, 4);
  });

  it('reads a line once it is whole', async () => {
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

  it('passes over lines that are torn or not ours, and reads on behind them', async () => {
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

  it('passes over files that are not its own', async () => {
    await mkdir(path.join(folder, 'spend'));
    const month = monthOf(new Date());
    await writeFile(path.join(folder, 'spend', `${month}-w.jsonl.tmp`), `${JSON.stringify(record({}))}\n`);
    await writeFile(path.join(folder, 'spend', 'notes.jsonl'), `${JSON.stringify(record({}))}\n`);
    const own = ledger('w1');
    await own.refresh();
    assert.equal(own.summarize('s', new Date()).month.high, 0);
  });

  it('draws the borders of day and month by the local calendar', async () => {
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

  it('keeps sessions apart', async () => {
    const own = ledger('w1');
    await own.append(record({ id: 'a', sessionId: 's', cost: costing(1) }));
    await own.append(record({ id: 'b', sessionId: 't', cost: costing(2) }));
    assert.equal(own.summarize('s', new Date()).session.high, 1);
    assert.equal(own.summarize('t', new Date()).session.high, 2);
    assert.equal(own.summarize('u', new Date()).lastReply, undefined);
    assert.deepEqual(own.summarize('u', new Date()).session, noSpend);
  });

  it('has nothing when there is nothing', async () => {
    await rm(folder, { recursive: true });
    const own = ledger('w1');
    await own.refresh();
    assert.deepEqual(own.summarize('s', new Date()).month, noSpend);
  });

  it('keeps a request in its sums although it could not be written', async () => {
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

  it('writes when, in which workspace, where to and at what prices a request went', async () => {
    const at = new Date(2026, 10, 21, 23, 30).getTime();
    await ledger('w1').append(record({ id: 'a', origin: 'https://api.example.com', at }));
    const [name = ''] = await files();
    const written: unknown = JSON.parse(await readFile(path.join(folder, 'spend', name), 'utf8'));
    assert.deepEqual(written, {
      ...record({ id: 'a', origin: 'https://api.example.com', at }),
      day: '2026-11-21',
      workspace: { id: 'hash', name: 'shop' },
    });
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
