import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createLedger, type Ledger } from '../../src/meter/ledger/ledger.ts';
import { localDayOf } from '../../src/common/localDay.ts';
import { createSpendReport } from '../../src/meter/spendReport.ts';
import { createNodeFileStore } from '../../src/node/nodeFileStore.ts';
import { neverCalled } from '../unit/neverCalled.ts';
import { median, type Figure } from './figure.ts';
import { costPerRequest, spendRequest, writeManyRecords } from './manyRecords.ts';

const records = 1_000_000;
const rounds = 5;

/** Measures operations on a ledger with a million requests of about three years. */
export async function measureLedger(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-bench-'));
  const open = (writerId: string) =>
    createLedger({
      files: createNodeFileStore(folder),
      writerId,
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
  try {
    await writeManyRecords(folder, records, new Date());
    const first = await timed(async () => open('first').refresh());
    const openTimes: number[] = [];
    const appendTimes: number[] = [];
    const refreshTimes: number[] = [];
    const reportTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const own = open(`own-${round}`);
      openTimes.push(await timed(async () => own.refresh()));
      const other = open(`other-${round}`);
      appendTimes.push(await timedWithSummary(async () => own.append(spendRequest(`own-${round}`)), own));
      await other.append(spendRequest(`other-${round}`));
      refreshTimes.push(await timedWithSummary(async () => own.refresh(), own));
      reportTimes.push(
        await timed(() =>
          JSON.stringify(
            createSpendReport(own, { query: {}, today: localDayOf(Date.now()), titles: new Map(), notes: [] }),
          ),
        ),
      );
      const expected = records + 2 * (round + 1);
      if (own.total().high !== expected * costPerRequest) throw new Error(`The sum of ${expected} requests is wrong.`);
    }
    return [
      { name: '1,000,000 requests: first open, without snapshots', value: first, unit: 'ms', atMost: 60_000 },
      { name: '1,000,000 requests: open', value: median(openTimes), unit: 'ms', atMost: 1_000 },
      { name: '1,000,000 requests: append one and sum up', value: median(appendTimes), unit: 'ms', atMost: 20 },
      { name: '1,000,000 requests: report on all of them', value: median(reportTimes), unit: 'ms', atMost: 500 },
      {
        name: '1,000,000 requests: read one of another window and sum up',
        value: median(refreshTimes),
        unit: 'ms',
        atMost: 150,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the time that `run` and a subsequent summary take together, in milliseconds. The status bar requests a
 * summary after each change of the ledger.
 */
async function timedWithSummary(run: () => Promise<unknown>, ledger: Ledger): Promise<number> {
  return timed(async () => {
    await run();
    ledger.summarize('session', new Date());
  });
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
