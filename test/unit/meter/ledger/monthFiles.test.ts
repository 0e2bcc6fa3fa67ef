import { strict as assert } from 'node:assert';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../../../src/common/fileStore.ts';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { newMonth, openMonth, readTails, rollUp, type Month } from '../../../../src/meter/ledger/monthFiles.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { createFaultyStore } from '../../faultyStore.ts';
import { neverCalled } from '../../neverCalled.ts';
import { spendRecord } from './spendRecords.ts';

describe('rollUp', () => {
  const cleanUp = cleanUpAfterEach();
  const journal = '2026-11-w1.jsonl';

  /** Returns a month whose journal was read up to `bytes`, and whose snapshot covers `rolledUp` bytes. */
  const monthOf = (bytes: number, rolledUp: number): Month => ({
    ...newMonth('2026-11'),
    offsets: new Map([[journal, bytes]]),
    rolledUp,
  });
  /**
   * Calls `rollUp` in an empty folder. Returns the number of bytes that the written snapshot file covers, or undefined
   * if `rollUp` wrote no snapshot file.
   */
  const bytesAfter = async (month: Month, isOver: boolean, atLeast?: number) => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    await rollUp(files, month, isOver, atLeast);
    const facts = { name: journal, size: Infinity, modifiedAt: 0 };
    const { rolledUp } = await openMonth(files, month.name, [facts]);
    const hasFile = (await files.stat('spend', '.sums.json')).length > 0;
    if (hasFile) assert.equal(month.rolledUp, rolledUp);
    return hasFile ? rolledUp : undefined;
  };

  it('writes the first snapshot of the current month after `atLeast` bytes', async () => {
    assert.equal(await bytesAfter(monthOf(999, 0), false, 1_000), undefined);
    assert.equal(await bytesAfter(monthOf(1_000, 0), false, 1_000), 1_000);
  });

  it('requires `atLeast` new bytes plus 1/64 of the bytes that the last snapshot covers, for the current month', async () => {
    assert.equal(await bytesAfter(monthOf(6_400 + 1_099, 6_400), false, 1_000), undefined);
    assert.equal(await bytesAfter(monthOf(6_400 + 1_100, 6_400), false, 1_000), 7_500);
  });

  it('requires 256 KiB of new bytes by default', async () => {
    assert.equal(await bytesAfter(monthOf(262_143, 0), false), undefined);
    assert.equal(await bytesAfter(monthOf(262_144, 0), false), 262_144);
  });

  it('writes the snapshot after any change if the month has ended', async () => {
    assert.equal(await bytesAfter(monthOf(6_400, 6_400), true, 1_000), undefined);
    assert.equal(await bytesAfter(monthOf(6_401, 6_400), true, 1_000), 6_401);
    assert.equal(await bytesAfter(monthOf(6_399, 6_400), true, 1_000), 6_399);
  });
});

describe('openMonth', () => {
  const cleanUp = cleanUpAfterEach();
  const now = new Date(2026, 10, 21, 12).getTime();
  const snapshot = '2026-11.sums.json';
  let folder: string;

  /** Returns the number of requests that a new window counts if the operation `move` fails. */
  const countRequests = async () => {
    const files = createFaultyStore(createNodeFileStore(folder), (operation) =>
      operation === 'move' ? 'EROFS' : undefined,
    );
    const ledger = createLedger({
      files,
      writerId: 'w2',
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: () => now,
    });
    await ledger.refresh();
    return ledger.total().requests;
  };

  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    const ledger = createLedger({
      files: createNodeFileStore(folder),
      writerId: 'w1',
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: () => now,
    });
    for (const number of [1, 2, 3]) await ledger.append(spendRecord(number, 'complete', now));
  });

  it('reads the journals if the snapshot cannot be read', async () => {
    await mkdir(path.join(folder, 'spend', snapshot));
    assert.equal(await countRequests(), 3);
  });

  it('reads the journals if the snapshot is damaged and cannot be renamed', async () => {
    await writeFile(path.join(folder, 'spend', snapshot), 'damaged');
    assert.equal(await countRequests(), 3);
  });
});

describe('readTails', () => {
  const cleanUp = cleanUpAfterEach();

  it('returns no new path of a damaged journal that another window has renamed meanwhile', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    await files.write('spend/2026-11-w1.jsonl', 'damaged\n');
    const moveAfterOther: FileStore['move'] = async (...all) => {
      await files.move(...all);
      return files.move(...all);
    };
    const journals = await files.stat('spend', '.jsonl');
    const tails = await readTails({ ...files, move: moveAfterOther }, newMonth('2026-11'), journals);
    assert.deepEqual(tails.renamed, []);
    assert.equal((await files.stat('spend', '.unreadable')).length, 1);
  });
});
