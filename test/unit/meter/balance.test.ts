import { strict as assert } from 'node:assert';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  archiveBalance,
  archivedBalanceOf,
  settleCredit,
  balanceLeft,
  createBalanceStore,
  isBalanceLow,
  restoreBalance,
  type RecordedBalance,
} from '../../../src/meter/balance.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { WriteBuffer } from '../../../src/node/writeBuffer.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { createFaultyStore } from '../faultyStore.ts';
import { neverCalled } from '../neverCalled.ts';

const recorded: RecordedBalance = { amount: 1_000, spentBefore: 300, at: 1, isWarned: false };

describe('balanceLeft', () => {
  it('subtracts the spend since the balance was recorded, but returns at least 0', () => {
    assert.deepEqual(
      [300, 400, 1_300, 9_999].map((spent) => balanceLeft(recorded, spent)),
      [1_000, 900, 0, 0],
    );
  });

  it('returns the recorded amount if the ledger was deleted after the balance was recorded', () => {
    assert.equal(balanceLeft(recorded, 0), 1_000);
  });
});

describe('An exhausted balance', () => {
  it('is 0, is not low, and keeps its amount in an archive', () => {
    const exhausted = { ...recorded, isExhausted: true };
    assert.deepEqual([balanceLeft(exhausted, 0), isBalanceLow(exhausted, 0)], [0, false]);
    const archived = archivedBalanceOf({ ...archiveBalance(exhausted, 0) });
    assert.deepEqual([archived?.amount, archived?.isExhausted], [recorded.amount, true]);
  });
});

describe('isBalanceLow', () => {
  it('returns true if at most a tenth of the recorded amount is left, but false for a recorded amount of 0', () => {
    assert.deepEqual(
      [300, 1_199, 1_200, 1_300].map((spent) => isBalanceLow(recorded, spent)),
      [false, false, true, true],
    );
    assert.equal(isBalanceLow({ ...recorded, amount: 0 }, 300), false, 'a recorded balance of 0');
  });
});

describe('settleCredit', () => {
  const balance = { amount: 5, spentBefore: 10, at: 7, isWarned: false };
  const credit = { requestId: 'r', amount: 3 };

  it('adds the credit to the earlier spend if its request was added, and removes the credit in each case', () => {
    assert.deepEqual(
      settleCredit({ ...balance, credit }, (id) => id === 'r'),
      { ...balance, spentBefore: 13 },
    );
    assert.deepEqual(
      settleCredit({ ...balance, credit }, () => false),
      balance,
    );
    assert.deepEqual(
      settleCredit(balance, () => true),
      balance,
    );
  });

  it('never raises the earlier spend above the maximum that the file can store', () => {
    const most = { ...credit, amount: Number.MAX_SAFE_INTEGER };
    assert.equal(settleCredit({ ...balance, credit: most }, () => true).spentBefore, Number.MAX_SAFE_INTEGER);
  });
});

describe('archiveBalance', () => {
  it('returns the spend since the balance was recorded, or 0 if the ledger was deleted since then', () => {
    const { amount, at, isWarned } = recorded;
    assert.deepEqual(
      [300, 301, 1_500, 0, 299].map((spent) => archiveBalance(recorded, spent)),
      [0, 1, 1_200, 0, 0].map((spentSince) => ({ amount, at, isWarned, spentSince })),
    );
  });
});

describe('An archived or restored balance', () => {
  const most = Number.MAX_SAFE_INTEGER;

  it('has no spend above the maximum that an archive or the file can store', () => {
    const archived = archiveBalance({ ...recorded, spentBefore: 0 }, 3 * most);
    assert.equal(archived.spentSince, most);
    assert.deepEqual(archivedBalanceOf({ ...archived }), archived);
    assert.equal(restoreBalance({ ...archived, spentSince: 0 }, 3 * most).spentBefore, most);
  });
});

describe('restoreBalance', () => {
  const archived = { amount: 1_000, at: 1, isWarned: true, spentSince: 300 };

  it('keeps the remaining amount, for any total spend of the computer that restores the balance', () => {
    for (const spent of [0, 1, 299, 300, 301, 9_999]) {
      const restored = restoreBalance(archived, spent);
      assert.equal(balanceLeft(restored, spent), 700, String(spent));
      assert.deepEqual([restored.at, restored.isWarned], [1, true]);
    }
  });

  it('returns neither a negative amount nor a negative spend', () => {
    assert.deepEqual(restoreBalance({ ...archived, spentSince: 1_200 }, 100), {
      amount: 0,
      spentBefore: 0,
      at: 1,
      isWarned: true,
    });
  });
});

describe('createBalanceStore', () => {
  const cleanUp = cleanUpAfterEach();

  it('loads a balance whose numbers are all 0, and returns undefined if a number is negative', async () => {
    const kept: string[] = [];
    const folder = await temporaryFolder(cleanUp);
    const store = createBalanceStore(createNodeFileStore(folder), (name) => kept.push(name));
    const empty: RecordedBalance = { amount: 0, spentBefore: 0, at: 0, isWarned: true };
    await store.set(empty);
    await store.load();
    assert.deepEqual(store.get(), empty);
    for (const name of ['amount', 'spentBefore', 'at']) {
      await writeFile(path.join(folder, 'balance.json'), JSON.stringify({ ...empty, [name]: -1 }));
      await store.load();
      assert.equal(store.get(), undefined, name);
    }
    assert.equal(kept.length, 3);
  });

  it('returns undefined if a number is infinite or if the time is outside the range of Date', async () => {
    const folder = await temporaryFolder(cleanUp);
    const store = createBalanceStore(createNodeFileStore(folder), () => undefined);
    for (const field of ['"amount":1e999', '"spentBefore":1e999', '"at":1e999', '"at":1e300']) {
      const text = `{"amount":1,"spentBefore":1,"at":1,${field}}`;
      await writeFile(path.join(folder, 'balance.json'), text);
      await store.load();
      assert.equal(store.get(), undefined, field);
    }
  });

  it('loads the balance that another window has set, and returns undefined for a damaged file', async () => {
    const folder = await temporaryFolder(cleanUp);
    const [one, other] = [
      createBalanceStore(createNodeFileStore(folder), neverCalled),
      createBalanceStore(createNodeFileStore(folder), () => undefined),
    ];
    await other.load();
    assert.equal(other.get(), undefined);
    await one.set(recorded);
    await other.load();
    assert.deepEqual(other.get(), recorded);
    for (const text of ['{"amount":1', 'null', '[]', '{"amount":"1","spentBefore":1,"at":1}']) {
      await writeFile(path.join(folder, 'balance.json'), text);
      await other.load();
      assert.equal(other.get(), undefined, text);
    }
  });

  it('`load` keeps a balance that `set` is writing meanwhile', async () => {
    const store = createBalanceStore(createNodeFileStore(await temporaryFolder(cleanUp)), neverCalled);
    await store.set(recorded);
    const next = { ...recorded, amount: 5_000, at: 2 };
    const loadings = [store.load()];
    const set = store.set(next);
    loadings.push(store.load());
    await Promise.all([...loadings, set]);
    assert.deepEqual(store.get(), next);
  });

  it('`set` resolves if the disk refuses the balance but the WriteBuffer keeps it', async () => {
    const disk = createNodeFileStore(await temporaryFolder(cleanUp));
    const buffer = new WriteBuffer({
      files: createFaultyStore(disk, (operation) => (operation === 'write' ? 'ENOSPC' : undefined)),
      onDidChange: () => undefined,
      ask: async () => Promise.reject(new Error('Unexpected question.')),
    });
    cleanUp(() => buffer.dispose());
    await createBalanceStore(buffer.files, neverCalled).set(recorded);
    const other = createBalanceStore(buffer.files, neverCalled);
    await other.load();
    assert.deepEqual(other.get(), recorded);
  });

  it('does not replace a later balance of another window with a balance that the WriteBuffer has kept', async () => {
    const disk = createNodeFileStore(await temporaryFolder(cleanUp));
    let isFull = true;
    const buffer = new WriteBuffer({
      files: createFaultyStore(disk, (operation) => (operation === 'write' && isFull ? 'ENOSPC' : undefined)),
      onDidChange: () => undefined,
      ask: async () => Promise.reject(new Error('Unexpected question.')),
    });
    cleanUp(() => buffer.dispose());
    const balance = createBalanceStore(buffer.files, neverCalled);
    await balance.set({ ...recorded, at: 2 });
    const other = createBalanceStore(disk, neverCalled);
    await other.set(recorded);
    await balance.load();
    assert.equal(balance.get()?.at, 2, 'The balance in the file was recorded earlier.');

    await other.set({ ...recorded, amount: 500, at: 3 });
    await balance.load();
    assert.equal(balance.get()?.amount, 500);
    isFull = false;
    await buffer.retry();
    assert.equal(buffer.problem, undefined);
    await other.load();
    assert.equal(other.get()?.amount, 500);
  });

  it('keeps a file that a newer version has written after the last `load`', async () => {
    const folder = await temporaryFolder(cleanUp);
    const store = createBalanceStore(createNodeFileStore(folder), neverCalled);
    await store.set(recorded);
    await store.load();
    const newer = JSON.stringify({ ...recorded, version: 2, currency: 'EUR' });
    await writeFile(path.join(folder, 'balance.json'), newer);
    await store.set({ ...recorded, amount: 0 });
    assert.equal(await readFile(path.join(folder, 'balance.json'), 'utf8'), newer);
    await store.load();
    assert.deepEqual(store.get(), { ...recorded, amount: 0 });
  });
});
