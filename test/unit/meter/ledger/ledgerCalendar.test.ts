import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { formatSpendRecord, type SpendRecord } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { ledgerSums, naiveSums, readAllRequests } from './naiveLedger.ts';
import { spendRecord } from './spendRecords.ts';

describe('createLedger: calendar', function () {
  this.timeout(60_000);
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let clock: number;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    clock = at(2026, 11, 21);
  });

  const ledger = (writerId: string) =>
    createLedger({
      files: createNodeFileStore(folder),
      writerId,
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: () => clock,
      rollUpAfter: 0,
    });
  const spendNow = async (own: ReturnType<typeof ledger>, number: number) => {
    await own.append(spendRecord(number, 'pending', clock));
    await own.append(spendRecord(number, 'complete', clock));
  };
  const requests = (own: ReturnType<typeof ledger>) => own.byDay().map(({ day, spend }) => [day, spend.requests]);

  it('counts every request once if the clock jumps back or forward by hours or months', async () => {
    const [own, other] = [ledger('w1'), ledger('w2')];
    for (const [number, moment] of [
      at(2026, 11, 21, 10),
      at(2026, 11, 21, 8),
      at(2026, 8, 1),
      at(2026, 12, 31),
      at(2026, 11, 20),
    ].entries()) {
      clock = moment;
      await spendNow(number % 2 === 0 ? own : other, number);
      await Promise.all([own.refresh(), other.refresh()]);
    }
    const late = ledger('w3');
    await late.refresh();
    for (const each of [own, other, late]) {
      assert.deepEqual(requests(each), [
        ['2026-08-01', 1],
        ['2026-11-20', 1],
        ['2026-11-21', 2],
        ['2026-12-31', 1],
      ]);
      assert.deepEqual(await ledgerSums(each), naiveSums(await readAllRequests(folder)));
    }
  });

  it('keeps the day of a request if the clock jumps back before the request ends', async () => {
    const own = ledger('w1');
    const left = clock;
    await own.append(spendRecord(1, 'pending', left));
    clock = at(2026, 10, 1);
    await own.refresh();
    await own.append(spendRecord(1, 'complete', left));
    assert.deepEqual(requests(own), [['2026-11-21', 1]]);
  });

  it('keeps the day of a request that ends in the next month, even if the month of that day has a snapshot', async () => {
    clock = at(2026, 10, 31, 23);
    const own = ledger('w1');
    const left = clock;
    await own.append(spendRecord(1, 'pending', left));
    clock = at(2026, 11, 1, 0);
    const other = ledger('w2');
    await other.refresh();
    assert.ok((await readdir(path.join(folder, 'spend'))).includes('2026-10.sums.json'));
    assert.equal(other.total().isReported, false);
    await own.append(spendRecord(1, 'complete', left));
    const late = ledger('w3');
    for (const each of [own, other, late]) {
      await each.refresh();
      assert.deepEqual(requests(each), [['2026-10-31', 1]]);
      assert.equal(each.total().high, spendRecord(1, 'complete', left).cost.high);
      assert.equal(each.summarize('session-1', new Date(clock)).month.requests, 0);
      assert.equal(each.summarize('session-1', new Date(clock)).session.requests, 1);
    }
  });

  it('keeps the day of a request if the time zone changes before the request ends', async () => {
    const { TZ } = process.env;
    cleanUp(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    process.env.TZ = 'Pacific/Auckland';
    const left = Date.parse('2026-10-31T18:00:00Z');
    const own = ledger('w1');
    await own.append(spendRecord(1, 'pending', left));
    process.env.TZ = 'America/Los_Angeles';
    await own.append(spendRecord(1, 'complete', left));
    const late = ledger('w2');
    for (const each of [own, late]) {
      await each.refresh();
      assert.deepEqual(requests(each), [['2026-11-01', 1]]);
    }
  });

  it('keeps the prices of each request when prices change within a month', async () => {
    const own = ledger('w1');
    const before = spendRecord(1, 'complete', at(2026, 11, 10));
    const after: SpendRecord = {
      ...spendRecord(5, 'complete', at(2026, 11, 11)),
      prices: { input: 4_000, cachedInput: 500, output: 16_000 },
    };
    await own.append(before);
    await own.refresh();
    await own.append({ ...after, cost: { ...after.cost, low: after.cost.low * 2, high: after.cost.high * 2 } });
    const late = ledger('w2');
    for (const each of [own, late]) {
      await each.refresh();
      const [first, second] = each.byDay();
      assert.equal(first?.spend.high, before.cost.high);
      assert.equal(second?.spend.high, after.cost.high * 2);
      assert.equal(first.spend.outputHigh, before.cost.outputTokens * 8_000);
      assert.equal(second.spend.outputHigh, after.cost.outputTokens * 16_000);
      const prices: number[] = [];
      for await (const request of each.requests()) prices.push(request.prices.output);
      assert.deepEqual(prices, [8_000, 16_000]);
    }
  });

  it('uses the local time zone for a new request, and keeps the days of requests from other time zones', async () => {
    const moment = '2026-10-31T18:00:00Z';
    const run = promisify(execFile);
    const inZone = async (zone: string) => {
      const script = path.join(import.meta.dirname, 'zoneProcess.ts');
      const { stdout } = await run(process.execPath, [script, folder, zone.replace('/', '-'), zone, moment], {
        env: { ...process.env, TZ: zone },
      });
      return JSON.parse(stdout) as unknown;
    };
    assert.deepEqual(await inZone('Pacific/Auckland'), { days: [['2026-11-01', 1]], today: 1, month: 1 });
    assert.deepEqual(await inZone('America/Los_Angeles'), {
      days: [
        ['2026-10-31', 1],
        ['2026-11-01', 1],
      ],
      today: 1,
      month: 1,
    });
    assert.deepEqual(await inZone('Pacific/Kiritimati'), {
      days: [
        ['2026-10-31', 1],
        ['2026-11-01', 2],
      ],
      today: 2,
      month: 2,
    });
  });

  it('reads records that older versions wrote without a day and without a workspace', async () => {
    const own = ledger('w1');
    await spendNow(own, 1);
    const old = spendRecord(2, 'complete', at(2026, 11, 3));
    const line = formatSpendRecord({ ...old, day: '' }).replace('"day":""', '"x":0');
    assert.ok(!line.includes('"day"'));
    await writeFile(path.join(folder, 'spend', '2026-11-old.jsonl'), line);
    await own.refresh();
    assert.deepEqual(requests(own), [
      ['2026-11-03', 1],
      ['2026-11-21', 1],
    ]);
    assert.deepEqual(
      own.byWorkspace().map(({ workspace }) => workspace),
      [undefined],
    );
  });
});

function at(year: number, month: number, day: number, hour = 12): number {
  return new Date(year, month - 1, day, hour).getTime();
}
