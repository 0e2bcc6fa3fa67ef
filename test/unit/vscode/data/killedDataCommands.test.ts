import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { maxLineLength } from '../../../../src/chat/archive/archiveFormat.ts';
import { readArchive } from '../../../../src/chat/archive/readArchive.ts';
import { writeArchive } from '../../../../src/chat/archive/writeArchive.ts';
import type { DataDeletion } from '../../../../src/chat/windows/dataDeletions.ts';
import { createSessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { formatSpendRecord, type BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { readLines } from '../../../../src/node/readLines.ts';
import { removeTemporaryFiles } from '../../../../src/node/temporaryFiles.ts';
import type { DataCommandId } from '../../../../src/vscode/data/dataCommands.ts';
import { exchangeRecords } from '../../chat/conversation/exchangeRecords.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { ledgerSums, naiveSums, readAllRequests } from '../../meter/ledger/naiveLedger.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';
import { filesBelow, writeFiles } from '../../node/storedData/writeFiles.ts';
import { dataFolders, openDataWindow, sessionIdName } from './dataWindow.ts';

/** The seed for the moments of the kills. */
const seed = 14;
const minKills = 8;
/** On a slow computer, more kills are needed until a process was killed in each stage of its command. */
const maxKills = 100;
/** The latest moment of a kill, in percent of the time that the command needs when nothing kills it. */
const latestKill = 130;
const months = ['2026-08', '2026-09', '2026-10'] as const;
const requestsPerMonth = 200;

describe('windows that are killed', function () {
  this.timeout(240_000);
  const cleanUp = cleanUpAfterEach();
  let user: string;
  let archive: string;

  beforeEach(async () => {
    user = await temporaryFolder(cleanUp);
    archive = path.join(await temporaryFolder(cleanUp), 'archive.jsonl');
    await writeFile(path.join(user, 'state.json'), JSON.stringify({ [sessionIdName]: 'session-0' }));
  });

  /**
   * Runs `dataProcess.ts` with the folder `folder`, and kills the process `life` milliseconds after its command has
   * begun. By default, kills the process when its command has ended, or when it has exported once. Resolves with the
   * lines that the process has printed, and with the time in milliseconds from the beginning to the end.
   */
  const runAndKill = async (command: DataCommandId, folder: string, life?: number, firstNumber = 0) => {
    const vscodeModule = path.join(import.meta.dirname, '../vscodeModule.ts');
    const script = path.join(import.meta.dirname, 'dataProcess.ts');
    const args = ['--import', vscodeModule, script, command, folder, archive, String(firstNumber)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const lines: string[] = [];
    let begun = 0;
    let time = 0;
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line === 'begins') {
        begun = performance.now();
        if (life !== undefined) setTimeout(() => child.kill('SIGKILL'), life);
      }
      if (life !== undefined || !/^(?:ends|exported .*)$/.test(line)) continue;
      time = performance.now() - begun;
      child.kill('SIGKILL');
    }
    assert.deepEqual(await exited, [null, 'SIGKILL'], lines.join('\n'));
    return { lines, time };
  };

  const copyOf = async (folder: string) => {
    const copy = await temporaryFolder(cleanUp);
    await cp(folder, copy, { recursive: true });
    return copy;
  };

  /** Calls `killAndCheck`, which returns the stage of the kill, until a process was killed in each stage. */
  const killInEachStage = async (
    command: DataCommandId,
    stages: readonly string[],
    killAndCheck: (life: number) => Promise<string>,
  ) => {
    const { time } = await runAndKill(command, await copyOf(user));
    const lives = fc.sample(fc.noBias(fc.integer({ min: 0, max: latestKill })), { seed, numRuns: maxKills });
    const seen: string[] = [];
    const missing = () => stages.filter((stage) => !seen.includes(stage));
    for (const [index, life] of lives.entries()) {
      if (index >= minKills && missing().length === 0) break;
      seen.push(await killAndCheck((life / 100) * time));
    }
    assert.deepEqual(missing(), [], `A process was killed in each stage. ${seen.join()}`);
  };

  it(`by Delete All Data leave each file whole or removed, and open no removed session, seed ${seed}`, async () => {
    await writeStoredData(user);
    // The journals are checked by their requests, because a deletion may first merge them.
    const before = (await filesBelow(user)).filter((name) => /tally\.tally-chat(?!.spend)/.test(name));
    const allRequests = (await assertLedger(user)).length;
    await killInEachStage('tally.deleteAllData', ['nothing', 'some', 'all'], async (life) => {
      const folder = await copyOf(user);
      const { lines } = await runAndKill('tally.deleteAllData', folder, life);
      await removeTemporaryFiles(folder, Infinity);
      const left = (await filesBelow(folder)).filter((name) => before.includes(name));
      for (const name of left)
        assert.equal(await readFile(path.join(folder, name), 'utf8'), await readFile(path.join(user, name), 'utf8'));
      const requests = (await assertLedger(folder)).length;
      const stage = left.length + requests === 0 ? 'all' : left.length < before.length ? 'some' : 'nothing';
      if (lines.some((line) => line.startsWith('Deleted sessions: '))) assert.equal(stage, 'all');
      if (stage === 'nothing') assert.equal(requests, allRequests);
      const { global } = dataFolders(folder);
      const isAnnounced = isRemovalAnnounced(
        await readFile(path.join(global, 'deletion.json'), 'utf8').catch(() => '{}'),
      );
      assert.ok(isAnnounced || stage === 'nothing', 'The removal was announced before the first file was removed.');
      await assertShown(folder, isAnnounced);
      if (stage === 'some') {
        await runAndKill('tally.deleteAllData', folder);
        assert.deepEqual(await readdir(global), ['deletion.json']);
      }
      return stage;
    });
  });

  it(`by an export leave the earlier file or a complete new file, seed ${seed}`, async () => {
    await writeStoredData(user);
    await writeFile(archive, 'The earlier file.');
    let last = 0;
    await killInEachStage('tally.exportData', ['writing', 'between'], async (life) => {
      const before = (await readdir(path.dirname(archive))).length;
      const { lines } = await runAndKill('tally.exportData', user, life, last);
      const text = await readFile(archive, 'utf8');
      const exported = Number(
        lines.findLast((line) => line.startsWith('exported '))?.slice('exported '.length) ?? last,
      );
      if (exported > 0 || text !== 'The earlier file.') {
        const amount = await archivedAmount(archive);
        assert.ok(amount === exported || amount === exported + 1, `${amount}, ${exported}`);
        last = amount;
      }
      return (await readdir(path.dirname(archive))).length > before ? 'writing' : 'between';
    });
  });

  it(`by an import add all requests of a month or none, and the next import adds the rest once, seed ${seed}`, async () => {
    const imported = months.flatMap((month, index) => requestsOf(month, (index + 1) * 1_000));
    await writeRequests(archive, imported);
    const own = requestsOf('2026-10', 0);
    const { global } = dataFolders(user);
    await writeFiles(global, { 'spend/2026-10-own.jsonl': own.map(formatSpendRecord).join('') });
    const { store, ledger, balance } = openDataWindow(user);
    await ledger.refresh();
    // The account page has already subtracted the cost of all requests.
    await store.set({ amount: 5e9, spentBefore: ledger.total().high, at: Date.UTC(2026, 10), isWarned: false });
    assert.equal(balance.left(), 5e9);
    await killInEachStage('tally.importData', ['nothing', 'some', 'all'], async (life) => {
      const folder = await copyOf(user);
      await runAndKill('tally.importData', folder, life);
      const added = (await assertLedger(folder)).filter(({ id }) => !own.some((each) => each.id === id));
      const byMonth = Map.groupBy(added, ({ day }) => day.slice(0, 7));
      for (const requests of byMonth.values()) assert.equal(requests.length, requestsPerMonth);
      if (byMonth.size > 0) {
        await runAndKill('tally.importData', folder);
        assert.equal((await assertLedger(folder)).length, own.length + imported.length);
        const after = openDataWindow(folder);
        await Promise.all([after.ledger.refresh(), after.balance.load()]);
        assert.equal(after.balance.left(), 5e9);
      }
      return ['nothing', 'some', 'some', 'all'][byMonth.size] ?? '';
    });
  });
});

/** Writes sessions, drafts and requests of two workspaces, and a session in the trash. */
async function writeStoredData(user: string): Promise<void> {
  const { global, workspace } = dataFolders(user);
  for (const folder of [workspace, path.join(user, 'workspaceStorage/blog/tally.tally-chat')]) {
    const files = createNodeFileStore(folder);
    const sessions = createSessionStore(files, Date.now);
    for (let index = 0; index < 30; index += 1) await sessions.append(`session-${index}`, exchangeRecords('Text'));
    await sessions.append('trash', exchangeRecords('Text'));
    await sessions.trash('trash');
    await sessions.list();
    await writeFiles(folder, { 'draft.json': '{"version":1,"text":"Not sent","attachments":[],"queue":[]}' });
  }
  for (const month of months)
    await writeFiles(global, {
      [`spend/${month}-a.jsonl`]: requestsOf(month, 0).map(formatSpendRecord).join(''),
      [`spend/${month}-b.jsonl`]: requestsOf(month, 1_000).map(formatSpendRecord).join(''),
    });
  const { ledger, store } = openDataWindow(user);
  await ledger.refresh();
  await store.set({ amount: 0, spentBefore: 0, at: 0, isWarned: false });
}

function requestsOf(month: string, first: number): readonly BookedRequest[] {
  return Array.from({ length: requestsPerMonth }, (_, index) => ({
    ...spendRecord(Number(month.slice(-2)) * 10_000 + first + index, 'complete', Date.parse(`${month}-05`) + index),
    day: `${month}-05`,
  }));
}

async function writeRequests(archive: string, requests: readonly BookedRequest[]): Promise<void> {
  const parts = writeArchive({
    workspaces: [],
    requests: (async function* () {
      yield* await Promise.resolve(requests);
    })(),
    balance: undefined,
    tokenRatios: {},
    at: 1,
    onIncomplete: (_, name) => assert.fail(name),
  });
  const lines: string[] = [];
  for await (const line of parts) lines.push(line);
  await mkdir(path.dirname(archive), { recursive: true });
  await writeFile(archive, lines.join(''));
}

function isRemovalAnnounced(announcement: string): boolean {
  const { state, isRemoving } = JSON.parse(announcement) as Partial<DataDeletion>;
  return state === 'done' || (state === 'running' && isRemoving !== false);
}

/** Checks that a window shows only sessions whose files exist, and opens no session after a deletion. */
async function assertShown(user: string, isDeleted: boolean): Promise<void> {
  const window = openDataWindow(user);
  await window.deletions.ready;
  const state = JSON.parse(await readFile(path.join(user, 'state.json'), 'utf8')) as Record<string, unknown>;
  assert.equal(state[sessionIdName], isDeleted ? undefined : 'session-0');
  const files = createNodeFileStore(dataFolders(user).workspace);
  const stored = (await files.list('sessions')).map((name) => path.basename(name, '.jsonl'));
  const listed = await createSessionStore(files, Date.now).list();
  assert.deepEqual(listed.map(({ id }) => id).toSorted(), stored.toSorted());
}

/** Checks that the ledger counts each request in its files once. Returns these requests. */
async function assertLedger(user: string): Promise<readonly BookedRequest[]> {
  const { global } = dataFolders(user);
  const requests = await readAllRequests(global);
  const { ledger } = openDataWindow(user);
  await ledger.refresh();
  assert.deepEqual(await ledgerSums(ledger), naiveSums(requests));
  return requests;
}

/** Reads the whole archive, and returns the amount of its balance. Rejects if the archive is not complete. */
async function archivedAmount(archive: string): Promise<number> {
  const chunks = createReadStream(archive) as AsyncIterable<Uint8Array>;
  let amount = 0;
  for await (const part of readArchive(readLines(chunks, maxLineLength))) {
    assert.ok(part.part !== 'newer' && part.part !== 'unreadable', part.part);
    if (part.part === 'balance') amount = part.records[0].amount;
  }
  return amount;
}
