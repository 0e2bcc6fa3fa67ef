import { strict as assert } from 'node:assert';
import { formatMonthSnapshot, parseMonthSnapshot } from '../../../../src/meter/ledger/monthSnapshot.ts';
import { createMonthSums } from '../../../../src/meter/ledger/monthSums.ts';
import { spendRecord } from './spendRecords.ts';

describe('parseMonthSnapshot', () => {
  it('restores all sums, pending requests, last replies and workspace names of a formatted snapshot', () => {
    const sums = createMonthSums();
    const workspace = { id: 'hash', name: 'shop' };
    for (const number of [1, 2, 3, 4]) sums.take({ ...spendRecord(number, 'complete', number), day: '2026-10-05' });
    sums.take({ ...spendRecord(5, 'pending', 5, 100), day: '2026-10-06', workspace });
    const restored = parseMonthSnapshot(formatMonthSnapshot({ sums, offsets: new Map([['journal', 7]]) }));
    assert.deepEqual(restored?.offsets, new Map([['journal', 7]]));
    assert.deepEqual([...restored.sums.rows], [...sums.rows]);
    for (const field of ['by', 'pending', 'lastReplies', 'workspaceNames'] as const)
      assert.deepEqual(restored.sums[field], sums[field], field);
    assert.equal(restored.sums.ended.size, 4);
  });
});
