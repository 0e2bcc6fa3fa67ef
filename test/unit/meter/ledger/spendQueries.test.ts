import { strict as assert } from 'node:assert';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { neverCalled } from '../../neverCalled.ts';
import { spendRecord } from './spendRecords.ts';

describe('byWorkspace', () => {
  const cleanUp = cleanUpAfterEach();

  it('returns the workspaces in the order of their spend, the most expensive first', async () => {
    let name = '';
    const own = createLedger({
      files: createNodeFileStore(await temporaryFolder(cleanUp)),
      writerId: 'w1',
      workspace: () => ({ id: name, name }),
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
    for (const [index, high] of [2, 3, 1].entries()) {
      name = `spent ${high}`;
      const request = { ...spendRecord(index, 'complete', index), id: name };
      await own.append({ ...request, cost: { ...request.cost, low: high, high } });
    }
    const names = own.byWorkspace().map(({ workspace }) => workspace?.name);
    assert.deepEqual(names, ['spent 3', 'spent 2', 'spent 1']);
  });
});

describe('bySession', () => {
  const cleanUp = cleanUpAfterEach();

  it('returns the session of the latest request first, also within a day and while the request is pending', async () => {
    const own = createLedger({
      files: createNodeFileStore(await temporaryFolder(cleanUp)),
      writerId: 'w1',
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: Date.now,
    });
    let seed = 0;
    const append = async (sessionId: string, day: number, hour: number, end: 'complete' | 'pending' = 'complete') => {
      seed += 1;
      await own.append({ ...spendRecord(seed, end, new Date(2026, 10, day, hour).getTime(), 10), sessionId });
    };
    await append('morning', 12, 8);
    await append('evening', 12, 20);
    await append('resumed', 12, 7);
    await append('running', 12, 9);
    await append('running', 12, 21, 'pending');
    await append('resumed', 12, 19);
    await append('next day', 13, 6);
    assert.deepEqual(
      own.bySession().map(({ sessionId }) => sessionId),
      ['next day', 'running', 'evening', 'resumed', 'morning'],
    );
  });
});
