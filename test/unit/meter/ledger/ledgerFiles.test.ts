import { strict as assert } from 'node:assert';
import { appendFile, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { writeManyRecords } from '../../../bench/manyRecords.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { ledgerSums, naiveSums, readAllRequests } from './naiveLedger.ts';
import { spendRecord } from './spendRecords.ts';

describe('createLedger: files and snapshots', function () {
  this.timeout(120_000);
  const cleanUp = cleanUpAfterEach();
  const now = new Date(2026, 10, 21, 12).getTime();
  const october = new Date(2026, 9, 5).getTime();
  let folder: string;
  /** The name and the offset in bytes of each read of a journal. */
  let reads: string[];
  /** The new paths of the journals that could not be understood. */
  let unreadable: string[];
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    [reads, unreadable] = [[], []];
  });

  const dependencies = {
    workspace: () => undefined,
    onDidChange: () => undefined,
    onUnreadable: (journal: string) => unreadable.push(journal),
    now: () => now,
  };

  const ledger = (writerId: string, rollUpAfter = Infinity) =>
    createLedger({
      ...dependencies,
      files: watched(createNodeFileStore(folder), reads),
      writerId,
      rollUpAfter,
    });
  const file = (name: string) => path.join(folder, 'spend', name);
  const quarantined = async () =>
    (await readdir(path.join(folder, 'spend'))).filter((name) => name.endsWith('.unreadable'));
  const assertSame = async (each: ReturnType<typeof ledger>) => {
    assert.deepEqual(await ledgerSums(each), naiveSums(await readAllRequests(folder)));
  };
  /** Appends four complete requests and a pending request of October, and writes the snapshot of October. */
  const rollUpOctober = async () => {
    const own = ledger('w1');
    for (const number of [1, 2, 3, 4]) await own.append(spendRecord(number, 'complete', october + number));
    await own.append(spendRecord(5, 'pending', october + 5));
    await own.refresh();
    reads.length = 0;
    return own;
  };

  describe('clear', () => {
    const removeJournals = async () => {
      await rm(path.join(folder, 'spend'), { recursive: true });
      return true;
    };

    it('forgets all records, even records that could not be written, so that only later requests are counted', async () => {
      const own = await rollUpOctober();
      let isBroken = true;
      const broken = createLedger({
        ...dependencies,
        files: createFaultyStore(createNodeFileStore(folder), (operation) =>
          operation === 'append' && isBroken ? 'EIO' : undefined,
        ),
        writerId: 'w2',
      });
      await assert.rejects(broken.append(spendRecord(7, 'complete', now)));
      await broken.clear(removeJournals);
      await own.refresh();
      for (const each of [own, broken]) {
        assert.equal(each.total().requests, 0);
        assert.deepEqual(each.pendingRequests(), []);
      }
      isBroken = false;
      await broken.append(spendRecord(8, 'complete', now));
      for (const each of [own, broken]) {
        await each.refresh();
        assert.equal(each.total().requests, 1);
        await assertSame(each);
      }
    });

    it('forgets a record that could not be written, even after a `refresh` that counted the record', async () => {
      const files = createFaultyStore(createNodeFileStore(folder), (operation) =>
        operation === 'append' ? 'EIO' : undefined,
      );
      const own = createLedger({ ...dependencies, files, writerId: 'w2' });
      await assert.rejects(own.append(spendRecord(7, 'complete', now)));
      await own.refresh();
      assert.equal(own.total().requests, 1);
      await own.clear(async () => Promise.resolve(true));
      assert.equal(own.total().requests, 0);
    });

    it('lets the next record of the month begin a new journal, whose first line is the version of the format', async () => {
      const own = ledger('w1');
      await own.append(spendRecord(1, 'complete', now));
      await own.clear(removeJournals);
      await own.append(spendRecord(2, 'complete', now));
      assert.match(await readFile(file('2026-11-w1.jsonl'), 'utf8'), /^\n\{"version":1\}\n/);
    });

    it('writes no snapshot while the journals are being removed', async () => {
      const own = ledger('w1');
      await own.append(spendRecord(1, 'complete', october));
      const refreshing: Promise<void>[] = [];
      await own.clear(async () => {
        refreshing.push(own.refresh());
        return removeJournals();
      });
      await Promise.all(refreshing);
      assert.deepEqual(await createNodeFileStore(folder).list('spend'), []);
    });

    it('forgets nothing if nothing was removed', async () => {
      const own = await rollUpOctober();
      const before = own.total();
      await own.clear(async () => Promise.resolve(false));
      assert.deepEqual(own.total(), before);
    });
  });

  it('does not read the journals of a month if a snapshot covers all records', async () => {
    await rollUpOctober();
    const late = ledger('w2');
    await late.refresh();
    assert.deepEqual(reads, []);
    assert.equal(late.total().requests, 5);
    assert.equal(late.lastReply('session-4')?.high, spendRecord(4, 'complete', 0).cost.high);
    await assertSame(late);
  });

  it('reads only the records after the snapshot', async () => {
    const own = await rollUpOctober();
    const { length } = await readFile(file('2026-10-w1.jsonl'));
    await own.append(spendRecord(5, 'complete', october + 5));
    const late = ledger('w2');
    await late.refresh();
    assert.deepEqual(reads, [`spend/2026-10-w1.jsonl from ${length}`]);
    assert.equal(late.total().requests, 5);
    await assertSame(late);
  });

  it('reads each part of a journal once, at the first refresh after its append', async () => {
    const [own, reader] = [ledger('w1'), ledger('w2')];
    await own.append(spendRecord(1, 'complete', now));
    await reader.refresh();
    const { length } = await readFile(file('2026-11-w1.jsonl'));
    await own.append(spendRecord(2, 'complete', now));
    await reader.refresh();
    await reader.refresh();
    assert.deepEqual(reads, ['spend/2026-11-w1.jsonl from 0', `spend/2026-11-w1.jsonl from ${length}`]);
    assert.equal(reader.total().requests, 2);
  });

  it('writes a snapshot of the current month after enough new bytes', async () => {
    const own = ledger('w1', 2_000);
    await own.append(spendRecord(1, 'complete', now));
    await own.refresh();
    assert.deepEqual(await readdir(path.join(folder, 'spend')), ['2026-11-w1.jsonl']);
    for (let number = 2; number < 12; number += 1) await own.append(spendRecord(number, 'complete', now));
    await own.refresh();
    assert.ok((await readdir(path.join(folder, 'spend'))).includes('2026-11.sums.json'));
    await assertSame(own);
  });

  it('has the same sums in all windows after several windows have written snapshots concurrently', async () => {
    const windows = Array.from({ length: 4 }, (_, index) => ledger(`w${index}`, 0));
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        windows.map(async (each, index) => {
          await each.append(spendRecord(round * 4 + index, 'complete', round % 2 === 0 ? now : october));
          await each.refresh();
        }),
      );
    }
    const late = ledger('late');
    for (const each of [...windows, late]) {
      await each.refresh();
      await assertSame(each);
    }
    assert.equal(late.total().requests, 80);
    assert.deepEqual(await quarantined(), []);
  });

  for (const [what, spoil] of [
    ['is missing', async (name: string) => rm(name)],
    ['has become shorter', async (name: string) => truncate(name, 10)],
  ] as const) {
    it(`reads all journals of a month again if a journal ${what}`, async () => {
      const own = await rollUpOctober();
      const other = ledger('w2');
      await other.append(spendRecord(9, 'complete', october));
      await other.refresh();
      await spoil(file('2026-10-w1.jsonl'));
      const late = ledger('w3');
      for (const each of [own, other, late]) {
        await each.refresh();
        assert.equal(each.total().requests, 1);
        await assertSame(each);
      }
    });
  }

  for (const [what, text] of [
    ['incomplete', '{"version":1,"ended":4,"jour'],
    [
      'without the ids of its ended requests',
      '{"version":1,"ended":4,"journals":[],"workspaces":[],"pending":[],"texts":[],"lastReplies":[],"rows":[]}\n\n',
    ],
    ['not a JSON object', '[1,2,3]\n'],
    ['empty', ''],
  ] as const) {
    it(`renames the snapshot and reads the journals if the snapshot is ${what}`, async () => {
      await rollUpOctober();
      await writeFile(file('2026-10.sums.json'), text);
      const late = ledger('w2');
      await late.refresh();
      assert.equal(late.total().requests, 5);
      await assertSame(late);
      const [renamed = ''] = await quarantined();
      assert.match(renamed, /^2026-10\.sums\.json\.\d+\.unreadable$/);
      assert.equal(await readFile(file(renamed), 'utf8'), text);
      assert.deepEqual(unreadable, [], 'no spend is missing');
      reads.length = 0;
      await ledger('w3').refresh();
      assert.deepEqual(reads, []);
    });
  }

  it('leaves the snapshot of a newer version as it is, and uses a second file', async () => {
    await rollUpOctober();
    await writeFile(file('2026-10.sums.json'), '{"version":99}\n');
    const late = ledger('w2');
    await late.refresh();
    assert.deepEqual(reads, ['spend/2026-10-w1.jsonl from 0']);
    reads.length = 0;
    const later = ledger('w3');
    await later.refresh();
    assert.deepEqual(reads, []);
    assert.equal(later.total().requests, 5);
    assert.equal(await readFile(file('2026-10.sums.json'), 'utf8'), '{"version":99}\n');
    assert.equal(late.total().requests, 5);
    assert.deepEqual(await quarantined(), []);
  });

  it('renames a journal in which no complete line is a JSON object, and tells its new path once', async () => {
    const [own, other] = [await rollUpOctober(), ledger('w2')];
    const noise = Buffer.from([0, 255, 10, 7]);
    await writeFile(file('2026-11-noise.jsonl'), noise);
    await appendFile(file('2026-10-w1.jsonl'), noise);
    for (const each of [own, other, own]) await each.refresh();
    const [renamed = '', ...others] = await quarantined();
    assert.match(renamed, /^2026-11-noise\.jsonl\.\d+\.unreadable$/);
    assert.deepEqual(others, []);
    assert.deepEqual(await readFile(file(renamed)), noise);
    assert.deepEqual(unreadable, [`spend/${renamed}`]);
    await assertSame(own);
  });

  it('rejects the first `refresh` if the system does not tell the size of a journal, and still reads the other journals', async () => {
    await ledger('w1').append(spendRecord(1, 'complete', now));
    await symlink('2026-11-loop.jsonl', file('2026-11-loop.jsonl'));
    const other = ledger('w2');
    await assert.rejects(other.refresh(), { code: 'ELOOP' });
    assert.equal(other.total().requests, 1);
    await other.refresh();
    await other.merge();
    assert.equal(other.total().requests, 1);
  });

  it('rejects the first `refresh` that cannot read a journal, but not the next `refresh`, and still reads the other journals', async () => {
    const own = await rollUpOctober();
    await writeFile(file('2026-10-w0.jsonl'), '');
    const files = createNodeFileStore(folder);
    const isBroken = (name: string) => name.endsWith('w0.jsonl');
    await ledger('w0').append(spendRecord(8, 'complete', october));
    let error: Error | undefined = new Error('EIO');
    const other = createLedger({
      ...dependencies,
      files: {
        ...files,
        readFrom: async (name, ...rest) =>
          error !== undefined && isBroken(name) ? Promise.reject(error) : files.readFrom(name, ...rest),
      },
      writerId: 'w2',
    });
    await assert.rejects(other.refresh(), error);
    assert.equal(other.total().requests, 5);
    await other.refresh();
    error = undefined;
    await Promise.all([other.refresh(), own.refresh()]);
    assert.equal(other.total().requests, 6);
    await assertSame(other);
    await assertSame(own);
  });

  it('`requests` yields the requests of the other journals if a journal cannot be read, and passes the name of that journal to a callback', async () => {
    const own = ledger('w1');
    await own.append(spendRecord(1, 'complete', now));
    await symlink('2026-11-loop.jsonl', file('2026-11-loop.jsonl'));
    const ids: string[] = [];
    for await (const { id } of own.requests({}, (journal) => unreadable.push(journal))) ids.push(id);
    assert.deepEqual([ids.length, unreadable], [1, ['spend/2026-11-loop.jsonl']]);
    await assert.rejects(own.requests()[Symbol.asyncIterator]().next(), { code: 'ELOOP' });
  });

  it('counts a record that could not be written, but writes no snapshot before the record is written', async () => {
    await ledger('w0').append(spendRecord(1, 'complete', now));
    const files = createNodeFileStore(folder);
    let error: Error | undefined = new Error('ENOSPC');
    const own = createLedger({
      ...dependencies,
      files: {
        ...files,
        append: async (...all) => (error === undefined ? files.append(...all) : Promise.reject(error)),
      },
      writerId: 'w1',
      rollUpAfter: 0,
    });
    await assert.rejects(own.append(spendRecord(2, 'complete', now)), error);
    await own.refresh();
    assert.deepEqual(await readdir(path.join(folder, 'spend')), ['2026-11-w0.jsonl']);
    assert.equal(own.total().requests, 2);
    assert.equal((await ledgerSums(own)).requests.length, 2);
    error = undefined;
    await own.append(spendRecord(3, 'complete', now));
    await own.refresh();
    assert.equal((await readAllRequests(folder)).length, 3);
    assert.ok((await readdir(path.join(folder, 'spend'))).includes('2026-11.sums.json'));
    await assertSame(own);
  });

  it('lets the file store keep a record in memory if the disk refuses the record', async () => {
    const files = createNodeFileStore(folder);
    const options: unknown[] = [];
    const append: FileStore['append'] = async (...all) => {
      options.push(all[2]);
      await files.append(...all);
    };
    const own = createLedger({ ...dependencies, writerId: 'w1', files: { ...files, append } });
    await own.append(spendRecord(1, 'pending', now), { flush: true });
    await own.append(spendRecord(1, 'complete', now));
    assert.deepEqual(options, [{ flush: true, ifRefused: 'keep' }, { ifRefused: 'keep' }]);
  });

  it('reads lines that are longer than the chunks in which a journal is read', async () => {
    const own = ledger('w1');
    for (const [number, length] of [
      [1, 3_000_000],
      [2, 10],
      [3, 1_100_000],
    ] as const) {
      await own.append({ ...spendRecord(number, 'complete', now), origin: 'x'.repeat(length) });
    }
    const late = ledger('w2');
    await late.refresh();
    assert.equal(late.total().requests, 3);
    await assertSame(late);
  });

  it('reads 200,000 requests: the current month from journals, and earlier months from snapshots', async () => {
    await writeManyRecords(folder, 200_000, new Date(now));
    await ledger('w1').refresh();
    reads.length = 0;
    const late = ledger('w2');
    await late.refresh();
    await late.append({ ...spendRecord(1, 'complete', now), sessionId: 'last' });
    assert.equal(late.total().requests, 200_001);
    assert.equal(late.byDay().length, 200);
    assert.equal(late.total({ sessionId: '2f6f0d9e-19999' }).requests, 10);
    assert.equal(late.summarize('last', new Date(now)).session.requests, 1);
    // Only the current month has no snapshot.
    assert.deepEqual(
      reads.filter((read) => !read.startsWith('spend/2026-11')),
      [],
    );
  });
});

/** Returns a file store that records the reads of journals in `reads`. */
function watched(files: FileStore, reads: string[]): FileStore {
  return {
    ...files,
    readFrom: async (name, offset, length) => {
      if (name.endsWith('.jsonl')) reads.push(`${name} from ${offset}`);
      return files.readFrom(name, offset, length);
    },
  };
}
