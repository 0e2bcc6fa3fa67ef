import { strict as assert } from 'node:assert';
import type { SpendLimits } from '../../../src/meter/budget.ts';
import { createLedger, type Ledger } from '../../../src/meter/ledger/ledger.ts';
import { createSpendGuard } from '../../../src/meter/spendGuard.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { neverCalled } from '../neverCalled.ts';
import { spendRecord } from './ledger/spendRecords.ts';

describe('createSpendGuard', () => {
  const cleanUp = cleanUpAfterEach();
  const now = new Date(2026, 10, 21, 12);
  const pending = spendRecord(1, 'pending', now.getTime());
  const other = spendRecord(2, 'complete', now.getTime());
  const request = { sessionId: 'session', isAutomatic: false };
  let ledger: Ledger;
  let asked: string[];
  beforeEach(async () => {
    asked = [];
    ledger = createLedger({
      files: createNodeFileStore(await temporaryFolder(cleanUp)),
      writerId: 'w',
      workspace: () => undefined,
      onDidChange: () => undefined,
      now: () => now.getTime(),
    });
  });

  /** Returns a guard whose user refuses each request that would exceed a limit. */
  const guard = (limits: SpendLimits) =>
    createSpendGuard({
      limits: () => limits,
      ledger,
      questions: {
        confirm: async () => Promise.resolve(true),
        sendAnyway: async ({ limit, spent }) => {
          asked.push(`${limit}: ${spent}`);
          return Promise.resolve(false);
        },
        warn: () => undefined,
        tellHeld: () => undefined,
      },
      now: () => now,
      reportError: (error) => neverCalled(String(error)),
    });

  it('`stillPermits` does not count the request’s own pending record', async () => {
    const spendGuard = guard({ daily: pending.cost.high, session: 0, confirmAbove: 0 });
    const permitted = await spendGuard.permit({ ...request, estimate: async () => Promise.resolve(pending.cost) });
    assert.ok(permitted !== undefined);
    await ledger.append(pending);
    assert.equal(await spendGuard.stillPermits(permitted, { ...request, id: pending.id }), true);
    await ledger.append(other);
    assert.equal(await spendGuard.stillPermits(permitted, { ...request, id: pending.id }), false);
    assert.deepEqual(asked, [`daily: ${other.cost.high}`]);
  });

  it('`stillPermits` counts the requests of the ledger if the user has deleted the pending record', async () => {
    const spendGuard = guard({ daily: pending.cost.high, session: 0, confirmAbove: 0 });
    const permitted = await spendGuard.permit({ ...request, estimate: async () => Promise.resolve(pending.cost) });
    assert.ok(permitted !== undefined);
    assert.equal(await spendGuard.stillPermits(permitted, { ...request, id: pending.id }), true);
    await ledger.append(other);
    assert.equal(await spendGuard.stillPermits(permitted, { ...request, id: pending.id }), false);
    assert.deepEqual(asked, [`daily: ${other.cost.high}`]);
  });
});
