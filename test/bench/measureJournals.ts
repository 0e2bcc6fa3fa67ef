import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createLedger, type Ledger } from '../../src/meter/ledger/ledger.ts';
import { journalName } from '../../src/meter/ledger/journalFiles.ts';
import { formatSpendRecord } from '../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../src/node/nodeFileStore.ts';
import { neverCalled } from '../unit/neverCalled.ts';
import { median, type Figure } from './figure.ts';
import { spendRequest } from './manyRecords.ts';

/** The number of journals that one user had after a year. */
const journals = 6_604;
const months = 12;
/** More journals than a user with 30 new windows on each day of the current month has. They are not merged yet. */
const journalsOfMonth = 1_000;
const day = 24 * 3_600_000;
const rounds = 15;

/**
 * Measures how long a refresh of the ledger takes before and after its journals are merged. A refresh runs each time a
 * window gets the focus.
 */
export async function measureJournals(): Promise<readonly Figure[]> {
  const many = await openMonths(journals);
  const few = await openMonths(months);
  const current = await openMonths(journalsOfMonth, 1, 0);
  try {
    const ofMonth = await timedRefresh(current.ledger);
    const before = await timedRefresh(many.ledger);
    for (let step = 0; step < 2; step += 1) {
      await many.ledger.merge();
      await many.ledger.refresh();
      many.pass(day);
    }
    if (many.ledger.total().requests !== journals) throw new Error('Merging has changed the number of requests.');
    const after = await timedRefresh(many.ledger);
    const atBest = await timedRefresh(few.ledger);
    return [
      { name: '1,000 journals of the current month: refresh', value: ofMonth, unit: 'ms', atMost: 300 },
      { name: '6,604 journals of 12 months: refresh, not merged', value: before, unit: 'ms', atMost: 2_000 },
      { name: '6,604 journals of 12 months: refresh, merged', value: after, unit: 'ms', atMost: 20 },
      { name: 'refresh with merged journals / with 12 journals', value: after / atBest, unit: '×', atMost: 3 },
    ];
  } finally {
    await Promise.all([many, few, current].map(async ({ folder }) => rm(folder, { recursive: true, force: true })));
  }
}

/**
 * Writes one request to each of `count` journals of `span` months, and opens the ledger. The last of these months is
 * `monthsAgo` months before the current month. `pass` moves the ledger's clock forward by a time in milliseconds.
 */
async function openMonths(count: number, span = months, monthsAgo = 1) {
  const folder = await mkdtemp(join(tmpdir(), 'tally-bench-'));
  const files = createNodeFileStore(folder);
  let now = Date.now();
  const today = new Date(now);
  for (let index = 0; index < count; index += 1) {
    const at = new Date(today.getFullYear(), today.getMonth() - monthsAgo - (index % span), 1);
    const date = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-01`;
    const name = journalName(date.slice(0, 7), `window-${index}`);
    await files.append(name, formatSpendRecord({ ...spendRequest(`request-${index}`), day: date }));
    await utimes(join(folder, name), at, at);
  }
  const ledger = createLedger({
    files,
    writerId: 'own',
    workspace: () => undefined,
    onDidChange: () => undefined,
    onUnreadable: neverCalled,
    now: () => now,
  });
  await ledger.refresh();
  return {
    folder,
    ledger,
    pass: (time: number) => {
      now += time;
    },
  };
}

async function timedRefresh(ledger: Ledger): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await ledger.refresh();
    times.push(performance.now() - start);
  }
  return median(times);
}
