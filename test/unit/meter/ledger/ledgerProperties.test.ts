import { strict as assert } from 'node:assert';
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { createLedger, type Ledger } from '../../../../src/meter/ledger/ledger.ts';
import { formatSpendRecord, type SpendRecord } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { ledgerSums, naiveSum, naiveSums, readAllRequests } from './naiveLedger.ts';
import { spendRecord } from './spendRecords.ts';

const now = new Date(2026, 10, 21, 12).getTime();
const windows = 3;

/**
 * A random action of one window. `tear` appends an incomplete line. `copy` appends a copy of a record to another
 * journal. `reopen` replaces the ledger of the window with a new ledger.
 */
type Step =
  | {
      readonly type: 'append';
      readonly window: number;
      readonly seed: number;
      readonly end: SpendRecord['end'];
      readonly nextOutput: number;
    }
  | { readonly type: 'tear'; readonly window: number; readonly seed: number; readonly share: number }
  | { readonly type: 'copy'; readonly window: number; readonly seed: number }
  | { readonly type: 'refresh'; readonly window: number }
  | { readonly type: 'reopen'; readonly window: number };

const window = fc.nat({ max: windows - 1 });
const seed = fc.nat({ max: 25 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('append'),
      window,
      seed,
      end: fc.constantFrom('pending', 'complete'),
      nextOutput: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('tear'),
      window,
      seed,
      share: fc.double({ min: 0, max: 0.99, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('copy'), window, seed }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('refresh'), window }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reopen'), window }) },
);
const steps = fc.array(step, { maxLength: 60, size: 'medium' });
/** The steps of one round run concurrently, so that windows write, read and take snapshots at the same time. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 8, size: 'medium' }), {
  maxLength: 15,
  size: 'medium',
});

describe('createLedger: random steps', function () {
  this.timeout(240_000);

  for (const [how, rollUpAfter] of [
    ['with frequent snapshots', 0],
    ['with snapshots of the current month after at least 3,000 new bytes', 3_000],
    ['without snapshots of the current month', Infinity],
  ] as const) {
    it(`has the same sums as the reference implementation after sequential steps, ${how}`, async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (all) =>
          run(
            all.map((each) => [each]),
            rollUpAfter,
          ),
        ),
        { numRuns: 40 },
      );
    });

    it(`has the same sums as the reference implementation after concurrent steps, ${how}`, async () => {
      await fc.assert(
        fc.asyncProperty(rounds, async (all) => run(all, rollUpAfter)),
        { numRuns: 30 },
      );
    });
  }
});

/**
 * Runs the rounds one after the other, but the steps of a round concurrently. Then compares the sums of each window,
 * and of a new window, with the reference implementation.
 */
async function run(all: readonly (readonly Step[])[], rollUpAfter: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tally-ledger-'));
  try {
    let opened = 0;
    const open = (index: number): Window => {
      const writerId = `w${(opened += 1)}`;
      const workspace = index === 0 ? undefined : { id: `hash-${index}`, name: `folder ${index}` };
      const files = createNodeFileStore(folder);
      return {
        writerId,
        ledger: createLedger({
          files,
          writerId,
          workspace: () => workspace,
          onDidChange: () => undefined,
          // Two torn lines may be all that a journal has.
          onUnreadable: () => undefined,
          now: () => now,
          rollUpAfter,
        }),
      };
    };
    const openWindows = Array.from({ length: windows }, (_, index) => open(index));
    const take = async (each: Step) => {
      const { ledger, writerId } = openWindows[each.window]!;
      // Each request belongs to one window, which appends all its records. `copy` repeats a record in another journal.
      if (each.type === 'append')
        await ledger.append(recordOf(each.seed * windows + each.window, each.end, each.nextOutput));
      else if (each.type === 'refresh') await ledger.refresh();
      else if (each.type === 'reopen') openWindows[each.window] = open(each.window);
      else if (each.type === 'tear') await appendTo(folder, writerId, tornLine(each.seed, each.share));
      else await appendTo(folder, `copy${each.window}`, await copyOf(folder, each.seed * windows + each.window));
    };
    for (const round of all) await Promise.all(round.map(take));
    const naive = naiveSums(await readAllRequests(folder));
    for (const { ledger } of [...openWindows, open(0)]) {
      await ledger.refresh();
      assert.deepEqual(await ledgerSums(ledger), naive);
      assertParts(ledger, naive.requests);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Window {
  readonly writerId: string;
  readonly ledger: Ledger;
}

/**
 * Compares sums of the ledger with the reference implementation: the sums of a range of days, of sessions, and of the
 * current day and month. Also compares the cost of a session's last reply.
 */
function assertParts(ledger: Ledger, requests: ReturnType<typeof naiveSums>['requests']): void {
  const range = { first: '2026-10-20', last: '2026-11-10' };
  const inRange = requests.filter(({ day }) => range.first <= day && day <= range.last);
  assert.deepEqual(ledger.total(range), naiveSum(inRange));
  assert.deepEqual(
    ledger.total({ ...range, sessionId: 'session-1' }),
    naiveSum(inRange.filter(({ sessionId }) => sessionId === 'session-1')),
  );
  const { session, today, month, lastReply } = ledger.summarize('session-2', new Date(now));
  const ofSession = requests.filter(({ sessionId }) => sessionId === 'session-2');
  assert.deepEqual(session, naiveSum(ofSession));
  assert.deepEqual(today, naiveSum(requests.filter(({ day }) => day === '2026-11-21')));
  assert.deepEqual(month, naiveSum(requests.filter(({ day }) => day.startsWith('2026-11'))));
  assert.deepEqual(lastReply, ofSession.findLast(({ end }) => end !== 'pending')?.cost);
}

/** Returns a record of the request `number`. The number determines the time, which is in one of three months. */
function recordOf(number: number, end: SpendRecord['end'], nextOutput = 0): SpendRecord {
  return spendRecord(
    number,
    end,
    new Date(2026, 8 + (number % 3), 1 + (number % 28), number % 24, number % 60).getTime(),
    nextOutput,
  );
}

function tornLine(number: number, share: number): string {
  const line = formatSpendRecord({ ...recordOf(10_000 + number, 'complete'), day: '2026-11-03' });
  return line.slice(0, 1 + Math.floor((line.length - 2) * share));
}

/**
 * Returns the current record of a request as a line of a journal. Returns an empty string if the request has no record,
 * or if the day of the record is not in November 2026.
 */
async function copyOf(folder: string, number: number): Promise<string> {
  const original = (await readAllRequests(folder)).find(({ id }) => id === `request-${number}`);
  return original === undefined || original.day.slice(0, 7) !== '2026-11' ? '' : formatSpendRecord(original);
}

async function appendTo(folder: string, writerId: string, text: string): Promise<void> {
  await mkdir(path.join(folder, 'spend'), { recursive: true });
  await appendFile(path.join(folder, 'spend', `2026-11-${writerId}.jsonl`), text);
}
