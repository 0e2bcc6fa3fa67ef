import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { createBalanceStore, type BalanceStore, type RecordedBalance } from '../../../../src/meter/balance.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { createAccountBalance } from '../../../../src/vscode/spend/accountBalance.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';
import { neverCalled } from '../../neverCalled.ts';

/** Converts an amount to nano-dollars. */
const dollars = (amount: number): number => amount * 1e9;

describe('createAccountBalance', () => {
  const cleanUp = cleanUpAfterEach();
  const warnings: string[] = [];
  beforeEach(() => {
    warnings.length = 0;
    const { showWarningMessage } = vscode.window;
    const record = async (message: string) => Promise.resolve(void warnings.push(message));
    Object.assign(vscode.window, { showWarningMessage: record });
    cleanUp(() => Object.assign(vscode.window, { showWarningMessage }));
  });

  const openOther = async (store: BalanceStore) => {
    const balance = createAccountBalance({
      store,
      ledger: { refresh: async () => Promise.resolve(), total: () => ({ high: 0 }) as never, pendingHigh: () => 0 },
      onDidChange: () => undefined,
      now: Date.now,
    });
    await balance.load();
    return { balance, store };
  };

  const openTwo = async () => {
    const folder = await temporaryFolder(cleanUp);
    const [store, other] = [1, 2].map(() => createBalanceStore(createNodeFileStore(folder), neverCalled));
    assert.ok(store !== undefined && other !== undefined);
    const { balance } = await openOther(store);
    await other.set({ amount: 5, spentBefore: 0, at: 9, isWarned: false });
    return { balance, store, other };
  };

  /** Opens the balance of a computer whose ended requests cost $70, and whose pending requests cost at most $30. */
  const openWithPending = async (recorded?: RecordedBalance) => {
    const folder = await temporaryFolder(cleanUp);
    const store = createBalanceStore(createNodeFileStore(folder), neverCalled);
    if (recorded !== undefined) await store.set(recorded);
    let changes = 0;
    const balance = createAccountBalance({
      store,
      ledger: {
        refresh: async () => Promise.resolve(),
        total: () => ({ high: dollars(100) }) as never,
        pendingHigh: () => dollars(30),
      },
      onDidChange: () => (changes += 1),
      now: () => 9,
    });
    return { balance, store, folder, changes: () => changes };
  };

  const recorded: RecordedBalance = { amount: dollars(500), spentBefore: dollars(10), at: 1, isWarned: false };
  const low: RecordedBalance = { amount: dollars(10), spentBefore: dollars(60), at: 1, isWarned: false };

  it('marks the rest of the balance as approximate only after something was spent', async () => {
    const { balance } = await openWithPending({ ...recorded, spentBefore: dollars(100) });
    assert.equal(
      balance.sentence(),
      `Balance: $500.00 of $500.00 left, recorded on ${new Date(1).toLocaleDateString('en', { dateStyle: 'medium' })}.`,
    );
  });

  it('is used up after the service has refused a request, until it charges one again', async () => {
    const { balance, store, changes } = await openWithPending(recorded);
    const [sentence, left] = [balance.sentence(), balance.left()];
    await balance.noteCharged();
    assert.equal(changes(), 0);
    await balance.noteRefused(2);
    assert.deepEqual([balance.left(), changes()], [0, 1]);
    assert.equal(balance.sentence(), 'Balance: used up. If you have topped it up, record the new balance.');
    await store.load();
    assert.equal(balance.left(), 0);
    await balance.warnWhenLow();
    await balance.noteCharged();
    assert.deepEqual([balance.sentence(), balance.left(), changes()], [sentence, left, 2]);
  });

  it('is what another window has recorded, when the service then refuses or charges an earlier request', async () => {
    const { balance, store, folder } = await openWithPending(recorded);
    const other = createBalanceStore(createNodeFileStore(folder), neverCalled);
    const toppedUp: RecordedBalance = { ...recorded, amount: dollars(900), at: 9 };
    await other.set(toppedUp);
    await balance.noteRefused(8);
    assert.deepEqual(store.get(), toppedUp);
    await balance.noteRefused(9);
    await other.set(toppedUp);
    await balance.noteCharged();
    await other.load();
    assert.deepEqual(other.get(), toppedUp);
    await other.set({ ...toppedUp, isExhausted: true });
    await balance.noteCharged();
    await other.load();
    assert.equal(other.get()?.isExhausted ?? false, false);
  });

  it('records a balance that can be read again, and counts no earlier spend, if the spend exceeds the maximum of the file', async () => {
    const folder = await temporaryFolder(cleanUp);
    const store = createBalanceStore(createNodeFileStore(folder), neverCalled);
    await store.set(recorded);
    const balance = createAccountBalance({
      store,
      ledger: {
        refresh: async () => Promise.resolve(),
        total: () => ({ high: 3 * Number.MAX_SAFE_INTEGER }) as never,
        pendingHigh: () => 0,
      },
      onDidChange: () => undefined,
      now: () => 9,
    });
    const { showInputBox } = vscode.window;
    Object.assign(vscode.window, { showInputBox: async () => Promise.resolve('5') });
    cleanUp(() => Object.assign(vscode.window, { showInputBox }));
    await balance.record();
    const other = createBalanceStore(createNodeFileStore(folder), neverCalled);
    await other.load();
    assert.equal(other.get()?.spentBefore, Number.MAX_SAFE_INTEGER);
    assert.equal(balance.archived()?.spentSince, 0);
  });

  it('is not recorded when the service refuses or charges a request', async () => {
    const { balance, store, changes } = await openWithPending();
    await balance.noteRefused(2);
    await balance.noteCharged();
    assert.deepEqual([store.get(), changes()], [undefined, 0]);
    assert.deepEqual([balance.archived(), balance.sentence()], [undefined, undefined]);
  });

  it('archives the spend without pending requests, but `sentence` also subtracts the cost of pending requests', async () => {
    const { balance } = await openWithPending({ ...recorded, at: Date.UTC(2026, 10, 21, 12) });
    assert.equal(balance.archived()?.spentSince, dollars(60));
    assert.equal(balance.sentence(), 'Balance: ≈$410.00 of $500.00 left, recorded on Nov 21, 2026.');
  });

  it('restores an archived balance without a question if no balance is recorded', async () => {
    const { balance, store, changes } = await openWithPending();
    await balance.restore({ amount: dollars(500), spentSince: dollars(60), at: 1, isWarned: false });
    assert.deepEqual([store.get(), changes()], [recorded, 1]);
  });

  it('keeps the recorded balance if the archived balance was recorded at the same time', async () => {
    const { balance, store, changes } = await openWithPending(recorded);
    await balance.restore({ amount: 400, spentSince: 0, at: 1, isWarned: false });
    assert.deepEqual([store.get(), changes()], [recorded, 0]);
  });

  it('does not warn if the balance is low only because of pending requests', async () => {
    const { balance, store } = await openWithPending({ ...low, amount: dollars(100), spentBefore: 0 });
    await balance.warnWhenLow();
    assert.equal(store.get()?.isWarned, false);
  });

  it('warns once for each recorded balance that is low', async () => {
    const { balance, store } = await openWithPending(low);
    await Promise.all([balance.warnWhenLow(), balance.warnWhenLow()]);
    assert.equal(warnings.length, 1);
    assert.deepEqual(store.get(), { ...low, isWarned: true });
    await balance.warnWhenLow();
    assert.equal(warnings.length, 1);
    await store.set({ ...low, at: 2 });
    await balance.warnWhenLow();
    assert.equal(warnings.length, 2);
  });

  it('says that the balance is used up if nothing is left', async () => {
    const { balance, store } = await openWithPending({ ...low, spentBefore: dollars(60) });
    await store.set({ ...low, spentBefore: dollars(50) });
    await balance.warnWhenLow();
    await store.set({ ...low, spentBefore: dollars(60.5) });
    await balance.warnWhenLow();
    assert.deepEqual(warnings, ['Your recorded balance is used up.', '≈$0.5000 of your balance is left.']);
  });

  it('does not warn if another window has already warned', async () => {
    const { balance, folder } = await openWithPending(low);
    await createBalanceStore(createNodeFileStore(folder), neverCalled).set({ ...low, isWarned: true });
    await balance.warnWhenLow();
    assert.deepEqual(warnings, []);
  });

  const added = async () => Promise.resolve();

  it('adding requests records no balance if no balance is recorded', async () => {
    const { balance, store } = await openWithPending();
    await balance.addEarlierRequests([{ ...spendRecord(1, 'complete', 1), day: '1970-01-01' }], added);
    assert.equal(store.get(), undefined);
  });

  it('adding requests from the moment when the balance was recorded, or later, does not change the recorded balance', async () => {
    const { balance, store } = await openWithPending(recorded);
    const request = { ...spendRecord(1, 'complete', 1), day: '1970-01-01' };
    await balance.addEarlierRequests(
      [1, 2].map((at) => ({ ...request, at })),
      added,
    );
    assert.deepEqual(store.get(), recorded);
  });

  it('adding requests from before the balance was recorded keeps the remaining balance, even if another window recorded the balance', async () => {
    const { balance, other } = await openTwo();
    const request: BookedRequest = { ...spendRecord(1, 'complete', 1), day: '1970-01-01' };
    await balance.addEarlierRequests([request], added);
    await other.load();
    assert.deepEqual(other.get(), { amount: 5, spentBefore: request.cost.high, at: 9, isWarned: false });
  });

  it('keeps the remaining balance if an import is interrupted before or after it has added requests, and then repeated', async () => {
    const request: BookedRequest = { ...spendRecord(1, 'complete', 1), day: '1970-01-01' };
    for (const isAdded of [false, true]) {
      const { balance, other } = await openTwo();
      await assert.rejects(
        balance.addEarlierRequests([request], async () => Promise.reject(new Error('Killed.'))),
        { message: 'Killed.' },
      );
      const { balance: next, store } = await openOther(other);
      assert.equal(next.archived()?.spentSince, 0);
      await next.settleCredit((id) => isAdded && id === request.id);
      if (!isAdded) await next.addEarlierRequests([request], added);
      for (const has of [true, false]) await next.settleCredit(() => has);
      assert.deepEqual(store.get(), { amount: 5, spentBefore: request.cost.high, at: 9, isWarned: false });
    }
  });

  it('does not change a balance that was recorded while requests were added', async () => {
    const { balance, other } = await openTwo();
    const later = { amount: 7, spentBefore: 3, at: 10, isWarned: false };
    await balance.addEarlierRequests([{ ...spendRecord(1, 'complete', 1), day: '1970-01-01' }], async () =>
      other.set(later),
    );
    await other.load();
    assert.deepEqual(other.get(), later);
  });

  it('asks the user before it replaces the balance that another window has recorded', async () => {
    const { balance, other } = await openTwo();
    await balance.restore({ amount: 1, spentSince: 0, at: 3, isWarned: false });
    assert.deepEqual(warnings, ['Replace your recorded balance?']);
    await other.load();
    assert.equal(other.get()?.amount, 5);
  });
});
