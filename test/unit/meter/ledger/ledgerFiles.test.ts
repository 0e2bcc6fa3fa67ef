import { strict as assert } from 'node:assert';
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { writeManyRecords } from '../../../bench/manyRecords.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { ledgerSums, naiveSums, walk } from './naiveWalk.ts';
import { spendRecord } from './spendRecords.ts';

describe('the files of the ledger', function () {
  this.timeout(120_000);
  const cleanUp = cleanUpAfterEach();
  const now = new Date(2026, 10, 21, 12).getTime();
  const october = new Date(2026, 9, 5).getTime();
  let folder: string;
  /** The names of the files that were read, with where from. */
  let reads: string[];
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    reads = [];
  });

  const ledger = (writerId: string, rollUpAfter = Infinity) =>
    createLedger({
      files: watched(createNodeFileStore(folder), reads),
      writerId,
      workspace: () => undefined,
      onDidChange: () => undefined,
      now: () => now,
      rollUpAfter,
    });
  const file = (name: string) => path.join(folder, 'spend', name);
  const unreadable = async () =>
    (await readdir(path.join(folder, 'spend'))).filter((name) => name.endsWith('.unreadable'));
  const assertSame = async (each: ReturnType<typeof ledger>) => {
    assert.deepEqual(await ledgerSums(each), naiveSums(await walk(folder)));
  };
  /** Five requests in October, one of them pending, rolled up. */
  const rollUpOctober = async () => {
    const own = ledger('w1');
    for (const number of [1, 2, 3, 4]) await own.append(spendRecord(number, 'complete', october + number));
    await own.append(spendRecord(5, 'pending', october + 5));
    await own.refresh();
    reads.length = 0;
    return own;
  };

  it('are not read again once a month is rolled up', async () => {
    await rollUpOctober();
    const late = ledger('w2');
    await late.refresh();
    assert.deepEqual(reads, []);
    assert.equal(late.total().requests, 5);
    assert.equal(late.lastReply('session-4')?.high, spendRecord(4, 'complete', 0).cost.high);
    await assertSame(late);
  });

  it('are read only behind what the snapshot has', async () => {
    const own = await rollUpOctober();
    const { length } = await readFile(file('2026-10-w1.jsonl'));
    await own.append(spendRecord(5, 'complete', october + 5));
    const late = ledger('w2');
    await late.refresh();
    assert.deepEqual(reads, [`spend/2026-10-w1.jsonl from ${length}`]);
    assert.equal(late.total().requests, 5);
    await assertSame(late);
  });

  it('of a running month are rolled up when enough has come', async () => {
    const own = ledger('w1', 2_000);
    await own.append(spendRecord(1, 'complete', now));
    await own.refresh();
    assert.deepEqual(await readdir(path.join(folder, 'spend')), ['2026-11-w1.jsonl']);
    for (let number = 2; number < 12; number += 1) await own.append(spendRecord(number, 'complete', now));
    await own.refresh();
    assert.ok((await readdir(path.join(folder, 'spend'))).includes('2026-11.sums.json'));
    await assertSame(own);
  });

  it('are rolled up by two windows at once', async () => {
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
    assert.deepEqual(await unreadable(), []);
  });

  for (const [what, spoil] of [
    ['is gone', async (name: string) => rm(name)],
    ['is shorter than it was', async (name: string) => truncate(name, 10)],
  ] as const) {
    it(`are summed anew when one of them ${what}`, async () => {
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
    ['torn', '{"version":1,"ended":4,"jour'],
    [
      'without its ids',
      '{"version":1,"ended":4,"journals":[],"workspaces":[],"pending":[],"texts":[],"lastReplies":[],"rows":[]}\n\n',
    ],
    ['not ours', '[1,2,3]\n'],
    ['empty', ''],
  ] as const) {
    it(`are summed anew, and the snapshot is set aside, when that is ${what}`, async () => {
      await rollUpOctober();
      await writeFile(file('2026-10.sums.json'), text);
      const late = ledger('w2');
      await late.refresh();
      assert.equal(late.total().requests, 5);
      await assertSame(late);
      const [aside = ''] = await unreadable();
      assert.match(aside, /^2026-10\.sums\.json\.\d+\.unreadable$/);
      assert.equal(await readFile(file(aside), 'utf8'), text);
      reads.length = 0;
      await ledger('w3').refresh();
      assert.deepEqual(reads, []);
    });
  }

  it('are summed anew when the snapshot is that of another version', async () => {
    await rollUpOctober();
    await writeFile(file('2026-10.sums.json'), '{"version":99}\n');
    const late = ledger('w2');
    await late.refresh();
    assert.equal(late.total().requests, 5);
    assert.deepEqual(await unreadable(), []);
  });

  it('are set aside when there is nothing in them but noise', async () => {
    const own = await rollUpOctober();
    const noise = Buffer.from([0, 255, 10, 0, 0, 1, 10, 7]);
    await writeFile(file('2026-11-noise.jsonl'), noise);
    await appendFile(file('2026-10-w1.jsonl'), noise);
    await own.refresh();
    await own.refresh();
    const [aside = '', ...others] = await unreadable();
    assert.match(aside, /^2026-11-noise\.jsonl\.\d+\.unreadable$/);
    assert.deepEqual(others, []);
    assert.deepEqual(await readFile(file(aside)), noise);
    await assertSame(own);
  });

  it('that cannot be read are told of once, and hide no others', async () => {
    const own = await rollUpOctober();
    await writeFile(file('2026-10-w0.jsonl'), '');
    const files = createNodeFileStore(folder);
    const isBroken = (name: string) => name.endsWith('w0.jsonl');
    await ledger('w0').append(spendRecord(8, 'complete', october));
    let error: Error | undefined = new Error('EIO');
    const other = createLedger({
      files: {
        ...files,
        readFrom: async (name, ...rest) =>
          error !== undefined && isBroken(name) ? Promise.reject(error) : files.readFrom(name, ...rest),
      },
      writerId: 'w2',
      workspace: () => undefined,
      onDidChange: () => undefined,
      now: () => now,
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

  it('lack what could not be written, which is in the sums of its window and in no snapshot until it can be', async () => {
    await ledger('w0').append(spendRecord(1, 'complete', now));
    const files = createNodeFileStore(folder);
    let error: Error | undefined = new Error('ENOSPC');
    const own = createLedger({
      files: {
        ...files,
        append: async (...all) => (error === undefined ? files.append(...all) : Promise.reject(error)),
      },
      writerId: 'w1',
      workspace: () => undefined,
      onDidChange: () => undefined,
      now: () => now,
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
    assert.equal((await walk(folder)).length, 3);
    assert.ok((await readdir(path.join(folder, 'spend'))).includes('2026-11.sums.json'));
    await assertSame(own);
  });

  it('take lines that are longer than a part of what is read at once', async () => {
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

  it('may hold a million requests', async () => {
    await writeManyRecords(folder, 1_000_000, new Date(now));
    await ledger('w1').refresh();
    reads.length = 0;
    const late = ledger('w2');
    await late.refresh();
    await late.append({ ...spendRecord(1, 'complete', now), sessionId: 'last' });
    assert.equal(late.total().requests, 1_000_001);
    assert.equal(late.byDay().length, 1_000);
    assert.equal(late.total({ sessionId: '2f6f0d9e-99999' }).requests, 10);
    assert.equal(late.summarize('last', new Date(now)).session.requests, 1);
    // Only the running month has no snapshot here.
    assert.deepEqual(
      reads.filter((read) => !read.startsWith('spend/2026-11')),
      [],
    );
  });
});

/** Writes down what is read of journals. */
function watched(files: FileStore, reads: string[]): FileStore {
  return {
    ...files,
    readFrom: async (name, offset, length) => {
      reads.push(`${name} from ${offset}`);
      return files.readFrom(name, offset, length);
    },
  };
}
