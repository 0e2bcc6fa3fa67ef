import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { formatSpendRecord } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder, type CleanUp } from '../../cleanUp.ts';
import { ledgerSums, naiveSums, walk } from './naiveWalk.ts';
import { spendRecord } from './spendRecords.ts';

const processes = 8;
/** Each is appended twice: as it leaves, and with its end. */
const requestsOfEach = 500;
const killsOfEach = 3;
/** From this number on, records are torn. */
const firstTorn = 900_000;

describe('the ledger of many processes that are killed', function () {
  this.timeout(240_000);
  const cleanUp = cleanUpAfterEach();

  it('has every append that was completed, no torn record, and the same sums for everyone', async () => {
    const folder = await temporaryFolder(cleanUp);
    const open = () =>
      createLedger({
        files: createNodeFileStore(folder),
        writerId: 'reader',
        workspace: () => undefined,
        onDidChange: () => undefined,
        now: Date.now,
        rollUpAfter: 10_000,
      });
    const reader = open();
    const spent = new AbortController();
    const reading = (async () => {
      while (!spent.signal.aborted) await reader.refresh();
    })();
    const completed = await Promise.all(
      Array.from({ length: processes }, async (_, index) => spend(folder, index, cleanUp)),
    );
    spent.abort();
    await reading;

    assert.equal(completed.flat().filter((line) => line.endsWith(' complete')).length, processes * requestsOfEach);
    const inFiles = await walk(folder);
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
  });
});

/** Appends all requests of one process, which is killed in between and started again; resolves with what was completed. */
async function spend(folder: string, index: number, cleanUp: CleanUp): Promise<readonly string[]> {
  const completed: string[] = [];
  const first = index * 1_000;
  for (let run = 0; run <= killsOfEach; run += 1) {
    const writerId = `${index}-${run}`;
    const next = first + completed.filter((line) => line.endsWith(' complete')).length;
    const script = path.join(import.meta.dirname, 'appendProcess.ts');
    const child = spawn(process.execPath, [script, folder, writerId, String(next), String(first + requestsOfEach)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanUp(() => child.kill('SIGKILL'));
    const linesUntilKill = run === killsOfEach ? Infinity : 20 + Math.floor(Math.random() * 300);
    let lines = 0;
    for await (const line of createInterface(child.stdout)) {
      completed.push(line);
      lines += 1;
      if (lines === linesUntilKill) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (run < killsOfEach) await tear(folder, writerId, firstTorn + index * 10 + run);
  }
  return completed;
}

/** As a disk leaves it that fills up, or a computer whose power fails. */
async function tear(folder: string, writerId: string, number: number): Promise<void> {
  const line = formatSpendRecord({ ...spendRecord(number, 'complete', Date.now()), day: '2026-11-21' });
  await appendFile(
    path.join(folder, 'spend', `2026-11-${writerId}.jsonl`),
    line.slice(0, 1 + Math.floor(Math.random() * (line.length - 2))),
  );
}
