import { strict as assert } from 'node:assert';
import { createGroupLimit } from '../../../../src/chat/archive/archiveLimits.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';

describe('createGroupLimit', () => {
  const request = { ...spendRecord(1, 'complete', 1_000), day: '2026-10-05' };
  const requests = (count: number, first = 0, more = {}) =>
    Array.from({ length: count }, (_, index) => ({ ...request, sessionId: `s${first + index}`, ...more }));
  /** Returns the result for each part, after the ledger has had `known`. */
  const results = (known: ReturnType<typeof requests>, ...parts: readonly ReturnType<typeof requests>[]) => {
    const limit = createGroupLimit();
    for (const each of known) limit.add(each);
    return parts.map((part) => limit.addAll(part));
  };

  it('allows at most 20,000 groups of requests in a month, counted over the ledger and all parts', () => {
    assert.deepEqual(results([], requests(20_000), requests(20_000)), [true, true]);
    assert.deepEqual(results([], requests(15_000), requests(5_001, 15_000), requests(5_000, 15_000)), [
      true,
      false,
      true,
    ]);
    assert.deepEqual(results(requests(12_000), requests(12_000, 12_000)), [false]);
    assert.deepEqual(results([], requests(15_000), requests(15_000, 0, { day: '2026-11-05' })), [true, true]);
    // The requests of one session on two days are two groups.
    assert.deepEqual(results([], requests(15_000), requests(15_000, 0, { day: '2026-10-06' })), [true, false]);
  });

  it('allows requests of known groups even if the ledger has more groups', () => {
    assert.deepEqual(results(requests(20_001), requests(10), requests(1, 30_000)), [true, false]);
  });
});
