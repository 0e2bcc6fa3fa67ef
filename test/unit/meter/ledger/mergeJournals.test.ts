import { strict as assert } from 'node:assert';
import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { mergeEndedMonths, mergeTimes } from '../../../../src/meter/ledger/mergeJournals.ts';
import { formatSpendRecord } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { neverCalled } from '../../neverCalled.ts';
import { ledgerSums, naiveSums, readAllRequests } from './naiveLedger.ts';
import { spendRecord } from './spendRecords.ts';

const day = 24 * 3_600_000;
const october = new Date(2026, 9, 5).getTime();

describe('merging journals of months that have ended', function () {
  this.timeout(120_000);
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  let now: number;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    now = new Date(2026, 10, 21, 12).getTime();
  });

  const ledger = (writerId: string, files: FileStore = createNodeFileStore(folder)) =>
    createLedger({
      files,
      writerId,
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: () => now,
    });
  const journals = async (month = '2026-10') =>
    (await readdir(path.join(folder, 'spend'))).filter((name) => name.startsWith(month) && name.endsWith('.jsonl'));
  const assertSame = async (each: ReturnType<typeof ledger>) => {
    assert.deepEqual(await ledgerSums(each), naiveSums(await readAllRequests(folder)));
  };
  /** Sets the modification time of all journals to two days before `now`. */
  const makeQuiet = async () => {
    for (const name of await journals('2026')) {
      const time = new Date(now - 2 * day);
      await utimes(path.join(folder, 'spend', name), time, time);
    }
  };
  /** Appends a pending and a final record in each of several windows. */
  const writeJournals = async (count: number, at = october) => {
    for (let number = 0; number < count; number += 1) {
      const own = ledger(`w${number}`);
      await own.append(spendRecord(number, 'pending', at));
      await own.append(spendRecord(number, 'complete', at));
    }
    await makeQuiet();
  };
  /** Takes both steps of merging (closing, then merging closed journals). Advances `now` by a day after each step. */
  const merge = async (own = ledger('merger')) => {
    for (let step = 0; step < 2; step += 1) {
      await own.refresh();
      await own.merge();
      now += day;
    }
  };

  it('results in one journal and one snapshot, and changes neither the requests nor the sums in any window', async () => {
    await writeJournals(50);
    const other = ledger('other');
    await other.refresh();
    const before = await ledgerSums(other);
    await merge();
    assert.equal((await journals()).length, 1);
    const late = ledger('late');
    for (const each of [other, late]) {
      await each.refresh();
      assert.deepEqual(await ledgerSums(each), before);
    }
    await merge(late);
    assert.equal((await readdir(path.join(folder, 'spend'))).length, 2);
  });

  it('first renames the journals that nobody writes to, and merges them into one journal an hour later', async () => {
    await writeJournals(3);
    const own = ledger('merger');
    await own.refresh();
    await own.merge();
    const closed = await journals();
    assert.equal(closed.length, 3);
    assert.ok(closed.every((name) => name.startsWith('2026-10-closed-')));
    now += 3_599_999;
    await own.refresh();
    await own.merge();
    assert.deepEqual(await journals(), closed);
    now += 1;
    await own.merge();
    assert.equal((await journals()).length, 1);
  });

  it('does not touch journals of the current month, journals with recent writes, or the only journal of a month', async () => {
    await writeJournals(2, now);
    await writeJournals(1, new Date(2026, 8, 5).getTime());
    await ledger('w8').append(spendRecord(8, 'complete', october));
    await ledger('w9').append(spendRecord(9, 'complete', october));
    const before = await journals('2026');
    await merge();
    assert.deepEqual(await journals('2026'), before);
  });

  it('does not touch a closed journal if the only other journal of the month is of a newer version', async () => {
    const record = formatSpendRecord({ ...spendRecord(7, 'complete', october), day: '2026-10-05' });
    await mkdir(path.join(folder, 'spend'));
    for (const version of [1, 2]) {
      const name = `2026-10-closed-1000-${version}.jsonl`;
      await writeFile(path.join(folder, 'spend', name), `\n{"version":${version}}\n${record}`);
    }
    const before = await journals();
    await merge();
    assert.deepEqual(await journals(), before);
  });

  it('does not touch a journal of a newer version, and the ledger counts the valid records of this journal', async () => {
    await writeJournals(2);
    const record = { ...spendRecord(7, 'complete', october), day: '2026-10-05' };
    const newer = `\n{"version":2}\n${formatSpendRecord(record)}\n{"id":"x","unknown":1}\n`;
    const newerNames = ['2026-10-closed-1000-newer.jsonl', '2026-10-newer.jsonl'];
    for (const name of newerNames) await writeFile(path.join(folder, 'spend', name), newer);
    await makeQuiet();
    await merge();
    const names = await journals();
    assert.equal(names.length, 3);
    for (const name of newerNames) {
      assert.ok(names.includes(name));
      assert.equal(await readFile(path.join(folder, 'spend', name), 'utf8'), newer);
    }
    const late = ledger('late');
    await late.refresh();
    assert.equal(late.total().requests, 3);
  });

  it('does not rename a journal of a newer version that begins without a line feed', async () => {
    await writeJournals(1);
    const name = '2026-10-newer.jsonl';
    await writeFile(path.join(folder, 'spend', name), '{"version":2}\n');
    await makeQuiet();
    await merge();
    assert.ok((await journals()).includes(name));
  });

  it('does not join the incomplete last line of a journal to the first record of the next journal', async () => {
    await writeJournals(3);
    for (const name of await journals()) {
      const file = path.join(folder, 'spend', name);
      const records = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('"complete"'));
      await writeFile(file, `${records.join('\n')}\n{"id":"to`);
    }
    await makeQuiet();
    await merge();
    const late = ledger('late');
    await late.refresh();
    assert.equal(late.total().requests, 3);
    await assertSame(late);
  });

  it('neither loses nor doubles a record if the process is killed between any two file operations', async () => {
    await writeJournals(4);
    const original = folder;
    const expected = naiveSums(await readAllRequests(folder));
    let isKilled = true;
    let operations = 0;
    for (; isKilled; operations += 1) {
      folder = await temporaryFolder(cleanUp);
      await cp(original, folder, { recursive: true, preserveTimestamps: true });
      let left = operations;
      isKilled = false;
      const files = createFaultyStore(createNodeFileStore(folder), () => {
        left -= 1;
        if (left < 0) isKilled = true;
        return isKilled ? 'KILLED' : undefined;
      });
      await merge(ledger('killed', files)).catch(() => undefined);
      assert.deepEqual(naiveSums(await readAllRequests(folder)), expected);
      const late = ledger('late');
      await late.refresh();
      assert.deepEqual(await ledgerSums(late), expected, `killed before operation ${operations}`);
      await merge(late);
      await merge(late);
      assert.equal((await journals()).length, 1);
      await assertSame(late);
    }
    assert.ok(operations > 20, String(operations));
  });

  it('hides no records that a window appends under the old name of its journal after the journal was closed (renamed)', async () => {
    await writeJournals(2);
    const [reader, writers] = [ledger('reader'), [ledger('w0'), ledger('w1')]];
    await reader.refresh();
    const closer = ledger('closer');
    await closer.refresh();
    await closer.merge();
    for (const [index, writer] of writers.entries())
      for (let number = 10; number < 15; number += 1)
        await writer.append(spendRecord(10 * index + number, 'complete', october));
    assert.equal((await journals()).length, 4);
    const late = ledger('late');
    for (const each of [reader, closer, late]) {
      await each.refresh();
      await assertSame(each);
      assert.equal(each.total().requests, 12);
    }
  });

  it('ends before `clear` removes the journals, because a merge could write the removed records to a new journal', async () => {
    await writeJournals(2);
    const files = createNodeFileStore(folder);
    const [started, allowed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const own = ledger('merger', {
      ...files,
      write: async (name, ...rest) => {
        if (name.includes('-closed-')) {
          started.resolve(undefined);
          await allowed.promise;
        }
        await files.write(name, ...rest);
      },
    });
    await own.refresh();
    await own.merge();
    now += day;
    await own.refresh();
    const merging = own.merge();
    await started.promise;
    let isRemoved = false;
    const clearing = own.clear(async () => {
      isRemoved = true;
      await rm(path.join(folder, 'spend'), { recursive: true });
      return true;
    });
    await own.refresh();
    assert.equal(isRemoved, false);
    allowed.resolve(undefined);
    await Promise.all([merging, clearing]);
    assert.deepEqual([isRemoved, own.total().requests, await files.list('spend')], [true, 0, []]);
  });

  it('lets a refresh list the journals once, and at most five more times if a listed journal stays missing', async () => {
    await writeJournals(1);
    const files = createNodeFileStore(folder);
    let lists = 0;
    const stat: FileStore['stat'] = async (...args) => {
      lists += 1;
      return files.stat(...args);
    };
    const readFrom = async () => Promise.resolve(new Uint8Array());
    await ledger('reader', { ...files, stat, readFrom }).refresh();
    assert.equal(lists, 6);
    lists = 0;
    await ledger('reader', { ...files, stat }).refresh();
    assert.equal(lists, 1);
  });

  it('hides no records from a window that reads the journals at the same time', async () => {
    await writeJournals(3);
    const expected = naiveSums(await readAllRequests(folder));
    let onRead: (() => Promise<void>) | undefined;
    const files = createNodeFileStore(folder);
    const reader = ledger('reader', {
      ...files,
      readFrom: async (...args) => {
        const before = onRead;
        onRead = undefined;
        await before?.();
        return files.readFrom(...args);
      },
    });
    onRead = merge;
    await reader.refresh();
    assert.deepEqual(reader.total(), (await ledgerSums(reader)).total);
    assert.deepEqual(await ledgerSums(reader), expected);
    await writeJournals(3);
    await reader.refresh();
    onRead = merge;
    assert.deepEqual(await ledgerSums(reader), expected);
  });
});

describe('mergeEndedMonths', () => {
  const cleanUp = cleanUpAfterEach();
  const mebibyte = 1_048_576;

  /** Merges closed journals of these sizes, in bytes. Returns the sizes of the journals that remain, smallest first. */
  const sizesAfterMerge = async (...sizes: readonly number[]) => {
    const folder = await temporaryFolder(cleanUp);
    await mkdir(path.join(folder, 'spend'));
    for (const [index, size] of sizes.entries())
      await writeFile(path.join(folder, 'spend', `2026-10-closed-1000-${index}.jsonl`), Buffer.alloc(size, '\n'));
    const files = createNodeFileStore(folder);
    const journals = new Map([['2026-10', await files.stat('spend', '.jsonl')]]);
    const isChanged = await mergeEndedMonths(files, journals, { ...mergeTimes, now: Date.UTC(2026, 10, 21) });
    const after = (await files.stat('spend', '.jsonl')).map(({ size }) => size).toSorted((a, b) => a - b);
    assert.equal(isChanged, after.length < sizes.length);
    return after;
  };

  it('merges a journal of 8 MiB, but leaves a larger journal as it is', async () => {
    assert.equal((await sizesAfterMerge(8 * mebibyte, 1)).length, 1);
    assert.deepEqual(await sizesAfterMerge(8 * mebibyte + 1, 1), [1, 8 * mebibyte + 1]);
  });

  it('merges the smallest journals, up to 32 MiB together', async () => {
    const size = 8 * mebibyte;
    assert.equal((await sizesAfterMerge(size, size, size, size)).length, 1);
    const [least, greatest, ...others] = await sizesAfterMerge(size, size, size, size, 1);
    assert.deepEqual([least, others], [size, []]);
    assert.ok(greatest !== undefined && greatest >= 3 * size && greatest < 3 * size + 1_000, String(greatest));
  });
});
