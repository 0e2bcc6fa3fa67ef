import { strict as assert } from 'node:assert';
import { createBalanceStore, type RecordedBalance } from '../../../../src/meter/balance.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { createAccountBalance } from '../../../../src/vscode/spend/accountBalance.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';
import { neverCalled } from '../../neverCalled.ts';

describe('createAccountBalance', () => {
  const cleanUp = cleanUpAfterEach();

  const openTwo = async () => {
    const folder = await temporaryFolder(cleanUp);
    const [store, other] = [1, 2].map(() => createBalanceStore(createNodeFileStore(folder), neverCalled));
    assert.ok(store !== undefined && other !== undefined);
    const balance = createAccountBalance({
      store,
      ledger: { refresh: async () => Promise.resolve(), total: () => ({ high: 0 }) as never, pendingHigh: () => 0 },
      onDidChange: () => undefined,
      now: Date.now,
    });
    await balance.load();
    await other.set({ amount: 5, spentBefore: 0, at: 9, isWarned: false });
    return { balance, store, other };
  };

  /** Creates a balance of a computer whose spend on ended requests is 70, and whose pending requests cost at most 30. */
  const openWithPending = async (recorded: RecordedBalance) => {
    const store = createBalanceStore(createNodeFileStore(await temporaryFolder(cleanUp)), neverCalled);
    await store.set(recorded);
    const balance = createAccountBalance({
      store,
      ledger: { refresh: async () => Promise.resolve(), total: () => ({ high: 100 }) as never, pendingHigh: () => 30 },
      onDidChange: () => undefined,
      now: () => 9,
    });
    return { balance, store };
  };

  it('does not add the cost of pending requests to the spend before the balance was recorded', async () => {
    const { balance, store } = await openWithPending({ amount: 5, spentBefore: 0, at: 1, isWarned: true });
    await balance.setEmpty();
    assert.deepEqual(store.get(), { amount: 0, spentBefore: 70, at: 9, isWarned: false });
  });

  it('does not subtract the cost of pending requests from an archived balance', async () => {
    const { balance } = await openWithPending({ amount: 500, spentBefore: 10, at: 1, isWarned: false });
    assert.deepEqual(balance.archived(), { amount: 500, spentSince: 60, at: 1, isWarned: false });
  });

  it('does not warn if the balance is low only because of pending requests', async () => {
    const { balance, store } = await openWithPending({ amount: 100, spentBefore: 0, at: 1, isWarned: false });
    await balance.warnWhenLow();
    assert.equal(store.get()?.isWarned, false);
  });

  it('adding requests from before the balance was recorded keeps the remaining balance, even if another window recorded the balance', async () => {
    const { balance, other } = await openTwo();
    const request: BookedRequest = { ...spendRecord(1, 'complete', 1), day: '1970-01-01' };
    await balance.addEarlierRequests([request]);
    await other.load();
    assert.deepEqual(other.get(), { amount: 5, spentBefore: request.cost.high, at: 9, isWarned: false });
  });

  it('asks the user before it replaces the balance that another window has recorded', async () => {
    const { balance, other } = await openTwo();
    // The question fails, because the unit tests replace the module `vscode` by one without `window`.
    await assert.rejects(async () => balance.restore({ amount: 1, spentSince: 0, at: 3, isWarned: false }), TypeError);
    await other.load();
    assert.equal(other.get()?.amount, 5);
  });
});
