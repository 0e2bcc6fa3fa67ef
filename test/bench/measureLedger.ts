import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createLedger, type Ledger } from '../../src/meter/ledger/ledger.ts';
import type { SpendRecord } from '../../src/meter/ledger/spendRecord.ts';
import { localDayOf } from '../../src/common/localDay.ts';
import { createSpendReport } from '../../src/meter/spendReport.ts';
import { createNodeFileStore } from '../../src/node/nodeFileStore.ts';
import { median, type Figure } from './figure.ts';
import { costOfEach, writeManyRecords } from './manyRecords.ts';

const records = 1_000_000;
const rounds = 5;

/** How long the ledger takes for a million requests, of about three years, and for one more. */
export async function measureLedger(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-bench-'));
  const open = (writerId: string) =>
    createLedger({
      files: createNodeFileStore(folder),
      writerId,
      workspace: () => undefined,
      onDidChange: () => undefined,
      now: Date.now,
    });
  try {
    await writeManyRecords(folder, records, new Date());
    const first = await timed(async () => open('first').refresh());
    const opened: number[] = [];
    const summed: number[] = [];
    const readAgain: number[] = [];
    const reported: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const own = open(`own-${round}`);
      opened.push(await timed(async () => own.refresh()));
      const other = open(`other-${round}`);
      summed.push(await timedWith(async () => own.append(request(`own-${round}`)), own));
      await other.append(request(`other-${round}`));
      readAgain.push(await timedWith(async () => own.refresh(), own));
      reported.push(
        await timed(() =>
          JSON.stringify(
            createSpendReport(own, { query: {}, today: localDayOf(Date.now()), titles: new Map(), notes: [] }),
          ),
        ),
      );
      const expected = records + 2 * (round + 1);
      if (own.total().high !== expected * costOfEach) throw new Error(`The sum of ${expected} requests is wrong.`);
    }
    return [
      { name: '1,000,000 requests, sums made for the first time', value: first, unit: 'ms', atMost: 60_000 },
      { name: '1,000,000 requests, ledger opened', value: median(opened), unit: 'ms', atMost: 1_000 },
      { name: '1,000,000 requests, one appended and summed', value: median(summed), unit: 'ms', atMost: 20 },
      { name: '1,000,000 requests, a report about all of them', value: median(reported), unit: 'ms', atMost: 500 },
      {
        name: '1,000,000 requests, one of another window read and summed',
        value: median(readAgain),
        unit: 'ms',
        atMost: 150,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function request(id: string): SpendRecord {
  const cost = {
    low: costOfEach,
    high: costOfEach,
    isReported: true,
    inputTokens: 2,
    cachedInputTokens: 0,
    outputTokens: 0,
  };
  const prices = { input: 2_000, cachedInput: 250, output: 8_000 };
  return { id, at: Date.now(), sessionId: 'session', origin: 'https://api.example.com', end: 'complete', cost, prices };
}

/** With what the status bar asks for after it. */
async function timedWith(run: () => Promise<unknown>, ledger: Ledger): Promise<number> {
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
