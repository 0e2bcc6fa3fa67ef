import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { formatSpendRecord } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder, type CleanUp } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { ledgerSums, naiveSums, readAllRequests } from './naiveLedger.ts';
import { spendRecord } from './spendRecords.ts';

const processes = 8;
/** The number of requests of each process. Each request has a pending and a final record. */
const requestsOfEach = 500;
const killsOfEach = 3;
/**
 * The seed for the number of lines before a kill, for the length of an incomplete record, and for the delay before a
 * merging process is killed.
 */
const seed = 12;
const share = fc.double({ min: 0, max: 0.99, noNaN: true });
/** Each request with this number or a higher number has only an incomplete record. */
const firstTorn = 900_000;

describe('createLedger: processes that are killed', function () {
  this.timeout(240_000);
  const cleanUp = cleanUpAfterEach();

  const testProcesses = async (mergers: number) => {
    const folder = await temporaryFolder(cleanUp);
    const open = () =>
      createLedger({
        files: createNodeFileStore(folder),
        writerId: 'reader',
        workspace: () => undefined,
        onDidChange: () => undefined,
        onUnreadable: neverCalled,
        now: Date.now,
        rollUpAfter: 10_000,
      });
    const reader = open();
    const appended = new AbortController();
    const reading = (async () => {
      while (!appended.signal.aborted) await reader.refresh();
    })();
    const merging = Array.from({ length: mergers }, async (_, index) => mergeAndKill(folder, index, appended.signal));
    const completed = await Promise.all(
      Array.from({ length: processes }, async (_, index) => runAndKill(folder, index, cleanUp)),
    );
    appended.abort();
    await reading;
    assert.ok((await Promise.all(merging)).every((kills) => kills > 1));

    assert.equal(completed.flat().filter((line) => line.endsWith(' complete')).length, processes * requestsOfEach);
    const inFiles = await readAllRequests(folder);
    const ends = new Map(inFiles.map(({ id, end }) => [id, end]));
    const missing = completed.flat().filter((line) => {
      const [id = '', end = ''] = line.split(' ');
      return !ends.has(id) || (end === 'complete' && ends.get(id) !== 'complete');
    });
    assert.deepEqual(missing, []);
    assert.equal(inFiles.length, processes * requestsOfEach);
    assert.deepEqual(
      inFiles.filter(({ id }) => Number(id.slice('request-'.length)) >= firstTorn),
      [],
    );
    const naive = naiveSums(inFiles);
    await reader.refresh();
    const late = open();
    await late.refresh();
    for (const ledger of [reader, late]) assert.deepEqual(await ledgerSums(ledger), naive);
    const names = await readdir(path.join(folder, 'spend'));
    assert.ok(names.includes('2026-11.sums.json'), names.join());
    assert.deepEqual(
      names.filter((name) => name.endsWith('.unreadable')),
      [],
    );
    if (mergers === 0) return;
    assert.ok(names.some((name) => name.includes('-closed-')));
  };

  for (const mergers of [0, 2])
    it(`with ${mergers} journal-merging processes, the ledger keeps every completed append, ignores incomplete records, and has the same sums in every reader, seed ${seed}`, async () =>
      testProcesses(mergers));
});

/**
 * Starts `appendProcess.ts`, kills the process after a random number of lines, and starts a new process, until all
 * requests are appended. Resolves with the lines that the processes printed. Each line stands for a completed append.
 */
async function runAndKill(folder: string, index: number, cleanUp: CleanUp): Promise<readonly string[]> {
  const completed: string[] = [];
  const kills = fc.sample(fc.record({ afterLines: fc.integer({ min: 20, max: 319 }), tornShare: share }), {
    seed: seed + index,
    numRuns: killsOfEach,
  });
  const first = index * 1_000;
  for (let run = 0; run <= killsOfEach; run += 1) {
    const writerId = `${index}-${run}`;
    const next = first + completed.filter((line) => line.endsWith(' complete')).length;
    const script = path.join(import.meta.dirname, 'appendProcess.ts');
    const child = spawn(process.execPath, [script, folder, writerId, String(next), String(first + requestsOfEach)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanUp(() => child.kill('SIGKILL'));
    const kill = kills[run];
    let lines = 0;
    for await (const line of createInterface(child.stdout)) {
      completed.push(line);
      lines += 1;
      if (lines === kill?.afterLines) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (kill !== undefined) await appendTornRecord(folder, writerId, firstTorn + index * 10 + run, kill.tornShare);
  }
  return completed;
}

/** Appends only the beginning of a record, as a full disk or a power failure can leave it in a journal. */
async function appendTornRecord(folder: string, writerId: string, number: number, tornShare: number): Promise<void> {
  const line = formatSpendRecord({ ...spendRecord(number, 'complete', Date.now()), day: '2026-11-21' });
  await appendFile(
    path.join(folder, 'spend', `2026-11-${writerId}.jsonl`),
    line.slice(0, 1 + Math.floor(tornShare * (line.length - 2))),
  );
}

/**
 * Runs `mergeProcess.ts` again and again until `signal` is aborted. Kills each process after a random delay of at most
 * two seconds. Resolves with the number of kills.
 */
async function mergeAndKill(folder: string, index: number, signal: AbortSignal): Promise<number> {
  const delays = fc.sample(fc.integer({ min: 0, max: 2_000 }), { seed: seed + index, numRuns: 1_000 });
  const script = path.join(import.meta.dirname, 'mergeProcess.ts');
  let kills = 0;
  for (; !signal.aborted; kills += 1) {
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const exited = once(child, 'exit');
    setTimeout(() => child.kill('SIGKILL'), delays[kills]);
    await exited;
  }
  return kills;
}
