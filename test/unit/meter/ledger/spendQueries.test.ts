import { strict as assert } from 'node:assert';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
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
