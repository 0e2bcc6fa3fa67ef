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

  it('throws an error if a number, a text or a list of a snapshot is damaged', () => {
    const sums = createMonthSums();
    const workspace = { id: 'hash', name: 'shop' };
    sums.take({ ...spendRecord(1, 'pending', 5, 100), day: '2026-10-06', workspace });
    const text = formatMonthSnapshot({ sums, offsets: new Map([['journal', 7]]) });
    assert.ok(parseMonthSnapshot(text));
    const damages = [
      ['["journal",7]', '["journal","7"]'],
      ['["journal",7]', '["journal",1e999]'],
      ['["journal",7]', '["journal"]'],
      ['["journal",7]', '7'],
      ['["hash","shop"]', '["hash",7]'],
      ['["hash","shop"]', '["hash"]'],
      ['["2026-10-06"', '[7'],
      ['"rows":[[0,', '"rows":[[null,'],
      ['"lastReplies":[]', '"lastReplies":{}'],
      ['"id":"request-1"', '"id":7'],
    ] as const;
    for (const [whole, damaged] of damages) {
      const changed = text.replace(whole, damaged);
      assert.notEqual(changed, text, damaged);
      assert.throws(() => parseMonthSnapshot(changed), Error, damaged);
    }
  });
});
